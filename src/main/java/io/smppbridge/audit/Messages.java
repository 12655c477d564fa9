package io.smppbridge.audit;

import io.smppbridge.ReceiptWish;
import io.smppbridge.TaskId;
import io.smppbridge.threads.OwnedBy;

/** A row for each message, in columns: 56 octets, and some 12 in the two indexes, by id and by the caller's reference. */
@OwnedBy("whoever audits")
final class Messages {
    static final long ASKED = 1;
    static final long ACCEPTED = 1 << 1;
    static final long REFUSED = 1 << 2;
    /** An attempt got no answer. */
    static final long IN_DOUBT = 1 << 3;
    /** In the journal; waits for a carrier unless a later one of these is set too. */
    static final long IN_JOURNAL = 1 << 4;
    /** The journal says that the carrier took it. */
    static final long SENT = 1 << 5;
    /** The journal says that it ended. */
    static final long ENDED = 1 << 6;
    /** A final event was posted. */
    static final long TOLD = 1 << 7;
    /** A final event was posted and taken. */
    static final long REPORTED = 1 << 8;
    /** An event or the journal says that it may have been sent twice. */
    static final long MARKED = 1 << 9;
    /** A carrier's receipt says that it failed. */
    static final long FAILED = 1 << 10;
    /** Became one with another row. */
    static final long GONE = 1 << 11;
    /** Of no caller, and no phantom: what the bridge itself sends, and what an ESME without an answer may have sent. */
    static final long OWN = 1 << 12;
    /** Said to be wrong at the carrier already. */
    static final long WRONG = 1 << 13;

    /** It ended in a way that takes no carrier, as far as the journal or an event says. */
    static final long WITHOUT_CARRIER = 1 << 14;

    /** It came to another carrier than the first time as well. */
    static final long ELSEWHERE = 1 << 15;

    private static final int HEX_DIGITS = 16;
    private static final int DECIMAL_DIGITS = 19;
    /** 2020 to 2050. */
    private static final long FIRST_MS = 1_577_836_800_000L;

    private static final long LAST_MS = 2_524_608_000_000L;

    private static final int WISH_AT = 16;
    private static final int FIRST_AT = 18;
    private static final int FIRST_BITS = 0x3F;
    private static final int RECEIVED_AT = 24;
    private static final int PARTS_AT = 32;
    private static final int RECEIPTED_AT = 40;
    private static final int CARRIER_AT = 48;
    private static final int MOVED_AT = 56;
    private static final int OCTET = 0xFF;
    private static final ReceiptWish[] WISHES = ReceiptWish.values();

    private final Longs to = new Longs();
    private final Longs text = new Longs();
    private final Longs from = new Longs();
    private final Longs id = new Longs();
    private final Longs ref = new Longs();
    private final Longs where = new Longs();
    private final Longs bits = new Longs();
    private final Longs order = new Longs();
    private final Longs finalEvent = new Longs();
    private final Index byId = new Index(id::get);
    private final Index byRef = new Index(ref::get);
    private int count;
    private boolean idsSort = true;

    int count() {
        return count;
    }

    int add(long refPrint, long place) {
        int row = count++;
        ref.set(row, refPrint);
        where.set(row, place);
        if (refPrint != Print.NONE) {
            byRef.put(row);
        }
        return row;
    }

    void content(int row, long toPrint, long textPrint, long fromPrint) {
        to.set(row, toPrint);
        text.set(row, textPrint);
        if (fromPrint != Print.NONE) {
            from.set(row, fromPrint);
        }
    }

    /** The bridge's id as a number, when it is one of its own, also as ESMEs are told it; of any other form what it is compared by. */
    long idOf(String written) {
        try {
            return written.isEmpty() ? Print.NONE : read(written).value();
        } catch (IllegalArgumentException e) {
            idsSort = false;
            return Print.of(written);
        }
    }

    /** In whichever form of account.&lt;name&gt;.esme.message-id: they differ in length. */
    private static TaskId read(String written) {
        boolean hex = written.length() == HEX_DIGITS;
        if (!hex && written.length() != DECIMAL_DIGITS) {
            return TaskId.parse(written);
        }
        TaskId id = new TaskId(Long.parseLong(written, hex ? 16 : 10));
        if (id.epochMs() < FIRST_MS || id.epochMs() > LAST_MS) {
            throw new IllegalArgumentException("another one's id, by its time");
        }
        return id;
    }

    void id(int row, long value) {
        id.set(row, value);
        byId.put(row);
    }

    /** A caller's message without an id is the one that only the journal knew. */
    void adopt(int asked, int journaled) {
        long flags = IN_JOURNAL | SENT | ENDED | MARKED | WITHOUT_CARRIER;
        mark(asked, bits.get(journaled) & flags);
        octet(asked, MOVED_AT, octet(journaled, MOVED_AT));
        mark(journaled, GONE);
        order.set(journaled, asked);
        id(asked, id.get(journaled));
    }

    /** Whether it came to a carrier in several parts. */
    boolean isSeveral(int row) {
        return octet(row, PARTS_AT) > 1;
    }

    /** The row itself, or the one that it became one with. */
    int standing(int row) {
        return is(row, GONE) ? (int) order.get(row) : row;
    }

    int findId(long value) {
        return value == Print.NONE ? Index.NONE : byId.find(value);
    }

    int findRef(long print) {
        return print == Print.NONE ? Index.NONE : byRef.find(print);
    }

    long id(int row) {
        return id.get(row);
    }

    /** Whether it can be a message to that number with that text, as far as both are known. */
    boolean canBe(int row, long toPrint, long textPrint) {
        boolean toFits = to.get(row) == toPrint || to.get(row) == Print.NONE || toPrint == Print.NONE;
        return toFits && (text.get(row) == textPrint || text.get(row) == Print.NONE || textPrint == Print.NONE);
    }

    long to(int row) {
        return to.get(row);
    }

    long text(int row) {
        return text.get(row);
    }

    long from(int row) {
        return from.get(row);
    }

    long where(int row) {
        return where.get(row);
    }

    long order(int row) {
        return order.get(row);
    }

    void order(int row, long print) {
        order.set(row, print);
    }

    long finalEvent(int row) {
        return finalEvent.get(row);
    }

    void finalEvent(int row, long print) {
        finalEvent.set(row, print);
    }

    boolean is(int row, long flag) {
        return (bits.get(row) & flag) != 0;
    }

    void mark(int row, long flags) {
        bits.set(row, bits.get(row) | flags);
    }

    void clear(int row, long flag) {
        bits.set(row, bits.get(row) & ~flag);
    }

    ReceiptWish wish(int row) {
        return WISHES[(int) (bits.get(row) >>> WISH_AT) & 3];
    }

    void wish(int row, ReceiptWish wish) {
        bits.set(row, bits.get(row) & ~(3L << WISH_AT) | (long) wish.ordinal() << WISH_AT);
    }

    /** How often it came to a carrier; more than 255 count as 255. */
    int received(int row) {
        return octet(row, RECEIVED_AT);
    }

    void received(int row, int times) {
        octet(row, RECEIVED_AT, times);
    }

    /** The number of the carrier that it is for, by the journal; at most 256 are told apart. */
    int carrier(int row) {
        return octet(row, CARRIER_AT);
    }

    void carrier(int row, int number) {
        octet(row, CARRIER_AT, number);
    }

    /** It came to the carrier of that number, for the first time or again; those beyond 62 are taken for one. */
    void cameTo(int row, int number) {
        long here = Math.min(FIRST_BITS, number + 1);
        long first = bits.get(row) >>> FIRST_AT & FIRST_BITS;
        mark(row, first == 0 ? here << FIRST_AT : first == here ? 0 : ELSEWHERE);
    }

    /** How often it was sent to another carrier though one had taken it. */
    int moved(int row) {
        return octet(row, MOVED_AT);
    }

    void moved(int row, int times) {
        octet(row, MOVED_AT, times);
    }

    /** Of how many parts it came. */
    void parts(int row, int parts) {
        octet(row, PARTS_AT, parts);
    }

    /** One more of its parts has its final receipt. */
    void receipted(int row) {
        octet(row, RECEIPTED_AT, octet(row, RECEIPTED_AT) + 1);
    }

    boolean isReceipted(int row) {
        return octet(row, RECEIPTED_AT) > 0 && octet(row, RECEIPTED_AT) >= octet(row, PARTS_AT);
    }

    /** Whether one was accepted before the other: by the bridge's ids, or as they stand in the callers' logs. */
    boolean precedes(int one, int other) {
        boolean known = idsSort && id.get(one) != Print.NONE && id.get(other) != Print.NONE;
        return known ? id.get(one) < id.get(other) : one < other;
    }

    private int octet(int row, int at) {
        return (int) (bits.get(row) >>> at) & OCTET;
    }

    private void octet(int row, int at, int value) {
        long others = bits.get(row) & ~((long) OCTET << at);
        bits.set(row, others | (long) Math.min(OCTET, value) << at);
    }
}
