package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.TaskId;
import io.smppbridge.records.ReplyRecord;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When answers that are owed are tried again. */
@Tag("C104")
class OwedRepliesTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final long PAUSE = 5_000;

    private final IdTimes times = new IdTimes();
    private final OwedReplies replies = new OwedReplies(times, new SegmentUse());

    @Test
    @Tag("G-01")
    void one_that_no_route_takes_pauses_no_longer_where_the_clock_is_set_back() {
        ReplyRecord record = new ReplyRecord(
                TaskId.first(NOW), "shop", Address.of("72404"), Address.of("46701234567"), "You will get no more.");
        OwedReplies.Owed owed = replies.enter(record, 1);
        replies.later(owed, NOW, PAUSE);
        assertThat(replies.idle(10, NOW + PAUSE - 1)).isEmpty();
        assertThat(replies.idle(10, NOW + PAUSE)).containsExactly(owed);
        assertThat(replies.idle(10, NOW - Duration.ofHours(1).toMillis())).containsExactly(owed);
        replies.later(owed, NOW - Duration.ofHours(1).toMillis(), PAUSE);
        assertThat(replies.idle(10, NOW - Duration.ofHours(1).toMillis())).isEmpty();
    }

    @Test
    @Tag("G-01")
    void one_that_was_written_after_a_clock_that_was_ahead_is_old_twelve_hours_later() {
        long hour = Duration.ofHours(1).toMillis();
        ReplyRecord record = new ReplyRecord(
                TaskId.first(NOW + 9_000 * hour), "shop", Address.of("72404"), Address.of("46701234567"), "No more.");
        times.note(record.eventId(), NOW);
        assertThat(replies.isOld(record, NOW + 12 * hour)).isFalse();
        assertThat(replies.isOld(record, NOW + 12 * hour + 1)).isTrue();
    }
}
