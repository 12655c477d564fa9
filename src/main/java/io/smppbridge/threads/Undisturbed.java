package io.smppbridge.threads;

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

    /** Does the work on a thread of this name; what it throws is thrown here. */
    public static void run(String name, Work work) {
        Throwable[] thrown = new Throwable[1];
        Thread thread = NamedThreads.single(name, () -> {
            try {
                work.run();
            } catch (InterruptedException | RuntimeException | Error e) {
                thrown[0] = e;
            }
        });
        thread.start();
        join(thread);
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

    private static void join(Thread thread) {
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
