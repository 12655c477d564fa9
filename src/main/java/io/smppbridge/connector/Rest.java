package io.smppbridge.connector;

import io.smppbridge.threads.NamedThreads;

/**
 * Where a thread waits when it has nothing to do: asleep, or with its own connections, whose octets it then reads and writes. Everything
 * but {@link #wake} is the owner's.
 */
public interface Rest {
    /** A thread that is to rest here, not yet started. */
    default Thread thread(String name, Runnable work) {
        return NamedThreads.single(name, work);
    }

    /** The owner is here, once and before it rests for the first time. */
    void enter();

    /**
     * Waits until someone wakes it or there is something to read; with 0 only looks.
     *
     * @param nanos at most so long
     */
    void rest(long nanos);

    /** Ends this rest, or the next one. Any thread. */
    void wake();

    /** The owner will not rest any more; what it carries is cut off. */
    void leave();

    /** A thread that sleeps, and carries nothing. */
    static Rest asleep() {
        return new Sleep();
    }
}
