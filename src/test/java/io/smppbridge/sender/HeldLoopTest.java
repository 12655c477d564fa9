package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.pdulog.PduTap;
import io.smppbridge.simulator.BreakHow;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import io.smppbridge.smpp.HeldLoop;
import io.smppbridge.smpp.NettyLoops;
import io.smppbridge.smpp.NettyTransport;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rate over Netty when the event loop that writes comes to it late. Time is turned by hand and stands still while the loop catches
 * up, so all that it writes then is written at one moment; the sockets are real.
 */
@Timeout(60)
class HeldLoopTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(2);

    private final Bench bench = new Bench();

    private interface Play {
        void on(SmscSimulator sim, NettyLoops loops) throws Exception;
    }

    private void play(Play play) throws Exception {
        try (SmscSimulator sim = SmscSimulator.start(SimulatorConfig.forTests());
                NettyLoops loops = new NettyLoops(1)) {
            bench.port = sim.port();
            bench.window = 200;
            bench.messages(500);
            bench.factory = new NettyTransport(bench.config(), bench::nanos, PduTap.NONE, loops);
            bench.start();
            await().pollInterval(POLL).atMost(SOON).until(() -> {
                bench.turn();
                return bench.stats.submitted.sum() > 0;
            });
            answered();
            play.on(sim, loops);
        }
    }

    /** All that has been handed over is with the SMSC and answered; meanwhile no time passes. */
    private long answered() {
        await().pollInterval(POLL).atMost(SOON).until(() -> {
            bench.turn();
            return bench.told.accepted == bench.stats.submitted.sum();
        });
        return bench.told.accepted;
    }

    @ParameterizedTest
    @Tag("C36")
    @CsvSource({"20,20", "20,1", "5,5", "1,1"})
    void an_event_loop_that_is_held_up_for_seconds_then_writes_no_more_than_one_seconds_worth(int rate, int burst)
            throws Exception {
        bench.rate = rate;
        bench.burst = burst;
        play((sim, loops) -> {
            bench.pass(Duration.ofSeconds(2), Duration.ofMillis(20));
            long before = answered();
            try (HeldLoop held = new HeldLoop(loops)) {
                bench.pass(Duration.ofSeconds(5), Duration.ofMillis(20));
                assertThat(bench.told.accepted).isEqualTo((int) before);
            }
            long atOnce = answered() - before;
            assertThat(atOnce).as("written at one moment").isBetween(1L, (long) rate);

            bench.pass(Duration.ofMillis(900), Duration.ofMillis(20));
            assertThat(answered() - before)
                    .as("and in the second that began then")
                    .isLessThanOrEqualTo(rate);
            bench.pass(Duration.ofMillis(3_000), Duration.ofMillis(20));
            assertThat(answered() - before).as("and it goes on").isBetween(rate * 2L, rate * 5L);
            assertThat(sim.first().submits()).hasSize((int) answered());
        });
    }

    @Test
    @Tag("C36")
    void a_connection_that_ends_before_the_loop_has_written_gives_its_permits_back() throws Exception {
        bench.rate = 5;
        bench.burst = 5;
        play((sim, loops) -> {
            bench.pass(Duration.ofSeconds(2), Duration.ofMillis(20));
            long before = answered();
            try (HeldLoop held = new HeldLoop(loops)) {
                bench.pass(Duration.ofSeconds(2), Duration.ofMillis(20));
                sim.first().breakAll(BreakHow.RST);
            }
            await().pollInterval(POLL).atMost(SOON).until(() -> {
                bench.pass(Duration.ofMillis(100), Duration.ofMillis(20));
                return bench.told.accepted > before + 20;
            });
        });
    }
}
