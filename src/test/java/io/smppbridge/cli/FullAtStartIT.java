package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Logged;
import io.smppbridge.app.Bridge;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start on a disk without room. */
class FullAtStartIT {
    private static final long RESERVE = 1L << 40;

    @TempDir
    Path directory;

    @Test
    void the_log_does_not_say_that_messages_are_accepted_while_they_are_not() throws Exception {
        Assumptions.assumeTrue(
                Files.getFileStore(directory).getUsableSpace() < RESERVE, "needs a disk that is not so large");
        Path file = Files.writeString(directory.resolve("bridge.properties"), """
                smsc.one.host = 127.0.0.1
                smsc.one.port = 1
                smsc.one.system-id = shop
                smsc.one.password = secret
                smsc.one.rate = 100
                journal.directory = journal
                journal.segment-size = 1M
                journal.reserve = 1T
                intake.http.enabled = false
                admin.enabled = false
                bridge.drain-within = 0s
                """);
        try (Logged log = Logged.of("io.smppbridge.app.Bridge");
                Bridge bridge = Bridge.start(file)) {
            assertThat(bridge.obstacles()).singleElement().asString().contains("nearly full");
            assertThat(log.lines())
                    .anyMatch(line -> line.startsWith("the bridge accepts no messages yet: "
                            + bridge.obstacles().get(0)));
        }
    }
}
