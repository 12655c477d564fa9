package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.TaskId;
import io.smppbridge.settings.NodeConfig;
import io.smppbridge.stats.BridgeStats;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** For how many messages receipts are awaited. */
class ReceiptBoundTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final long MINUTE = 60_000;
    private static final long HEAP = 10 * 512;

    @TempDir
    private Path directory;

    private final IdTimes times = new IdTimes();
    private final BridgeStats stats = new BridgeStats();

    private ReceiptBound bound(String... lines) {
        NodeConfig node = PipelineRig.config(directory, lines).node();
        ReceiptBound bound = new ReceiptBound(times, stats, HEAP);
        bound.apply(node);
        bound.pass(NOW, List.of());
        return bound;
    }

    /** Messages of so many parts each, one every ten minutes, the last of now: how many are given up. */
    private int givenUp(ReceiptBound bound, int messages, int parts) {
        int many = 0;
        for (int i = 0; i < messages; i++) {
            long at = NOW - (messages - i) * 10 * MINUTE;
            many += bound.isTooMany(TaskId.first(at), 1, parts) ? 1 : 0;
        }
        return many;
    }

    @Test
    @Tag("C72")
    void without_a_number_there_may_be_one_for_each_512_octets_of_the_heap() {
        ReceiptBound bound = bound();
        assertThat(givenUp(bound, 12, 1)).as("found only now").isZero();
        bound.pass(NOW, List.of());
        assertThat(givenUp(bound, 12, 1)).isEqualTo(2);
        bound.pass(NOW, List.of());
        assertThat(givenUp(bound, 10, 1)).isZero();
        assertThat(bound.reason()).contains("more than 10 parts");
    }

    @Test
    @Tag("C72")
    void a_message_counts_once_for_each_of_its_parts() {
        ReceiptBound bound = bound("pipeline.awaiting-receipts = 20");
        givenUp(bound, 7, 4);
        bound.pass(NOW, List.of());
        assertThat(givenUp(bound, 7, 4)).isEqualTo(2);
        bound.pass(NOW, List.of());
        assertThat(stats.awaitingReceipts).as("messages").isEqualTo(5);
    }

    @Test
    @Tag("C72")
    void where_the_bound_is_reached_within_minutes_the_oldest_are_given_up_wherever_they_stand_in_the_ledger() {
        ReceiptBound bound = bound("pipeline.awaiting-receipts = 4");
        long[] secondsAgo = {10, 60, 20, 50, 30, 40};
        for (long ago : secondsAgo) {
            bound.isTooMany(TaskId.first(NOW - ago * 1_000), 1, 1);
        }
        bound.pass(NOW, List.of());
        assertThat(LongStream.of(secondsAgo).filter(ago -> bound.isTooMany(TaskId.first(NOW - ago * 1_000), 1, 1)))
                .containsExactly(60L, 50L);
    }

    @Test
    @Tag("C72")
    void those_of_a_clock_that_was_ahead_are_given_up_before_younger_ones() {
        ReceiptBound bound = bound();
        long ahead = TaskId.first(NOW + 1_000_000 * MINUTE);
        times.note(ahead + 5, NOW - 60 * MINUTE);
        for (int pass = 0; pass < 2; pass++) {
            int old = 0;
            int young = 0;
            for (int i = 0; i < 12; i++) {
                boolean given = bound.isTooMany(ahead + i, 1, 1);
                old += given && i <= 5 ? 1 : 0;
                young += given && i > 5 ? 1 : 0;
            }
            assertThat(old).as("in pass %d", pass).isEqualTo(2 * pass);
            assertThat(young).isZero();
            bound.pass(NOW, List.of());
        }
    }
}
