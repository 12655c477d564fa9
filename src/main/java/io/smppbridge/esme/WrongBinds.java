package io.smppbridge.esme;

import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Counts binds that failed. Five with one system_id from one address (IPv6: one /64) lock that system_id from that address for a quarter
 * of an hour, and from no other; twenty with any system_id lock the address. Holds at most 10,000 of either; the one not heard of for
 * longest makes room.
 *
 * <p>What has opened from there before passes a lock, until as many different passwords as made the lock have come in it: that is somebody
 * who guesses, and would learn by it which one is right. The same wrong one again and again is an ESME that was not told of the new one, and
 * keeps out nobody else. Locked: only binds come here.
 */
@ThreadSafe
final class WrongBinds {
    static final int EACH = 5;
    static final int ALL = 20;
    private static final long LOCK_NANOS = Duration.ofMinutes(15).toNanos();
    private static final int MOST = 10_000;
    private static final int LONGEST_SYSTEM_ID = 16;

    private final Ticker ticker;
    private final Map<String, Failures> failures = new LinkedHashMap<>();

    private static final class Failures {
        int count;
        long lastNanos;
        /** Digests of different passwords that came in the lock. */
        final Set<String> guesses = new HashSet<>(0);
    }

    WrongBinds(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * Whether a lock refuses a bind, its password unlooked at. The lock lasts no longer for it.
     *
     * @param digest of the password
     * @param opened whether it has opened from there before: that is no guess, and passes until somebody is guessing
     */
    synchronized boolean keepsOut(InetAddress peer, String systemId, String digest, boolean opened) {
        String from = network(peer);
        return keepsOut(from, ALL, digest, opened) | keepsOut(key(from, systemId), EACH, digest, opened);
    }

    private boolean keepsOut(String key, int most, String digest, boolean opened) {
        if (count(key) < most) {
            return false;
        }
        Set<String> guesses = failures.get(key).guesses;
        if (!opened && guesses.size() < most) {
            guesses.add(digest);
        }
        return !opened || guesses.size() == most;
    }

    synchronized void count(InetAddress peer, String systemId) {
        String from = network(peer);
        failed(from);
        failed(key(from, systemId));
    }

    /** It has bound: what it failed before is forgotten. */
    synchronized void good(InetAddress peer, String systemId) {
        failures.remove(key(network(peer), systemId));
    }

    /** Whatever an ESME calls itself, no more of it is kept than a system_id may have. */
    private static String key(String from, String systemId) {
        return from + ' ' + systemId.substring(0, Math.min(systemId.length(), LONGEST_SYSTEM_ID));
    }

    private int count(String key) {
        Failures known = failures.get(key);
        if (known == null) {
            return 0;
        }
        if (ticker.nanos() - known.lastNanos > LOCK_NANOS) {
            failures.remove(key);
            return 0;
        }
        return known.count;
    }

    private void failed(String key) {
        int before = count(key);
        Failures now = new Failures();
        now.count = before + 1;
        now.lastNanos = ticker.nanos();
        failures.remove(key);
        failures.put(key, now);
        if (failures.size() > MOST) {
            Iterator<String> oldest = failures.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** The address as a lock counts it. */
    static String network(InetAddress peer) {
        byte[] octets = peer.getAddress();
        return HexFormat.of().formatHex(peer instanceof Inet6Address ? Arrays.copyOf(octets, 8) : octets);
    }
}
