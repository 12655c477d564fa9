package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class FlightLogsTest {
    @TempDir
    Path directory;

    @Test
    void that_notes_were_deleted_is_told_once_with_what_to_do() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(FlightLogs.class);
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        seen.start();
        logger.addAppender(seen);
        try (FlightLogs logs = new FlightLogs(directory, InstantSource.system(), failure -> {})) {
            logs.open("sender-a-1", 8);
            logs.open("sender-b-1", 8);
            logs.look();
            assertThat(seen.list).isEmpty();
            Files.delete(directory.resolve("flights/sender-a-1.flights"));
            logs.look();
            logs.look();
        } finally {
            logger.detachAppender(seen);
        }
        assertThat(seen.list)
                .singleElement()
                .satisfies(event -> assertThat(event.getFormattedMessage()).contains("sender-a-1", "TERM"));
    }
}
