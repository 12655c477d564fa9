package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file that keeps a directory for one process. Where somebody deletes it, its holder takes one of that name again as soon as it looks, and
 * whoever starts there gives it the time for that.
 */
@OwnedBy("whoever took it")
final class LockFile implements AutoCloseable {
    /**
     * Lock files this process holds. POSIX locks belong to the process and fall when any descriptor of the file is closed, so a second opening in
     * this process must be refused before it touches the file; no object but a static one knows all openings.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private static final Object NOTHING = new Object();
    /** What stands in the file of a bridge, and not in one that somebody has put in its place. */
    private static final byte[] WORDS = "A bridge keeps this directory to itself by this file: leave it here.\n"
            .getBytes(StandardCharsets.US_ASCII);

    private static final Logger LOG = LoggerFactory.getLogger(LockFile.class);

    /** Longer than a holder that does nothing lets pass before it looks. */
    private static final long GRACE_NANOS = Duration.ofSeconds(2).toNanos();

    private final Path path;
    private final Set<PosixFilePermission> mode;
    private FileChannel channel;
    /** What was locked; null where the file system has no names for that, {@link #NOTHING} where it was deleted at once. */
    private Object file;

    private LockFile(Path path, Set<PosixFilePermission> mode) {
        this.path = path;
        this.mode = mode;
    }

    /**
     * Empty when somebody else has it, in this process or another.
     *
     * @param usedBefore whether there should be such a file: where there is none, or another, somebody may hold the one that was deleted
     */
    static Optional<LockFile> take(Path path, Set<PosixFilePermission> mode, boolean usedBefore) throws IOException {
        if (!HELD.add(path)) {
            return Optional.empty();
        }
        LockFile lock = new LockFile(path, mode);
        boolean taken = false;
        try {
            if (usedBefore && !isOfBridge(path)) {
                lock.offer();
            }
            taken = lock.take();
        } finally {
            if (!taken) {
                HELD.remove(path);
            }
        }
        return taken ? Optional.of(lock) : Optional.empty();
    }

    private static boolean isOfBridge(Path path) throws IOException {
        try {
            return Files.size(path) > 0;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Makes the file and leaves it to whoever has held the one before. */
    private void offer() throws IOException {
        open().close();
        LOG.warn(
                "{} was not there, or not as a bridge leaves it beside every journal: waiting whether another bridge has it",
                path);
        long end = Ticker.SYSTEM.nanos() + GRACE_NANOS;
        for (long left = GRACE_NANOS; left > 0; left = end - Ticker.SYSTEM.nanos()) {
            LockSupport.parkNanos(this, left);
        }
    }

    private FileChannel open() throws IOException {
        return FileChannel.open(
                path,
                EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(mode));
    }

    /** Only who has the lock does so: what others have made and left is not the file of a bridge. */
    private void sign(FileChannel locked) throws IOException {
        try {
            if (locked.size() == 0) {
                locked.write(ByteBuffer.wrap(WORDS));
            }
        } catch (IOException e) {
            if (!locked.isOpen()) {
                throw e;
            }
            LOG.debug("{} keeps no words", path, e); // as on a full disk: the lock itself needs none
        }
    }

    private boolean take() throws IOException {
        FileChannel opened = open();
        FileLock lock = null;
        try {
            lock = opened.tryLock();
        } finally {
            if (lock == null) {
                opened.close();
            }
        }
        if (lock == null) {
            return false;
        }
        sign(opened);
        FileChannel former = channel;
        channel = opened;
        file = fileAt(path);
        if (former != null) {
            former.close();
        }
        return true;
    }

    /** Takes the directory again where the file has been deleted or replaced; false when another process was faster. */
    boolean keep() throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            if (file == null || file != NOTHING && file.equals(fileAt(path))) {
                return true;
            }
            boolean taken = take();
            if (taken) {
                LOG.warn("{} was deleted, and has been made anew: it keeps other bridges out, so leave it", path);
            }
            return taken;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What a name stands for; null where the file system does not say. */
    private static Object fileAt(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException e) {
            return NOTHING;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD.remove(path);
        }
    }
}
