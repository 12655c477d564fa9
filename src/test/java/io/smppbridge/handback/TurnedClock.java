package io.smppbridge.handback;

import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** Both clocks, turned by hand. */
final class TurnedClock implements Ticker, InstantSource {
    static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    private final AtomicLong nanos = new AtomicLong();

    void turn(Duration by) {
        nanos.addAndGet(by.toNanos());
    }

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public Instant instant() {
        return START.plusNanos(nanos.get());
    }
}
