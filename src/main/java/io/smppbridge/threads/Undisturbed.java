package io.smppbridge.threads;

import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * Work that no interrupt of its caller's may cut short: it is done on a thread of its own, for which the caller waits to the end. An interrupt
 * neither skips a wait nor closes a file under the work; the caller finds his flag set when this returns.
 */
public final class Undisturbed {
    private Undisturbed() {}

    /** What may wait for others: nobody here interrupts it. */
    public interface Work {
        void run() throws InterruptedException;
    }

    /**
     * Does the work on a thread of this name; what it throws is thrown here. Where the system lets no further thread be made, the caller does
     * it himself.
     */
    public static void run(String name, Work work) {
        run(name, work, caught -> NamedThreads.single(name, caught));
    }

    static void run(String name, Work work, Function<Runnable, Thread> threads) {
        Throwable[] thrown = new Throwable[1];
        Runnable caught = () -> {
            try {
                work.run();
            } catch (InterruptedException | RuntimeException | Error e) {
                thrown[0] = e;
            }
        };
        Thread thread = threads.apply(caught);
        try {
            thread.start();
            join(thread);
        } catch (RejectedExecutionException e) {
            here(caught);
        }
        if (thrown[0] instanceof Error error) {
            throw error;
        }
        if (thrown[0] instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (thrown[0] != null) {
            throw new IllegalStateException("thread " + name + " was interrupted, which is nobody's to do", thrown[0]);
        }
    }

    /** An interrupt from before is the caller's again afterwards; one that comes meanwhile may cut a wait short. */
    private static void here(Runnable work) {
        boolean interrupted = Thread.interrupted();
        work.run();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
