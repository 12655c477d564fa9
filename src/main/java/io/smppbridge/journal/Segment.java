package io.smppbridge.journal;

import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/** One segment as readers see it. The file is opened when first read. */
@ThreadSafe
final class Segment {
    private static final int FIRST_READ = 1024;

    private final Disk disk;
    private final SegmentHeader header;
    private final String name;
    private final long size;
    private final Keyring keyring;
    private volatile SegmentSeal seal;
    private volatile long begunAt;
    private volatile boolean dropped;
    private DiskFile file;

    Segment(Disk disk, SegmentHeader header, long size, Keyring keyring) {
        this.disk = disk;
        this.header = header;
        this.name = SegmentHeader.fileName(header.number());
        this.size = size;
        this.keyring = keyring;
        this.begunAt = header.madeAt();
    }

    /** When its first record may have been written, in ms since 1970: no earlier. */
    long begunAt() {
        return begunAt;
    }

    /** From now on records are written into it. */
    void begin(long nowMs) {
        begunAt = nowMs;
    }

    /**
     * What opens its contents; null inside this package when they lie in clear.
     *
     * @throws JournalException KEY
     */
    SegmentSeal seal() {
        if (seal == null && header.mark().isSealed()) {
            seal = keyring.open(header); // twice is as good as once
        }
        return seal;
    }

    /** Whether its contents lie in clear, or the name of its key is known. */
    boolean isReadable() {
        return keyring.names(header);
    }

    /** The same with a file of another size. */
    Segment resized(long other) {
        return new Segment(disk, header, other, keyring);
    }

    SegmentHeader header() {
        return header;
    }

    int number() {
        return header.number();
    }

    String name() {
        return name;
    }

    /** Octets of the file. */
    long size() {
        return size;
    }

    /** The record at this offset, checked; empty when the segment has been dropped meanwhile. */
    Optional<JournalRecord> read(int offset) {
        try {
            DiskFile from = file();
            ByteBuffer frame = ByteBuffer.allocate(FIRST_READ);
            from.readFully(frame, offset);
            int filled = frame.position();
            int length = filled >= Frame.HEADER ? frame.getInt(0) : 0;
            if (length > filled && length <= header.capacity()) {
                ByteBuffer whole = ByteBuffer.allocate(Frame.padded(length));
                whole.put(frame.flip());
                from.readFully(whole, (long) offset + filled);
                filled = whole.position();
                frame = whole;
            }
            frame.clear();
            if (Frame.check(new CRC32C(), frame, 0, filled, header.salt(), -1) > 0) {
                open(frame.array(), length, offset);
                return Optional.of(
                        new JournalRecord(Frame.type(frame, 0), frame.slice(Frame.HEADER, length - Frame.HEADER)));
            }
            if (dropped) {
                return Optional.empty();
            }
        } catch (IOException e) {
            if (dropped) {
                return Optional.empty();
            }
            throw new JournalException(
                    JournalException.Kind.FAILED, name + ", offset " + offset + ": cannot be read, " + e, e);
        }
        throw JournalException.damaged(name, offset, "no valid record here");
    }

    /** Fills the buffer from this offset, as far as it can be read; why it cannot, {@link #read} tells. */
    int fill(ByteBuffer octets, int offset) {
        try {
            return file().readFully(octets, offset);
        } catch (IOException e) {
            return 0;
        }
    }

    /**
     * The record of this offset from octets that were read before; empty when it is not all there, or was not yet.
     *
     * @param at where it begins in them
     * @param filled how far they go
     */
    Optional<JournalRecord> record(CRC32C crc, ByteBuffer octets, int at, int filled, int offset) {
        if (Frame.check(crc, octets, at, filled, header.salt(), -1) <= 0) {
            return Optional.empty();
        }
        int length = octets.getInt(at);
        byte[] frame = new byte[length];
        octets.get(at, frame);
        open(frame, length, offset);
        ByteBuffer payload = ByteBuffer.wrap(frame, Frame.HEADER, length - Frame.HEADER);
        return Optional.of(new JournalRecord(Frame.type(octets, at), payload.slice()));
    }

    private void open(byte[] frame, int length, int offset) {
        SegmentSeal opens = seal();
        if (opens != null) {
            SealCipher cipher = keyring.borrow();
            cipher.open(opens, frame, length, offset);
            keyring.giveBack(cipher);
        }
    }

    /** A walk over the whole segment with a handle of its own. */
    SegmentScanner scan(DiskFile from, long seq) {
        return new SegmentScanner(from, header, seq, seal());
    }

    /** A handle of its own for walking over the whole segment. */
    DiskFile open() throws IOException {
        return disk.openToRead(name);
    }

    private synchronized DiskFile file() throws IOException {
        if (file == null) {
            if (dropped) {
                throw new IOException("dropped");
            }
            file = disk.openToRead(name);
        }
        return file;
    }

    /** From here on, reading answers "gone". */
    void drop() {
        dropped = true;
        close();
    }

    synchronized void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // Only reading: nothing is lost with the handle.
        } finally {
            file = null;
        }
    }
}
