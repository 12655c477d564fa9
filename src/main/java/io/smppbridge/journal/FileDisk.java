package io.smppbridge.journal;

import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A directory of the machine: 0700, its files 0600. */
@ThreadSafe
public final class FileDisk implements Disk {
    private static final Set<PosixFilePermission> OWNER_FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OWNER_DIRECTORY = PosixFilePermissions.fromString("rwx------");

    private final Path directory;
    private volatile FileStore store;
    private volatile LockFile lock;

    private FileDisk(Path directory) {
        this.directory = directory;
    }

    /**
     * Takes a directory, making it when only its last part is missing.
     *
     * @throws JournalException NOT_WRITABLE when it is no directory, or one we may not write, or its parent is missing
     */
    public static FileDisk in(Path directory) {
        Path at = directory.toAbsolutePath().normalize();
        try {
            if (!Files.exists(at)) {
                Files.createDirectory(at, PosixFilePermissions.asFileAttribute(OWNER_DIRECTORY));
            } else if (!Files.isDirectory(at)) {
                throw unusable(at, "is not a directory", null);
            }
            if (!Files.isWritable(at) || !Files.isExecutable(at) || !Files.isReadable(at)) {
                throw unusable(at, "is not readable and writable for " + System.getProperty("user.name"), null);
            }
            if (!OWNER_DIRECTORY.containsAll(Files.getPosixFilePermissions(at, LinkOption.NOFOLLOW_LINKS))) {
                Files.setPosixFilePermissions(at, OWNER_DIRECTORY);
            }
            return new FileDisk(at);
        } catch (IOException e) {
            throw unusable(at, e.getClass().getSimpleName() + " " + e.getMessage(), e);
        }
    }

    /** A directory to look at only: nothing is made or changed. */
    static FileDisk readOnly(Path directory) {
        return new FileDisk(directory.toAbsolutePath().normalize());
    }

    private static JournalException unusable(Path at, String why, IOException cause) {
        return new JournalException(
                cause == null ? JournalException.Kind.NOT_WRITABLE : JournalException.kind(cause),
                "journal.directory = " + at + ": " + why
                        + "; expected a directory owned by this process's user (or a missing one whose parent is). Make it, or name another one",
                cause);
    }

    @Override
    public String describe() {
        return directory.toString();
    }

    @Override
    public DiskFile openToRead(String name) throws IOException {
        return new Handle(directory.resolve(name), false);
    }

    @Override
    public DiskFile openToWrite(String name) throws IOException {
        return new Handle(directory.resolve(name), true);
    }

    @Override
    public DiskFile create(String name) throws IOException {
        Path path = directory.resolve(name);
        Set<StandardOpenOption> options =
                EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        FileChannel.open(path, options, PosixFilePermissions.asFileAttribute(OWNER_FILE))
                .close();
        return new Handle(path, true);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(
                directory.resolve(from),
                directory.resolve(to),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }

    @Override
    public List<String> list() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(FileDisk::mayBeFile)
                    .map(file -> file.getFileName().toString())
                    .toList();
        } catch (UncheckedIOException e) { // in the middle of it
            throw e.getCause();
        }
    }

    /** What cannot be looked at is listed: a start that left out a segment would begin without what it holds. Who opens it hears why. */
    private static boolean mayBeFile(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).isRegularFile();
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void syncDirectory() throws IOException {
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true); // no interruption closes this kind
        }
    }

    @Override
    public Optional<Object> identity(String name) throws IOException {
        return Optional.ofNullable(Files.readAttributes(directory.resolve(name), BasicFileAttributes.class)
                .fileKey());
    }

    @Override
    public long usableSpace() throws IOException {
        return store().getUsableSpace();
    }

    @Override
    public long totalSpace() throws IOException {
        return store().getTotalSpace();
    }

    /** To find it, the table of all that is mounted is read; to ask it, is one call. */
    private FileStore store() throws IOException {
        FileStore known = store;
        if (known == null) {
            known = Files.getFileStore(directory);
            store = known;
        }
        return known;
    }

    @Override
    public Optional<AutoCloseable> lock(String name) throws IOException {
        boolean usedBefore = list().stream().anyMatch(file -> SegmentHeader.numberOf(file) > 0);
        Optional<LockFile> taken = LockFile.take(directory.toRealPath().resolve(name), OWNER_FILE, usedBefore);
        lock = taken.orElse(lock);
        return taken.map(AutoCloseable.class::cast);
    }

    @Override
    public boolean keepsLock() throws IOException {
        LockFile taken = lock;
        return taken == null || taken.keep();
    }

    /**
     * Reads and writes go through a FileChannel, which an interrupted thread closes for everybody: it is opened again and the positional call
     * repeated, which is harmless. A force must not be repeated, so it goes through a channel that no interruption closes.
     */
    @ThreadSafe
    private static final class Handle implements DiskFile {
        private final Path path;
        private final StandardOpenOption mode;
        private final AsynchronousFileChannel forcing;
        private volatile FileChannel channel;
        private volatile boolean closed;

        Handle(Path path, boolean write) throws IOException {
            this.path = path;
            this.mode = write ? StandardOpenOption.WRITE : StandardOpenOption.READ;
            this.channel = FileChannel.open(path, mode);
            this.forcing = write ? AsynchronousFileChannel.open(path, mode) : null;
        }

        @Override
        public int write(ByteBuffer source, long offset) throws IOException {
            return transfer(source, offset, true);
        }

        @Override
        public int read(ByteBuffer target, long offset) throws IOException {
            return transfer(target, offset, false);
        }

        private int transfer(ByteBuffer octets, long offset, boolean write) throws IOException {
            boolean interrupted = Thread.interrupted();
            int start = octets.position();
            try {
                while (true) {
                    FileChannel current = channel;
                    try {
                        return write ? current.write(octets, offset) : current.read(octets, offset);
                    } catch (ClosedChannelException e) {
                        if (closed) {
                            throw e;
                        }
                        interrupted |= Thread.interrupted();
                        octets.position(start);
                        reopen(current);
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        private synchronized void reopen(FileChannel broken) throws IOException {
            if (channel == broken && !closed) {
                channel = FileChannel.open(path, mode);
            }
        }

        @Override
        public void force() throws IOException {
            forcing.force(false);
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public long size() throws IOException {
            return Files.size(path);
        }

        @Override
        public synchronized void close() throws IOException {
            closed = true;
            channel.close();
            if (forcing != null) {
                forcing.close();
            }
        }
    }
}
