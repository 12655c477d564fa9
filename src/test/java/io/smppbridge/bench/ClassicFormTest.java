package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.ThreadsSince;
import io.smppbridge.bench.classic.ClassicConfig;
import io.smppbridge.bench.classic.ClassicGateway;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The form that the bridge is compared with works, and is what it says it is. */
@Timeout(60)
class ClassicFormTest {
    private final ThreadsSince since = ThreadsSince.now();

    @TempDir
    Path directory;

    private ClassicGateway start(SmscSimulator smsc, int port, int connections, boolean log) throws Exception {
        Optional<Path> lines = log ? Optional.of(directory.resolve("pdu")) : Optional.empty();
        return new ClassicGateway(
                new ClassicConfig(port, smsc.port(), connections, 10, true, directory.resolve("journal"), lines));
    }

    /** Lines in its files. */
    private long logged() throws IOException {
        long count = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory.resolve("pdu"))) {
            for (Path file : files) {
                count += Files.readString(file)
                        .lines()
                        .filter(line -> line.contains("submit_sm"))
                        .count();
            }
        }
        return count;
    }

    @Test
    @Tag("S2.4")
    void each_message_is_answered_reaches_the_smsc_once_and_is_logged_four_times() throws Exception {
        int port = Ports.free();
        try (SmscSimulator smsc = SmscSimulator.start(SimulatorConfig.forTests().recording(0));
                ClassicGateway gateway = start(smsc, port, 3, true);
                RawSubmits load = new RawSubmits(port, 2, 10)) {
            await().atMost(Duration.ofSeconds(20)).until(() -> load.accepted() > 2_000);
            load.end();
            assertThat(load.refused()).isZero();
            long sent = load.accepted();
            await().atMost(Duration.ofSeconds(10)).until(() -> gateway.getLogLines() == 4 * sent);
            assertThat(smsc.first().report().submits().accepted()).isEqualTo(sent);
            assertThat(smsc.first().report().submits().mostUnanswered())
                    .as("its window")
                    .isBetween(2, 10);
            await().atMost(Duration.ofSeconds(10)).until(() -> logged() == 4 * sent);
            assertThat(gateway.getForces()).isBetween(2L, sent);
            assertThat(gateway.getLocksTaken()).isGreaterThan(4 * sent);
            assertThat(gateway.getSocketCalls()).isGreaterThan(4);
        }
    }

    @Test
    @Tag("S2.3")
    void its_threads_grow_by_one_for_each_client_and_by_two_for_each_connection_to_the_smsc() throws Exception {
        int port = Ports.free();
        try (SmscSimulator smsc = SmscSimulator.start(SimulatorConfig.forTests().recording(0));
                ClassicGateway gateway = start(smsc, port, 5, false)) {
            try (RawSubmits one = new RawSubmits(port, new RawSubmits.Shape(1, 0, false))) {
                await().until(() -> one.bound() == 1);
                assertThat(since.names("out-")).hasSize(10);
                assertThat(since.names("in-")).hasSize(1);
                try (RawSubmits more = new RawSubmits(port, new RawSubmits.Shape(199, 0, false))) {
                    await().until(() -> more.bound() == 199);
                    assertThat(since.names("in-")).hasSize(200);
                }
            }
            await().until(() -> since.names("in-").isEmpty());
            assertThat(gateway.getLocksTaken()).isNotNegative();
        }
    }
}
