package io.smppbridge.pipeline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.Tried;
import io.smppbridge.bag.Task;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What has ended leaves the disk, however little happens, and what waits stays. The disk is read as anybody would who got hold of it. */
@Tag("S-49")
class RetentionTest {
    private static final String[] KEYS = {"retention.content = 12h", "bridge.validity = 10d"};
    private static final Duration ENOUGH = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final AtomicLong clock =
            new AtomicLong(Instant.parse("2026-11-22T08:00:00Z").toEpochMilli());

    private PipelineRig start(String... keys) {
        return PipelineRig.start(directory, () -> Instant.ofEpochMilli(clock.get()), keys);
    }

    private static TaskId send(PipelineRig rig, String to, String text) {
        SendOutcome outcome = PipelineRig.get(
                rig.middleWare().send(OutboundSms.to(to).text(text).build()));
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private static void taken(PipelineRig rig, Task task) {
        rig.accepted(task, 0, "id", true, Outcomes.Flight.NONE);
    }

    /** Sends some that end at once. */
    private void some(PipelineRig rig, int count) {
        for (int i = 0; i < count; i++) {
            send(rig, "+4670111" + (1000 + i), "ended words " + i);
        }
        rig.takeAll("a").forEach(task -> taken(rig, task));
        await().until(() -> rig.pipeline.openMessages() == 0);
    }

    /** Whether a word stands in any file. */
    static boolean isOnDisk(Path directory, String word) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).anyMatch(file -> {
                try {
                    return Files.readString(file, ISO_8859_1).contains(word);
                } catch (NoSuchFileException e) {
                    return false; // they come and go
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException | UncheckedIOException e) {
            return true; // looked while something was renamed: look again
        }
    }

    private boolean isOnDisk(String word) {
        return isOnDisk(directory.resolve("journal"), word);
    }

    @Test
    void nothing_of_an_ended_message_is_on_disk_when_its_time_is_over_and_what_waits_stays(TestReporter reporter) {
        List<TaskId> waiting = new ArrayList<>();
        try (PipelineRig rig = start(KEYS)) {
            some(rig, 200);
            waiting.add(send(rig, "+46702222222", "waiting words"));
            assertThat(isOnDisk("ended words")).isTrue();
            assertThat(isOnDisk("46701111100")).isTrue();
            clock.addAndGet(Duration.ofHours(12).toMillis());
            await().atMost(ENOUGH).until(() -> !isOnDisk("ended words"));
            await().atMost(ENOUGH).until(() -> !isOnDisk("46701111100"));
            assertThat(isOnDisk("waiting words")).isTrue();
        }
        try (PipelineRig rig = start(KEYS)) {
            assertThat(rig.takeAll("a")).extracting(task -> task.sms().text()).containsExactly("waiting words");
        }
        Tried.times(200)
                .note("texts and numbers searched for on the disk, 0 found")
                .tell(reporter);
    }

    @Test
    void a_stop_and_the_time_it_takes_make_no_difference() {
        try (PipelineRig rig = start(KEYS)) {
            some(rig, 20);
        }
        clock.addAndGet(Duration.ofHours(13).toMillis());
        try (PipelineRig rig = start(KEYS)) {
            await().atMost(ENOUGH).until(() -> !isOnDisk("ended words"));
            assertThat(rig.pipeline.openMessages()).isZero();
        }
        Logger logger = (Logger) LoggerFactory.getLogger(Recovery.class);
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        logger.addAppender(said);
        try (PipelineRig rig = start(KEYS)) {
            assertThat(rig.pipeline.openMessages()).isZero();
        } finally {
            logger.detachAppender(said);
        }
        assertThat(said.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .noneMatch(line -> line.contains("old copy"));
    }

    @Test
    @Tag("G-01")
    void a_clock_that_is_set_back_keeps_nothing_for_longer() {
        try (PipelineRig rig = start(KEYS)) {
            some(rig, 20);
            clock.addAndGet(Duration.ofDays(-2).toMillis());
            await().atMost(ENOUGH).until(() -> rig.journal.begunAt(rig.journal.currentSegment()) <= clock.get());
            assertThat(isOnDisk("ended words")).isTrue();
            clock.addAndGet(Duration.ofHours(12).toMillis());
            await().atMost(ENOUGH).until(() -> !isOnDisk("ended words"));
        }
    }

    @Test
    void before_its_time_it_is_there_and_can_be_asked_about() {
        try (PipelineRig rig = start(KEYS)) {
            TaskId id = send(rig, "+46703333333", "early words");
            rig.takeAll("a").forEach(task -> taken(rig, task));
            await().until(() -> rig.pipeline.openMessages() == 0);
            clock.addAndGet(Duration.ofHours(8).toMillis());
            long turns = rig.pipeline.turns();
            await().until(() -> rig.pipeline.turns() > turns + 1);
            assertThat(isOnDisk("early words")).isTrue();
            assertThat(PipelineRig.get(
                            rig.pipeline.messages(PipelineRig.ACCOUNT).find(id)))
                    .isPresent();
        }
    }

    @Test
    void an_idle_journal_does_not_write_one_segment_after_the_other() {
        try (PipelineRig rig = start(KEYS)) {
            some(rig, 1);
            for (int day = 0; day < 5; day++) {
                clock.addAndGet(Duration.ofHours(12).toMillis());
                await().atMost(ENOUGH).until(() -> !isOnDisk("ended words"));
                long turns = rig.pipeline.turns();
                await().until(() -> rig.pipeline.turns() > turns + 1);
            }
            assertThat(rig.journal.currentSegment()).isLessThan(15);
        }
    }
}
