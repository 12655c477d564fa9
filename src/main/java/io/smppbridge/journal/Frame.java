package io.smppbridge.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * How one record lies in a segment. All numbers big-endian, every frame starts at a multiple of 8.
 *
 * <pre>
 *  0 int   length   from here to the end of the payload, without padding; 0 = nothing more
 *  4 int   crc      CRC32C over the padded frame, computed with the segment's salt in this place
 *  8 long  seq      the frame before it + 1, across segments
 * 16 byte  type     0..127 the caller's; below 0 ours
 * 17 3     zero; in a sealed segment how many times 8 octets its batch starts before it
 * 20       payload, then zeros up to a multiple of 8
 * </pre>
 *
 * <p>The salt makes octets that an earlier use of the file left behind invalid, whatever they say. Our own frames carry three longs:
 * COMMIT (first seq, last seq, durable), SEAL (how, next segment, durable), TRIM (oldest segment kept, 0, 0). In a sealed segment payloads are
 * enciphered, and a fourth kind, TAG, bears the tag of all frames before it in its batch; see {@link SegmentSeal}. A frame counts only when a COMMIT
 * or SEAL stands behind it; <em>durable</em> is the highest seq known to be forced when the frame was written, so that a later one proves that
 * damage below it is no torn tail.
 */
final class Frame {
    static final int HEADER = 20;
    static final byte COMMIT = -1;
    static final byte SEAL = -2;
    static final byte TRIM = -3;
    static final byte TAG = -4;
    static final int TAG_SIZE = 40;
    /** The bits of the word at 16 that say how far back the batch starts. */
    static final int BACK = 0xFF_FFFF;

    static final int CONTROL_LENGTH = HEADER + 24;
    static final int CONTROL_SIZE = 48;
    static final long SEAL_ROLLED = 1;
    static final long SEAL_CLOSED = 2;

    /** Results of {@link #check} that are not sizes. */
    static final int END = 0;

    static final int INVALID = -1;
    static final int MORE = -2;

    private Frame() {}

    static int padded(int length) {
        return (length + 7) & ~7;
    }

    /** Octets that a record with this payload takes. */
    static int size(int payload) {
        return padded(HEADER + payload);
    }

    /** The CRC of a frame whose crc field holds the salt. Leaves position 0 and limit at capacity. */
    static int crc(CRC32C crc, ByteBuffer buffer, int at, int size) {
        crc.reset();
        buffer.limit(at + size).position(at);
        crc.update(buffer);
        buffer.clear();
        return (int) crc.getValue();
    }

    /**
     * Looks at the frame at {@code at} in a buffer filled up to {@code filled}.
     *
     * @param seq the seq it must have, or below 0 for any
     * @return its padded size, or {@link #END}, {@link #INVALID}, {@link #MORE} octets needed
     */
    static int check(CRC32C crc, ByteBuffer buffer, int at, int filled, int salt, long seq) {
        if (filled - at < HEADER) {
            return MORE;
        }
        int length = buffer.getInt(at);
        if (length == 0) {
            return END;
        }
        if (length < HEADER || length > buffer.capacity()) {
            return INVALID;
        }
        if (seq >= 0 && buffer.getLong(at + 8) != seq) {
            return INVALID;
        }
        int size = padded(length);
        if (filled - at < size) {
            return MORE;
        }
        int stored = buffer.getInt(at + 4);
        buffer.putInt(at + 4, salt);
        int computed = crc(crc, buffer, at, size);
        buffer.putInt(at + 4, stored);
        return computed == stored ? size : INVALID;
    }

    static byte type(ByteBuffer buffer, int at) {
        return buffer.get(at + 16);
    }

    /** The n-th long of one of our own frames. */
    static long word(ByteBuffer buffer, int at, int n) {
        return buffer.getLong(at + HEADER + 8 * n);
    }
}
