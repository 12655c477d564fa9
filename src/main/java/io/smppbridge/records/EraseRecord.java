package io.smppbridge.records;

import java.nio.ByteBuffer;

/**
 * The ERASE record: an operator wants nothing on the disk that was there about a number, or that is so now. The number stands in it two digits to an
 * octet, so that a search of the disk finds what is about it, and not the order to erase that.
 *
 * @param number digits; empty when it is done
 * @param withdraw whether what waits is to end
 * @param doneMs 0 while it is not done
 */
public record EraseRecord(long id, String number, long orderedMs, boolean withdraw, long doneMs) {
    /** The same order, carried out at a time in milliseconds since 1970; without its number. */
    public EraseRecord done(long nowMs) {
        return new EraseRecord(id, "", orderedMs, withdraw, nowMs);
    }

    /** Whether nothing about the number is left. */
    public boolean isDone() {
        return doneMs != 0;
    }

    /** Writes its octets from where the buffer stands on. */
    public void encode(ByteBuffer out) {
        out.putLong(id).putLong(orderedMs).putLong(doneMs).put((byte) (withdraw ? 1 : 0));
        out.put((byte) number.length());
        for (int i = 0; i < number.length(); i += 2) {
            int second = i + 1 < number.length() ? number.charAt(i + 1) - '0' : 0;
            out.put((byte) ((number.charAt(i) - '0') << 4 | second));
        }
    }

    /** Reads what {@link #encode} wrote, of this version or one before. */
    public static EraseRecord decode(ByteBuffer in) {
        long id = in.getLong();
        long orderedMs = in.getLong();
        long doneMs = in.getLong();
        boolean withdraw = in.get() == 1;
        int length = in.get();
        StringBuilder digits = new StringBuilder(length);
        while (digits.length() < length) {
            int two = in.get();
            digits.append((char) ('0' + (two >> 4 & 0xF)));
            if (digits.length() < length) {
                digits.append((char) ('0' + (two & 0xF)));
            }
        }
        return new EraseRecord(id, digits.toString(), orderedMs, withdraw, doneMs);
    }
}
