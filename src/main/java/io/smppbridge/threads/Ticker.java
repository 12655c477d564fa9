package io.smppbridge.threads;

/** The monotonic clock: timers, rates, windows and deadlines read it, and tests turn it by hand. */
@FunctionalInterface
public interface Ticker {
    /** Nanoseconds since an arbitrary origin; only differences mean anything. */
    long nanos();

    /** The machine's own. */
    Ticker SYSTEM = System::nanoTime;
}
