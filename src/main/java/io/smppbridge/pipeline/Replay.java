package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.journal.RecordVisitor;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.AsideRecord;
import io.smppbridge.records.CloseRecord;
import io.smppbridge.records.ConsentRecord;
import io.smppbridge.records.EraseRecord;
import io.smppbridge.records.MessageRecord;
import io.smppbridge.records.NewsRecord;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.ReceiptRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.RefKey;
import io.smppbridge.records.ReplyRecord;
import io.smppbridge.records.Story;
import io.smppbridge.records.StreamRecord;
import io.smppbridge.threads.OwnedBy;
import java.nio.ByteBuffer;
import java.util.stream.LongStream;

/** Fills the tables from the journal's records, in the order in which they were written. Decodes no more than the tables need. */
@OwnedBy("journal thread")
final class Replay implements RecordVisitor {
    private final Books books;
    private long lastPosition;
    private final EventStages events;
    private final LaneNumbers lanes;
    private final DueTimes due = new DueTimes();
    private final LaidAside aside = new LaidAside();
    private final Untaken untaken = new Untaken();
    private final ReplayedNumbers numbers;
    private final ReplayedAccepts accepts;

    Replay(Books books, EventStages events, LaneNumbers lanes) {
        this.books = books;
        this.numbers = new ReplayedNumbers(books);
        this.events = events;
        this.lanes = lanes;
        this.accepts = new ReplayedAccepts(books, lanes, due, numbers);
    }

    @Override
    public void visit(long position, byte type, ByteBuffer in) {
        lastPosition = Math.max(lastPosition, position);
        if (type == RecordType.ACCEPT) {
            books.lately.replayed(position);
            accepts.read(position, in);
        } else {
            other(position, type, in);
        }
    }

    /** Apart, so that the compilers have little to do for what is most of a long journal. */
    private void other(long position, byte type, ByteBuffer in) {
        switch (type) {
            case RecordType.CARRY -> {
                Story story = Story.unpack(in);
                books.lately.replayed(position);
                carry(position, story);
                numbers.of(story, position);
            }
            case RecordType.CONSENT -> books.consent.enter(ConsentRecord.decode(in), position);
            case RecordType.REPLY -> books.owed.saw(ReplyRecord.decode(in), position, books.nowMs());
            case RecordType.NUMBER -> numbers.of(in.getLong(), in.getInt(), position);
            case RecordType.TAKEN -> books.inUse.saw(in, position, books.nowMs());
            case RecordType.PROGRESS -> progress(position, ProgressRecord.decode(in));
            case RecordType.RECEIPT -> receipt(position, ReceiptRecord.decode(in));
            case RecordType.CLOSE -> close(position, CloseRecord.decode(in), true);
            case RecordType.INBOUND -> {
                books.repeats.saw(in, books.lanes.get(), books.clock.millis());
                delivery(in.getLong(), position);
            }
            case RecordType.NEWS, RecordType.ALERT -> news(position, in);
            case RecordType.MESSAGE -> message(position, MessageRecord.decode(in));
            case RecordType.EVENT_DONE -> done(in.getLong());
            case RecordType.EVENT_DEAD -> dead(AsideRecord.decode(in));
            case RecordType.ERASE -> books.erasures.enter(EraseRecord.decode(in), position);
            case RecordType.STREAM -> books.sawStream(StreamRecord.decode(in), position);
            case RecordType.REF ->
                books.refs.saw(new RefKey(in.getLong(), in.getLong(), in.getLong()), in.getLong(), position);
            default -> throw RecordType.unknown();
        }
    }

    /** A message written anew: what was known of it from older records is replaced by this one. */
    private void carry(long position, Story story) {
        AcceptRecord a = story.accept();
        int known = books.ledger.find(a.id());
        if (known != Ledger.NONE) {
            books.ledger.carried(known, position);
            changed(known, story);
            for (CloseRecord end : story.closes()) {
                int event = books.events.find(end.eventId());
                if (event != EventTable.NONE) {
                    books.events.moved(event, position);
                }
            }
            books.refs.saw(a.ref(), a.id(), position);
            books.streams.enter(a.place(), a.id(), position);
            books.ledger.rest(books.ledger.find(a.id()));
            return;
        }
        accepts.enter(position, a.head());
        story.progress().forEach(step -> progress(position, step));
        story.receiptsHere().forEach(receipt -> receipt(position, receipt));
        Deleting.saw(books, story);
        for (int i = 0; i < story.closes().size(); i++) {
            close(position, story.closes().get(i), i + 1 == story.closes().size());
        }
    }

    /** It may have been changed while it waited: what the tables have of its acceptance is read anew. */
    private void changed(int at, Story story) {
        AcceptRecord accept = story.accept();
        MessageState state = books.ledger.state(at);
        if (!Books.isToBeSent(state)) {
            return;
        }
        books.ledger.changed(at, accept.expiresAtMs(), accept.partCount() > 1);
        if (state != MessageState.UNANSWERED) {
            books.ledger.state(at, accept.dueAtMs() > books.nowMs() ? MessageState.SCHEDULED : MessageState.QUEUED);
        }
        boolean awaits = accept.partCount() > 1 && accept.sms().wish().asksForReceipt();
        PartsAwaited parts = books.awaited.get(accept.id());
        if (!awaits) {
            books.awaited.remove(accept.id());
        } else if (parts == null || parts.count() != accept.partCount()) {
            books.awaited.put(accept.id(), new PartsAwaited(accept.partCount()));
        }
        due.waits(accept.id(), accept.dueAtMs(), accept.sms().priority());
        story.progress().forEach(this::waits);
    }

    private void progress(long position, ProgressRecord step) {
        int at = books.ledger.find(step.id());
        if (at == Ledger.NONE) {
            books.history.moved(step.id(), position);
            awaitReceipt(untaken.laneOf(step.id()), step);
            return;
        }
        Ledger ledger = books.ledger;
        ledger.lastPosition(at, position);
        if (ledger.state(at).isFinal()) { // an answer that came after the end
            expectReceipt(at, step);
            return;
        }
        numbers.step(step);
        if (step.followsUnanswered()) {
            ledger.markPossibleDuplicate(at);
        }
        switch (step.kind()) {
            case PART_ACCEPTED -> expectReceipt(at, step);
            case SENT -> {
                ledger.state(at, MessageState.SENT);
                books.sentAt(step.id(), Math.min(step.atMs(), books.nowMs())); // the clock may have been set back
                expectReceipt(at, step);
            }
            case UNANSWERED -> ledger.state(at, MessageState.UNANSWERED);
            case HELD -> {
                ledger.state(at, MessageState.UNANSWERED);
                ledger.held(at, true);
            }
            case LAST_UNANSWERED -> books.lastAttempts.saw(at, step, books.nowMs());
            case RELEASED -> ledger.held(at, false);
            case REROUTED -> rerouted(at, step);
            case NUMBERED -> numbers.of(step.bearer(), position);
            case DELETING -> Deleting.saw(books, step);
        }
        waits(step);
    }

    private void waits(ProgressRecord step) {
        switch (step.kind()) {
            case REFUSED, UNANSWERED, RELEASED -> due(step);
            case REROUTED -> {
                if (step.beginsAnew()) { // due at once: what it waited for before does not hold there
                    due(step);
                }
            }
            default -> {}
        }
    }

    private void rerouted(int at, ProgressRecord step) {
        Ledger ledger = books.ledger;
        ledger.lane(at, lanes.number(step.text()));
        books.cancelling.remove(step.id());
        if (step.beginsAnew() || ledger.state(at) == MessageState.SENT) { // it came to grief there
            ledger.state(at, MessageState.QUEUED);
            books.undecided.remove(step.id());
        }
        PartsAwaited awaited = books.awaited.get(step.id());
        if (awaited != null) {
            awaited.forget();
        }
    }

    private void receipt(long position, ReceiptRecord receipt) {
        int at = books.ledger.find(receipt.id());
        if (at == Ledger.NONE) {
            books.history.moved(receipt.id(), position);
            return;
        }
        books.ledger.lastPosition(at, position);
        PartsAwaited awaited = books.awaited.get(receipt.id());
        if (awaited != null) {
            Deleting.saw(books, awaited, receipt);
        } else if (receipt.state().isFinal()) {
            books.undecided.add(receipt.id());
        }
    }

    private void expectReceipt(int at, ProgressRecord step) {
        books.partTaken(step.id(), step.part());
        if (books.ledger.wish(at).asksForReceipt()) {
            awaitReceipt(books.ledger.lane(at), step);
        }
    }

    private void awaitReceipt(int lane, ProgressRecord step) {
        String id = lane == Untaken.NOWHERE ? "" : lanes.canonical(lane, step.text());
        if (!id.isEmpty()) {
            long name = books.receipts.key(lane, id);
            books.partNamed(step.id(), step.part(), name);
            books.receipts.put(name, step.id(), step.part());
        } else if (lane != Untaken.NOWHERE) {
            books.partUnnamed(step.id(), step.part());
        }
    }

    /** The message waits until then; no longer than it was to, where the clock has been set back since. */
    void due(ProgressRecord step) {
        due.waits(step.id(), step.dueAtMs(books.nowMs()), due.priority(step.id()));
    }

    /** @param last not followed by another end in the same record */
    private void close(long position, CloseRecord end, boolean last) {
        books.sawId(end.id());
        books.sawId(end.eventId());
        int at = books.ledger.find(end.id());
        if (at == Ledger.NONE) {
            books.history.moved(end.id(), position);
            return;
        }
        due.forget(end.id());
        books.cancelling.remove(end.id());
        PartsAwaited parts = books.awaited.remove(end.id());
        numbers.ended(end, parts != null && parts.allDelivered());
        books.undecided.remove(end.id());
        boolean told = books.hasEvents(at);
        books.lately.ends(books.ledger, at);
        if (books.ledger.state(at) != MessageState.SENT && books.ledger.wish(at).asksForReceipt()) {
            untaken.put(end.id(), books.ledger.lane(at));
        }
        books.ledger.lastPosition(at, position);
        books.ledger.state(at, end.state());
        if (end.eventId() == 0) {
            if (last && !told) {
                books.history.enter(end.id(), position);
                books.ledger.remove(end.id());
            }
            return;
        }
        if (told) {
            books.oneMoreEvent(end.id());
        }
        books.ledger.event(at, end.eventId());
        books.events.ofMessage(end.eventId(), end.id(), position, books.ledger.endpoint(at));
        deadAlready(end.eventId());
    }

    private void delivery(long id, long position) {
        books.sawId(id);
        int known = books.events.find(id);
        if (known == EventTable.NONE) {
            books.events.ofDelivery(id, position, 0);
            deadAlready(id);
        } else {
            books.events.moved(known, position);
        }
    }

    private void news(long position, ByteBuffer in) {
        long eventId = in.getLong(in.position());
        delivery(eventId, position);
        books.events.endpoint(books.events.find(eventId), books.endpoints.number(NewsRecord.endpoint(in)));
    }

    private void message(long position, MessageRecord record) {
        LongStream.of(record.partIds()).forEach(books.events::remove);
        long eventId = record.message().eventId().value();
        delivery(eventId, position);
        books.events.endpoint(
                books.events.find(eventId),
                books.endpoints.number(books.lanes.get().takers().of(record).endpoint()));
    }

    private void done(long eventId) {
        aside.taken(eventId);
        int at = books.events.find(eventId);
        if (at != EventTable.NONE) {
            events.taken(at);
        }
    }

    private void dead(AsideRecord record) {
        int at = books.events.find(record.eventId());
        aside.saw(record);
        if (at != EventTable.NONE) {
            books.events.dead(at, !record.isOfferedAgain());
        }
    }

    /** An event written anew stands behind the record that laid it aside, its first place may have gone. */
    private void deadAlready(long eventId) {
        if (aside.has(eventId)) {
            books.events.dead(books.events.find(eventId), true);
        }
    }

    /** What the records tell of the numbers of parts. */
    ReplayedNumbers numbers() {
        return numbers;
    }

    /** Where the last record stands; 0 when there is none. */
    long lastPosition() {
        return lastPosition;
    }

    /** Why an event was laid aside, and when. */
    AsideRecord laidAside(long eventId) {
        return aside.of(eventId);
    }

    /** Whether all that rests may go at once, none before the others: else each is asked about. */
    boolean isPlain() {
        return due.isEmpty() && !numbers.awaitsAny();
    }

    /** When what waits is due. */
    DueTimes dueTimes() {
        return due;
    }
}
