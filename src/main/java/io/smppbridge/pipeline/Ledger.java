package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.ReceiptWish;
import io.smppbridge.threads.OwnedBy;
import java.util.function.LongConsumer;

/**
 * Every message that is not done with: where its records stand, in which state it is, whose it is. 75 to 150 octets a message; the body
 * is in a {@link io.smppbridge.bag.Task} while memory allows, else only in the journal. One whose body is only there {@linkplain #rest rests}
 * until something happens to it, in 8 to 16 octets.
 *
 * <p>A message leaves the ledger when it is final and the platform has taken its last event. A slot is good until the next
 * {@link #find}, {@link #open}, {@link #rest} or {@link #remove}.
 */
@OwnedBy("journal thread")
final class Ledger {
    static final int NONE = LongTable.NONE;
    private static final int ACCEPT_POSITION = 0;
    private static final int LAST_POSITION = 1;
    private static final int PACKED = 2;
    private static final int EVENT = 3;
    private static final MessageState[] STATES = MessageState.values();
    private static final ReceiptWish[] WISHES = ReceiptWish.values();
    private static final int STATE_SHIFT = 0;
    private static final int WISH_SHIFT = 4;
    private static final int LAPSING_BIT = 1 << 6;
    private static final int LANE_SHIFT = 7;
    private static final int ENDPOINT_SHIFT = 17;
    private static final int MULTIPART_BIT = 1 << 27;
    private static final int DUPLICATE_BIT = 1 << 28;
    private static final int HELD_BIT = 1 << 29;
    private static final int CREDIT_BIT = 1 << 30;
    private static final int TEN_BITS = 0x3FF;

    private final LongTable table = new LongTable(4, true, 1024);
    private final Backlog resting = new Backlog();
    private final SegmentUse use;
    /** Written by the journal thread; read by anybody. */
    private volatile int heldCount;

    Ledger(SegmentUse use) {
        this.use = use;
    }

    int size() {
        return table.size() + resting.size();
    }

    /** The message's slot, or {@link #NONE}. One at rest is awake from now on. */
    int find(long id) {
        int slot = table.find(id);
        if (slot != NONE || resting.size() == 0 || !resting.take(id)) {
            return slot;
        }
        slot = table.put(id);
        table.set(slot, ACCEPT_POSITION, resting.takenPosition());
        table.set(slot, LAST_POSITION, resting.takenPosition());
        table.set(slot, PACKED, resting.takenPacked());
        return slot;
    }

    /** Looks where a message would stand, and changes nothing: when it is needed, the processor need not wait for memory. */
    long touch(long id) {
        return table.touch(id);
    }

    /** The message's slot, or {@link #NONE}; one at rest goes on resting and has none. */
    int peek(long id) {
        return table.find(id);
    }

    /** Whether a message is at rest; it goes on resting. */
    boolean rests(long id) {
        return resting.holds(id);
    }

    /** Lets a message rest that waits, whose body is not in memory and to which nothing has happened; another, or one of several parts, stays awake. */
    void rest(int slot) {
        long id = table.key(slot);
        long position = table.get(slot, ACCEPT_POSITION);
        int flags = flags(slot);
        boolean untouched = (flags & (MULTIPART_BIT | DUPLICATE_BIT | HELD_BIT)) == 0
                && table.get(slot, LAST_POSITION) == position
                && table.get(slot, EVENT) == 0
                && table.extra(slot) == null;
        if (Books.isPending(state(slot)) && untouched && resting.add(id, position, table.get(slot, PACKED))) {
            table.remove(id);
        }
    }

    /** Enters an accepted message, without a credit. */
    int open(long id, long position, long expiresAtMs, int lane, int endpoint, ReceiptWish wish, boolean multipart) {
        return open(
                id,
                position,
                packed(expiresAtMs, MessageState.QUEUED, lane, endpoint, wish) | (multipart ? MULTIPART_BIT : 0));
    }

    private int open(long id, long position, long packed) {
        int slot = table.put(id);
        table.set(slot, ACCEPT_POSITION, position);
        table.set(slot, LAST_POSITION, position);
        table.set(slot, PACKED, packed);
        use.add(Positions.segment(position));
        return slot;
    }

    /** What {@link #openAtRest} takes of a message beside its place. */
    static long packed(long expiresAtMs, MessageState state, int lane, int endpoint, ReceiptWish wish) {
        int flags = state.ordinal() << STATE_SHIFT
                | wish.ordinal() << WISH_SHIFT
                | lane << LANE_SHIFT
                | endpoint << ENDPOINT_SHIFT;
        return seconds(expiresAtMs) << 32 | flags;
    }

    /** Enters an accepted message of one part whose id is above all others: it waits, without a credit, and rests at once where it can. */
    void openAtRest(long id, long position, long packed) {
        if (resting.add(id, position, packed)) {
            use.add(Positions.segment(position));
        } else {
            open(id, position, packed);
        }
    }

    /** Everything about the message now stands at one new place. */
    void carried(int slot, long position) {
        use.remove(Positions.segment(table.get(slot, ACCEPT_POSITION)));
        use.add(Positions.segment(position));
        table.set(slot, ACCEPT_POSITION, position);
        table.set(slot, LAST_POSITION, position);
    }

    /** The message has another end of its validity, and perhaps another number of parts. */
    void changed(int slot, long expiresAtMs, boolean multipart) {
        int flags = multipart ? flags(slot) | MULTIPART_BIT : flags(slot) & ~MULTIPART_BIT;
        table.set(slot, PACKED, seconds(expiresAtMs) << 32 | flags & 0xFFFFFFFFL);
    }

    void remove(long id) {
        int slot = table.find(id);
        if (slot != NONE) {
            removeAt(slot);
        }
    }

    void removeAt(int slot) {
        use.remove(Positions.segment(table.get(slot, ACCEPT_POSITION)));
        held(slot, false);
        table.removeAt(slot);
    }

    long acceptPosition(int slot) {
        return table.get(slot, ACCEPT_POSITION);
    }

    long lastPosition(int slot) {
        return table.get(slot, LAST_POSITION);
    }

    void lastPosition(int slot, long position) {
        table.set(slot, LAST_POSITION, position);
    }

    MessageState state(int slot) {
        return state(table.get(slot, PACKED));
    }

    /** A message that goes on or ends is held no more. */
    void state(int slot, MessageState state) {
        if (state != MessageState.UNANSWERED) {
            held(slot, false);
        }
        flags(slot, flags(slot) & ~(0xF << STATE_SHIFT) | state.ordinal() << STATE_SHIFT);
    }

    ReceiptWish wish(int slot) {
        return WISHES[flags(slot) >>> WISH_SHIFT & 0x3];
    }

    int lane(int slot) {
        return lane(table.get(slot, PACKED));
    }

    void lane(int slot, int lane) {
        flags(slot, flags(slot) & ~(TEN_BITS << LANE_SHIFT) | lane << LANE_SHIFT);
    }

    int endpoint(int slot) {
        return flags(slot) >>> ENDPOINT_SHIFT & TEN_BITS;
    }

    boolean multipart(int slot) {
        return (flags(slot) & MULTIPART_BIT) != 0;
    }

    boolean possibleDuplicate(int slot) {
        return (flags(slot) & DUPLICATE_BIT) != 0;
    }

    void markPossibleDuplicate(int slot) {
        flags(slot, flags(slot) | DUPLICATE_BIT);
    }

    /** Whether it stands in no bag and no sender has it: it waits for an operator's word, or {@linkplain #isLapsing for a time}. */
    boolean held(int slot) {
        return (flags(slot) & HELD_BIT) != 0;
    }

    /** For an operator, or no more. */
    void held(int slot, boolean held) {
        hold(slot, held ? HELD_BIT : 0);
    }

    /** Whether it is held only for a time, until it ends by itself. */
    boolean isLapsing(int slot) {
        return (flags(slot) & LAPSING_BIT) != 0;
    }

    /** It is held, but for no operator. */
    void lapsing(int slot) {
        hold(slot, HELD_BIT | LAPSING_BIT);
    }

    private void hold(int slot, int bits) {
        int was = flags(slot) & (HELD_BIT | LAPSING_BIT);
        if (bits != was) {
            heldCount = heldCount + (bits == HELD_BIT ? 1 : 0) - (was == HELD_BIT ? 1 : 0);
            flags(slot, flags(slot) & ~(HELD_BIT | LAPSING_BIT) | bits);
        }
    }

    /** Whether it holds a credit of its lane's bag: not when its SMSC left the configuration, and not once the SMSC has taken it. */
    boolean credit(int slot) {
        return (flags(slot) & CREDIT_BIT) != 0;
    }

    void credit(int slot, boolean credit) {
        flags(slot, credit ? flags(slot) | CREDIT_BIT : flags(slot) & ~CREDIT_BIT);
    }

    /** How many are held for an operator. Any thread. */
    int heldCount() {
        return heldCount;
    }

    /** Seconds since 1970. */
    long expirySeconds(int slot) {
        return table.get(slot, PACKED) >>> 32;
    }

    /** The event that must be taken before the message may go; 0 for none. */
    long event(int slot) {
        return table.get(slot, EVENT);
    }

    void event(int slot, long eventId) {
        table.set(slot, EVENT, eventId);
    }

    /** The {@link Task} while it is in memory and has not been sent, its {@link Gist} after that, or null. */
    Object extra(int slot) {
        return table.extra(slot);
    }

    void extra(int slot, Object value) {
        table.extra(slot, value);
    }

    /** Those that are not at rest: all that a sender has told anything of are among them. */
    void forEachAwake(LongConsumer ids) {
        table.forEachKey(ids);
    }

    /** Those at rest; nothing may be looked for meanwhile. */
    void forEachAtRest(LongConsumer ids) {
        resting.forEach((id, packed) -> ids.accept(id));
    }

    /** The same in the order of acceptance. */
    Backlog.Walk walkAtRest() {
        return resting.walk();
    }

    int awake() {
        return table.size();
    }

    int atRest() {
        return resting.size();
    }

    /** Those at rest whose validity has ended, at most so many. */
    long[] expiredAtRest(long nowSeconds, int most) {
        return resting.notAbove(nowSeconds, most);
    }

    /** Says of each lane how many messages are at rest for it, in one or several numbers; those that then have a credit are marked. */
    void creditAtRest(Crediting lanes) {
        resting.change((packed, count) -> lanes.credit(lane(packed), count) ? packed | CREDIT_BIT : packed);
    }

    /** Who gives a lane's messages their credits. */
    interface Crediting {
        boolean credit(int lane, int count);
    }

    /** A lane has gone, and the credits of those at rest for it; their ids. */
    void lost(int lane, LongConsumer ids) {
        resting.change((packed, count) -> lane(packed) == lane ? packed & ~(long) CREDIT_BIT : packed);
        resting.forEach((id, packed) -> {
            if (lane(packed) == lane) {
                ids.accept(id);
            }
        });
    }

    int slots() {
        return table.slots();
    }

    long idAt(int slot) {
        return table.key(slot);
    }

    static long seconds(long ms) {
        return Math.min(0xFFFFFFFFL, (ms + 999) / 1000);
    }

    /** Of one at rest. */
    static MessageState state(long packed) {
        return STATES[(int) packed >>> STATE_SHIFT & 0xF];
    }

    /** Of one at rest. */
    static int lane(long packed) {
        return (int) packed >>> LANE_SHIFT & TEN_BITS;
    }

    private int flags(int slot) {
        return (int) table.get(slot, PACKED);
    }

    private void flags(int slot, int flags) {
        table.set(slot, PACKED, table.get(slot, PACKED) & 0xFFFFFFFF00000000L | flags & 0xFFFFFFFFL);
    }
}
