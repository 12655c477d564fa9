package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What the file says that tells an old copy of the journal from the newest one. */
class HeartbeatTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(Heartbeat.class);
    private final ListAppender<ILoggingEvent> seen = new ListAppender<>();

    @TempDir
    Path directory;

    @BeforeEach
    void listen() {
        seen.start();
        logger.addAppender(seen);
    }

    @AfterEach
    void listenNoMore() {
        logger.detachAppender(seen);
    }

    private List<String> said() {
        return seen.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private Path file() {
        return directory.resolve("heartbeat");
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", "neither a position nor its checksum", "twelve words"})
    void what_no_bridge_has_written_is_no_position_and_told_as_what_it_is(String garbage) throws IOException {
        Files.writeString(file(), garbage, StandardCharsets.US_ASCII);
        assertThat(new Heartbeat(directory).read()).isEmpty();
        assertThat(said()).singleElement().asString().contains("heartbeat is not as this version leaves it");

        new Heartbeat(directory).beat(7L << 32 | 4711, 1);
        assertThat(new Heartbeat(directory).read()).isEqualTo(OptionalLong.of(7L << 32 | 4711));
    }

    @Test
    void the_position_that_an_earlier_version_has_written_without_a_checksum_is_read() throws IOException {
        Files.write(file(), ByteBuffer.allocate(Long.BYTES).putLong(4711).array());
        assertThat(new Heartbeat(directory).read()).isEqualTo(OptionalLong.of(4711));
        assertThat(said()).isEmpty();
    }
}
