package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;

/**
 * The time after a start in which SMSCs are bound again and hand over the receipts that they have kept. Until it is over by either clock no receipt is
 * missed: a machine's own clock is often set just after it has booted.
 */
@OwnedBy("journal thread")
final class FirstReceipts {
    private static final long LONGEST_MS = 60_000;

    private final Ticker ticker;
    private boolean any;
    private long startedMs;
    private long startedNanos;

    FirstReceipts(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Some are awaited from before. */
    void started(long nowMs) {
        any = true;
        startedMs = nowMs;
        startedNanos = ticker.nanos();
    }

    /** @param awaitedMs how long a receipt is awaited: if that is shorter, so is this */
    boolean areAwaited(long nowMs, long awaitedMs) {
        long time = Math.min(LONGEST_MS, awaitedMs);
        boolean byWall = nowMs >= startedMs && nowMs - startedMs < time;
        return any && (byWall || (ticker.nanos() - startedNanos) / 1_000_000 < time);
    }
}
