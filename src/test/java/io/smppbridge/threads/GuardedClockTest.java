package io.smppbridge.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

@Tag("G-01")
class GuardedClockTest {
    private static final long T0 = Instant.parse("2026-11-21T12:00:00Z").toEpochMilli();

    private long wallMs = T0;
    private long nanos = 77;
    private final GuardedClock clock = new GuardedClock(() -> Instant.ofEpochMilli(wallMs), () -> nanos);

    private void pass(Duration time) {
        wallMs += time.toMillis();
        nanos += time.toNanos();
    }

    /** What is told after a time in which it was asked every second. */
    private long after(Duration time) {
        for (long s = 0; s < time.toSeconds(); s++) {
            pass(Duration.ofSeconds(1));
            clock.millis();
        }
        return clock.millis();
    }

    @Test
    void it_tells_the_wall_clock_also_when_that_drifts_or_takes_small_steps() {
        for (int hour = 0; hour < 24; hour++) {
            wallMs += 40_000; // more than five minutes in a day
            assertThat(after(Duration.ofMinutes(1))).isEqualTo(wallMs);
        }
        wallMs -= 240_000;
        assertThat(clock.millis()).isEqualTo(wallMs);
        pass(Duration.ofHours(9)); // nobody asked
        assertThat(clock.millis()).isEqualTo(wallMs);
    }

    @Test
    void a_jump_of_an_hour_or_a_day_is_not_believed_for_ten_minutes() {
        for (Duration jump :
                new Duration[] {Duration.ofHours(1), Duration.ofDays(1), Duration.ofHours(-1), Duration.ofDays(-1)}) {
            long before = clock.millis();
            wallMs += jump.toMillis();
            assertThat(clock.millis()).as("jump %s", jump).isEqualTo(before);
            assertThat(after(Duration.ofMinutes(9))).isEqualTo(before + 540_000);
            assertThat(after(Duration.ofSeconds(61))).isEqualTo(wallMs);
        }
    }

    @Test
    void a_clock_that_comes_back_within_the_grace_has_never_been_wrong() {
        wallMs += Duration.ofDays(1).toMillis();
        assertThat(after(Duration.ofMinutes(5))).isEqualTo(T0 + 300_000);
        wallMs -= Duration.ofDays(1).toMillis();
        assertThat(clock.millis()).isEqualTo(T0 + 300_000);
        assertThat(after(Duration.ofMinutes(20))).isEqualTo(T0 + 1_500_000).isEqualTo(wallMs);
    }

    @Test
    void a_clock_that_jumps_again_within_the_grace_is_not_believed_before_that_has_lasted_too() {
        wallMs += Duration.ofHours(1).toMillis();
        assertThat(after(Duration.ofMinutes(9))).isEqualTo(T0 + 540_000);
        wallMs -= Duration.ofDays(1).toMillis();
        assertThat(after(Duration.ofMinutes(9))).isEqualTo(T0 + 1_080_000);
        wallMs += 60_000; // a small step is no jump
        assertThat(after(Duration.ofSeconds(61))).isEqualTo(wallMs);
    }

    /** As busy threads do in which the grace ends for all of them at once. */
    @Test
    void who_has_waited_while_another_came_to_believe_the_new_time_does_not_tell_of_a_jump_of_no_seconds() {
        wallMs += Duration.ofDays(1).toMillis();
        after(Duration.ofMinutes(9));
        pass(Duration.ofSeconds(61));
        Thread other = new Thread(clock::millis, "test-other");
        List<String> said = new CopyOnWriteArrayList<>();
        AppenderBase<ILoggingEvent> log = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                said.add(event.getFormattedMessage());
                if (other.getState() == Thread.State.NEW) {
                    other.start(); // while the new time is believed, and before it is told
                    await().until(() -> other.getState() == Thread.State.BLOCKED);
                }
            }
        };
        Logger logger = (Logger) LoggerFactory.getLogger(GuardedClock.class);
        log.start();
        logger.addAppender(log);
        try {
            assertThat(clock.millis()).isEqualTo(wallMs);
            await().until(() -> !other.isAlive());
        } finally {
            logger.detachAppender(log);
        }
        assertThat(said).singleElement().asString().contains("has kept its new time");
        assertThat(clock.millis()).isEqualTo(wallMs);
    }
}
