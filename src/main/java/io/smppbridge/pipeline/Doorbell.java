package io.smppbridge.pipeline;

import io.smppbridge.threads.ThreadSafe;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Lets one thread sleep until there is work, at the price of one volatile read for whoever brings it. */
@ThreadSafe
final class Doorbell {
    private static final long IMPATIENT = -1;

    private final AtomicReference<Thread> sleeper = new AtomicReference<>();
    private volatile long patientTo = IMPATIENT;

    /** Called by anyone, after the work is visible. Of many that ring before it has woken, one alone calls the system. */
    void ring() {
        VarHandle.fullFence();
        Thread thread = sleeper.get();
        if (thread != null && sleeper.compareAndSet(thread, null)) {
            LockSupport.unpark(thread);
        }
    }

    /** The same, of numbered work that may as well be done later: while the owner is patient with it, it does not wake him. */
    void ring(long number) {
        // Else patience could be seen here, and this work not by the owner, whose patience is over.
        VarHandle.fullFence();
        if (isBeyondPatience(number)) {
            ring();
        }
    }

    boolean isBeyondPatience(long number) {
        return number > patientTo;
    }

    /**
     * Called by the owner: as {@link #sleep}, but that work up to this number does not wake him. He looks for it afterwards.
     *
     * @param urgent whether there is other work
     */
    void sleepPatiently(long nanos, long upTo, BooleanSupplier urgent) {
        patientTo = upTo;
        sleep(nanos, urgent);
        patientTo = IMPATIENT;
    }

    /** Called by the owner: sleeps at most so long, and not at all when there is work. */
    void sleep(long nanos, BooleanSupplier work) {
        sleeper.set(Thread.currentThread());
        VarHandle.fullFence();
        if (!work.getAsBoolean()) {
            LockSupport.parkNanos(this, nanos);
            Thread.interrupted(); // nobody's message: without this the next rest would be none
        }
        sleeper.set(null);
    }
}
