package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;

/** Lets at most {@code limit} messages into any sliding second: remembers when the last {@code limit} of them came. */
@OwnedBy("smsc-sim")
final class RateGate {
    private static final long SECOND = 1_000_000_000L;

    private long[] last = new long[0];
    private int next;
    private int filled;

    /** True and counted when there is room. A changed limit starts afresh; 0 lets all through. */
    boolean admits(int limit, long nanos) {
        if (limit == 0) {
            return true;
        }
        if (last.length != limit) {
            last = new long[limit];
            next = 0;
            filled = 0;
        }
        if (filled == limit && nanos - last[next] < SECOND) {
            return false;
        }
        last[next] = nanos;
        next = next + 1 == limit ? 0 : next + 1;
        filled = Math.min(limit, filled + 1);
        return true;
    }
}
