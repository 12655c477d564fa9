package io.smppbridge.pipeline;

import io.smppbridge.journal.Disk;
import io.smppbridge.journal.DiskFile;
import io.smppbridge.journal.FileDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A real directory that remembers what each write since the last force has replaced, so that at any moment it can say what a power cut
 * would leave: nothing but what was forced. Names are taken as durable at once.
 */
final class PowerCutDisk implements Disk {
    private final Path directory;
    private final FileDisk real;
    private final Map<String, Deque<Replaced>> unforced = new HashMap<>();

    private record Replaced(long offset, byte[] octets) {}

    PowerCutDisk(Path directory) {
        this.directory = directory;
        this.real = FileDisk.in(directory);
    }

    /** Copies what a power cut at this moment leaves. */
    synchronized void cut(Path target) {
        try {
            Files.createDirectories(target);
            for (String name : real.list()) {
                Path copy = Files.copy(directory.resolve(name), target.resolve(name));
                try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                    for (Replaced old : unforced.getOrDefault(name, new ArrayDeque<>())) {
                        channel.write(ByteBuffer.wrap(old.octets()), old.offset());
                    }
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public synchronized DiskFile openToWrite(String name) throws IOException {
        return new Watched(name, real.openToWrite(name));
    }

    @Override
    public synchronized DiskFile create(String name) throws IOException {
        unforced.remove(name);
        return new Watched(name, real.create(name));
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
        real.rename(from, to);
        Deque<Replaced> moved = unforced.remove(from);
        unforced.remove(to);
        if (moved != null) {
            unforced.put(to, moved);
        }
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        real.delete(name);
        unforced.remove(name);
    }

    @Override
    public String describe() {
        return real.describe();
    }

    @Override
    public DiskFile openToRead(String name) throws IOException {
        return real.openToRead(name);
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
        return real.usableSpace();
    }

    @Override
    public long totalSpace() throws IOException {
        return real.totalSpace();
    }

    @Override
    public Optional<AutoCloseable> lock(String name) throws IOException {
        return real.lock(name);
    }

    /** An open file whose writes are remembered, newest first. */
    private final class Watched implements DiskFile {
        private final String name;
        private final DiskFile file;

        Watched(String name, DiskFile file) {
            this.name = name;
            this.file = file;
        }

        @Override
        public int write(ByteBuffer source, long offset) throws IOException {
            synchronized (PowerCutDisk.this) {
                byte[] before = new byte[source.remaining()];
                try (DiskFile reader = real.openToRead(name)) {
                    reader.readFully(ByteBuffer.wrap(before), offset);
                }
                unforced.computeIfAbsent(name, n -> new ArrayDeque<>()).push(new Replaced(offset, before));
                return file.write(source, offset);
            }
        }

        @Override
        public void force() throws IOException {
            synchronized (PowerCutDisk.this) {
                file.force();
                unforced.remove(name);
            }
        }

        @Override
        public int read(ByteBuffer target, long offset) throws IOException {
            return file.read(target, offset);
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
