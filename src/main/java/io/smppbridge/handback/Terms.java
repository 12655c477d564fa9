package io.smppbridge.handback;

import io.smppbridge.settings.HandbackConfig;
import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/** How often and how long events are tried, as the configuration says now. How many are held in memory stays as it was at the start. */
@ThreadSafe
final class Terms {
    private final DoubleSupplier chance;
    private final int hotEvents;
    private volatile HandbackConfig now;
    private volatile Backoff backoff;

    Terms(HandbackConfig begun, DoubleSupplier chance) {
        this.chance = chance;
        this.hotEvents = begun.hotEvents();
        apply(begun);
    }

    /** Any thread: holds for each pause that begins from now on, each attempt that ends, and what waits already. */
    void apply(HandbackConfig fresh) {
        backoff = new Backoff(fresh.retryMin(), fresh.retryMax(), chance);
        now = fresh;
    }

    Backoff backoff() {
        return backoff;
    }

    int attempts() {
        return now.attempts();
    }

    Duration keep() {
        return now.keep();
    }

    int hotEvents() {
        return hotEvents;
    }
}
