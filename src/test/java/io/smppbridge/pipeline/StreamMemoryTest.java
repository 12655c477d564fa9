package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.TaskId;
import io.smppbridge.records.StreamKey;
import io.smppbridge.records.StreamPlace;
import io.smppbridge.records.StreamRecord;
import io.smppbridge.stats.BridgeStats;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is kept of streams with a name, record by record. */
@Tag("C94")
class StreamMemoryTest {
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final long FIRST = 1L << 32;
    private static final long SECOND = 2L << 32;
    private static final StreamKey ORDERS = StreamKey.of("shop", "orders");

    private final SegmentUse use = new SegmentUse();
    private final BridgeStats stats = new BridgeStats();
    private final IdTimes times = new IdTimes();
    private final Streams streams = new Streams(10, Duration.ofDays(7), times, use, stats);

    private void enter(StreamKey key, long id, long day, long position) {
        streams.enter(StreamPlace.of(key, id), TaskId.first(day * DAY), position);
    }

    /** Of two platforms with a stream of one name, each has its own ids. */
    @Test
    void a_stream_is_known_by_its_account_and_its_name() {
        assertThat(ORDERS).isEqualTo(StreamKey.of("shop", "orders"));
        StreamKey other = StreamKey.of("bank", "orders");
        assertThat(other).isNotEqualTo(ORDERS).isNotEqualTo(StreamKey.of("bank", "order"));
        assertThat(other.high()).isNotEqualTo(ORDERS.high());
        assertThat(other.low()).isNotEqualTo(ORDERS.low());
        assertThat(StreamKey.of("shop", "sorders")).isNotEqualTo(StreamKey.of("shops", "orders"));
        assertThat(new StreamKey(1, 2)).isNotEqualTo(new StreamKey(3, 2)).isNotEqualTo(new StreamKey(1, 3));
    }

    @Test
    void one_without_a_name_is_none_and_nothing_is_kept_of_it() {
        StreamKey none = StreamKey.of("shop", "");
        assertThat(none.isNone()).isTrue();
        enter(none, 7, 1, FIRST);
        assertThat(streams.size()).isZero();
        for (int i = 0; i < 1_000; i++) {
            StreamKey key = StreamKey.of("shop", "s" + i);
            assertThat(key.isNone() || key.high() % 2 == 0)
                    .as("a half of zero would be none")
                    .isFalse();
        }
    }

    /** A restart reads them as the journal's compaction has left them. */
    @Test
    void an_older_record_does_not_set_a_stream_back() {
        enter(ORDERS, 7, 5, SECOND);
        enter(ORDERS, 3, 4, FIRST);
        assertThat(streams.find(ORDERS).last()).isEqualTo(7);
        assertThat(use.of(1)).isZero();
        assertThat(use.of(2)).isOne();
    }

    @Test
    void only_the_segment_with_the_newest_record_vouches_for_a_stream_and_none_for_one_that_is_forgotten() {
        enter(ORDERS, 3, 1, FIRST);
        assertThat(use.of(1)).isOne();
        enter(ORDERS, 7, 2, SECOND);
        assertThat(use.of(1)).isZero();
        assertThat(use.of(2)).isOne();
        assertThat(streams.vouchedFor(ORDERS, 1)).isNull();
        assertThat(streams.vouchedFor(ORDERS, 2))
                .isEqualTo(new StreamRecord(new StreamPlace(ORDERS, 7), TaskId.first(2 * DAY)));
        streams.forgetOld(9 * DAY, 10);
        assertThat(streams.find(ORDERS)).isNull();
        assertThat(streams.vouchedFor(ORDERS, 2)).isNull();
        assertThat(use.total()).isZero();
        assertThat(stats.streams).isZero();
    }

    @Test
    void so_many_are_looked_at_a_call_and_in_the_end_all_however_young_they_were() {
        for (int i = 0; i < 4; i++) {
            enter(StreamKey.of("shop", "s" + i), 1, 1 + i, FIRST);
        }
        assertThat(stats.streams).isEqualTo(4);
        streams.forgetOld(7 * DAY, 4);
        assertThat(streams.size()).isEqualTo(4);
        streams.forgetOld(20 * DAY, 1);
        assertThat(streams.size()).isEqualTo(3);
        assertThat(stats.streams).isEqualTo(3);
        streams.forgetOld(20 * DAY, 2);
        assertThat(streams.size()).isEqualTo(1);
        streams.forgetOld(20 * DAY, 2);
        assertThat(streams.size()).isZero();
        assertThat(use.of(1)).isZero();
    }

    @Test
    void one_of_a_clock_that_was_ahead_is_forgotten_as_long_after_its_correction() {
        enter(ORDERS, 7, 400, FIRST);
        times.note(TaskId.first(400 * DAY), DAY);
        streams.forgetOld(7 * DAY, 10);
        assertThat(streams.find(ORDERS)).isNotNull();
        streams.forgetOld(8 * DAY, 10);
        assertThat(streams.find(ORDERS)).isNull();
    }
}
