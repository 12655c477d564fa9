package io.smppbridge.threads;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** How a thread waits for what another one does for it. A test with one thread does the other's work meanwhile. */
@FunctionalInterface
public interface Waiting {
    /** True when it is done; false when it has not come so soon, or never will. */
    boolean await(Future<?> done, Duration within) throws InterruptedException;

    /** By the future's own means. */
    Waiting PARKED = (done, within) -> {
        try {
            done.get(within.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        }
    };
}
