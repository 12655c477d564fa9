package io.smppbridge.http;

import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts wrong keys by address (IPv6 by /64): ten at once, one more every six seconds. Holds at most 10,000 addresses; the one not heard of
 * for longest makes room. Locked: only requests that have not opened come here.
 */
@ThreadSafe
public final class WrongKeys {
    static final int BURST = 10;
    private static final long EACH_NANOS = 6_000_000_000L;
    private static final int ADDRESSES = 10_000;

    /** When the address will have no wrong key to its name any more (GCRA), by address. */
    private final Map<Long, Long> clearAt = new LinkedHashMap<>();

    private final Ticker ticker;

    public WrongKeys(Ticker ticker) {
        this.ticker = ticker;
    }

    /** How long requests from there are refused unlooked at; 0 when they are looked at. */
    public synchronized long pauseNanos(InetAddress peer) {
        Long clear = clearAt.get(key(peer));
        return clear == null ? 0 : Math.max(0, clear - ticker.nanos() - (BURST - 1) * EACH_NANOS);
    }

    /** A wrong key has come from there. */
    public synchronized void count(InetAddress peer) {
        Long key = key(peer);
        long now = ticker.nanos();
        Long clear = clearAt.remove(key);
        clearAt.put(key, (clear == null || clear - now < 0 ? now : clear) + EACH_NANOS);
        if (clearAt.size() > ADDRESSES) {
            Iterator<Long> oldest = clearAt.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    private static Long key(InetAddress peer) {
        byte[] octets = peer.getAddress();
        byte[] network = peer instanceof Inet6Address ? Arrays.copyOf(octets, 8) : octets;
        long key = network.length;
        for (byte octet : network) {
            key = key << 8 | octet & 0xff;
        }
        return key;
    }
}
