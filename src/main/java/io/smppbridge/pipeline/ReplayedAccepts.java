package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.records.AcceptKind;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.threads.OwnedBy;
import java.nio.ByteBuffer;

/**
 * Enters messages as the records of their acceptance are read back. With a million pending these are nearly all that a start reads, so what is new
 * and of one part goes to rest without a look into the tables, and of one that is like the one before no more is read than what differs: the less
 * runs, the less the compilers have to do for what runs once.
 */
@OwnedBy("journal thread")
final class ReplayedAccepts {
    private static final int MOST_KINDS = 8;

    private final Books books;
    private final LaneNumbers lanes;
    private final DueTimes due;
    private final ReplayedNumbers numbers;
    /** Those of the message before, and their numbers: most have the same. */
    private String smsc = "";

    private int lane;
    private String endpoint = "";
    private int endpointNumber;
    /** The kinds met first, of which most are. */
    private final AcceptKind[] kinds = new AcceptKind[MOST_KINDS];

    private int kindsKnown;
    private int likely;

    ReplayedAccepts(Books books, LaneNumbers lanes, DueTimes due, ReplayedNumbers numbers) {
        this.books = books;
        this.lanes = lanes;
        this.due = due;
        this.numbers = numbers;
    }

    /** An ACCEPT record. */
    void read(long position, ByteBuffer in) {
        AcceptKind kind = kind(in);
        if (kind == null) {
            readAll(position, in);
            return;
        }
        int start = in.position();
        long id = in.getLong(start);
        if (sawId(id, in.getLong(start + AcceptRecord.ACCEPTED_AT))) {
            long expiresAtMs = in.getLong(start + AcceptRecord.EXPIRES_AT);
            books.ledger.openAtRest(
                    id,
                    position,
                    Ledger.packed(expiresAtMs, MessageState.QUEUED, kind.lane(), kind.endpoint(), kind.wish()));
        } else {
            readAll(position, in);
        }
    }

    /** Where ids are ahead of the clock, it is messages that say when they were given. */
    private boolean sawId(long id, long acceptedMs) {
        boolean above = books.sawId(id);
        if (above) {
            books.markTime(acceptedMs);
        }
        return above;
    }

    private AcceptKind kind(ByteBuffer in) {
        for (int i = 0; i < kindsKnown; i++) {
            int at = (likely + i) % kindsKnown;
            if (kinds[at].has(in)) {
                likely = at;
                return kinds[at];
            }
        }
        return null;
    }

    private void readAll(long position, ByteBuffer in) {
        int start = in.position();
        AcceptRecord.Head head = AcceptRecord.head(in, smsc, endpoint);
        boolean unheard = sawId(head.id(), head.acceptedMs());
        if (unheard && head.partCount() == 1) {
            rests(position, head);
            if (kindsKnown < MOST_KINDS && AcceptKind.isSimple(head)) {
                kinds[kindsKnown++] = AcceptKind.of(in, start, head, lane, endpointNumber);
            }
        } else {
            enter(position, head);
            numbers.of(AcceptRecord.bearer(in, head), position);
        }
    }

    private void rests(long position, AcceptRecord.Head head) {
        vouch(position, head);
        due.waits(head.id(), head.dueAtMs(), head.priority());
        books.ledger.openAtRest(
                head.id(),
                position,
                Ledger.packed(head.expiresAtMs(), state(head), lane(head), endpoint(head), head.wish()));
    }

    /** One that may be known already, which changes nothing then, and may have several parts. */
    void enter(long position, AcceptRecord.Head head) {
        sawId(head.id(), head.acceptedMs());
        vouch(position, head);
        if (books.ledger.find(head.id()) != Ledger.NONE) {
            return;
        }
        boolean several = head.partCount() > 1;
        int at = books.ledger.open(
                head.id(), position, head.expiresAtMs(), lane(head), endpoint(head), head.wish(), several);
        if (several && head.wish().asksForReceipt()) {
            books.awaited.put(head.id(), new PartsAwaited(head.partCount()));
        }
        due.waits(head.id(), head.dueAtMs(), head.priority());
        books.ledger.state(at, state(head));
        books.ledger.rest(at);
    }

    private void vouch(long position, AcceptRecord.Head head) {
        books.refs.saw(head.ref(), head.id(), position);
        books.streams.enter(head.place(), head.id(), position);
    }

    private MessageState state(AcceptRecord.Head head) {
        return head.dueAtMs() > books.nowMs() ? MessageState.SCHEDULED : MessageState.QUEUED;
    }

    private int lane(AcceptRecord.Head head) {
        if (!head.smsc().equals(smsc)) {
            smsc = head.smsc();
            lane = lanes.number(smsc);
        }
        return lane;
    }

    private int endpoint(AcceptRecord.Head head) {
        if (!head.endpoint().equals(endpoint)) {
            endpoint = head.endpoint();
            endpointNumber = books.endpoints.number(endpoint);
        }
        return endpointNumber;
    }
}
