package io.smppbridge.pipeline;

import java.nio.ByteBuffer;

/**
 * The CONSENT record: somebody wants no more messages, or wants them again.
 *
 * @param number digits
 * @param scope as {@link ConsentList} has it
 */
record ConsentRecord(boolean out, String number, String scope, long sinceMs) {
    void encode(ByteBuffer to) {
        to.put((byte) (out ? 1 : 0)).putLong(sinceMs);
        Strings.put(to, number);
        Strings.put(to, scope);
    }

    static ConsentRecord decode(ByteBuffer in) {
        boolean out = in.get() == 1;
        long sinceMs = in.getLong();
        return new ConsentRecord(out, Strings.get(in), Strings.get(in), sinceMs);
    }
}
