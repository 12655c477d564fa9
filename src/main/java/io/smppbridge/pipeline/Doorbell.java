package io.smppbridge.pipeline;

import io.smppbridge.threads.ThreadSafe;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Lets one thread sleep until there is work, at the price of one volatile read for whoever brings it. */
@ThreadSafe
final class Doorbell {
    private volatile Thread sleeper;

    /** Called by anyone, after the work is visible. */
    void ring() {
        VarHandle.fullFence();
        Thread thread = sleeper;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /** Called by the owner: sleeps at most so long, and not at all when there is work. */
    void sleep(long nanos, BooleanSupplier work) {
        sleeper = Thread.currentThread();
        VarHandle.fullFence();
        if (!work.getAsBoolean()) {
            LockSupport.parkNanos(this, nanos);
        }
        sleeper = null;
    }
}
