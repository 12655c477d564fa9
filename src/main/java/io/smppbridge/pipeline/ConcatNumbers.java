package io.smppbridge.pipeline;

import io.smppbridge.OutboundSms;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.records.Bearer;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.text.Numbering;
import io.smppbridge.threads.OwnedBy;

/**
 * Gives each message of several parts the number that its parts carry, so that no handset joins parts of two messages: for the same
 * sender and recipient, whatever the SMSC, none repeats within 27 hours under 16-bit numbering, for up to 57,000 messages a day; one of a
 * message that is scheduled for later than three hours ahead is kept from others until a life after that time. Under 8-bit numbering there
 * are few: there none repeats while a handset may hold a part that bears it ({@link NumbersInUse}), and the one used longest ago comes
 * first. When all 256 are taken there is none: {@link PartsNumber#AWAITED}.
 *
 * <p>Numbers follow the clock: one a tick, so that all of them last a little longer than a day, and the next one if that is taken. So only
 * pairs that have run ahead of the clock have to be remembered: for a tick after one message, longer after many at once. These survive a
 * restart by the records that bear the numbers, which compaction replaces by NUMBER records. When more pairs than fit have run ahead,
 * further ones get numbers from one common sequence; 8-bit ones differ from those that are taken all the same.
 *
 * <p>What is given is never behind the clock, and for one pair each is greater than the one before. So an 8-bit number at most 30 ticks ahead
 * of the clock was last given 226 ticks ago at the latest, which is a day: where the table of those that are taken has not had room for all,
 * such numbers are free all the same.
 */
@OwnedBy("journal thread")
final class ConcatNumbers {
    /** 65,536 of these are 27.3 hours. */
    static final long WIDE_TICK_MS = 1_500;
    /** 256 of these are 27.3 hours. */
    static final long NARROW_TICK_MS = 384_000;

    private static final int ALL = 256;
    private static final int ALL_WIDE = 65_536;

    private static final int TICKS = PartsNumber.NARROW - 1;
    private static final int NUMBER = 0;
    private static final int SEGMENT = 1;

    private final int most;
    private final SegmentUse use;
    private final LongTable ahead = new LongTable(2, false, 64);
    private final NumbersInUse inUse;

    private int cursor;

    ConcatNumbers(int most, SegmentUse use, NumbersInUse inUse) {
        this.most = most;
        this.use = use;
        this.inUse = inUse;
    }

    /**
     * Numbers the parts of a message that is about to be journaled.
     *
     * @return the number, {@link PartsNumber#AWAITED} when there is none, or {@code spare} when there is nothing to number
     */
    int number(Task task, long nowMs, int spare) {
        Parts parts = task.parts();
        int bits = bits(parts);
        if (bits == 0) {
            return spare;
        }
        boolean wide = bits == 16;
        int number = next(PartsNumber.key(task.sms().from(), task.sms().to(), wide), wide, nowMs, spare);
        if (number != PartsNumber.AWAITED) {
            put(parts, number);
        }
        return number;
    }

    /** Writes a number into parts that nobody else has seen yet. */
    static void put(Parts parts, int number) {
        if (parts.sarReference() >= 0) {
            parts.sarReference(number);
            return;
        }
        for (int i = 0; i < parts.count(); i++) {
            Numbering.put(parts.octets(i), number);
        }
    }

    /** The record of a message, of several parts, stands on the journal. */
    void enter(Task task, long id, int number, long position, long nowMs) {
        if (PartsNumber.isNumbered(number)) {
            long key = PartsNumber.key(task.sms().from(), task.sms().to(), PartsNumber.isWide(number));
            enter(new Bearer(key, number, id, nowMs, Bearer.airMs(task.sms(), task.dueAtMs)), position);
        }
    }

    /** The same of a message whose record bears the number. */
    void enter(Bearer bearer, long position) {
        bears(bearer, position, bearer.givenMs());
        vouch(bearer.pair(), bearer.number(), position);
    }

    /** A message goes on without a number that none of its parts has gone with. */
    void giveBack(OutboundSms sms, long id, int number) {
        if (PartsNumber.isNumbered(number)) {
            inUse.leave(PartsNumber.key(sms.from(), sms.to(), PartsNumber.isWide(number)), number, id);
        }
    }

    /** How many bits the parts show of their number; 0 when they have none. */
    static int bits(Parts parts) {
        if (parts.count() == 1) {
            return 0;
        }
        return parts.sarReference() >= 0 ? 16 : parts.udhi() ? Numbering.bits(parts.octets(0)) : 0;
    }

    /** What names the sender, the recipient and the series of a task's parts. */
    static long pair(Task task) {
        return PartsNumber.key(task.sms().from(), task.sms().to(), bits(task.parts()) == 16);
    }

    /** Whether two messages have sender and recipient in common, and so their numbers from the same series. */
    static boolean samePair(OutboundSms one, OutboundSms other) {
        return one.from().number().equals(other.from().number())
                && one.to().number().equals(other.to().number());
    }

    /** Whether parts may go with a number that their message bears already. */
    static boolean suits(int number, Parts parts) {
        int bits = bits(parts);
        return bits == 0 || PartsNumber.isNumbered(number) && PartsNumber.isWide(number) == (bits == 16);
    }

    /** The next 16-bit number for a message whose parts had none of 8 bits. */
    int nextWide(OutboundSms sms, long nowMs, int spare) {
        return next(PartsNumber.key(sms.from(), sms.to(), true), true, nowMs, PartsNumber.WIDE | spare & 0xFFFF);
    }

    /** The next number of a pair; one like {@code spare} when there is no room to remember it, {@link PartsNumber#AWAITED} when all are in use. */
    int next(long key, boolean wide, long nowMs, int spare) {
        int now = tick(wide, nowMs);
        int slot = ahead.find(key);
        boolean kept = slot != LongTable.NONE;
        boolean loose = !kept && ahead.size() >= most;
        int first = kept ? Math.max((int) ahead.get(slot, NUMBER) + 1, now) : loose ? spare : now;
        for (int i = 0; i < (wide ? ALL_WIDE : ALL); i++) {
            int number = loose && !wide ? PartsNumber.LOOSE | first + i & 0xFF : first + i;
            if (inUse.isFree(key, number, nowMs) && (wide || isSure(number, now, nowMs))) {
                return number;
            }
        }
        return wide ? first : PartsNumber.AWAITED;
    }

    /** Whether its last use would be remembered, or is so long ago by the clock that it need not be. */
    private boolean isSure(int number, int now, long nowMs) {
        long life = (inUse.lifeMs() + NARROW_TICK_MS - 1) / NARROW_TICK_MS;
        boolean byClock = PartsNumber.isOurs(number) && number - now < ALL - life && inUse.isClockRight(nowMs);
        return byClock || inUse.isWhole(nowMs) && (PartsNumber.isOurs(number) || inUse.hasRoom());
    }

    /** A record bears the number: a new message's, one that is replayed, or one that stands for it. */
    void vouch(long key, int number, long position) {
        if (!PartsNumber.isOurs(number)) {
            return;
        }
        int slot = ahead.find(key);
        if (slot == LongTable.NONE) {
            slot = ahead.put(key);
        } else if (ahead.get(slot, NUMBER) > number) {
            return;
        } else {
            use.remove(ahead.get(slot, SEGMENT));
        }
        ahead.set(slot, NUMBER, number);
        ahead.set(slot, SEGMENT, Positions.segment(position));
        use.add(Positions.segment(position));
    }

    /** A record that was read back bears the number: as {@link #vouch}, unless the clock has passed it. */
    void saw(long key, int number, long position, long nowMs) {
        boolean passed = number < tick(PartsNumber.isWide(number), nowMs);
        if (ahead.find(key) != LongTable.NONE || !passed && ahead.size() < most) {
            vouch(key, number, position);
        }
    }

    /** The message whose record was read back bears the number. */
    void bears(Bearer bearer, long position, long nowMs) {
        if (PartsNumber.isNarrow(bearer.number()) || PartsNumber.isWide(bearer.number()) && bearer.isLongAhead()) {
            inUse.enter(bearer, position, nowMs);
        }
    }

    /** The number that a segment's record vouches for; 0 when another one does, or nothing has to. */
    int vouchedFor(long key, long segment) {
        int slot = ahead.find(key);
        return slot == LongTable.NONE || ahead.get(slot, SEGMENT) != segment ? 0 : (int) ahead.get(slot, NUMBER);
    }

    /** Forgets pairs that the clock has caught up with, looking at so many places. */
    void forgetOld(long nowMs, int places) {
        inUse.forget(nowMs, places);
        for (int i = 0; i < places && ahead.size() > 0; i++) {
            cursor = cursor + 1 >= ahead.slots() ? 0 : cursor + 1;
            long key = ahead.key(cursor);
            if (key == 0) {
                continue;
            }
            int number = (int) ahead.get(cursor, NUMBER);
            if (number < tick(PartsNumber.isWide(number), nowMs)) {
                use.remove(ahead.get(cursor, SEGMENT));
                ahead.remove(key);
            }
        }
    }

    int size() {
        return ahead.size();
    }

    private static int tick(boolean wide, long nowMs) {
        return wide
                ? PartsNumber.WIDE | (int) (nowMs / WIDE_TICK_MS & TICKS)
                : PartsNumber.NARROW | (int) (nowMs / NARROW_TICK_MS & TICKS);
    }
}
