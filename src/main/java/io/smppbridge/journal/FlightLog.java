package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;

/**
 * Remembers which submissions one bind has handed to its socket, so that the end of the process ({@code kill -9}) leaves no doubt about the others.
 * A small file, mapped: a store to it survives the process without any call. It does not survive a power loss by itself, and need not: it narrows
 * what has to be called uncertain, the journal decides.
 *
 * <p>A slot's life: {@link #sent} before the octets go to the socket, {@link #answered} when the answer has been read, {@link #free} when the outcome
 * has been written to the journal. What a slot says counts once its state says so: the state is stored last (release order), and each half of a slot
 * has its own checksum, so that a process that ends in the middle of {@code answered} leaves a submission without an answer, not a wrong answer.
 *
 * <pre>
 * slot of 128 octets, little-endian:  0 int state   4 int crc of 8..31    8 long task   16 int part   20 int attempt   24 long ms
 *                                    32 int crc from 36 to the end of the id   36 int command_status   40 byte length   41 message_id
 * </pre>
 *
 * <p>In the first form of the file, SMPFLT1, the second checksum went to the end of the slot: three times as far as most ids go. Such files are still
 * read.
 *
 * <p>Threads: {@code sent}, {@code answered} and {@code drop} belong to the sender thread, {@code free} to the journal thread. No locks, no
 * allocation. After {@link #close} nothing of it may be used; the file stays mapped until the object is collected.
 */
@OwnedBy("sender thread; free: journal thread")
public final class FlightLog implements AutoCloseable {
    /** A full log's answer to {@link #sent}. */
    public static final int NO_SLOT = -1;

    static final String SUFFIX = ".flights";
    /** What follows it while the file is made. */
    static final String UNFINISHED = ".tmp";

    static final long FIRST_MAGIC = 0x31544C46504D53L; // SMPFLT1
    static final long MAGIC = 0x32544C46504D53L; // SMPFLT2
    static final int SLOT = 128;
    static final int FREE = 0;
    static final int SENT = 1;
    static final int ANSWERED = 2;
    static final int LONGEST_ID = 86;
    static final int SENT_CRC = 4;
    static final int SENT_FROM = 8;
    static final int ANSWER_CRC = 32;
    static final int ANSWER_FROM = 36;
    static final int ID_LENGTH = 40;
    static final int ID = 41;
    private static final VarHandle STATE = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final Path file;
    private final MappedByteBuffer slots;
    private final Side sending;
    private final Side answering;
    private final ByteBuffer freeing;
    private final int count;
    /** The journal thread's: how many slots it has freed. */
    private final AtomicLong freed = new AtomicLong();
    /** The sender thread's: how many it has taken and not dropped again, how many of these were free when it last looked, and where it goes on. */
    private long taken;

    private long freedSeen;
    private int next;

    private FlightLog(Path file, MappedByteBuffer slots, int count, long incarnation) {
        this.file = file;
        this.slots = slots;
        this.sending = new Side(slots, incarnation);
        this.answering = new Side(slots, incarnation);
        this.freeing = slots.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        this.count = count;
    }

    /**
     * Makes a bind's log.
     *
     * @param directory made when missing
     * @param name of the bind: letters, digits, dot, dash, underscore
     * @param count slots, a power of two up to 65,536, at least the bind's window and what may wait for the journal
     * @param incarnation the journal's
     * @throws JournalException NOT_WRITABLE, FAILED or NO_SPACE, and DAMAGED when a former log of this name is still there: recover and discard it first
     */
    public static FlightLog create(Path directory, String name, int count, long incarnation) {
        if (!name.matches("[A-Za-z0-9._-]+") || Integer.bitCount(count) != 1 || count > 1 << 16 || count < 2) {
            throw new IllegalArgumentException("flight log " + name + " of " + count
                    + " slots, expected a plain name and a power of two from 2 to 65536");
        }
        Path file = directory.resolve(name + SUFFIX);
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectory(
                        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            if (Files.exists(file)) {
                throw JournalException.damaged(file.toString(), 0, "left by an earlier run and not yet discarded");
            }
            return new FlightLog(file, prepare(directory, file, count, incarnation), count, incarnation);
        } catch (IOException e) {
            throw new JournalException(
                    JournalException.kind(e),
                    file + ": " + e + "; the directory must be writable and have room for " + size(count) + " octets",
                    e);
        }
    }

    private static MappedByteBuffer prepare(Path directory, Path file, int count, long incarnation) throws IOException {
        Path making = directory.resolve(file.getFileName() + UNFINISHED);
        boolean made = false;
        try {
            MappedByteBuffer slots = write(making, count, incarnation);
            Files.move(making, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
                names.force(true);
            }
            made = true;
            return slots;
        } finally {
            if (!made) { // who tries it again must not find it
                Files.deleteIfExists(making);
                Files.deleteIfExists(file);
            }
        }
    }

    private static MappedByteBuffer write(Path making, int count, long incarnation) throws IOException {
        try (FileChannel channel = FileChannel.open(
                making,
                EnumSet.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer whole = ByteBuffer.allocate(size(count)).order(ByteOrder.LITTLE_ENDIAN);
            whole.putLong(0, MAGIC).putInt(8, count).putLong(16, incarnation);
            whole.putInt(24, headerCrc(whole));
            while (whole.hasRemaining()) { // zeros, not a hole: a store into a hole of a full disk kills the process
                channel.write(whole);
            }
            channel.force(true);
            return channel.map(MapMode.READ_WRITE, 0, size(count));
        }
    }

    static int size(int count) {
        return (count + 1) * SLOT;
    }

    static int headerCrc(ByteBuffer whole) {
        CRC32C crc = new CRC32C();
        crc.update(whole.duplicate().limit(24).position(0));
        return (int) crc.getValue();
    }

    /**
     * Sender thread, before the octets go to the socket: notes the submission.
     *
     * @return its slot, or {@link #NO_SLOT} when all are taken: wait until the journal has freed one
     */
    public int sent(long taskId, int part, int attempt, long epochMs) {
        int slot = take();
        if (slot == NO_SLOT) {
            return NO_SLOT;
        }
        int at = (slot + 1) * SLOT;
        ByteBuffer out = sending.buffer;
        out.putLong(at + SENT_FROM, taskId);
        out.putLong(at + 16, (long) attempt << 32 | part & 0xFFFFFFFFL); // as wide as the checksum reads it
        out.putLong(at + 24, epochMs);
        out.putInt(at + SENT_CRC, sending.sentCrc(slot));
        STATE.setRelease(out, at, SENT);
        return slot;
    }

    /**
     * Sender thread: notes the answer.
     *
     * @param messageId at most 86 octets of it are kept, one per character: SMPP's 64, and what tells apart those of one submit_multi.
     *     Of a longer one, whose process is killed before its record is written, the receipt finds nothing
     */
    public void answered(int slot, int status, String messageId) {
        int at = (slot + 1) * SLOT;
        ByteBuffer out = answering.buffer;
        int length = Math.min(messageId.length(), LONGEST_ID);
        out.putInt(at + ANSWER_FROM, status);
        out.put(at + ID_LENGTH, (byte) length);
        byte[] id = answering.id;
        for (int i = 0; i < length; i++) {
            id[i] = (byte) messageId.charAt(i);
        }
        out.put(at + ID, id, 0, length);
        out.putInt(at + ANSWER_CRC, answering.answerCrc(slot, ID + length));
        STATE.setRelease(out, at, ANSWERED);
    }

    /** Journal thread, after the outcome has been written: the slot may be used again. Once for each {@link #sent}. */
    public void free(int slot) {
        STATE.setRelease(freeing, (slot + 1) * SLOT, FREE);
        freed.setRelease(freed.getPlain() + 1);
    }

    /** Sender thread: the submission needs no outcome, for it was refused as too fast or never written. Instead of {@link #free}. */
    public void drop(int slot) {
        STATE.setRelease(sending.buffer, (slot + 1) * SLOT, FREE);
        taken--;
    }

    /** Slots become free in about the order in which they were taken: the next one nearly always is, and is about to be written anyway. */
    private int take() {
        if (taken - freedSeen == count) {
            freedSeen = freed.getAcquire();
            if (taken - freedSeen == count) {
                return NO_SLOT;
            }
        }
        for (int looked = 0; looked < count; looked++) {
            int slot = next;
            next = next + 1 & count - 1;
            if ((int) STATE.getAcquire(sending.buffer, (slot + 1) * SLOT) == FREE) {
                taken++;
                return slot;
            }
        }
        return NO_SLOT;
    }

    /** Whether a start would find it: what stands in a file that somebody has deleted goes with the process. Any thread. */
    public boolean isThere() {
        return !Files.notExists(file); // a disk that cannot be looked at tells nothing
    }

    /**
     * Returns when all notes are on disk. Takes milliseconds; not for the threads above.
     *
     * @throws JournalException if the disk does not take them: whatever a later call says, they may not be there
     */
    public void force() {
        try {
            slots.force();
        } catch (UncheckedIOException e) {
            throw JournalException.unusable(file.toString(), e.getCause());
        }
    }

    @Override
    public void close() {
        force();
    }

    /** One thread's view of the slots, with its own position, limit and checksum. */
    static final class Side {
        final ByteBuffer buffer;
        private final long incarnation;
        private final CRC32C crc = new CRC32C();
        /** Room for an id, which goes into the slot at once. */
        private final byte[] id = new byte[LONGEST_ID];

        Side(ByteBuffer slots, long incarnation) {
            this.buffer = slots.duplicate().order(ByteOrder.LITTLE_ENDIAN);
            this.incarnation = incarnation;
        }

        int sentCrc(int slot) {
            return of(slot, SENT_FROM, ANSWER_CRC);
        }

        /** Bound to the submission it answers. */
        int answerCrc(int slot, int end) {
            return of(slot, ANSWER_FROM, end) ^ buffer.getInt((slot + 1) * SLOT + SENT_CRC);
        }

        private int of(int slot, int from, int to) {
            int at = (slot + 1) * SLOT;
            crc.reset();
            buffer.limit(at + to).position(at + from);
            crc.update(buffer);
            buffer.clear();
            return (int) crc.getValue() ^ slot * 0x9E3779B9 ^ (int) incarnation;
        }
    }
}
