package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.Tried;
import io.smppbridge.bag.Task;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** What the journal takes of the disk in a day of which the clock is turned by hand. */
@Tag("I-04")
class JournalDayTest {
    private static final long SEGMENT = 1 << 20;
    /** The records of a message that waits, and what else the journal counts with it. */
    private static final long OCTETS_A_MESSAGE = 512;

    private static final int STEPS_AN_HOUR = 6;
    private static final int MESSAGES_A_STEP = 4_000;
    /** Of those that come in one step so many wait for an hour. */
    private static final int STAYING = 100;

    @TempDir
    Path directory;

    private final AtomicLong nowMs =
            new AtomicLong(Instant.parse("2026-03-01T00:00:00Z").toEpochMilli());

    @Test
    void two_hours_leave_no_more_than_twice_what_lives_and_two_segments(TestReporter reporter) {
        hours(2).tell(reporter);
    }

    @Test
    @Tag("long")
    void a_day_leaves_no_more_than_twice_what_lives_and_two_segments(TestReporter reporter) {
        hours(24).tell(reporter);
    }

    private Tried hours(int hours) {
        InstantSource clock = () -> Instant.ofEpochMilli(nowMs.get());
        long written = 0;
        long most = 0;
        int steps = hours * STEPS_AN_HOUR;
        try (PipelineRig rig = PipelineRig.start(directory, clock, "journal.keep = 0", "smsc.a.bag = 1000000")) {
            ArrayDeque<List<Task>> staying = new ArrayDeque<>();
            String text = "x".repeat(150);
            for (int step = 0; step < steps; step++) {
                PipelineRig.get(rig.middleWare()
                        .send(Collections.nCopies(MESSAGES_A_STEP, OutboundSms.of("+46701234567", text))));
                List<Task> taken = rig.takeAll("a");
                staying.add(new ArrayList<>(taken.subList(0, STAYING)));
                end(rig, taken.subList(STAYING, taken.size()));
                if (staying.size() > STEPS_AN_HOUR) {
                    end(rig, staying.poll());
                }
                nowMs.addAndGet(Duration.ofHours(1).dividedBy(STEPS_AN_HOUR).toMillis());
                written += MESSAGES_A_STEP;
                long live = (long) staying.size() * STAYING * OCTETS_A_MESSAGE;
                most = Math.max(most, settled(rig, 2 * live + 2 * SEGMENT));
                assertThat(rig.journal.bytes())
                        .as("octets on disk in step %d, of which live %d", step, live)
                        .isLessThanOrEqualTo(2 * live + 2 * SEGMENT);
            }
            staying.forEach(last -> end(rig, last));
            await().atMost(Duration.ofSeconds(20)).until(() -> rig.pipeline.openMessages() == 0);
        }
        return Tried.times(written).note(hours + " h, at most " + most / 1024 + " KiB on disk");
    }

    private static void end(PipelineRig rig, List<Task> tasks) {
        for (Task task : tasks) {
            rig.accepted(task, 0, "m", true, Outcomes.Flight.NONE);
        }
    }

    /** Octets on disk once there are no more than so many, or after a time in which there should be. */
    private static long settled(PipelineRig rig, long octets) {
        try {
            await().atMost(Duration.ofSeconds(30)).until(() -> rig.journal.bytes() <= octets);
        } catch (ConditionTimeoutException e) {
            // the caller's assertion shows how many
        }
        return rig.journal.bytes();
    }
}
