package io.smppbridge.sender;

import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.Arrays;

/**
 * The submit_sm that one SMSC account allows, shared by all its workers and binds.
 *
 * <p>Two conditions must hold. <em>Spacing</em>: permits ripen one by one, {@code 1/rate} apart, and up to {@code burst} may have
 * gathered in a pause (the generic cell rate algorithm, ITU-T I.371). <em>The sliding second</em>: with N = ceil(rate), permit n is not
 * given before the write of permit n − N has been N/rate seconds past, and the guard; so no interval of a second, wherever it begins,
 * holds more than N writes. The second condition goes by the times at which bytes were really written, as whoever writes reports them: a
 * permit that is given and not yet reported counts as being written now, for as long as that takes. A bunch that was held up by a
 * stopped process or a slow socket can therefore not crowd the next one.
 *
 * <p>The segments of a message are asked for as a unit. A unit that waits for room keeps smaller ones from passing it; and a message of
 * more segments than can be had at once keeps all others from passing until its last.
 *
 * <p>Without a limit nothing is locked or counted.
 */
@ThreadSafe
final class RateGate {
    /** The ticket of an unlimited lane. */
    static final long UNLIMITED = Long.MAX_VALUE;
    /** Not now. */
    static final long NOT_NOW = -1;

    private static final long SECOND = 1_000_000_000L;
    private static final long PENDING = Long.MAX_VALUE;
    private static final long LONG_AGO = Long.MIN_VALUE;
    /** Permits of this long may be made up for when a worker wakes late, so that lateness does not lower the average. */
    private static final long CATCH_UP = 20_000_000L;
    /** How long a unit that waits for room may keep others waiting; its worker may have lost its bind meanwhile. */
    private static final long CLAIM_LASTS = 3 * SECOND;

    private volatile boolean limited;
    private double contract;
    private double rate;
    private double slow = Double.POSITIVE_INFINITY;
    private double eased = Double.POSITIVE_INFINITY;
    private int burst;
    private long guard;

    private int perPeriod;
    private long period;
    private double spacing;

    /** Write times by ticket number; a power of two at least as long as perPeriod. */
    private long[] writes = new long[1];

    private long next;
    /** When the next permit is ripe by spacing; meaningful once a permit has been given. */
    private double ripeAt = Double.NaN;

    private long origin;
    private Object claimant;
    private long claimUntil;

    /**
     * @param rate submit_sm per second, fractions allowed; {@link Double#POSITIVE_INFINITY} for no limit
     * @param burst submit_sm at once after a pause
     * @param guard added to each period, so that jitter on the way to the SMSC never makes it one too many
     */
    RateGate(double rate, int burst, Duration guard) {
        writes[0] = LONG_AGO;
        apply(rate, burst, guard);
    }

    /**
     * Another contract, from the next permit on; what was written under the old one still counts. What {@link #slowTo} has said holds
     * until the rate is another.
     */
    synchronized void apply(double newRate, int newBurst, Duration newGuard) {
        if (newRate != contract) {
            contract = newRate;
            slow = Double.POSITIVE_INFINITY;
        }
        burst = Math.max(1, newBurst);
        guard = newGuard.toNanos();
        pace(Math.min(contract, Math.min(slow, eased)));
    }

    /** Slower than the contract for a while, or back to it: never above it. */
    synchronized void slowTo(double newRate) {
        slow = newRate;
        pace(Math.min(contract, Math.min(slow, eased)));
    }

    /** Another bound of that kind, which stands beside the one of {@link #slowTo}; infinite for none. */
    synchronized void easeTo(double newRate) {
        eased = newRate;
        pace(Math.min(contract, Math.min(slow, eased)));
    }

    /** The rate now in force. */
    synchronized double rate() {
        return rate;
    }

    /** The rate agreed with the carrier. */
    synchronized double contract() {
        return contract;
    }

    boolean limited() {
        return limited;
    }

    /** How many permits could be had now: what to take from the bag at most. Unlimited: {@link Integer#MAX_VALUE}. */
    int ready(Object worker, long now) {
        if (!limited) {
            return Integer.MAX_VALUE;
        }
        synchronized (this) {
            return claimedByOther(worker, now) ? 0 : count((int) Math.min(perPeriod, spaced(now)), now);
        }
    }

    /**
     * The most parts that can be asked for at once; a message with more of them asks again. Unlimited: {@link Integer#MAX_VALUE}.
     */
    int unit() {
        if (!limited) {
            return Integer.MAX_VALUE;
        }
        synchronized (this) {
            return perPeriod;
        }
    }

    /**
     * How many of so many parts may go now; all of them when none may, as then they wait together. What is left of a second in which not
     * all have room would otherwise be lost to whoever has nothing but long messages.
     */
    int share(int parts, Object worker, long now) {
        if (!limited || parts <= 1) {
            return parts;
        }
        synchronized (this) {
            int free = claimedByOther(worker, now) || spaced(now) < 1 ? 0 : count(parts, now);
            return free == 0 ? parts : free;
        }
    }

    /**
     * Takes permits, all or none. Each must then be reported by {@link #written}.
     *
     * @param parts how many submit_sm, at most {@link #unit}
     * @param worker who asks: keeps its place in the line when it has to wait
     * @return a ticket, or {@link #NOT_NOW}
     */
    long reserve(int parts, Object worker, long now) {
        return reserve(parts, Course.WHOLE, worker, now);
    }

    /** Whether what is asked for is all of a message. */
    enum Course {
        /** All that is to be submitted of it now. */
        WHOLE,
        /** Its first parts; until the last ones are asked for, nobody else gets a permit. */
        BEGINS,
        /** Further parts of one that has begun, but not the last. */
        GOES_ON,
        /** The last parts of one that has begun. */
        ENDS
    }

    /** The same for parts of a message that may have others. */
    long reserve(int parts, Course course, Object worker, long now) {
        if (!limited) {
            return UNLIMITED;
        }
        synchronized (this) {
            if (parts > perPeriod || claimedByOther(worker, now)) {
                return NOT_NOW;
            }
            if (spaced(now) < 1 || count(parts, now) < parts) {
                boolean begun = course == Course.GOES_ON || course == Course.ENDS;
                if ((parts > 1 || begun) && claimant != worker) {
                    claim(worker, now);
                }
                return NOT_NOW;
            }
            claimant = null;
            if (course == Course.BEGINS || course == Course.GOES_ON) {
                claim(worker, now);
            }
            spend(parts, now);
            long ticket = next;
            for (int i = 0; i < parts; i++) {
                writes[(int) (next++ & writes.length - 1)] = PENDING;
            }
            return ticket;
        }
    }

    /** Reports that what a ticket allows is on the wire, or may be. */
    void written(long ticket, int count, long now) {
        if (ticket == UNLIMITED) {
            return;
        }
        synchronized (this) {
            for (long t = ticket; t < ticket + count; t++) {
                if (next - t <= writes.length) {
                    writes[(int) (t & writes.length - 1)] = now;
                }
            }
        }
    }

    /** When to ask again, in the ticker's nanoseconds; {@code now} when a permit is ready. */
    long nextAt(int parts, Object worker, long now) {
        if (!limited) {
            return now;
        }
        synchronized (this) {
            long at = nextAt(parts, now);
            // Whoever has the right of way takes what is ripe then; its end is not told.
            return claimedByOther(worker, now) ? Math.max(at, now + (long) Math.min(spacing, SECOND / 100)) : at;
        }
    }

    private long nextAt(int parts, long now) {
        int wanted = Math.max(1, Math.min(parts, perPeriod));
        long at = Double.isNaN(ripeAt) ? now : Math.max(now, spacedAt());
        long write = slot(next + wanted - 1 - perPeriod);
        if (write == PENDING) {
            return Math.max(at, now + (long) Math.min(spacing, SECOND / 100));
        }
        return write == LONG_AGO ? at : Math.max(at, write + period + guard);
    }

    /** Forgets a worker that no longer waits. */
    synchronized void leave(Object worker) {
        if (claimant == worker) {
            claimant = null;
        }
    }

    private void claim(Object worker, long now) {
        claimant = worker;
        claimUntil = now + CLAIM_LASTS + period + guard;
    }

    private boolean claimedByOther(Object worker, long now) {
        return claimant != null && claimant != worker && now - claimUntil < 0;
    }

    /** Permits that the sliding second allows now, at most the wanted ones. */
    private int count(int wanted, long now) {
        int got = 0;
        while (got < wanted) {
            long write = slot(next + got - perPeriod);
            if (write == PENDING || write != LONG_AGO && now - (write + period + guard) < 0) {
                break;
            }
            got++;
        }
        return got;
    }

    /** The time of the write with that number; unknown ones are long past. */
    private long slot(long number) {
        return number < 0 || next - number > writes.length ? LONG_AGO : writes[(int) (number & writes.length - 1)];
    }

    /** Permits that spacing allows now. A unit needs one of them and then owes the rest. */
    private long spaced(long now) {
        if (Double.isNaN(ripeAt)) {
            return burst;
        }
        double elapsed = now - origin;
        return burst + (long) Math.floor((elapsed - Math.max(ripeAt, elapsed - CATCH_UP)) / spacing + 1e-9);
    }

    private long spacedAt() {
        return origin + (long) Math.ceil(ripeAt - (burst - 1) * spacing);
    }

    private void spend(int permits, long now) {
        double elapsed = now - origin;
        double from = Double.isNaN(ripeAt) ? elapsed : Math.max(ripeAt, elapsed - CATCH_UP);
        // The origin moves along, so that doubles stay exact to the nanosecond however long it runs.
        origin = now;
        ripeAt = from - elapsed + permits * spacing;
    }

    private void pace(double newRate) {
        rate = newRate;
        limited = newRate != Double.POSITIVE_INFINITY;
        if (!limited) {
            return;
        }
        perPeriod = (int) Math.max(1, Math.ceil(newRate - 1e-9));
        double before = spacing;
        spacing = SECOND / newRate;
        ripeAt *= spacing / before; // what has been spent is owed at the new pace: a slow one's pause is not waited for
        period = (long) Math.ceil(perPeriod * spacing);
        int length = Integer.highestOneBit(Math.max(1, perPeriod - 1)) << 1;
        if (length > writes.length) {
            long[] longer = new long[length];
            Arrays.fill(longer, LONG_AGO);
            for (long t = Math.max(0, next - writes.length); t < next; t++) {
                longer[(int) (t & length - 1)] = writes[(int) (t & writes.length - 1)];
            }
            writes = longer;
        }
    }
}
