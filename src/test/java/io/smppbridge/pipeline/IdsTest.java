package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.TaskId;
import io.smppbridge.Tried;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.journal.Journal;
import io.smppbridge.receipts.ReceiptIndex;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.stats.BridgeStats;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Ids of messages where their count of a millisecond runs over, and where the clock does. */
@Tag("I-02")
class IdsTest {
    private static final int A_MILLISECOND = 1 << 20;
    /** 43 bits of milliseconds: in May of 2248. */
    private static final long LAST_MS = (1L << 43) - 1;

    @TempDir
    Path directory;

    private final AtomicLong nowMs =
            new AtomicLong(Instant.parse("2026-03-01T00:00:00Z").toEpochMilli());

    private void with(Consumer<Books> fact) {
        BridgeConfig config = PipelineRig.config(directory);
        InstantSource clock = () -> Instant.ofEpochMilli(nowMs.get());
        try (Journal journal =
                Journal.open(config.journal(), FileDisk.in(config.journal().directory()), clock)) {
            Lanes lanes = Lanes.of(config, new LaneNumbers(), new BridgeStats(), 1);
            Books books = new Books(journal, new BridgeStats(), clock, () -> lanes, config, new ReceiptIndex(1, 2));
            books.turn();
            fact.accept(books);
        }
    }

    @Test
    void more_than_a_millisecond_holds_run_on_into_the_next_and_none_comes_twice(TestReporter reporter) {
        with(books -> {
            long last = 0;
            for (int i = 0; i < 3 * A_MILLISECOND; i++) {
                long id = books.nextId();
                assertThat(id > last).isTrue();
                last = id;
            }
            assertThat(new TaskId(last).epochMs()).isEqualTo(nowMs.get() + 2);
            nowMs.addAndGet(1);
            books.turn();
            assertThat(books.nextId()).isEqualTo(last + 1);
        });
        Tried.times(3L * A_MILLISECOND)
                .note("ids of one millisecond, three times what it holds")
                .tell(reporter);
    }

    @Test
    void a_clock_that_goes_back_gives_no_id_again() {
        with(books -> {
            long before = books.nextId();
            nowMs.addAndGet(-3_600_000);
            books.turn();
            assertThat(books.nextId()).isEqualTo(before + 1);
        });
    }

    @Test
    void the_last_millisecond_of_all_still_has_positive_ids_that_sort_and_read_as_others() {
        nowMs.set(LAST_MS);
        with(books -> {
            long id = books.nextId();
            assertThat(id).isPositive();
            assertThat(new TaskId(id).epochMs()).isEqualTo(LAST_MS);
            assertThat(TaskId.parse(new TaskId(Long.MAX_VALUE).toString())).isEqualTo(new TaskId(Long.MAX_VALUE));
            assertThat(new TaskId(Long.MAX_VALUE).toString()).isGreaterThan(new TaskId(id).toString());
        });
    }
}
