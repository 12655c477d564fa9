package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Connector;
import io.smppbridge.pipeline.Outcomes;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import io.smppbridge.smpp.JsmppTransport;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The workers over a real socket, measured at the SMSC. */
class SenderIT {
    @Test
    @Tag("C36")
    void at_the_smsc_no_second_holds_more_than_the_rate_over_all_workers_and_binds() throws Exception {
        try (SmscSimulator sim = SmscSimulator.start(SimulatorConfig.forTests())) {
            Bench bench = new Bench();
            bench.port = sim.port();
            bench.binds = 4;
            bench.messages(200);
            SmscConfig plain = bench.config();
            SmscConfig.Binds b = plain.binds();
            // A guard as wide as the jitter of a busy test machine between the write here and the read over there.
            SmscConfig.Pace pace = new SmscConfig.Pace(20, 20, Duration.ofMillis(50), 10, 100, 1_000_000);
            SmscConfig config = new SmscConfig(
                    plain.name(),
                    plain.link(),
                    new SmscConfig.Binds(b.mode(), b.receive(), 2, 4, false, b.idle()),
                    pace,
                    plain.timers(),
                    plain.reconnect(),
                    plain.retry(),
                    plain.uncertain(),
                    plain.text(),
                    plain.inbound());
            AtomicInteger accepted = new AtomicInteger();
            Outcomes told = new Outcomes() {
                @Override
                public void accepted(Task task, int part, String messageId, boolean last, Flight flight) {
                    accepted.incrementAndGet();
                }

                @Override
                public void told() {}

                @Override
                public void refused(Task task, int part, int commandStatus, Flight flight) {}

                @Override
                public void unanswered(Task task, int part, boolean held, Flight flight) {}

                @Override
                public void lastUnanswered(Task task, int part, String why, Flight flight) {}

                @Override
                public void stuck(Task task) {}

                @Override
                public void ended(Task task, MessageState state, String detail, Flight flight) {}
            };
            Connector.Factory factory = new JsmppTransport(config, Ticker.SYSTEM);
            SenderGroup group = new SenderGroup(
                    config,
                    factory,
                    new SenderGroup.Wiring(
                            bench.bag,
                            (id, position) -> Optional.empty(),
                            told,
                            bench.inlet,
                            bench.stats,
                            (worker, slots) -> new Bench.Notes(),
                            InstantSource.system(),
                            Ticker.SYSTEM,
                            1));
            group.start();
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> sim.first().submits().size() >= 100);
            group.drain(Duration.ofSeconds(5));
            assertThat(group.awaitEnd(Duration.ofSeconds(10))).isTrue();
            List<Long> times = sim.first().submits().stream()
                    .map(ReceivedSubmit::nanos)
                    .sorted()
                    .toList();
            for (int i = 20; i < times.size(); i++) {
                assertThat(times.get(i) - times.get(i - 20)).as("write %d", i).isGreaterThan(1_000_000_000L);
            }
            assertThat(accepted).hasValue(times.size());
        }
    }
}
