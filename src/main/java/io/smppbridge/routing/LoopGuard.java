package io.smppbridge.routing;

import io.smppbridge.OutboundSms;
import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts how often the same text from the same sender was taken for the same number in a short time, so that two gateways that point at
 * each other do not send one message round for ever. Nothing on the wire says how often a message has passed, so its content is what it is
 * known by.
 *
 * <p>Memory is bounded: a table of 2¹⁸ places (2 MiB), four of which a message may use; the one that was begun longest ago is given up
 * for a new message. So a loop may be noticed late under much traffic, but each round is a new chance. No lock, no allocation.
 */
@ThreadSafe
public final class LoopGuard {
    private static final int PLACES = 1 << 18;
    private static final int WAYS = 4;
    private static final int COUNT_BITS = 12;
    private static final int TIME_BITS = 24;
    private static final int TAG_SHIFT = COUNT_BITS + TIME_BITS;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    private static final long TIME_MASK = (1L << TIME_BITS) - 1;

    private final int max;
    private final long withinSeconds;
    /** In each place: 28 bits of the hash, 24 of the second it was seen first, 12 of the count. */
    private final AtomicLongArray places;

    /** @param max how often a message is taken; 0 for no limit, which costs nothing */
    public LoopGuard(int max, Duration within) {
        this.max = max;
        this.withinSeconds = within.toSeconds();
        this.places = new AtomicLongArray(max == 0 ? 0 : PLACES);
    }

    /** Whether it has been taken as often as it may. */
    public boolean isLoop(OutboundSms sms, long nowMs) {
        if (max == 0) {
            return false;
        }
        long hash = hash(sms);
        long now = nowMs / 1000 & TIME_MASK;
        int first = (int) hash & PLACES - 1 & -WAYS;
        for (int i = first; i < first + WAYS; i++) {
            long place = places.get(i);
            long age = now - (place >>> COUNT_BITS & TIME_MASK) & TIME_MASK;
            if (place != 0 && place >>> TAG_SHIFT == hash >>> TAG_SHIFT && age <= withinSeconds) {
                return (place & COUNT_MASK) >= max;
            }
        }
        return false;
    }

    /** Counts a message that has been taken; one that is refused for want of room is no loop when it comes again. */
    public void taken(OutboundSms sms, long nowMs) {
        if (max == 0) {
            return;
        }
        long hash = hash(sms);
        long tag = hash >>> TAG_SHIFT;
        long now = nowMs / 1000 & TIME_MASK;
        int first = (int) hash & PLACES - 1 & -WAYS;
        int oldest = first;
        long oldestAge = -1;
        for (int i = first; i < first + WAYS; i++) {
            long place = places.get(i);
            long age = place == 0 ? TIME_MASK + 1 : now - (place >>> COUNT_BITS & TIME_MASK) & TIME_MASK;
            while (place != 0 && place >>> TAG_SHIFT == tag && age <= withinSeconds) {
                if ((place & COUNT_MASK) >= max || places.compareAndSet(i, place, place + 1)) {
                    return;
                }
                place = places.get(i); // somebody else counted meanwhile
            }
            if (age > oldestAge) {
                oldestAge = age;
                oldest = i;
            }
        }
        places.set(oldest, tag << TAG_SHIFT | now << COUNT_BITS | 1);
    }

    private static long hash(OutboundSms sms) {
        long h = mix(0x9E3779B97F4A7C15L, sms.to().number());
        h = mix(h, sms.from().number());
        h = mix(h, sms.text());
        h ^= sms.coding().fields().sarSequence();
        for (byte b : sms.binary()) {
            h = (h ^ b & 0xFF) * 0x100000001B3L;
        }
        h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
        return h ^ h >>> 32;
    }

    private static long mix(long seed, String s) {
        long h = seed ^ s.length();
        for (int i = 0; i < s.length(); i++) {
            h = Long.rotateLeft(h ^ s.charAt(i) * 0xD6E8FEB86659FD93L, 29) * 0x9E3779B185EBCA87L;
        }
        return h;
    }
}
