package io.smppbridge.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody deletes what says whose the directory is. */
class LockFileTest {
    private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rw-------");

    @TempDir
    Path directory;

    @Test
    void one_that_is_deleted_at_the_moment_that_it_is_made_is_made_again() throws Exception {
        Path path = directory.toRealPath().resolve(DirectoryLock.FILE);
        try (LockFile lock = LockFile.take(path, MODE, false).orElseThrow()) {
            AtomicBoolean over = new AtomicBoolean();
            AtomicInteger deleted = new AtomicInteger();
            FutureTask<Void> deleting = new FutureTask<>(() -> {
                while (!over.get()) {
                    deleted.addAndGet(Files.deleteIfExists(path) ? 1 : 0);
                    Thread.yield(); // on one core each would look in vain for the whole of its turn
                }
                return null;
            });
            new Thread(deleting).start();
            for (int i = 0; i < 5_000_000 && deleted.get() < 1_500; i++) {
                assertThat(lock.keep()).isTrue();
                Thread.yield();
            }
            over.set(true);
            deleting.get();
            Files.deleteIfExists(path);
            assertThat(lock.keep()).isTrue();
            assertThat(path).exists();
        }
    }

    @Test
    void only_who_has_it_says_so_in_it() throws Exception {
        Path path = directory.toRealPath().resolve(DirectoryLock.FILE);
        try (FileChannel other = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            other.lock();
            assertThatThrownBy(() -> LockFile.take(path, MODE, false)).isInstanceOf(OverlappingFileLockException.class);
            assertThat(path).isEmptyFile(); // else a third would take it for a bridge's, and not wait for its holder
        }
        try (LockFile lock = LockFile.take(path, MODE, false).orElseThrow()) {
            assertThat(lock.keep()).isTrue();
            assertThat(path).content().contains("leave it here");
        }
    }

    @Test
    void who_asks_a_second_time_takes_nothing_from_the_first() throws Exception {
        FileDisk disk = FileDisk.in(directory);
        try (AutoCloseable lock = disk.lock(DirectoryLock.FILE).orElseThrow()) {
            assertThat(lock).isNotNull();
            assertThat(disk.lock(DirectoryLock.FILE)).isEmpty();
            Files.delete(directory.resolve(DirectoryLock.FILE));
            assertThat(disk.keepsLock()).isTrue();
            assertThat(directory.resolve(DirectoryLock.FILE)).exists();
        }
    }
}
