package io.smppbridge.pdulog;

import io.smppbridge.settings.OwnerOnly;
import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files of one kind for one SMSC, each of a bounded size, only so many of them: the oldest goes. For their owner's eyes only. */
@OwnedBy("pdulog, or whoever holds the lock of a log that connections write themselves")
public final class RingFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RingFile.class);
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** So much is written at once. */
    private static final int BATCH = 1 << 16;

    /** So much of a file that is no longer wanted goes at once. */
    private static final int STEP = 1 << 19;

    private final String name;
    private final String extension;
    private final byte[] preamble;
    private final Line line = new Line(0);
    /** Ours in the directory that was {@link #listed}, the oldest first. */
    private final Deque<Path> files = new ArrayDeque<>();

    /** Null until there is one, and where its files are not what they were. */
    private Path listed;

    private Optional<OutputStream> out = Optional.empty();
    /** The file, whatever its name. */
    private Object itself;
    /** Of the file, with what waits to be written to it. */
    private long size;
    /** Where the record begins that is being put together behind those that wait. */
    private int begun;

    private int waiting;
    private int lost;
    /** Nothing has been written to the file yet, and no older one has gone for it. */
    private boolean fresh;

    private int keep;

    /**
     * @param name what each file's name begins with
     * @param extension what it ends with
     * @param preamble what each file begins with
     */
    public RingFile(String name, String extension, byte[] preamble) {
        this.name = name;
        this.extension = extension;
        this.preamble = preamble;
    }

    /** A whole record at once. */
    public void write(byte[] record, PduLogConfig limits, long nanos) throws IOException {
        begin().put(record);
        end(limits, nanos);
    }

    /** Where the next record is to be put together. What was begun and not ended is none. */
    Line begin() {
        line.length = begun;
        return line;
    }

    /** The record is whole. It goes into a file with those that wait, once they are many or {@link #flush} is called. */
    void end(PduLogConfig limits, long nanos) throws IOException {
        int length = line.length - begun;
        waiting++;
        try {
            if (waiting == 1 && isGone()) {
                close();
                listed = null;
            }
            if (out.isPresent()
                    && (size + length > limits.fileSize() || !limits.directory().equals(listed))) {
                put();
                System.arraycopy(line.octets, begun, line.octets, 0, length);
                line.length = length;
                begun = 0;
                waiting = 1;
                close();
            }
            if (out.isEmpty()) {
                open(limits, Instant.ofEpochSecond(0, nanos));
            }
        } catch (IOException e) {
            giveUp();
            throw e;
        }
        size += length;
        begun = line.length;
        if (begun >= BATCH) {
            flush();
        }
    }

    /** Somebody has deleted or moved the file: what went into it from now on would stand in no file of this name. */
    private boolean isGone() throws IOException {
        if (out.isEmpty()) {
            return false;
        }
        try {
            return !Objects.equals(itself, identity(files.getLast()));
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    /** Null where the file system does not say. */
    private static Object identity(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    /** Writes what waits. */
    public void flush() throws IOException {
        if (begun > 0 && out.isPresent()) {
            try {
                put();
                drop();
            } catch (IOException e) {
                giveUp();
                throw e;
            }
        }
    }

    /** The oldest file goes once the newest has taken something: where nothing can be written, what there is stays. */
    private void put() throws IOException {
        out.get().write(line.octets, 0, begun);
        if (fresh && begun > 0) {
            fresh = false;
            prune();
        }
    }

    /** Records that were given up since this was last asked. */
    int lost() {
        int since = lost;
        lost = 0;
        return since;
    }

    /** Nothing waits any more, written or given up. Returns what {@link #lost} does. */
    int settle() {
        try {
            flush();
        } catch (IOException e) {
            LOG.debug("{}: what waited is given up as well", name, e);
        }
        return lost();
    }

    private void drop() {
        begun = 0;
        line.length = 0;
        waiting = 0;
        if (line.octets.length > 4 * BATCH) {
            line.octets = new byte[0];
        }
    }

    /** Half a block would make the rest of the file unreadable. */
    private void giveUp() {
        lost += waiting;
        drop();
        try {
            close();
            if (fresh) {
                Files.deleteIfExists(files.removeLast());
            }
        } catch (IOException e) {
            out = Optional.empty();
        }
        fresh = false;
    }

    /** Without what waits. */
    @Override
    public void close() throws IOException {
        if (out.isPresent()) {
            OutputStream closing = out.get();
            out = Optional.empty();
            closing.close();
        }
    }

    private void open(PduLogConfig limits, Instant now) throws IOException {
        Path directory = limits.directory();
        Files.createDirectories(directory, OwnerOnly.directory(directory));
        look(directory, now);
        keep = limits.files();
        prune();
        for (int number = 1; out.isEmpty(); number++) {
            String three = Integer.toString(1000 + number).substring(1);
            Path file = directory.resolve(name + "-" + STAMP.format(now) + "-" + three + extension);
            try {
                Files.createFile(file, OwnerOnly.file(file));
                // Not truncated: some file systems write a file that once was to the disk as soon as it is closed, in
                // the journal's way.
                out = Optional.of(Files.newOutputStream(file, StandardOpenOption.WRITE));
                files.add(file);
                itself = identity(file);
                fresh = true;
            } catch (FileAlreadyExistsException taken) {
                if (number > 900) {
                    throw taken; // So many within a second: the size is far too small.
                }
            }
        }
        out.get().write(preamble);
        size = preamble.length;
    }

    /**
     * Another directory is looked through, afterwards its files are known. Their names sort by time, but for those of a time that is still
     * to come: a clock that was ahead has given them, and what is written from now on is newer.
     */
    private void look(Path directory, Instant now) throws IOException {
        if (!directory.equals(listed)) {
            String latest = name + "-" + STAMP.format(now) + "-999" + extension;
            Pattern ours = Pattern.compile("\\Q" + name + "\\E-\\d{8}T\\d{6}-\\d{3}\\Q" + extension + "\\E");
            files.clear();
            try (Stream<Path> all = Files.list(directory)) {
                all.filter(file -> ours.matcher(file.getFileName().toString()).matches())
                        .sorted(Comparator.<Path, Boolean>comparing(
                                        file -> file.getFileName().toString().compareTo(latest) <= 0)
                                .thenComparing(Comparator.naturalOrder()))
                        .forEach(files::add);
            }
            listed = directory;
        }
    }

    /** Deletes the oldest beyond so many. */
    private void prune() throws IOException {
        while (files.size() > keep) {
            delete(files.peek());
            files.remove();
        }
    }

    /** By and by: to delete a large file is one long call, and who waits for this processor waits for its end. */
    private static void delete(Path file) throws IOException {
        if (isOnlyHere(file)) {
            try (FileChannel shrinking = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                for (long rest = shrinking.size() - STEP; rest > 0; rest -= STEP) {
                    shrinking.truncate(rest);
                    Thread.yield();
                }
            } catch (IOException e) {
                LOG.debug("{} goes at once", file, e); // Who may not write to it may still delete it.
            }
        }
        Files.deleteIfExists(file);
    }

    /** A file that has another name too, or is only a name for another one, is somebody's who wants to keep it; so is one of which that cannot be known. */
    private static boolean isOnlyHere(Path file) throws IOException {
        return file.getFileSystem().supportedFileAttributeViews().contains("unix")
                && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && Integer.valueOf(1).equals(Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS));
    }
}
