package io.smppbridge.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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
}
