package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.ThreadsSince;
import io.smppbridge.app.Bridge;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What clients of a whole bridge cost: no threads, and no more forces than they have messages. */
@Timeout(120)
class ClientThreadsIT {
    @TempDir
    Path directory;

    @Test
    @Tag("S2.3")
    @Tag("C108")
    void two_hundred_esmes_that_send_take_the_same_threads_as_one() throws Exception {
        takeTheSameThreadsAsOne(200);
    }

    @Test
    @Tag("long")
    @Tag("S2.3")
    @Tag("C108")
    void a_thousand_esmes_that_send_take_the_same_threads_as_one() throws Exception {
        takeTheSameThreadsAsOne(1_000);
    }

    private void takeTheSameThreadsAsOne(int clients) throws Exception {
        ThreadsSince since = ThreadsSince.now();
        Duration none = Duration.ZERO;
        Plan plan = new Plan(none, none, 0, 10, 4, 0, Path.of("java"), directory, TransportKind.NETTY, List.of());
        try (SmscSimulator smsc = SmscSimulator.start(SimulatorConfig.forTests().recording(0));
                ServedBridge files = new ServedBridge(plan, new ServedBridge.Setting(directory, smsc.port(), 1, 0));
                Bridge bridge = Bridge.start(files.file())) {
            await().atMost(Duration.ofSeconds(20)).until(() -> smsc.first().bindsNow() == 4);
            List<String> withOne = threadsWith(bridge, 1, since);
            List<String> withMany = threadsWith(bridge, clients, since);
            System.out.printf(
                    "S2.3: ESMEs 1: %d threads %s; %d: %d%n", withOne.size(), withOne, clients, withMany.size());
            assertThat(withOne).contains("journal", "esme-1", "smpp-io-1");
            assertThat(withMany).isEqualTo(withOne);
        }
    }

    @Test
    @Tag("S2.7")
    void one_message_at_a_time_costs_one_force() throws Exception {
        Duration none = Duration.ZERO;
        Plan plan = new Plan(none, none, 0, 1, 1, 0, Path.of("java"), directory, TransportKind.NETTY, List.of());
        try (SmscSimulator smsc = SmscSimulator.start(SimulatorConfig.forTests().recording(0));
                ServedBridge files = new ServedBridge(plan, new ServedBridge.Setting(directory, smsc.port(), 1, 0));
                Bridge bridge = Bridge.start(files.file())) {
            await().atMost(Duration.ofSeconds(20)).until(() -> smsc.first().bindsNow() == 1);
            long before = bridge.stats().journalBatches.sum();
            try (RawSubmits load = new RawSubmits(bridge.esmePort("bench"), 1, 1)) {
                await().atMost(Duration.ofSeconds(60)).until(() -> load.accepted() > 150);
                load.end();
                long forces = bridge.stats().journalBatches.sum() - before;
                // That of the outcome before comes along with it; now and then 50 ms pass without a message.
                assertThat(forces).isBetween(load.accepted(), load.accepted() * 5 / 4);
            }
        }
    }

    /** Each client has one message under way all the time; as many as there are clients have been answered. */
    private static List<String> threadsWith(Bridge bridge, int clients, ThreadsSince since) throws Exception {
        try (RawSubmits load = new RawSubmits(bridge.esmePort("bench"), clients, 1)) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> load.bound() == clients && load.accepted() > Math.max(100, clients));
            List<String> threads = since.namesButOfTools().stream()
                    .filter(ClientThreadsIT::isOfTheBridge)
                    .toList();
            load.end();
            assertThat(load.refused()).isZero();
            return threads;
        }
    }

    /** Not of the load and the SMSC, nor of the JVM; passwords are checked by a thread that ends when it has nothing to do. */
    private static boolean isOfTheBridge(String name) {
        return !Comparison.isOfTheJvm(name) && !name.startsWith("bench-") && !name.startsWith("smsc-sim");
    }
}
