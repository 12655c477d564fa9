package io.smppbridge.stages;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.ThreadSafe;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Wakes one sleeping thread of a pool when there is work; costs whoever brings it a look at each of the pool's threads. */
@ThreadSafe
final class Bell {
    /** A thread that gives way so many times before it lies down saves its waker a system call while work comes thick. */
    private static final int GIVE_WAY = 10;

    private volatile Sleeper[] sleepers = {};

    /** One thread's bed. */
    @OwnedBy("its thread; asleep is also the waker's")
    final class Sleeper {
        private final Thread thread = Thread.currentThread();
        private volatile boolean asleep;

        /** Sleeps at most so long, and not at all once there is work. */
        void sleep(long nanos, BooleanSupplier work) {
            for (int i = 0; i < GIVE_WAY; i++) {
                if (work.getAsBoolean()) {
                    return;
                }
                Thread.yield();
            }
            asleep = true;
            VarHandle.fullFence();
            if (!work.getAsBoolean()) {
                LockSupport.parkNanos(this, nanos);
                Thread.interrupted(); // nobody's message: without this the next rest would be none
            }
            asleep = false;
        }

        /** Leaves the pool. */
        void leave() {
            change(false, this);
        }
    }

    /** Joins the pool: called by the thread itself. */
    Sleeper join() {
        Sleeper sleeper = new Sleeper();
        change(true, sleeper);
        return sleeper;
    }

    private synchronized void change(boolean joins, Sleeper who) {
        List<Sleeper> all = new ArrayList<>(Arrays.asList(sleepers));
        if (joins) {
            all.add(who);
        } else {
            all.remove(who);
        }
        sleepers = all.toArray(Sleeper[]::new);
    }

    /** Called by anyone, after the work is visible; returns whether somebody slept and was woken. */
    boolean ring() {
        VarHandle.fullFence();
        for (Sleeper sleeper : sleepers) {
            if (sleeper.asleep) {
                sleeper.asleep = false;
                LockSupport.unpark(sleeper.thread);
                return true;
            }
        }
        return false;
    }
}
