package io.smppbridge.connector;

import io.smppbridge.threads.ThreadSafe;
import java.util.concurrent.locks.LockSupport;

/** The rest of a thread that carries nothing. */
@ThreadSafe
final class Sleep implements Rest {
    private volatile Thread owner;

    @Override
    public void enter() {
        owner = Thread.currentThread();
    }

    @Override
    public void rest(long nanos) {
        if (nanos > 0) {
            LockSupport.parkNanos(this, nanos);
            Thread.interrupted(); // nobody's message: without this the next rest would be none
        }
    }

    @Override
    public void wake() {
        LockSupport.unpark(owner);
    }

    @Override
    public void leave() {
        // Nothing is carried.
    }
}
