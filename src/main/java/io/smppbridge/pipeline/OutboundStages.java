package io.smppbridge.pipeline;

import io.smppbridge.Encoding;
import io.smppbridge.MessageState;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.StreamPlace;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The outbound stages behind the ring, in order: refuse what was sent before, journal, and after the force answer the callers and
 * dispatch to the bags.
 */
@OwnedBy("journal thread")
final class OutboundStages {
    private static final SendOutcome.Refusal TABLE_FULL = new SendOutcome.NotAccepting(
            "the table of clientRefs is full for 24 h; raise pipeline.client-refs, or send without clientRef",
            Duration.ofMinutes(1));

    private final Books books;
    private final SlowAnswers slow;
    private final StreamStage streams;
    private final Ticker ticker;
    private final List<Entry> entries = new ArrayList<>();
    private int used;
    private boolean mustForce;
    private final Telling callers;
    private final List<Lane> touched = new ArrayList<>();

    /** One message of the batch, from its record to its answer. Reused. */
    private static final class Entry {
        Task task;
        SendBatch batch;
        int index;
        Lane lane;
        boolean hot;
        /** Whether it has to wait for a number. */
        boolean unnumbered;

        SendOutcome outcome;
    }

    OutboundStages(Books books, SlowAnswers slow, Ticker ticker) {
        this.slow = slow;
        this.books = books;
        this.streams = new StreamStage(books);
        this.ticker = ticker;
        this.callers = new Telling(books.stats);
    }

    /** Journals one slot's message, unless its clientRef or its stream says it was sent before. */
    void take(OutboundSlot slot) {
        Entry entry = next();
        entry.batch = slot.batch;
        entry.index = slot.index;
        entry.task = null;
        if (!slot.stream.isNone() && ofStream(slot, entry)) {
            return;
        }
        if (slot.refusal != null) {
            entry.outcome = unlessKnown(slot);
            if (entry.outcome == slot.refusal) {
                Intake.count(slot.refusal, slot.batch.caller, books.stats);
            }
            return;
        }
        Task task = slot.task;
        Lane lane = books.lanes.get().named(task.smsc());
        if (lane == null) {
            refuse(
                    slot,
                    entry,
                    new SendOutcome.NotAccepting(
                            "SMSC " + task.smsc() + " has just left the configuration; try again",
                            Duration.ofSeconds(1)));
            return;
        }
        if (!slot.ref.isNone() && earlier(slot, lane, entry)) {
            if (!slot.stream.isNone() && !(entry.outcome instanceof SendOutcome.NotAccepting)) {
                streams.cover(slot);
            }
            return;
        }
        journal(slot, lane, entry);
    }

    /** Whether the slot's place in its stream decides about it. */
    private boolean ofStream(OutboundSlot slot, Entry entry) {
        SendOutcome said = streams.said(slot);
        if (said == null) {
            return false;
        }
        if (slot.task != null) {
            books.lanes
                    .get()
                    .find(slot.task.smsc())
                    .ifPresent(lane -> lane.bag().release(1));
        }
        entry.outcome = said == slot.refusal ? unlessKnown(slot) : said;
        mustForce |= slot.batch.durability == SendOutcome.Durability.FORCED;
        return true;
    }

    private void refuse(OutboundSlot slot, Entry entry, SendOutcome.Refusal why) {
        entry.outcome = why;
        Intake.count(why, slot.batch.caller, books.stats);
    }

    /** Whether the batch holds a message whose caller was promised a force. */
    boolean mustForce() {
        return mustForce;
    }

    /** Messages of the batch, those among them that are refused or known. */
    int size() {
        return used;
    }

    boolean isEmpty() {
        return used == 0;
    }

    /** The batch is as safe as its callers were promised: fill the bags, then answer. */
    void settle() {
        for (int i = 0; i < used; i++) {
            Entry entry = entries.get(i);
            if (entry.task != null) {
                dispatch(entry);
            }
        }
        for (int i = 0; i < touched.size(); i++) { // at every turn: without an iterator
            touched.get(i).bag().publish();
        }
        touched.clear();
        long nowNanos = ticker.nanos();
        Lane lane = null;
        long delay = 0;
        for (int i = 0; i < used; i++) {
            Entry entry = entries.get(i);
            if (entry.task != null) {
                if (entry.lane != lane) {
                    lane = entry.lane;
                    delay = slow.delayNanos(lane.bag());
                }
                if (delay > 0) {
                    entry.batch.keepBack(delay);
                }
            }
            callers.tell(entry.batch, entry.index, entry.outcome, entry.task != null, nowNanos);
        }
        callers.end(nowNanos);
        for (int i = 0; i < used; i++) {
            Entry entry = entries.get(i);
            if (entry.task != null && !entry.batch.isTold()) {
                slow.unanswered().enter(entry.task.id(), entry.batch);
            }
            clear(entry);
        }
        used = 0;
        mustForce = false;
    }

    /** The journal has failed: nobody in this batch is told that the message is safe, nor that it will not be sent. */
    void fail(String reason) {
        for (int i = 0; i < used; i++) {
            Entry entry = entries.get(i);
            entry.batch.decide(entry.index, new SendOutcome.NotAccepting(reason, Duration.ofSeconds(5), true));
            clear(entry);
        }
        used = 0;
    }

    /** The message taken last could not be journaled: it alone is refused. */
    void refuse(String reason) {
        Entry entry = entries.get(used - 1);
        books.journal.cancelRecord();
        if (entry.lane != null) {
            entry.lane.bag().release(1);
            entry.task = null;
        }
        entry.outcome = new SendOutcome.NotAccepting(reason, Duration.ofSeconds(1));
    }

    /** A refusal; but what its clientRef says was taken before, with the same content, stays taken. */
    private SendOutcome unlessKnown(OutboundSlot slot) {
        long known = slot.ref.isNone() ? 0 : books.refs.message(slot.ref);
        if (known == 0 || books.refs.body(slot.ref) != slot.ref.body()) {
            return slot.refusal;
        }
        mustForce |= slot.batch.durability == SendOutcome.Durability.FORCED;
        // What this request alone would have come to is nothing.
        return new SendOutcome.Acceptance(
                new TaskId(known), Encoding.OTHER, 0, "", "", "", true, slot.batch.durability);
    }

    private boolean earlier(OutboundSlot slot, Lane lane, Entry entry) {
        long known = books.refs.message(slot.ref);
        if (known == 0) {
            if (!books.refs.isFull()) {
                return false;
            }
            lane.bag().release(1);
            refuse(slot, entry, TABLE_FULL);
            return true;
        }
        lane.bag().release(1);
        TaskId id = new TaskId(known);
        if (books.refs.body(slot.ref) != slot.ref.body()) {
            refuse(slot, entry, new SendOutcome.Conflict(slot.task.sms().clientRef(), id));
        } else {
            entry.outcome = acceptance(slot, lane, id, true);
        }
        mustForce |= slot.batch.durability == SendOutcome.Durability.FORCED;
        return true;
    }

    private void journal(OutboundSlot slot, Lane lane, Entry entry) {
        entry.lane = lane; // from now on it holds the credit
        int endpoint = books.endpoints.number(slot.endpoint);
        long id = books.nextId();
        int number = books.concat.number(slot.task, books.nowMs(), slot.reference);
        if (number == PartsNumber.AWAITED) {
            number = widened(slot, lane);
        }
        Task task = slot.task.named(id);
        entry.task = task;
        entry.unnumbered = number == PartsNumber.AWAITED;
        StreamPlace place = StreamPlace.of(slot.stream, slot.streamId);
        slot.encode(books.record(RecordType.ACCEPT), place, number, books.nowMs(), lane.hopTag());
        long position = books.finish();
        books.lately.note(id, task.sms());
        task.position = position;
        if (task.parts().count() > 1) {
            books.concat.enter(task, id, number, position, books.nowMs());
        }
        int at = open(task, lane, endpoint);
        if (!slot.ref.isNone()) {
            books.refs.enter(slot.ref, id, position);
        }
        books.streams.enter(place, id, position);
        entry.hot = books.warm(at, task);
        if (!entry.hot) {
            books.ledger.rest(at);
        }
        entry.outcome = acceptance(slot, lane, new TaskId(id), false);
        mustForce |= slot.batch.durability == SendOutcome.Durability.FORCED;
    }

    /** Opens the message in the books, with its credit; where it stands there. */
    private int open(Task task, Lane lane, int endpoint) {
        int parts = task.parts().count();
        ReceiptWish wish = task.sms().wish();
        int at = books.ledger.open(
                task.id(), task.position, task.expiresAtMs(), lane.number(), endpoint, wish, parts > 1);
        books.ledger.credit(at, true);
        if (task.dueAtMs > books.nowMs()) {
            books.ledger.state(at, MessageState.SCHEDULED);
        }
        if (parts > 1 && wish.asksForReceipt()) {
            books.awaited.put(task.id(), new PartsAwaited(parts));
        }
        return at;
    }

    /** @param repeated whether the message had been accepted before */
    private static SendOutcome.Acceptance acceptance(OutboundSlot slot, Lane lane, TaskId id, boolean repeated) {
        return new SendOutcome.Acceptance(
                id,
                slot.encoding,
                slot.task.parts().count(),
                slot.forcedUcs2,
                slot.replaced,
                lane.name(),
                repeated,
                slot.batch.durability);
    }

    /** Cuts the message anew for a number of 16 bits, where its SMSC takes that; its number, or still {@link PartsNumber#AWAITED}. */
    private int widened(OutboundSlot slot, Lane lane) {
        Task was = slot.task;
        if (!lane.mayWiden()) {
            return PartsNumber.AWAITED;
        }
        int number = books.concat.nextWide(was.sms(), books.nowMs(), slot.reference);
        if (!(lane.encode(was.sms(), number) instanceof EncodeResult.Encoded encoded)) {
            return PartsNumber.AWAITED; // it takes one part too many that way
        }
        lane.widened();
        slot.encoding = encoded.encoding();
        slot.forcedUcs2 = encoded.forcedUcs2();
        slot.task = new Task(
                was.account(),
                was.smsc(),
                was.sms(),
                was.expiresAtMs(),
                Lane.parts(encoded).with(was.parts().tlvs()));
        slot.task.dueAtMs = was.dueAtMs;
        slot.task.exempt = was.exempt;
        return number;
    }

    private void dispatch(Entry entry) {
        Task task = entry.task;
        if (entry.unnumbered) {
            books.unnumbered.add(entry.lane, task, task.id());
            return;
        }
        if (books.unnumbered.any()
                && books.unnumbered.follows(AwaitingNumbers.Way.of(entry.lane, task), task.id(), task.dueAtMs)) {
            return;
        }
        entry.lane
                .bag()
                .put(
                        task.id(),
                        task.position,
                        entry.hot ? task : null,
                        task.sms().priority(),
                        task.dueAtMs);
        if (!touched.contains(entry.lane)) {
            touched.add(entry.lane);
        }
    }

    private Entry next() {
        if (used == entries.size()) {
            entries.add(new Entry());
        }
        return entries.get(used++);
    }

    private static void clear(Entry entry) {
        entry.task = null;
        entry.batch = null;
        entry.lane = null;
        entry.unnumbered = false;
        entry.outcome = null;
    }
}
