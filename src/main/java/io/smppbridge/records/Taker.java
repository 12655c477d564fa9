package io.smppbridge.records;

import java.nio.ByteBuffer;

/**
 * Who takes what a subscriber wrote; the journal keeps it with the message, so that a start hands it to nobody else.
 *
 * @param account whose message it is; empty for one that goes to a webhook of nobody's
 * @param endpoint where it is handed over; empty where that has not been settled
 * @param isSomebody whether it is somebody's: what went to the listener for want of an account is not
 */
public record Taker(String account, String endpoint, boolean isSomebody) {
    /** Of parts and receipts, and in records of earlier versions. */
    public static final Taker NONE = new Taker("", "", false);

    /** Somebody. */
    public Taker(String account, String endpoint) {
        this(account, endpoint, true);
    }

    /** It comes last in its record: versions that do not know of it read what stands before. */
    void encode(ByteBuffer out) {
        if (isSomebody()) {
            Strings.put(out, account);
            Strings.put(out, endpoint);
        }
    }

    static Taker decode(ByteBuffer in) {
        return in.hasRemaining() ? new Taker(Strings.get(in), Strings.get(in)) : NONE;
    }
}
