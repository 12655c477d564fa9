package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Memory;
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

/** What a message from an ESME to an SMSC makes of garbage in a whole bridge, from socket to socket. */
@Tag("hot")
@Timeout(180)
class SubmitCostTest {
    /** Octets for each message, what a call, a flush and a force cost shared out among their messages. */
    private static final int MOST = 600;

    private static final int STRETCH = 20_000;

    private final ThreadsSince since = ThreadsSince.now();

    @TempDir
    Path directory;

    @Test
    @Tag("S2.3")
    void a_message_makes_600_octets_of_garbage_at_most() throws Exception {
        Duration none = Duration.ZERO;
        Plan plan = new Plan(none, none, 0, 100, 4, 0, Path.of("java"), directory, TransportKind.NETTY, List.of());
        try (SmscSimulator smsc = SmscSimulator.start(SimulatorConfig.forTests().recording(0));
                ServedBridge files = new ServedBridge(plan, new ServedBridge.Setting(directory, smsc.port(), 1, 0));
                Bridge bridge = Bridge.start(files.file())) {
            await().atMost(Duration.ofSeconds(20)).until(() -> smsc.first().bindsNow() == 4);
            try (RawSubmits load = new RawSubmits(bridge.esmePort("bench"), 2, 100)) {
                // As many stretches as the compilers need: they leave out what does not escape.
                double[] least = {Double.MAX_VALUE};
                await().atMost(Duration.ofSeconds(120)).until(() -> {
                    least[0] = Math.min(least[0], stretch(load));
                    return least[0] < MOST;
                });
                load.end();
                System.out.printf("octets for each message from an ESME to an SMSC: %.0f%n", least[0]);
                assertThat(least[0]).isLessThan(MOST);
            }
        }
    }

    private double stretch(RawSubmits load) {
        long accepted = load.accepted();
        long octets = allocated();
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> load.accepted() > accepted + STRETCH);
        return (double) (allocated() - octets) / (load.accepted() - accepted);
    }

    private long allocated() {
        return Memory.allocatedBy(since.ids("journal", "esme-", "sender-", "smpp-io-"));
    }
}
