package io.smppbridge.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
                }
                return null;
            });
            new Thread(deleting).start();
            for (int i = 0; i < 5_000_000 && deleted.get() < 1_500; i++) {
                assertThat(lock.keep()).isTrue();
            }
            over.set(true);
            deleting.get();
            Files.deleteIfExists(path);
            assertThat(lock.keep()).isTrue();
            assertThat(path).exists();
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
