package io.smppbridge.esme;

import io.smppbridge.threads.ThreadSafe;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/**
 * Binds with one password for one name from one network that wait to be checked: they have one turn together, so that a crowd that comes back
 * at once asks for no more turns than it has passwords. Locked: only binds come here.
 */
@ThreadSafe
final class Alike {
    /** Binds that wait at once, of all kinds: who has gone meanwhile waits too. */
    static final int MOST = 20_000;

    private final Map<String, Queue<Waiting>> waiting = new HashMap<>();
    private int count;

    /**
     * One that waits.
     *
     * @param turn decides about it
     * @param refusal tells it that there is no turn for it
     */
    record Waiting(Runnable turn, Runnable refusal) {}

    /**
     * Lets one wait with those alike, or tells it that too many wait.
     *
     * @return whether it is the first of them, so that a turn is to be asked for
     */
    boolean enter(String digest, Waiting one) {
        synchronized (this) {
            if (count < MOST) {
                count++;
                Queue<Waiting> others = waiting.get(digest);
                if (others != null) {
                    others.add(one);
                    return false;
                }
                waiting.put(digest, new ArrayDeque<>(Set.of(one)));
                return true;
            }
        }
        one.refusal.run();
        return false;
    }

    /** The turn of all that are alike, also of those that come meanwhile. */
    void turn(String digest) {
        try {
            for (Waiting next = next(digest); next != null; next = next(digest)) {
                next.turn.run();
            }
        } catch (RuntimeException | Error e) {
            refuse(digest); // else nobody would ever ask for a turn for those that are alike
            throw e;
        }
    }

    /** There is no turn for any of them. */
    void refuse(String digest) {
        for (Waiting next = next(digest); next != null; next = next(digest)) {
            next.refusal.run();
        }
    }

    private synchronized Waiting next(String digest) {
        Queue<Waiting> alike = waiting.get(digest);
        if (alike == null) {
            return null; // they were refused, and the turn that had been asked for came all the same
        }
        Waiting next = alike.poll();
        if (next == null) {
            waiting.remove(digest);
        } else {
            count--;
        }
        return next;
    }
}
