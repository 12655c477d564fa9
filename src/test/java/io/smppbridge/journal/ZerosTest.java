package io.smppbridge.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.journal.Zeros.Want;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("B-06")
class ZerosTest {
    private static final int MIB = 1 << 20;

    private final List<Integer> forced = new ArrayList<>();
    private LongUnaryOperator millis;
    private long nanos;

    /** A file on a disk that takes so many ms for a force of so many MiB. */
    private final class Slow implements DiskFile {
        private int unforced;
        private long size;

        @Override
        public int write(ByteBuffer source, long offset) {
            assertThat(offset).isEqualTo(size);
            int octets = source.remaining();
            while (source.hasRemaining()) {
                assertThat(source.getLong()).isZero();
            }
            unforced += octets;
            size += octets;
            return octets;
        }

        @Override
        public void force() {
            nanos += TimeUnit.MILLISECONDS.toNanos(millis.applyAsLong(unforced / MIB));
            forced.add(unforced / MIB);
            unforced = 0;
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            return -1;
        }

        @Override
        public void truncate(long to) {
            size = to;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public void close() {
            assertThat(unforced).isZero();
            assertThat(size).isEqualTo(64 * MIB);
        }
    }

    private Zeros onDiskWhere(LongUnaryOperator forceTakes) {
        millis = forceTakes;
        return new Zeros(64 * MIB, () -> nanos);
    }

    private List<Integer> fill(Zeros zeros, Want want) throws IOException {
        forced.clear();
        try (DiskFile file = new Slow()) {
            zeros.fill(file, () -> want);
        }
        return forced;
    }

    @Test
    void a_disk_whose_forces_take_long_whatever_is_in_them_is_forced_a_few_times() throws IOException {
        Zeros zeros = onDiskWhere(mib -> 500);
        assertThat(fill(zeros, Want.SOON)).containsExactly(1, 2, 4, 8, 16, 16, 16, 1);
        assertThat(fill(zeros, Want.SOON)).containsExactly(16, 16, 16, 16);
    }

    @Test
    void a_disk_that_takes_long_because_of_what_is_in_a_force_is_given_little_at_a_time() throws IOException {
        assertThat(fill(onDiskWhere(mib -> 100 * mib), Want.SOON)).allMatch(mib -> mib <= 2);
        assertThat(fill(onDiskWhere(mib -> 2 + 4 * mib), Want.SOON)).hasSize(64).containsOnly(1);
    }

    @Test
    void a_disk_that_is_quick_again_is_given_little_again() throws IOException {
        Zeros zeros = onDiskWhere(mib -> 500);
        fill(zeros, Want.SOON);
        millis = mib -> 1;
        assertThat(fill(zeros, Want.SOON)).startsWith(16, 8, 4, 2, 1, 1);
    }

    @Test
    void a_file_that_nobody_needs_yet_is_forced_in_quarters_of_a_mebibyte() throws IOException {
        Zeros zeros = onDiskWhere(mib -> 0);
        fill(zeros, Want.LATER);
        assertThat(forced).hasSize(256);
    }

    @Test
    void a_file_that_all_wait_for_is_forced_once() throws IOException {
        assertThat(fill(onDiskWhere(mib -> 500), Want.NOW)).containsExactly(64);
    }
}
