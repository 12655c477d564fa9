package io.smppbridge.wire;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/** The TLVs of one PDU in their order. Not changed once the PDU has been read. */
@OwnedBy("whoever has read the PDU")
public final class Tlvs {
    /** A PDU without any. */
    public static final Tlvs NONE = new Tlvs();

    static final int HEADER = 4;

    private static final int FEW = 4;

    private int[] tags = {};
    private byte[][] values = {};
    private int count;

    Tlvs() {}

    void add(int tag, byte[] value) {
        if (count == tags.length) {
            // By the half each time: a PDU may be nothing but TLVs without a value, and by one would copy them all for
            // each.
            int more = count + Math.max(FEW, count / 2);
            tags = Arrays.copyOf(tags, more);
            values = Arrays.copyOf(values, more);
        }
        tags[count] = tag;
        values[count++] = value;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    public int tag(int index) {
        return tags[index];
    }

    /** Octets of a value. */
    public int length(int index) {
        return values[index].length;
    }

    public byte[] value(int index) {
        return values[index].clone();
    }

    /** Whether a tag is there. */
    public boolean has(int tag) {
        return index(tag) >= 0;
    }

    /** The octets of the first TLV of that tag; empty when there is none. */
    public byte[] octets(int tag) {
        int index = index(tag);
        return index < 0 ? new byte[0] : values[index].clone();
    }

    /** An unsigned number of one to four octets; {@code otherwise} when there is none, or it has another length. */
    public long number(int tag, long otherwise) {
        int index = index(tag);
        if (index < 0 || values[index].length == 0 || values[index].length > 4) {
            return otherwise;
        }
        long number = 0;
        for (byte octet : values[index]) {
            number = number << 8 | octet & 0xFF;
        }
        return number;
    }

    private int index(int tag) {
        for (int i = 0; i < count; i++) {
            if (tags[i] == tag) {
                return i;
            }
        }
        return -1;
    }
}
