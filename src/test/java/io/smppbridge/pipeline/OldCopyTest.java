package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.smppbridge.SendOutcome;
import io.smppbridge.bag.Task;
import io.smppbridge.journal.FlightLog;
import io.smppbridge.journal.RecoveredFlights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A journal put back from a copy: it is noticed, and nothing goes out again without an operator's word. */
class OldCopyTest {
    /** Octets of a note, the first of which stands behind a header as long. */
    private static final int SLOT = 128;

    @TempDir
    Path directory;

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static void wipe(Path journal) throws IOException {
        try (Stream<Path> files = Files.list(journal)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.getFileName().toString().equals("heartbeat")) {
                    Files.delete(file);
                }
            }
        }
    }

    @Test
    void an_old_copy_is_noticed_and_can_be_started_without_sending_anything_again() throws IOException {
        Path journal = directory.resolve("journal");
        Path backup = directory.resolve("backup");
        SendOutcome.Acceptance accepted;
        try (PipelineRig rig = PipelineRig.start(directory)) {
            accepted = (SendOutcome.Acceptance) PipelineRig.get(rig.middleWare().send("+46701234567", "once"));
        }
        copy(journal, backup);
        try (PipelineRig rig = PipelineRig.start(directory)) {
            Task task = rig.takeAll("a").get(0);
            rig.accepted(task, 0, "1", true, Outcomes.Flight.NONE);
            await().until(() -> rig.pipeline.openMessages() == 0);
            for (int i = 0; i < 10; i++) {
                PipelineRig.get(rig.middleWare().send("+46701234567", "later " + i));
            }
        }
        wipe(journal);
        Files.deleteIfExists(backup.resolve("heartbeat"));
        copy(backup, journal);

        Logger logger = (Logger) LoggerFactory.getLogger(Recovery.class);
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        seen.start();
        logger.addAppender(seen);
        try (PipelineRig rig = PipelineRig.startHeld(directory)) {
            assertThat(rig.takeAll("a")).isEmpty();
            assertThat(rig.pipeline.held().count()).isEqualTo(1);
            assertThat(rig.pipeline.held().resolve(accepted.id().value(), false))
                    .contains(true);
        } finally {
            logger.detachAppender(seen);
        }
        assertThat(seen.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .filteredOn(line -> line.contains("old copy"))
                .singleElement()
                .asString()
                .contains("To decide about each message: held list")
                .doesNotContain("--hold-all"); // which it was started with
    }

    @Test
    void a_flight_log_that_is_not_whole_is_refused_before_the_journal_is_changed() throws IOException {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            PipelineRig.get(rig.middleWare().send("+46701234567", "waits"));
        }
        Path journal = directory.resolve("journal");
        Path file = Files.createDirectories(journal.resolve("flights")).resolve("telia-1.flights");
        Files.writeString(file, "cut short");
        Map<String, byte[]> before = segments(journal);
        assertThatThrownBy(() -> PipelineRig.start(directory))
                .hasStackTraceContaining(file + ", offset 0: this is not a whole flight log; nothing was changed")
                .hasStackTraceContaining("put this file aside and start with --hold-all");
        Map<String, byte[]> after = segments(journal);
        assertThat(after.keySet()).isEqualTo(before.keySet());
        before.forEach((name, octets) -> assertThat(after.get(name)).isEqualTo(octets));
    }

    private static Map<String, byte[]> segments(Path journal) throws IOException {
        Map<String, byte[]> all = new TreeMap<>();
        try (Stream<Path> files = Files.list(journal)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith("segment-")) {
                    all.put(name, Files.readAllBytes(file));
                }
            }
        }
        return all;
    }

    @Test
    void notes_of_what_was_under_way_that_cannot_be_read_are_told_of() throws IOException {
        PipelineRig.start(directory).close();
        Path flights = directory.resolve("journal").resolve("flights");
        FlightLog.create(flights, "telia-1", 8, 7).sent(11, 0, 1, 1000);
        Path file = flights.resolve("telia-1.flights");
        byte[] octets = Files.readAllBytes(file);
        octets[SLOT + 8] ^= 1;
        Files.write(file, octets);
        Logger logger = (Logger) LoggerFactory.getLogger(RecoveredFlights.class);
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        seen.start();
        logger.addAppender(seen);
        try (PipelineRig rig = PipelineRig.start(directory)) {
            assertThat(rig.fatal).hasNullValue();
        } finally {
            logger.detachAppender(seen);
        }
        assertThat(seen.list)
                .singleElement()
                .satisfies(event -> assertThat(event.getFormattedMessage())
                        .startsWith("1 notes of what was under way cannot be read"));
    }
}
