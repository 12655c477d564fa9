package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.connector.Mailbox;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read out of a flight recording. */
class FlightProfileTest {
    @Test
    void waits_are_told_by_thread_by_what_they_were_for_and_by_where(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("test.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ThreadPark").withThreshold(Duration.ZERO).withStackTrace();
            recording.start();
            Thread sender =
                    new Thread(() -> new Mailbox(io.smppbridge.connector.Rest.asleep()).park(1_000_000), "sender-a-1");
            sender.start();
            sender.join();
            recording.stop();
            recording.dump(file);
        }
        String text = FlightProfile.of(file).text(Double.NaN);
        assertThat(text).containsPattern("\\| rest \\| sender \\| \\w+ \\| \\w+\\.\\w+ \\| 1 \\| \\d+\\.\\d \\|");
        assertThat(FlightProfile.of(file).text(1_000_000)).contains("per 1,000 messages");
    }
}
