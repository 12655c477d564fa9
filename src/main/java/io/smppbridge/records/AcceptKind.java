package io.smppbridge.records;

import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import java.nio.ByteBuffer;

/**
 * What ACCEPT records of one kind have in common: all of the head but its id and its times, octet by octet. Only of simple ones: a single part, to go
 * at once, without a clientRef or a place in a stream. So a record that is of a known kind need not be read.
 */
public final class AcceptKind {
    private final long[] octets;
    private final int length;
    private final int lane;
    private final int endpoint;
    private final ReceiptWish wish;

    private AcceptKind(long[] octets, int length, int lane, int endpoint, ReceiptWish wish) {
        this.octets = octets;
        this.length = length;
        this.lane = lane;
        this.endpoint = endpoint;
        this.wish = wish;
    }

    /** Whether it is simple, and others may be told by it. */
    public static boolean isSimple(AcceptRecord.Head head) {
        return head.partCount() == 1
                && head.dueAtMs() == 0
                && head.airMs() == 0
                && head.priority() == Priority.NORMAL
                && head.ref().isNone()
                && head.place().isNone();
    }

    /** That of a simple record whose head has been read up to the buffer's position. */
    public static AcceptKind of(ByteBuffer in, int start, AcceptRecord.Head head, int lane, int endpoint) {
        int length = in.position() - start - AcceptRecord.PARTS_AT;
        long[] octets = new long[(length + Long.BYTES - 1) / Long.BYTES];
        for (int i = 0; i < octets.length; i++) {
            octets[i] = in.getLong(start + AcceptRecord.PARTS_AT + at(i, length));
        }
        return new AcceptKind(octets, length, lane, endpoint, head.wish());
    }

    /** The last eight may overlap those before. */
    private static int at(int word, int length) {
        return Math.min(word * Long.BYTES, length - Long.BYTES);
    }

    /** Whether the record that begins at the buffer's position is of this kind. */
    public boolean has(ByteBuffer in) {
        int start = in.position();
        if (in.limit() - start < AcceptRecord.PARTS_AT + length || in.getLong(start + AcceptRecord.DUE_AT) != 0) {
            return false;
        }
        boolean same = true;
        for (int i = 0; same && i < octets.length; i++) {
            same = in.getLong(start + AcceptRecord.PARTS_AT + at(i, length)) == octets[i];
        }
        return same;
    }

    /** As whoever read the first of them calls its SMSC. */
    public int lane() {
        return lane;
    }

    /** As whoever read the first of them calls its endpoint. */
    public int endpoint() {
        return endpoint;
    }

    /** What the platform wishes to hear of each. */
    public ReceiptWish wish() {
        return wish;
    }
}
