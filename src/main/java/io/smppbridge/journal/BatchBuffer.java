package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The octets of the batch being collected, so that a write is one call. A record is encoded into an array, where single octets are put in
 * half the time that they take outside of the heap, and copied behind the others when it ends. Always keeps room for the batch's end.
 */
@OwnedBy("journal thread")
final class BatchBuffer {
    private static final int ENDING = 4 * Frame.CONTROL_SIZE;
    private static final int PAGE = 4096;
    private static final byte[] ZEROS = new byte[PAGE];

    private final ByteBuffer buffer;
    /** The payload of the record that is open. */
    private ByteBuffer record = ByteBuffer.allocate(0);

    private final CRC32C crc = new CRC32C();
    private SegmentSeal seal;
    private SealCipher cipher;
    private int salt;
    private long nextSeq = 1;
    private long firstSeq;
    private int open = -1;
    private byte openType;

    BatchBuffer(int capacity) {
        buffer = ByteBuffer.allocateDirect(capacity & ~7);
    }

    int capacity() {
        return buffer.capacity();
    }

    /** The largest payload that a batch of its own can hold. */
    int largestPayload() {
        return buffer.capacity() - ENDING - Frame.HEADER - 8;
    }

    /** @param newSeal null when contents lie in clear */
    void startSegment(int newSalt, SegmentSeal newSeal) {
        salt = newSalt;
        seal = newSeal;
        if (seal != null && cipher == null) {
            cipher = new SealCipher();
        }
    }

    void continueAt(long seq) {
        nextSeq = seq;
    }

    boolean fits(int size) {
        return buffer.position() + size + ENDING <= buffer.capacity();
    }

    boolean isEmpty() {
        return buffer.position() == 0;
    }

    /** Octets collected; also the offset of the next record behind what is written. */
    int size() {
        return buffer.position();
    }

    long nextSeq() {
        return nextSeq;
    }

    boolean recordIsOpen() {
        return open >= 0;
    }

    /** Starts a record; the answer takes its payload, limited to what it may be. */
    ByteBuffer begin(byte type, int most) {
        open = buffer.position();
        if (open == 0) {
            firstSeq = nextSeq;
        }
        openType = type;
        if (most > record.capacity()) {
            record = ByteBuffer.allocate(most);
        }
        return record.clear().limit(most);
    }

    /** Ends the record where its payload's position is, and says where it starts. */
    int end() {
        int at = open;
        int length = Frame.HEADER + record.position();
        int size = Frame.padded(length);
        buffer.position(at + Frame.HEADER).put(record.array(), 0, record.position());
        while (buffer.position() < at + size) {
            buffer.put((byte) 0);
        }
        buffer.putInt(at, length).putInt(at + 4, salt).putLong(at + 8, nextSeq);
        if (seal != null && openType >= 0) {
            buffer.putInt(at + 16, openType << 24 | at >> 3); // the checksum comes when the batch is sealed
        } else {
            buffer.putInt(at + 16, openType << 24);
            buffer.putInt(at + 4, Frame.crc(crc, buffer, at, size));
        }
        buffer.position(at + size);
        nextSeq++;
        open = -1;
        return at;
    }

    /** Forgets the open record, if there is one. */
    void cancel() {
        open = -1;
    }

    private void control(byte type, long first, long second, long third) {
        begin(type, 24).putLong(first).putLong(second).putLong(third);
        end();
    }

    /** Ends the batch, which will lie at this place of its file. */
    void commit(long durable, long place) {
        long first = isEmpty() ? nextSeq : firstSeq;
        if (seal != null && !isEmpty()) {
            seal(place);
        }
        control(Frame.COMMIT, first, nextSeq - 1, durable);
    }

    private void seal(long place) {
        int end = buffer.position();
        byte[] sealed = cipher.seal(seal, buffer, end, place);
        for (int at = 0; at < end; ) {
            int size = Frame.padded(buffer.getInt(at));
            if (Frame.type(buffer, at) >= 0) {
                buffer.putInt(at + 4, Frame.crc(crc, buffer, at, size));
            }
            at += size;
        }
        buffer.position(end);
        begin(Frame.TAG, SegmentSeal.TAG).put(sealed, end, SegmentSeal.TAG);
        end();
    }

    void seal(long how, int nextSegment, long durable) {
        control(Frame.SEAL, how, nextSegment, durable);
    }

    void trim(int oldest) {
        control(Frame.TRIM, oldest, 0, 0);
    }

    /** What to write; call {@link #written} then. */
    ByteBuffer octets() {
        return buffer.flip();
    }

    /**
     * The same, for this place of a file of zeros, with the zeros behind it up to a page's end: of a page that is written in part, and not in memory
     * any more, the kernel first reads the rest.
     *
     * @param room octets from there to the end of the file
     */
    ByteBuffer wholePages(int place, int room) {
        int end = buffer.position();
        int toPageEnd = -(place + end) & PAGE - 1;
        int zeros = Math.min(toPageEnd, Math.min(buffer.capacity(), room) - end);
        buffer.put(end, ZEROS, 0, zeros);
        return buffer.limit(end + zeros).position(0);
    }

    void written() {
        buffer.clear();
    }
}
