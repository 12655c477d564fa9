package io.smppbridge.app;

import io.smppbridge.journal.Disk;
import io.smppbridge.journal.DiskFile;
import io.smppbridge.journal.FileDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A real directory on a disk that may have no room, or keep forces and reads waiting. */
final class HinderedDisk implements Disk {
    private final Disk real;
    private volatile CountDownLatch forces = new CountDownLatch(0);
    private volatile CountDownLatch reads = new CountDownLatch(0);
    private volatile boolean full;

    HinderedDisk(Path directory) {
        this.real = FileDisk.in(directory);
    }

    void full(boolean now) {
        full = now;
    }

    void holdForces() {
        forces = new CountDownLatch(1);
    }

    /** Those of the journal thread: with them it recovers what an earlier run has left. */
    void holdReads() {
        reads = new CountDownLatch(1);
    }

    void letGo() {
        forces.countDown();
        reads.countDown();
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            if (!latch.await(2, TimeUnit.MINUTES)) {
                throw new IOException("held for too long");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Override
    public String describe() {
        return real.describe();
    }

    @Override
    public DiskFile openToRead(String name) throws IOException {
        return new Held(real.openToRead(name));
    }

    @Override
    public DiskFile openToWrite(String name) throws IOException {
        return new Held(real.openToWrite(name));
    }

    @Override
    public DiskFile create(String name) throws IOException {
        return new Held(real.create(name));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        real.rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
        real.delete(name);
    }

    @Override
    public List<String> list() throws IOException {
        return real.list();
    }

    @Override
    public void syncDirectory() throws IOException {
        real.syncDirectory();
    }

    @Override
    public long usableSpace() throws IOException {
        return full ? 0 : real.usableSpace();
    }

    @Override
    public long totalSpace() throws IOException {
        return real.totalSpace();
    }

    @Override
    public Optional<AutoCloseable> lock(String name) throws IOException {
        return real.lock(name);
    }

    private final class Held implements DiskFile {
        private final DiskFile file;

        Held(DiskFile file) {
            this.file = file;
        }

        @Override
        public int write(ByteBuffer source, long offset) throws IOException {
            return file.write(source, offset);
        }

        @Override
        public int read(ByteBuffer target, long offset) throws IOException {
            if (Thread.currentThread().getName().equals("journal")) {
                await(reads);
            }
            return file.read(target, offset);
        }

        @Override
        public void force() throws IOException {
            await(forces);
            file.force();
        }

        @Override
        public void truncate(long size) throws IOException {
            file.truncate(size);
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
