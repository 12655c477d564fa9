package io.smppbridge.pipeline;

import io.smppbridge.threads.ThreadSafe;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Lets one thread sleep until there is work, at the price of one volatile read for whoever brings it. */
@ThreadSafe
final class Doorbell {
    private final AtomicReference<Thread> sleeper = new AtomicReference<>();

    /** Called by anyone, after the work is visible. Of many that ring before it has woken, one alone calls the system. */
    void ring() {
        VarHandle.fullFence();
        Thread thread = sleeper.get();
        if (thread != null && sleeper.compareAndSet(thread, null)) {
            LockSupport.unpark(thread);
        }
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
