package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.TaskId;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an id that is ahead of the clock tells of its time. */
@Tag("C86")
class IdTimesTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long NOW = 500_000 * HOUR;
    private static final long AHEAD = TaskId.first(NOW + 9_000 * HOUR);

    private final IdTimes times = new IdTimes();

    @Test
    void an_id_that_is_not_ahead_tells_its_time_itself() {
        long id = TaskId.first(NOW);
        times.note(id, NOW);
        times.note(id + 9, NOW + HOUR);
        assertThat(times.of(id)).isEqualTo(NOW);
        times.note(AHEAD, NOW + 2 * HOUR);
        assertThat(times.of(id)).as("its own is the earlier one").isEqualTo(NOW);
    }

    @Test
    void one_that_is_ahead_was_given_before_the_next_mark_and_one_above_all_marks_lately() {
        for (int hour = 0; hour < 100; hour++) {
            times.note(AHEAD + 10 * hour, NOW + hour * HOUR);
        }
        assertThat(times.of(AHEAD - 1)).isEqualTo(NOW);
        assertThat(times.of(AHEAD)).isEqualTo(NOW);
        assertThat(times.of(AHEAD + 1)).isEqualTo(NOW + HOUR);
        assertThat(times.of(AHEAD + 990)).isEqualTo(NOW + 99 * HOUR);
        assertThat(times.of(AHEAD + 991)).isGreaterThan(NOW + 100 * HOUR);
    }

    @Test
    void a_quiet_time_does_not_make_the_last_one_younger() {
        for (int hour = 0; hour < 100; hour++) {
            times.note(AHEAD, NOW + hour * HOUR);
        }
        assertThat(times.of(AHEAD)).isEqualTo(NOW);
    }

    @Test
    void marks_of_a_clock_that_is_set_back_again_go_and_all_go_once_the_clock_has_caught_up() {
        times.note(AHEAD, NOW + 50 * HOUR);
        times.note(AHEAD + 1, NOW);
        assertThat(times.of(AHEAD)).isEqualTo(NOW);
        times.note(AHEAD + 2, NOW + 9_001 * HOUR);
        assertThat(times.of(AHEAD)).isEqualTo(NOW + 9_000 * HOUR);
    }

    @Test
    void marks_of_a_year_need_no_more_room_than_those_of_a_month_and_tell_as_much() {
        long mark = HOUR / 6;
        int marks = 365 * 24 * 6;
        for (int i = 0; i < marks; i++) {
            times.note(AHEAD + i, NOW + i * mark);
        }
        for (int i = 0; i < marks - 100; i += 97) {
            long told = times.of(AHEAD + i);
            assertThat(told).isBetween(NOW + i * mark, NOW + i * mark + 3 * HOUR);
        }
    }
}
