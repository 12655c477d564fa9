package io.smppbridge.routing;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.settings.RoutingConfig;
import io.smppbridge.settings.RoutingConfig.Counting;
import io.smppbridge.text.Carried;
import io.smppbridge.threads.ThreadSafe;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Keeps a message from going round for ever between gateways that send to each other.
 *
 * <p><strong>What travels along.</strong> A TLV that counts hops. It is put on a message that may be coming round, and on all that came by
 * SMPP for SMSCs that are said to take it; every bridge that gets one sends it on with one more, also after a restart. That count is the
 * proof: nothing that merely looks like an earlier message can have it.
 *
 * <p><strong>What does not need to.</strong> What goes over the air: sender, number and octets, without the header that numbers parts. Alone
 * it proves nothing, as two customers may send one number the same text as often as they like. So by default it only says what is marked: what
 * comes by SMPP for the {@link #SUSPECTED}th time. What comes in another way cannot be marked when it comes again, and is not looked at.
 * Where no mark can travel (SMPP 3.3, no tag, a limit too low to suspect first) it counts each time that another account brings the
 * same than the one that brought it first. Towards peers that drop TLVs, the configuration may have that everywhere, or count every time.
 *
 * <p>Memory is bounded: a table of 2¹⁸ places (2 MiB), four of which a message may use; the one whose time began longest ago is given up
 * for a new message. So a loop may be noticed late under much traffic, but each round is a new chance. No lock, and no allocation unless
 * there is something to mark. Where nothing can come round it costs nothing, and a configuration that is reloaded takes the table over.
 */
@ThreadSafe
public final class LoopGuard {
    /** Says that a message is not to go on. */
    public static final int LOOP = -1;

    /** How often a message must have come by SMPP to be marked: more often than an impatient subscriber asks for a code. */
    public static final int SUSPECTED = 8;

    /** Below this there is no room for suspicion before the limit. */
    private static final int LEAST_MARKED = 3;

    private static final int PLACES = 1 << 18;
    private static final int WAYS = 4;
    private static final int COUNT_BITS = 8;
    private static final int TIME_BITS = 14;
    private static final int ACCOUNT_BITS = 16;
    private static final int TIME_SHIFT = COUNT_BITS;
    private static final int ACCOUNT_SHIFT = TIME_SHIFT + TIME_BITS;
    private static final int TAG_SHIFT = ACCOUNT_SHIFT + ACCOUNT_BITS;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    private static final long TIME_MASK = (1L << TIME_BITS) - 1;
    private static final long ACCOUNT_MASK = (1L << ACCOUNT_BITS) - 1;
    /** Time is counted in four seconds, so that it lasts for 18 hours. */
    private static final long TICK_MS = 4_000;

    /** Counts as the TLV has them. */
    private static final String[] HOPS = new String[1 << COUNT_BITS];

    static {
        for (int i = 0; i < HOPS.length; i++) {
            HOPS[i] = String.format(Locale.ROOT, "%02x", i);
        }
    }

    private static final long PRIME = 0x9E3779B185EBCA87L;
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Keeps what is suspected apart from what is counted. */
    private static final long SUSPICION = 0x5C5C5C5C5C5C5C5CL;

    private final RoutingConfig.Loops terms;
    private final long withinTicks;
    /** Whether a mark is the proof, wherever one can travel. */
    private final boolean marks;
    /** How often a message has come by SMPP when it is marked. */
    private final int suspect;
    /** In each place: 26 bits of the hash, 16 of the account, 14 of the time, 8 of the count. */
    private final AtomicLongArray places;
    /** By hop, the TLVs of a message that has no others. */
    private final List<Map<String, String>> hops;

    public LoopGuard(RoutingConfig.Loops terms) {
        this(terms, new AtomicLongArray(terms.watched() ? PLACES : 0));
    }

    private LoopGuard(RoutingConfig.Loops terms, AtomicLongArray places) {
        this.terms = terms;
        this.withinTicks = Math.max(1, terms.within().toMillis() / TICK_MS);
        this.marks = terms.counting() == Counting.MARKED && !terms.hopTag().isEmpty() && terms.max() >= LEAST_MARKED;
        this.suspect = Math.min(SUSPECTED, terms.max() - 1);
        this.places = places;
        this.hops = Arrays.stream(HOPS).map(hop -> Map.of(terms.hopTag(), hop)).toList();
    }

    /** A guard by other terms that knows what this one knows. */
    public LoopGuard with(RoutingConfig.Loops other) {
        boolean alike = other.watched() && places.length() > 0 && other.counting() == terms.counting();
        return alike ? new LoopGuard(other, places) : new LoopGuard(other);
    }

    /** Whether anything can come round. */
    public boolean watches() {
        return terms.watched();
    }

    /**
     * Looks at a message that is about to be taken, and counts it. To be asked when nothing but a fault of ours keeps the message from being
     * taken: one that is refused for want of room is no loop when it comes again.
     *
     * @param parts as it would go out
     * @param travels whether the TLV that counts can go with it
     * @return the hop that it goes out with, 0 for a message that need not be marked; or {@link #LOOP}
     */
    public int hop(String account, OutboundSms sms, Carried parts, String smsc, boolean travels, long nowMs) {
        int came = came(sms);
        if (came >= terms.max()) {
            return LOOP;
        }
        boolean bySmpp = sms.coding().isGiven();
        int listed = bySmpp && terms.marked().contains(smsc) ? 1 : 0;
        if (marks && travels) {
            boolean known = came > 0 || !bySmpp || listed > 0; // what bears a count needs no other
            boolean suspected = !known && seen(sms, parts, SUSPICION, 0, suspect, nowMs) >= suspect - 1;
            return came > 0 ? came + 1 : suspected ? Math.min(suspect + 1, terms.max()) : listed;
        }
        long first = terms.counting() == Counting.ALL ? 0 : account(account);
        int seen = seen(sms, parts, 0, first, terms.max(), nowMs);
        if (seen >= terms.max()) {
            return LOOP;
        }
        return came > 0 || seen > 0 || listed > 0 ? Math.max(came, seen) + 1 : 0;
    }

    /**
     * How often the part that has come most often came before.
     *
     * @param account whose own repetitions do not count; 0 where all do
     */
    private int seen(OutboundSms sms, Carried parts, long salt, long account, int most, long nowMs) {
        long addresses = mix(PRIME ^ salt, sms.to())
                ^ Long.rotateLeft(mix(PRIME, sms.from()), 32); // neither waits for the other
        int seen = 0;
        for (int i = 0; i < parts.count() && seen < most; i++) {
            long identity = identity(addresses, parts.octets(i), parts.udhi());
            seen = Math.max(seen, pass(identity, account, most, nowMs));
        }
        return seen;
    }

    /** The message with its hop, or without one. */
    public OutboundSms marked(OutboundSms sms, int hop) {
        String tag = terms.hopTag();
        if (tag.isEmpty() || hop == 0 && !sms.tlvs().containsKey(tag)) {
            return sms;
        }
        if (sms.tlvs().isEmpty()) {
            return sms.withTlvs(hops.get(hop));
        }
        Map<String, String> tlvs = new LinkedHashMap<>(sms.tlvs());
        if (hop == 0) {
            tlvs.remove(tag);
        } else {
            tlvs.put(tag, HOPS[hop]);
        }
        return sms.withTlvs(tlvs);
    }

    /** The hops that a message has made when it comes. */
    private int came(OutboundSms sms) {
        String value = terms.hopTag().isEmpty() || sms.tlvs().isEmpty()
                ? null
                : sms.tlvs().get(terms.hopTag());
        return value == null ? 0 : value.matches("[0-9a-fA-F]{2}") ? Integer.parseInt(value, 16) : 1;
    }

    /** How often it has been taken before, where this time counts, else 0; counts it unless that is as often as it may. */
    private int pass(long hash, long account, int most, long nowMs) {
        long tag = hash >>> TAG_SHIFT;
        long now = nowMs / TICK_MS & TIME_MASK;
        int first = (int) hash & PLACES - 1 & -WAYS;
        int oldest = first;
        long oldestAge = -1;
        for (int i = first; i < first + WAYS; i++) {
            long place = places.get(i);
            while (place != 0 && place >>> TAG_SHIFT == tag) {
                boolean old = isOld(place, now);
                int seen = !counts(place, account) ? 0 : old ? 1 : (int) (place & COUNT_MASK);
                if (seen == 0 && !old || seen >= most || places.compareAndSet(i, place, next(place, seen, now))) {
                    return seen;
                }
                place = places.get(i); // somebody else counted meanwhile
            }
            long age = place == 0 ? TIME_MASK + 1 : now - (place >>> TIME_SHIFT & TIME_MASK) & TIME_MASK;
            if (age > oldestAge) {
                oldestAge = age;
                oldest = i;
            }
        }
        places.setRelease(oldest, tag << TAG_SHIFT | account << ACCOUNT_SHIFT | now << TIME_SHIFT | 1);
        return 0;
    }

    /** The account that was first stays known when the time is over: what comes round slowly is marked all the same. */
    private long next(long place, int seen, long now) {
        return isOld(place, now)
                ? place & ~(TIME_MASK << TIME_SHIFT | COUNT_MASK) | now << TIME_SHIFT | seen + 1
                : place + 1;
    }

    private static boolean counts(long place, long account) {
        return account == 0 || (place >>> ACCOUNT_SHIFT & ACCOUNT_MASK) != account;
    }

    private boolean isOld(long place, long now) {
        return (now - (place >>> TIME_SHIFT & TIME_MASK) & TIME_MASK) > withinTicks;
    }

    private static long account(String name) {
        int hash = name.hashCode() * 0x9E3779B1;
        return Math.max(1, (hash >>> 16 ^ hash) & ACCOUNT_MASK);
    }

    private static long identity(long addresses, byte[] octets, boolean udhi) {
        int at = udhi && octets.length > 0 ? Math.min(1 + (octets[0] & 0xFF), octets.length) : 0;
        long h = addresses ^ octets.length - at;
        for (; at <= octets.length - Long.BYTES; at += Long.BYTES) {
            h = Long.rotateLeft(h ^ (long) EIGHT.get(octets, at) * 0xD6E8FEB86659FD93L, 29) * PRIME;
        }
        for (; at < octets.length; at++) {
            h = (h ^ octets[at] & 0xFF) * PRIME;
        }
        h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
        return h ^ h >>> 32;
    }

    private static long mix(long seed, Address address) {
        String s = address.number();
        long h = seed ^ s.length();
        for (int i = 0; i < s.length(); i++) {
            h = (h + s.charAt(i)) * PRIME;
        }
        return h ^ h >>> 29;
    }
}
