package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.records.Bearer;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.records.RecordType;
import io.smppbridge.threads.OwnedBy;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * Which numbers a handset may still hold parts of, for each sender and recipient: all of 8 bits, and those of 16 bits that their messages
 * bear for longer than the clock keeps them apart. A number is taken from the acceptance of its message on, and for as long as a handset
 * may wait for parts (the life) after the SMSC has had the last of it, or after the time until which the SMSC keeps it, if that is later.
 * It is free at once when receipts of all parts say delivered, as then the handset has put them together, or when the SMSC has taken none
 * and owes no answer.
 *
 * <p>A restart changes nothing of that: until its number is free, a message's record is kept, or a TAKEN record in its place.
 *
 * <p>40 to 80 octets for each long message of the last day, and as many more while it is open. At the bound (600,000: 25 to 50 MB) messages
 * are entered no more; from then on, for a life, only what the clock vouches for is free ({@link ConcatNumbers}), which needs no memory.
 */
@OwnedBy("journal thread")
final class NumbersInUse {
    private static final int MOST = 600_000;
    private static final int AIR = 1;
    private static final int MESSAGE = 0;
    /** The second since 1970 from which on it is free, or {@link #OPEN}, and the segment of the record that vouches for it. */
    private static final int UNTIL = 1;

    private static final long OPEN = 0xFFFF_FFFFL;
    private static final int UNTIL_SHIFT = 32;
    /** A place of its own: until when something that found no room may be missing. */
    private static final long LOSS = 1;

    private static final long LOSS_STEP_MS = 60_000;
    private static final long NEVER_ZERO = 1L << 62;
    private static final long LOW = 0xFF;
    private static final long LOW_WIDE = 0xFFFF;
    private static final int PLACES_AN_ENTRY = 4;

    private final Ledger ledger;
    private final SegmentUse use;
    private final long lifeMs;
    private final int most;
    private final LongTable places = new LongTable(2, false, 64);
    /** Of messages that have not ended, by id: the place, below zero once a handset may have a part; and when it may, at the earliest. */
    private final LongTable open = new LongTable(2, false, 64);

    private int cursor;
    private int openCursor;
    private long lossUntilMs;
    private boolean lossUnwritten;

    NumbersInUse(Ledger ledger, SegmentUse use, Duration life) {
        this(ledger, use, life, MOST);
    }

    NumbersInUse(Ledger ledger, SegmentUse use, Duration life, int most) {
        this.ledger = ledger;
        this.use = use;
        this.lifeMs = life.toMillis();
        this.most = most;
    }

    /** What names a number of a pair, for {@link #carry}. */
    static long place(long pair, int number) {
        long low = PartsNumber.isWide(number) ? LOW_WIDE : LOW;
        return (pair | NEVER_ZERO) & ~low | number & low;
    }

    long lifeMs() {
        return lifeMs;
    }

    /** Whether no handset can hold a part with the number, as far as is remembered. */
    boolean isFree(long pair, int number, long nowMs) {
        int at = places.find(place(pair, number));
        return at == LongTable.NONE || !isTaken(at, nowMs);
    }

    /** Whether all of the last life is remembered. */
    boolean isWhole(long nowMs) {
        return nowMs >= lossUntilMs;
    }

    /** Whether a number that was given more than a life ago by the clock is free, whatever is not remembered. */
    boolean isClockRight(long nowMs) {
        return lossUntilMs <= nowMs + lifeMs + LOSS_STEP_MS;
    }

    boolean hasRoom() {
        return places.size() < most;
    }

    /** A message bears the number from now on; the record at the position says so. What is free leaves the table as fast as this fills it. */
    void enter(Bearer bearer, long position, long nowMs) {
        forget(nowMs, PLACES_AN_ENTRY); // first: the message itself may not be in the ledger yet
        long id = bearer.id();
        long place = place(bearer.pair(), bearer.number());
        int at = places.find(place);
        if (at == LongTable.NONE && !hasRoom()) {
            if (PartsNumber.isNarrow(bearer.number())) {
                loss(Math.max(nowMs, bearer.airMs()));
            }
            return;
        }
        int mine = open.find(id);
        long before = mine == LongTable.NONE ? 0 : open.get(mine, 0);
        boolean known = Math.abs(before) == place && at != LongTable.NONE && places.get(at, MESSAGE) == id;
        if (!known && at != LongTable.NONE && isTaken(at, nowMs) && places.get(at, MESSAGE) > id) {
            return; // read back late: a younger one bears it by now
        }
        if (before != 0 && !known) {
            letGo(Math.abs(before), id, before > 0, aired(mine, nowMs));
        }
        at = vouch(place, position);
        if (!known) {
            places.set(at, MESSAGE, id);
            until(at, OPEN);
            mine = open.put(id);
            open.set(mine, 0, place);
        }
        open.set(mine, AIR, bearer.airMs());
    }

    /** A message does not bear the number any more, nor has anybody been sent it; another's is left as it is. */
    void leave(long pair, int number, long id) {
        long place = place(pair, number);
        int mine = open.find(id);
        if (mine != LongTable.NONE && Math.abs(open.get(mine, 0)) == place) {
            open.remove(id);
            letGo(place, id, true, 0);
        }
    }

    /** A part of the message has been taken by its SMSC, or may have been. */
    void mayBeThere(long id) {
        int mine = open.size() == 0 ? LongTable.NONE : open.find(id);
        if (mine != LongTable.NONE) {
            open.set(mine, 0, -Math.abs(open.get(mine, 0)));
        }
    }

    /** Its SMSC had all of the message then. */
    void sent(long id, long atMs) {
        mayBeThere(id);
        int mine = open.size() == 0 ? LongTable.NONE : open.find(id);
        untilOf(id, second((mine == LongTable.NONE ? atMs : aired(mine, atMs)) + lifeMs));
    }

    /** It goes out once more, as if nothing of it had. */
    void again(long id) {
        untilOf(id, OPEN);
    }

    /** @param delivered whether the handset has told of each part */
    void ended(long id, MessageState state, boolean delivered, long atMs) {
        int mine = open.size() == 0 ? LongTable.NONE : open.find(id);
        if (mine == LongTable.NONE) {
            return;
        }
        long place = open.get(mine, 0);
        long lastMs = aired(mine, atMs);
        open.remove(id);
        boolean mayBeUnsent =
                state == MessageState.REJECTED || state == MessageState.EXPIRED || state == MessageState.CANCELLED;
        letGo(Math.abs(place), id, delivered || mayBeUnsent && place > 0, lastMs);
    }

    /** Forgets what is free, looking at so many places. */
    void forget(long nowMs, int count) {
        for (int i = 0; i < count && places.size() > 0; i++) {
            cursor = cursor + 1 >= places.slots() ? 0 : cursor + 1;
            if (places.key(cursor) == 0) {
                continue;
            }
            if (!isTaken(cursor, nowMs)) {
                remove(places.key(cursor), cursor);
            } else if (until(cursor) == OPEN && open.find(places.get(cursor, MESSAGE)) == LongTable.NONE) {
                until(cursor, second(nowMs + lifeMs)); // its end has not been told
            }
        }
        for (int i = 0; i < count && open.size() > 0; i++) {
            openCursor = openCursor + 1 >= open.slots() ? 0 : openCursor + 1;
            long id = open.key(openCursor);
            if (id != 0 && ledger.find(id) == Ledger.NONE) {
                ended(id, MessageState.UNCERTAIN, false, nowMs);
            }
        }
    }

    int size() {
        return places.size();
    }

    /** Writes a place anew whose record stands in a segment that is being emptied. */
    void carry(long place, long segment, Books books) {
        int at = places.find(place);
        if (at == LongTable.NONE || segment(at) != segment) {
            return;
        }
        if (!isTaken(at, books.nowMs())) {
            remove(place, at);
            return;
        }
        write(at, books);
    }

    /** A TAKEN record that is read back. */
    void saw(ByteBuffer in, long position, long nowMs) {
        long place = in.getLong();
        long id = in.getLong();
        long until = in.getInt() & OPEN;
        boolean there = in.get() == 1;
        if (place == LOSS) {
            lossUntilMs = Math.max(lossUntilMs, until * 1_000);
        }
        int at = places.find(place);
        if (at != LongTable.NONE && isTaken(at, nowMs) && places.get(at, MESSAGE) > id) {
            return;
        }
        boolean known = at != LongTable.NONE && places.get(at, MESSAGE) == id;
        at = vouch(place, position);
        if (known) {
            if (place == LOSS) {
                until(at, Math.max(until, until(at)));
            }
            return; // a message's own records have told more
        }
        places.set(at, MESSAGE, id);
        until(at, until);
        if (until == OPEN && ledger.find(id) != Ledger.NONE) {
            open.set(open.put(id), 0, there ? -place : place);
        }
    }

    /** Writes down that something is missing, if that is news. */
    void writeLoss(Books books) {
        if (lossUnwritten) {
            lossUnwritten = false;
            int at = vouch(LOSS, books.lastAppended());
            until(at, second(lossUntilMs));
            write(at, books);
        }
    }

    private void write(int at, Books books) {
        long id = places.get(at, MESSAGE);
        int mine = open.find(id);
        boolean there = mine == LongTable.NONE || open.get(mine, 0) < 0;
        long place = places.key(at);
        books.record(RecordType.TAKEN)
                .putLong(place)
                .putLong(id)
                .putInt((int) until(at))
                .put((byte) (there ? 1 : 0));
        vouch(place, books.finish());
    }

    private void loss(long atMs) {
        if (lossUntilMs < atMs + lifeMs) {
            lossUntilMs = atMs + lifeMs + LOSS_STEP_MS;
            lossUnwritten = true;
        }
    }

    /** The message bears the place no more: free at once, or after a life, or when a life has passed since it was sent. */
    private void letGo(long place, long id, boolean free, long nowMs) {
        int at = places.find(place);
        if (at == LongTable.NONE || places.get(at, MESSAGE) != id) {
            return;
        }
        if (free) {
            remove(place, at);
        } else if (until(at) == OPEN) {
            until(at, second(nowMs + lifeMs));
        }
    }

    /** When an open message's parts, which its SMSC has had by then, can have reached a handset at the earliest. */
    private long aired(int mine, long atMs) {
        return Math.max(atMs, open.get(mine, AIR));
    }

    private void untilOf(long id, long until) {
        int mine = open.size() == 0 ? LongTable.NONE : open.find(id);
        int at = mine == LongTable.NONE ? mine : places.find(Math.abs(open.get(mine, 0)));
        if (at != LongTable.NONE && places.get(at, MESSAGE) == id) {
            until(at, until);
        }
    }

    /** The record at that position stands for the place from now on; its slot. */
    private int vouch(long place, long position) {
        int at = places.find(place);
        long until = 0;
        if (at == LongTable.NONE) {
            at = places.put(place);
        } else {
            until = until(at);
            use.remove(segment(at));
        }
        long segment = Positions.segment(position);
        places.set(at, UNTIL, until << UNTIL_SHIFT | segment);
        use.add(segment);
        return at;
    }

    private void remove(long place, int at) {
        use.remove(segment(at));
        places.remove(place);
    }

    private boolean isTaken(int at, long nowMs) {
        return until(at) == OPEN || until(at) * 1_000 > nowMs;
    }

    private long until(int at) {
        return places.get(at, UNTIL) >>> UNTIL_SHIFT;
    }

    private void until(int at, long until) {
        places.set(at, UNTIL, until << UNTIL_SHIFT | segment(at));
    }

    private long segment(int at) {
        return places.get(at, UNTIL) & OPEN;
    }

    private static long second(long ms) {
        return (ms + 999) / 1_000;
    }
}
