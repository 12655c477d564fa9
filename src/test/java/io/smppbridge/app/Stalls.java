package io.smppbridge.app;

import io.smppbridge.simulator.SmscSimulator;
import io.smppbridge.threads.NamedThreads;
import java.util.concurrent.locks.LockSupport;
import org.opentest4j.TestAbortedException;

/**
 * Tells a bridge that is too fast or too slow from a clock that was read late. The simulator stamps a submission when its thread gets to
 * read it; on a machine with other work that may be long after it came, and what came before and after the delay then falls into one
 * second. So the simulator's thread is asked for a sign of life all the time, and a figure that is wrong while it took longer for one than
 * the guard that the bridge keeps ({@code rate-guard}) is measured again, three times at most; then the test is skipped, and says that it is
 * the machine. A wrong figure on a machine that kept up fails at once. Where a delay can be reckoned with, {@link #most} and {@link #share}
 * say what it may have done to a figure. What hangs on no other thread's clock is not a figure: see {@link Written}.
 */
final class Stalls implements AutoCloseable {
    private static final long GUARD = 8_000_000L;
    private static final double SECOND = 1e9;
    private static final int TRIES = 3;

    /** One measurement. Facts are asserted as usual, figures within {@link Stalls#figures}. */
    interface Measurement {
        void run(int attempt) throws Exception;
    }

    /** Something that may throw. */
    interface Check {
        void run() throws Exception;
    }

    /** A figure was wrong while the machine did not keep up. */
    private static final class Disturbed extends AssertionError {
        private static final long serialVersionUID = 1L;

        Disturbed(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private final SmscSimulator simulator;
    private final Thread thread;
    private volatile boolean closed;
    private volatile long longest;
    private volatile long lost;

    Stalls(SmscSimulator simulator) {
        this.simulator = simulator;
        this.thread = NamedThreads.single("stalls", this::watch);
        thread.start();
    }

    /** Measures until a measurement was not disturbed; when none was, the test counts as skipped and says why. What it asserts of facts holds. */
    static void measure(Measurement measurement) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                measurement.run(attempt);
                return;
            } catch (Disturbed e) {
                System.out.println(e.getMessage() + "; measurement " + attempt + " of " + TRIES);
                if (attempt == TRIES) {
                    throw new TestAbortedException(
                            e.getMessage() + " in each of " + TRIES
                                    + " measurements: nothing is proven; run it with less beside it",
                            e);
                }
            }
        }
    }

    /** Checks figures that only a machine that keeps up can show. */
    void figures(Check check) throws Exception {
        try {
            check.run();
        } catch (AssertionError e) {
            if (longest < GUARD) {
                throw e;
            }
            throw new Disturbed(
                    "not measurable: the simulator's thread was held up for " + longest / 1_000_000
                            + " ms by other work on this machine",
                    e);
        }
    }

    /**
     * How many of a rate the simulator may read in one second: on a machine that keeps up no more than the rate. What comes while its
     * thread is held up is read behind that, so that a second of reading then holds what was written in as much more.
     */
    long most(double rate) {
        return (long) Math.ceil(rate * (longest < GUARD ? 1 : 1 + longest / SECOND));
    }

    /** The share of a measurement in which the machine kept up: 1 when it always did. */
    double share(double seconds) {
        return Math.max(0, 1 - lost / SECOND / seconds);
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    private void watch() {
        long before = System.nanoTime();
        while (!closed) {
            try {
                simulator.first().bindsNow();
            } catch (IllegalStateException e) {
                return; // it has been closed
            }
            long now = System.nanoTime();
            long held = now - before - 1_000_000L;
            longest = Math.max(longest, held);
            lost += held < GUARD ? 0 : held;
            before = now;
            LockSupport.parkNanos(1_000_000L);
        }
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        thread.join(5_000);
    }
}
