package io.smppbridge.connector;

import io.smppbridge.threads.ThreadSafe;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;

/**
 * What other threads have to tell an owner thread: they post and ring, the owner drains and parks. A ring between two drains is never
 * lost; rings while the owner is awake cost one read.
 */
@ThreadSafe
public final class Mailbox {
    /** Letters that may wait where the sender of a letter can do without it: see {@link #offer}. */
    private static final int MANY = 65_536;

    private final MpscUnboundedAtomicArrayQueue<Runnable> letters = new MpscUnboundedAtomicArrayQueue<>(256);
    private final Rest rest;
    private volatile boolean rung;
    private volatile boolean entered;

    /** For an owner that sleeps. */
    public Mailbox() {
        this(Rest.asleep());
    }

    /** @param rest where its owner waits */
    public Mailbox(Rest rest) {
        this.rest = rest;
    }

    /** Where its owner waits. */
    public Rest rest() {
        return rest;
    }

    /** Posts something to do on the owner's thread and wakes it. */
    public void post(Runnable letter) {
        letters.offer(letter);
        ring();
    }

    /** Posts unless very many letters wait; false when it did not. */
    public boolean offer(Runnable letter) {
        boolean offered = offerQuietly(letter);
        if (offered) {
            ring();
        }
        return offered;
    }

    /** The same without a ring: for one of many, after the last of which {@link #ring} is called. */
    public boolean offerQuietly(Runnable letter) {
        if (letters.size() >= MANY) {
            return false;
        }
        letters.offer(letter);
        return true;
    }

    /** Wakes the owner, or keeps it from parking. */
    public void ring() {
        if (!rung) {
            rung = true;
            if (entered) {
                rest.wake();
            }
        }
    }

    /** Does what the letters say. Owner only; call before looking at anything whose change is rung for. */
    public int drain() {
        rung = false;
        int count = 0;
        for (Runnable letter = letters.poll(); letter != null; letter = letters.poll()) {
            letter.run();
            count++;
        }
        return count;
    }

    /** Waits for a ring, at most so long. Owner only. */
    public void park(long nanos) {
        if (!entered) {
            rest.enter();
            entered = true;
        }
        rest.rest(rung ? 0 : nanos);
    }
}
