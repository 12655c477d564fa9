package io.smppbridge.records;

import java.nio.ByteBuffer;

/**
 * The CONSENT record: somebody wants no more messages, or wants them again.
 *
 * @param number digits
 * @param scope what is not wanted: everything, what a sender sends, or what an account does
 * @param sinceMs milliseconds since 1970
 */
public record ConsentRecord(boolean out, String number, String scope, long sinceMs) {
    /** Writes its octets from where the buffer stands on. */
    public void encode(ByteBuffer to) {
        to.put((byte) (out ? 1 : 0)).putLong(sinceMs);
        Strings.put(to, number);
        Strings.put(to, scope);
    }

    /** Reads what {@link #encode} wrote, of this version or one before. */
    public static ConsentRecord decode(ByteBuffer in) {
        boolean out = in.get() == 1;
        long sinceMs = in.getLong();
        return new ConsentRecord(out, Strings.get(in), Strings.get(in), sinceMs);
    }
}
