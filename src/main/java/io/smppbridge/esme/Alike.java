package io.smppbridge.esme;

import io.smppbridge.threads.ThreadSafe;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/**
 * Binds with one password for one name from one network that wait to be checked: they have one turn together, so that a crowd that comes back
 * at once asks for no more turns than it has passwords. Each connection has one bind here at most. Locked: only binds come here.
 */
@ThreadSafe
final class Alike {
    private final Map<String, Queue<Waiting>> waiting = new HashMap<>();

    /**
     * One that waits.
     *
     * @param turn decides about it
     * @param refusal tells it that there is no turn for it
     */
    record Waiting(Runnable turn, Runnable refusal) {}

    /**
     * Lets one wait with those alike.
     *
     * @return whether it is the first of them, so that a turn is to be asked for
     */
    synchronized boolean enter(String digest, Waiting one) {
        Queue<Waiting> others = waiting.get(digest);
        if (others != null) {
            others.add(one);
            return false;
        }
        waiting.put(digest, new ArrayDeque<>(Set.of(one)));
        return true;
    }

    /** The turn of all that are alike, also of those that come meanwhile. */
    void turn(String digest) {
        try {
            for (Waiting next = next(digest); next != null; next = next(digest)) {
                next.turn.run();
            }
        } catch (RuntimeException e) {
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
        Waiting next = waiting.get(digest).poll();
        if (next == null) {
            waiting.remove(digest);
        }
        return next;
    }
}
