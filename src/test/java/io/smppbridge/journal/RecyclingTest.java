package io.smppbridge.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a dropped segment where the disk fails in between. */
class RecyclingTest {
    private static final int SIZE = 64 << 10;
    private static final String SEGMENT = SegmentHeader.fileName(1);

    /** The directory cannot be forced once. */
    private final MemoryDisk disk = new MemoryDisk() {
        private boolean failed;

        @Override
        public synchronized void syncDirectory() throws IOException {
            if (!failed) {
                failed = true;
                throw new IOException("Input/output error");
            }
            super.syncDirectory();
        }
    };

    @Test
    void one_that_was_deleted_when_a_force_failed_is_not_looked_for_although_spares_are_wanted_by_then()
            throws IOException {
        Recycling recycling = new Recycling(disk, SIZE, new Zeros(SIZE, System::nanoTime));
        disk.create(SEGMENT).close();
        assertThatThrownBy(() -> recycling.next(SEGMENT, "", () -> Zeros.Want.NOW))
                .hasMessage("Input/output error");
        assertThat(recycling.next(SEGMENT, "a", () -> Zeros.Want.NOW)).isEmpty();
        String next = SegmentHeader.fileName(2);
        try (DiskFile file = disk.create(next)) {
            file.writeFully(ByteBuffer.allocate(SIZE), 0);
        }
        assertThat(recycling.next(next, "b", () -> Zeros.Want.NOW)).contains("spare-b.seg");
        assertThat(disk.list()).containsExactly("spare-b.seg");
    }

    @Test
    void one_that_somebody_else_has_deleted_holds_up_no_other(@TempDir Path directory) throws IOException {
        FileDisk files = FileDisk.in(directory);
        Recycling recycling = new Recycling(files, SIZE, new Zeros(SIZE, System::nanoTime));
        assertThat(recycling.next(SEGMENT, "a", () -> Zeros.Want.NOW)).isEmpty();
        String next = SegmentHeader.fileName(2);
        try (DiskFile file = files.create(next)) {
            file.writeFully(ByteBuffer.allocate(SIZE), 0);
        }
        assertThat(recycling.next(next, "b", () -> Zeros.Want.NOW)).contains("spare-b.seg");
    }
}
