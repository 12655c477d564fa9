package io.smppbridge.settings;

import io.smppbridge.threads.ThreadSafe;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Says whether a password is somebody's, with the same work for everybody: as many rounds as whoever costs most, be it for somebody with
 * one password, with two while they are exchanged, or for nobody, and whatever comes of it. So time does not tell which names exist.
 */
@ThreadSafe
public final class EvenPasswords {
    private static final byte[] NOBODYS = new byte[16];

    private final AtomicLong worked = new AtomicLong();

    /** What it costs to look at somebody's passwords. */
    public static long rounds(Collection<PasswordHash> hashes) {
        return hashes.stream().mapToLong(PasswordHash::rounds).sum();
    }

    /**
     * Takes tens of milliseconds of processor time: not for an event loop.
     *
     * @param hashes of whom it may belong to; none for a name that nobody has
     * @param most rounds of whoever costs most
     */
    public boolean matches(String password, List<PasswordHash> hashes, long most) {
        boolean good = false;
        for (PasswordHash hash : hashes) {
            good |= hash.matches(password);
        }
        long own = rounds(hashes);
        for (long left = most - own; left > 0; left -= Integer.MAX_VALUE) {
            PasswordHash.digest(password, (int) Math.min(left, Integer.MAX_VALUE), NOBODYS);
        }
        worked.addAndGet(Math.max(own, most));
        return good;
    }

    /** Rounds so far. */
    public long worked() {
        return worked.get();
    }
}
