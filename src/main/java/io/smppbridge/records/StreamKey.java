package io.smppbridge.records;

/**
 * What a stream's account and name come down to: 128 bits. Two different streams meet with a probability of about n²/2¹²⁹, which for a
 * million streams is nothing.
 */
public record StreamKey(long high, long low) {
    /** Of a stream without a name. */
    public static final StreamKey NONE = new StreamKey(0, 0);

    /** That of a stream; {@link #NONE} when the client gave it no name. */
    public static StreamKey of(String account, String client) {
        return client.isEmpty()
                ? NONE
                : new StreamKey(RefKey.hash(3, account, client) | 1, RefKey.hash(5, account, client));
    }

    /** Whether the stream has no name. */
    public boolean isNone() {
        return high == 0;
    }

    @Override
    public int hashCode() {
        return (int) (low >>> 32);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StreamKey that && that.high == high && that.low == low;
    }
}
