package io.smppbridge.simulation;

import io.smppbridge.threads.Ticker;
import java.time.Instant;
import java.time.InstantSource;

/** Both clocks of the world: they move when they are told to. */
final class Time implements InstantSource, Ticker {
    private static final long START_MS = 1_795_000_000_000L;
    private static final long START_NANOS = 5_000_000_000L;
    private static final long MILLI = 1_000_000L;

    private long passed;
    private long steps;

    void pass(long nanos) {
        passed += nanos;
    }

    /** A number larger than all before: which of two things was first. */
    long step() {
        return ++steps;
    }

    @Override
    public long nanos() {
        return START_NANOS + passed;
    }

    @Override
    public long millis() {
        return START_MS + passed / MILLI;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    /** Since the beginning, in milliseconds. */
    long passedMs() {
        return passed / MILLI;
    }
}
