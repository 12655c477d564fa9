package io.smppbridge.pipeline;

import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.PartReport;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.handback.Event;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.CloseRecord;
import io.smppbridge.records.ReceiptRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.Story;
import io.smppbridge.threads.OwnedBy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Brings messages to their end: exactly one closing record, the credit back, one event for whoever asked. */
@OwnedBy("journal thread")
final class Settlement {
    private static final String PERHAPS_SENT =
            "perhaps sent by an earlier attempt, of which no answer came or no receipt; then: ";
    /** How those are counted that went on within another one. */
    private static final String JOINED = "JOINED";

    private static final String HANDED_OVER = " parts were handed over";

    private final Books books;
    private final ColdTasks cold;
    private final AfterForce after;
    private final News news;
    private CarrierReport worded = CarrierReport.NONE;
    private String words = worded.words();

    Settlement(Books books, ColdTasks cold, AfterForce after, News news) {
        this.books = books;
        this.cold = cold;
        this.after = after;
        this.news = news;
    }

    /**
     * The end of a message.
     *
     * @param at its slot in the ledger, good until this call
     * @param messageId the SMSC's id where no earlier record has it, else empty
     */
    void close(int at, MessageState state, String messageId, String detail) {
        close(at, state, messageId, detail, Map.of());
    }

    /** The same, brought by the SMSC's answer, with what its TLVs say. */
    void close(int at, MessageState state, String messageId, String detail, Map<String, String> said) {
        CarrierReport report = said.isEmpty() ? CarrierReport.NONE : CarrierReport.NONE.withTlvs(said);
        close(at, state, messageId, detail, report);
    }

    /** The same, brought by a receipt, whose words are the detail. */
    void close(int at, MessageState state, CarrierReport report) {
        if (books.ledger.state(at) == MessageState.UNANSWERED) { // another part, which may be going out again now
            books.ledger.markPossibleDuplicate(at);
        }
        close(at, state, "", words(report), report);
    }

    /** Nearly all receipts say the same as the one before. */
    private String words(CarrierReport report) {
        boolean same = report.stat().equals(worded.stat())
                && report.err().equals(worded.err())
                && report.networkError() == worded.networkError();
        if (!same) {
            worded = report;
            words = report.words();
        }
        return words;
    }

    /** An operator has ended a message: the platform knows nothing of that, and hears it if it wished to hear anything. */
    void erased(int at) {
        close(at, MessageState.CANCELLED, "", "erased by an operator");
    }

    /** That the last attempt was refused, or never made, does not say that an earlier one without an answer came to nothing. */
    private void close(int at, MessageState state, String messageId, String detail, CarrierReport report) {
        boolean ofOurs = (state == MessageState.REJECTED || state == MessageState.EXPIRED) && !report.isReceipt();
        String told = ofOurs && books.ledger.multipart(at) ? detail + handedOver(at, detail) : detail;
        boolean perhapsSent = books.lately.ends(books.ledger, at);
        if (ofOurs && perhapsSent) {
            end(at, MessageState.UNCERTAIN, messageId, PERHAPS_SENT + told, report);
        } else {
            end(at, state, messageId, told, report);
        }
    }

    /** How many parts the SMSC has taken of what goes no further, as far as memory knows and the words do not say it. */
    private String handedOver(int at, String detail) {
        long id = books.ledger.idAt(at);
        PartsAwaited parts = books.partsOf(at);
        Task task = cold.inMemory(books.ledger.extra(at), id);
        int count = parts != null ? parts.count() : task != null ? task.parts().count() : 0;
        int taken = 0;
        for (int part = 0; part < count; part++) {
            boolean known =
                    task != null && part < task.parts().count() && task.parts().isAccepted(part);
            taken += known || parts != null && parts.isTaken(part) ? 1 : 0;
        }
        return taken == 0 || detail.contains(HANDED_OVER) ? "" : "; " + taken + " of " + count + HANDED_OVER;
    }

    private void end(int at, MessageState state, String messageId, String detail, CarrierReport report) {
        Ledger ledger = books.ledger;
        long id = ledger.idAt(at);
        releaseCredit(at);
        long sentMs = ledger.extra(at) instanceof Gist sent ? sent.submittedMs() : 0;
        long submittedMs = state == MessageState.ACCEPTED ? books.nowMs() : sentMs;
        int endpoint = ledger.endpoint(at);
        boolean reported = endpoint != 0 && isReported(ledger.wish(at), state);
        long eventId = reported ? books.nextId() : 0;
        Gist gist = eventId == 0 ? null : gist(at);
        goesNoFurther(at, id);
        long previous = ledger.lastPosition(at);
        int unanswered = ledger.possibleDuplicate(at) ? 1 : 0;
        Map<String, String> said = report.isNone() || report.isReceipt() ? Map.of() : report.tlvs();
        CloseRecord.encode(
                books.record(RecordType.CLOSE),
                id,
                previous,
                state,
                books.nowMs(),
                submittedMs,
                eventId,
                unanswered,
                messageId,
                detail,
                said);
        long position = books.finish();
        ledger.lastPosition(at, position);
        ledger.state(at, state);
        books.stats.ended(state.name()).increment();
        PartsAwaited parts = books.awaited.isEmpty() ? null : books.awaited.remove(id);
        boolean delivered = state == MessageState.DELIVERED && parts != null && parts.allDelivered();
        books.inUse.ended(id, state, delivered, books.nowMs());
        if (!books.cancelling.isEmpty()) {
            books.cancelling.remove(id);
        }
        books.cool(at);
        if (eventId == 0) {
            forget(at, position);
            return;
        }
        ledger.event(at, eventId);
        books.events.ofMessage(eventId, id, position, endpoint);
        boolean whole = gist != null && gist.isAll(ledger.wish(at).asksForReceipt());
        CloseRecord end = new CloseRecord(
                id, previous, state, books.nowMs(), submittedMs, eventId, unanswered, messageId, detail, said);
        after.offerOf(id, books.endpoints.name(endpoint), eventId, position, whole ? gist.event(end, report) : null);
    }

    /** Some of its parts may still be with a sender. */
    private void goesNoFurther(int at, long id) {
        Task task = cold.inMemory(books.ledger.extra(at), id);
        if (task != null) {
            task.over = true;
        }
    }

    /** What memory knows of a message: null when that is nothing. */
    private Gist gist(int at) {
        Object kept = books.ledger.extra(at);
        if (kept instanceof Gist gist) {
            return gist;
        }
        return kept instanceof Task task ? books.gists.of(task, 0) : null;
    }

    /** The message goes on within another one: nobody is told. */
    void joined(int at, String into) {
        Ledger ledger = books.ledger;
        long id = ledger.idAt(at);
        releaseCredit(at);
        MessageState state = MessageState.CANCELLED;
        CloseRecord record = new CloseRecord(id, ledger.lastPosition(at), state, books.nowMs(), 0, 0, 0, "", into);
        record.encode(books.record(RecordType.CLOSE));
        long position = books.finish();
        ledger.state(at, state);
        books.stats.ended(JOINED).increment(); // nobody has cancelled anything
        books.awaited.remove(id);
        books.inUse.ended(id, state, false, books.nowMs());
        books.cool(at);
        forget(at, position);
    }

    /**
     * Another end of a message that has one: a receipt that came afterwards says so. A message that was done with stands in the ledger
     * again until the platform has taken the news.
     *
     * @param receipt to be written with it, its predecessor the message's last record
     * @param lane the number of the SMSC that sent it
     */
    void endAnew(Story story, ReceiptRecord receipt, MessageState state, int lane) {
        AcceptRecord accept = story.accept();
        int at = books.ledger.find(accept.id());
        int endpoint = books.endpoints.number(accept.endpoint());
        boolean reported = endpoint != 0 && isReportedAnew(story, state);
        CloseRecord end = new CloseRecord(
                accept.id(),
                receipt.previous(),
                state,
                books.nowMs(),
                story.submittedMs(),
                reported ? books.nextId() : 0,
                story.close().map(CloseRecord::unanswered).orElse(0),
                "",
                receipt.report().words());
        books.stats.ended(state.name()).increment();
        if (at == Ledger.NONE && reported) {
            at = openAgain(story, receipt, end, lane, endpoint);
        } else {
            receipt.encode(books.record(RecordType.RECEIPT));
            end.after(books.finish()).encode(books.record(RecordType.CLOSE));
            long position = books.finish();
            if (at == Ledger.NONE) {
                books.history.moved(accept.id(), position);
                return;
            }
            books.ledger.lastPosition(at, position);
        }
        books.ledger.state(at, state);
        if (!reported) {
            return; // an earlier event is still under way, and the message with it
        }
        if (books.hasEvents(at)) {
            books.oneMoreEvent(accept.id());
        }
        long position = books.ledger.lastPosition(at);
        books.ledger.event(at, end.eventId());
        books.events.ofMessage(end.eventId(), accept.id(), position, endpoint);
        after.offerOf(accept.id(), accept.endpoint(), end.eventId(), position, null);
    }

    /** Whether the platform hears of another end: who has heard of a failure hears that it was none. */
    private static boolean isReportedAnew(Story story, MessageState state) {
        ReceiptWish wish = story.accept().sms().wish();
        boolean heard =
                story.close().map(before -> isReported(wish, before.state())).orElse(false);
        return heard || isReported(wish, state);
    }

    /** Writes down a message that was done with, whole, and opens it in the ledger; where it stands there. */
    private int openAgain(Story story, ReceiptRecord receipt, CloseRecord end, int lane, int endpoint) {
        AcceptRecord accept = story.accept();
        LateReceipts.grown(story, receipt, end, books.events).pack(books.record(RecordType.CARRY));
        return books.ledger.open(
                accept.id(),
                books.finish(),
                accept.expiresAtMs(),
                lane,
                endpoint,
                accept.sms().wish(),
                accept.partCount() > 1);
    }

    /**
     * The SMSC has taken all of a message, as is written down: it holds no credit any more, and only its receipts are awaited.
     *
     * @param sinceMs from when on a missing one may have a consequence
     */
    void sent(int at, long sinceMs) {
        long id = books.ledger.idAt(at);
        releaseCredit(at);
        books.ledger.state(at, MessageState.SENT);
        books.inUse.sent(id, books.nowMs());
        books.sentAt(id, sinceMs);
    }

    /** Tells of a state that is not the last, without keeping the message from its end. */
    void tell(int at, MessageState state, CarrierReport report) {
        news.tell(at, gist(at), state, report);
    }

    /** The same of a message that has just been sent. */
    void tell(int at, Gist gist, MessageState state, CarrierReport report) {
        news.tell(at, gist, state, report);
    }

    /** The last event is taken, or there is none: the message may still be asked about, but holds nothing. */
    void forget(int at, long lastPosition) {
        books.history.enter(books.ledger.idAt(at), lastPosition);
        books.ledger.removeAt(at);
    }

    /** Gives the credit back when the message leaves the sender's hands; once, and only if it holds one. */
    void releaseCredit(int at) {
        if (books.ledger.credit(at)) {
            books.ledger.credit(at, false);
            Lane lane = books.lane(at);
            if (lane != null) {
                after.credit(lane.bag());
            }
        }
    }

    /** What the platform is told of a message that is read back and has come to a state that is not its last. */
    static Receipt receipt(Story story, CloseRecord now, CarrierReport report) {
        return receipt(story, now, report, List.of(), Optional.empty());
    }

    /** What the platform is told of a message that is read back. */
    static Event event(Story story, CloseRecord end) {
        return new Event.State(receipt(story, end, story.reportOf(end), story.partReports(), story.before(end)));
    }

    private static Receipt receipt(
            Story story, CloseRecord now, CarrierReport report, List<PartReport> parts, Optional<MessageState> before) {
        AcceptRecord accept = story.accept();
        return new Receipt(
                new TaskId(now.eventId()),
                story.id(),
                accept.sms().clientRef(),
                now.state(),
                story.smsc(),
                accept.sms().from(),
                accept.sms().to(),
                accept.partCount(),
                now.detail(),
                now.unanswered() > 0,
                story.submittedMs() == 0 ? Instant.EPOCH : Instant.ofEpochMilli(story.submittedMs()),
                Instant.ofEpochMilli(now.atMs()),
                report,
                parts,
                before,
                accept.sms().tags());
    }

    /**
     * Whether the platform hears of a final state. Without any wish it still hears of what failed, as nothing that was accepted ends in
     * silence, but not of a delivery. Who withdraws a message he wished to hear nothing of has his answer already.
     */
    static boolean isReported(ReceiptWish wish, MessageState state) {
        return switch (wish) {
            case NONE -> state.isFailure() && state != MessageState.CANCELLED;
            case FAILURE -> state.isFailure();
            case FINAL, ALL -> true;
        };
    }
}
