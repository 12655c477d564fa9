package io.smppbridge.bench.classic;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The other form keeps the same rule: an answer means stored. */
@Timeout(60)
@Tag("S2.4")
class GroupJournalTest {
    @TempDir
    Path directory;

    private static ByteBuf record(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    @Test
    void an_accepted_message_is_forced_and_an_outcome_is_written_before_anybody_goes_on() throws Exception {
        Path file = directory.resolve("journal");
        try (GroupJournal journal = new GroupJournal(file, true, 4)) {
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain("the first");
            journal.accepted(record("the first"));
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).contains("the first");
            assertThat(journal.forces()).isEqualTo(1);
            journal.outcomes(record("the second"), 4);
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).contains("the second");
            assertThat(journal.forces()).isEqualTo(1);
        }
    }

    @Test
    void outcomes_are_forced_before_more_than_the_windows_hold_are_not() throws Exception {
        try (GroupJournal journal = new GroupJournal(directory.resolve("journal"), true, 4)) {
            journal.outcomes(record("four"), 4);
            assertThat(journal.forces()).isZero();
            journal.outcomes(record("a fifth"), 1);
            assertThat(journal.forces()).isEqualTo(1);
            journal.outcomes(record("four more"), 4);
            assertThat(journal.forces()).isEqualTo(1);
            journal.accepted(record("a message, whose force counts for them too"));
            journal.outcomes(record("four again"), 4);
            assertThat(journal.forces()).isEqualTo(2);
            journal.rest();
            assertThat(journal.forces()).isEqualTo(3);
        }
    }

    @Test
    void threads_that_wait_at_once_share_a_force_and_nobody_returns_before_his_own_is_stored() throws Exception {
        Path file = directory.resolve("journal");
        int threads = 16;
        int each = 20;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (GroupJournal journal = new GroupJournal(file, true, 4);
                var channel = Files.newByteChannel(file)) {
            List<Future<Boolean>> works = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int number = t;
                works.add(pool.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        journal.accepted(record("<" + number + ":" + i + ">"));
                    }
                    return true;
                }));
            }
            for (Future<Boolean> work : works) {
                assertThat(work.get(30, TimeUnit.SECONDS)).isTrue();
            }
            byte[] begin = new byte[1 << 20];
            channel.read(java.nio.ByteBuffer.wrap(begin));
            String stored = new String(begin, StandardCharsets.ISO_8859_1);
            for (int t = 0; t < threads; t++) {
                for (int i = 0; i < each; i++) {
                    assertThat(stored).contains("<" + t + ":" + i + ">");
                }
            }
            assertThat(journal.forces()).isLessThan((long) threads * each);
            assertThat(journal.locksTaken()).isGreaterThanOrEqualTo((long) threads * each);
        } finally {
            pool.shutdownNow();
        }
    }
}
