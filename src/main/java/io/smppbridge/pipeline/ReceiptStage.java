package io.smppbridge.pipeline;

import io.smppbridge.receipts.EarlyReceipts;
import io.smppbridge.receipts.ReceiptIndex;
import io.smppbridge.receipts.SharedId;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.records.InboundRecord;
import io.smppbridge.settings.NodeConfig;
import io.smppbridge.threads.OwnedBy;
import java.time.Instant;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Joins receipts to the messages they are about, whichever comes first: the answer that names the message_id, or the receipt. A receipt
 * that matches at once is journaled as what it means; one that does not is journaled as it came, and waits.
 */
@OwnedBy("journal thread")
final class ReceiptStage {
    /** Ids of messages accepted earlier than that may have been given to others since. */
    private static final long REUSED_AFTER_MS = 24 * 3_600_000L;

    private final Books books;
    private final FailingOver failing;
    private final ReceiptSettling settling;
    private final LateReceipts late;
    private final UnmatchedReceipts unmatched;
    private final IdIndexing indexing;
    private final LaneNumbers numbers;
    private final ReceiptBound bound;
    private final LongPredicate waiting = this::awaitsReceipt;
    private final LongPredicate known;
    /** The slot of the message that {@link #awaitsReceipt} was asked of last. */
    private int awaiting = Ledger.NONE;

    ReceiptStage(
            Books books,
            Settlement settlement,
            FailingOver failing,
            ReadingBack back,
            Inquiries inquiries,
            LaneNumbers numbers,
            NodeConfig node) {
        this.failing = failing;
        this.numbers = numbers;
        this.bound =
                new ReceiptBound(books.times, books.stats, Runtime.getRuntime().maxMemory());
        bound.apply(node);
        int kept = node.unmatchedReceipts();
        this.books = books;
        this.settling = new ReceiptSettling(books, settlement, failing);
        this.late = new LateReceipts(books, settlement, back, this::forgotten);
        this.known = late::isKnown;
        this.indexing = new IdIndexing(books, numbers, back, this::expect);
        this.unmatched = new UnmatchedReceipts(
                books, inquiries, kept, new UnmatchedReceipts.Joiner(this::rejoined, indexing::isBusy));
    }

    /** What an SMSC that was asked has deleted of a message, and not of all its parts. */
    void deleted(int at, List<Integer> parts, boolean all) {
        settling.deleted(at, parts, all);
    }

    /** The configuration is another one: ids may compare otherwise now. */
    void apply(NodeConfig node) {
        bound.apply(node);
        compareIds();
    }

    /** The first one is in force, or another one. */
    void compareIds() {
        indexing.compare();
    }

    /** Who knows of attempts whose answer was lost, from now on. */
    void asks(LostAnswers answers) {
        settling.asks(answers);
    }

    /** After a start: what receipts said, or failed to say, before the stop has its consequence. */
    void recover() {
        failing.recover();
    }

    /** The number of an SMSC, which it has also while it is not configured. */
    int number(String smsc) {
        return numbers.number(smsc);
    }

    /** How many messages may await receipts, and how long. */
    ReceiptBound bound() {
        return bound;
    }

    /** Where an operator looks at those that fit no message. */
    UnmatchedReceipts unmatched() {
        return unmatched;
    }

    /** The SMSC has named a part: its receipt may come, or may already be here. */
    void expect(int at, int part, String messageId) {
        long message = books.ledger.idAt(at);
        Lane lane = books.lane(at);
        if (lane == null) {
            // Its SMSC has left the configuration: nobody is there to send the receipt.
            return;
        }
        expect(message, part, lane, lane.ids().ofAnswer(messageId));
    }

    private void expect(long message, int part, Lane lane, String id) {
        if (!id.isEmpty()) {
            expect(message, part, lane, id, books.receipts.key(lane.number(), id));
        }
    }

    /** Whether an answer names the message so that a receipt can mean it: blanks, or what the form of ids leaves nothing of, do not. */
    boolean isNamed(int at, InboundSlot answer) {
        if (answer.identifiedFor != null || answer.text.isEmpty()) {
            return !answer.text.isEmpty();
        }
        Lane lane = books.lane(at);
        return lane == null || !lane.ids().ofAnswer(answer.text).isEmpty();
    }

    /** The same of an answer that has just come. */
    void expect(int at, InboundSlot answer) {
        Lane lane = answer.identifiedFor;
        if (lane == null || lane != books.lane(at)) {
            expect(at, answer.part, answer.text);
        } else {
            expect(books.ledger.idAt(at), answer.part, lane, answer.id, answer.key);
        }
    }

    /** The same of an answer to a message that has ended meanwhile: a receipt of that part is a late one. */
    void expectLate(InboundSlot answer) {
        long message = answer.task.id();
        Lane lane = books.lanes.get().find(answer.task.smsc()).orElse(null);
        if (lane != null && late.isKnown(message)) {
            late.answered(answer);
            if (answer.task.sms().wish().asksForReceipt()) {
                expect(message, answer.part, lane, lane.ids().ofAnswer(answer.text));
            }
        }
    }

    private void expect(long message, int part, Lane lane, String id, long key) {
        books.partNamed(message, part, key);
        long before = books.receipts.put(key, message, part);
        if (before != ReceiptIndex.NONE && awaitsReceipt(before)) {
            lane.stats().reusedIds.increment();
        }
        EarlyReceipts early = books.awaiting.receipts(lane);
        if (early.size() == 0) {
            return;
        }
        for (EarlyReceipts.Parked parked :
                early.claim(lane.number(), SharedId.plain(id), receipt -> SharedId.isAbout(id, receipt.about()))) {
            arrived(message, part, lane, parked);
        }
    }

    /** The answer that a receipt has waited for is here; an earlier one of that id may have ended the message, or moved it, just now. */
    private void arrived(long message, int part, Lane lane, EarlyReceipts.Parked parked) {
        int at = books.ledger.find(message);
        if (!books.isOpen(at)) {
            if (!late.take(late(parked, message, part))) {
                unknown(parked, lane);
            }
            return;
        }
        if (books.ledger.lane(at) == lane.number()) {
            settling.settle(at, lane, part, parked.receipt());
        } else { // another SMSC's word counts now
            lane.stats().unmatchedReceipts.increment();
        }
        books.done(parked.eventId());
    }

    /** A receipt itself has told the id of a part whose answer was lost. */
    void named(Lane lane, SmscReceipt receipt, long message, int part) {
        books.receipts.put(lane.number(), answeredAs(lane, lane.ids().likeliest(receipt), receipt), message, part);
    }

    /** The id that the lost answer has given the message of a receipt: where submit_multi is used, perhaps to others too. */
    static String answeredAs(Lane lane, String id, SmscReceipt receipt) {
        return lane.config().operations().submitMulti() > 1 ? SharedId.of(id, receipt.about()) : id;
    }

    /** Takes a parked receipt, and others of the same id, for the message that now has it; also when it had been given up. */
    void claim(Lane lane, long recordId, SmscReceipt receipt) {
        String id = lane.ids().likeliest(receipt);
        String whole = answeredAs(lane, id, receipt);
        boolean waited = false;
        for (EarlyReceipts.Parked parked : books.awaiting
                .receipts(lane)
                .claim(lane.number(), id, other -> SharedId.isAbout(whole, other.about()))) {
            waited |= parked.eventId() == recordId;
            giveUp(parked); // what one of them ends, the next ones are late for
        }
        if (!waited && books.events.find(recordId) != EventTable.NONE && match(lane, receipt)) {
            unmatched.end(recordId);
        }
    }

    /** A receipt as it was read; true when it found a message that waits for it. */
    boolean match(Lane lane, SmscReceipt receipt) {
        return match(lane, receipt, find(lane, receipt, waiting));
    }

    /** The same of one that has just come. */
    boolean match(Lane lane, SmscReceipt receipt, InboundSlot delivery) {
        boolean identified = delivery.identifiedFor == lane && delivery.readFor == lane;
        long message = identified ? books.receipts.find(delivery.key) : ReceiptIndex.NONE;
        boolean waits = message != ReceiptIndex.NONE && awaitsReceipt(message);
        return match(lane, receipt, waits ? message : find(lane, receipt, waiting));
    }

    private boolean match(Lane lane, SmscReceipt receipt, long message) {
        int at = awaiting;
        if (message == ReceiptIndex.NONE || settling.isAnothers(at, lane, receipt)) {
            return false;
        }
        if (books.ledger.lane(at) == lane.number()) {
            int part = books.receipts.part();
            if (receipt.state().isFinal()) {
                books.receipts.hadReceipt();
            }
            settling.settle(at, lane, part, receipt);
        } else { // it has gone on to another SMSC, whose word counts now
            lane.stats().unmatchedReceipts.increment();
        }
        return true;
    }

    /** The message of that kind that is meant: by its id alone, or where the id stands for several, by its number too. */
    private long find(Lane lane, SmscReceipt receipt, LongPredicate kind) {
        List<String> ids = lane.ids().ofReceipt(receipt);
        for (int i = 0; i < ids.size(); i++) {
            long message = books.receipts.find(lane.number(), ids.get(i));
            if (message != ReceiptIndex.NONE && kind.test(message)) {
                return message;
            }
        }
        for (int i = 0; i < ids.size(); i++) {
            long message = books.receipts.find(lane.number(), SharedId.of(ids.get(i), receipt.about()));
            if (message != ReceiptIndex.NONE && kind.test(message)) {
                return message;
            }
        }
        return ReceiptIndex.NONE;
    }

    /**
     * Keeps a receipt that no message waits for; its record is already in the batch. It may have overtaken its answer, or be about a
     * message that has ended. The id of a message of yesterday may be used anew today: then whoever is answered with it soon comes first.
     *
     * @param atMs when it came; a receipt that has waited long enough before a restart does not wait again
     * @param early whether it may be about a message that has no answer yet, whatever has ended
     */
    void keep(long recordId, Lane lane, SmscReceipt receipt, long atMs, boolean early) {
        EarlyReceipts.Parked parked = new EarlyReceipts.Parked(
                recordId, lane.number(), lane.ids().likeliest(receipt), receipt, Instant.ofEpochMilli(atMs));
        long ended = ended(lane, receipt);
        boolean fresh = ended != ReceiptIndex.NONE && books.nowMs() - books.times.of(ended) < REUSED_AFTER_MS;
        boolean waited = books.nowMs() - atMs > lane.config().inbound().park().toMillis();
        if (fresh && !early || waited) {
            giveUp(parked);
        } else {
            books.awaiting
                    .receipts(lane)
                    .park(recordId, parked.smsc(), parked.id(), receipt)
                    .ifPresent(this::giveUp);
        }
    }

    /** Whether a receipt names a message that has ended, so that it is not about any other. */
    boolean isLate(Lane lane, SmscReceipt receipt) {
        return ended(lane, receipt) != ReceiptIndex.NONE;
    }

    /** The message that has ended and is meant, {@link ReceiptIndex#part} its part; or {@link ReceiptIndex#NONE}. */
    private long ended(Lane lane, SmscReceipt receipt) {
        return find(lane, receipt, known);
    }

    private boolean awaitsReceipt(long message) {
        awaiting = books.ledger.find(message);
        return books.isOpen(awaiting);
    }

    /** Gives up receipts that have waited long enough. */
    void giveUpOld() {
        books.awaiting.expiredReceipts().forEach(this::giveUp);
        late.turn();
    }

    /** It waits no longer: it is about the message that now has its id, about one that has ended, or about none. */
    private void giveUp(EarlyReceipts.Parked parked) {
        Lane lane = books.lanes.get().at(parked.smsc());
        if (lane == null) {
            unmatched.keep(parked.eventId(), "", parked.receipt(), parked.at().toEpochMilli());
        } else if (!joined(parked, lane)) {
            unknown(parked, lane);
        }
    }

    private void unknown(EarlyReceipts.Parked parked, Lane lane) {
        lane.stats().unmatchedReceipts.increment();
        unmatched.keep(
                parked.eventId(), lane.name(), parked.receipt(), parked.at().toEpochMilli());
    }

    private boolean joined(EarlyReceipts.Parked parked, Lane lane) {
        if (match(lane, parked.receipt())) {
            books.done(parked.eventId());
            return true;
        }
        long message = ended(lane, parked.receipt());
        return message != ReceiptIndex.NONE && late.take(late(parked, message, books.receipts.part()));
    }

    private static LateReceipts.Late late(EarlyReceipts.Parked parked, long message, int part) {
        return new LateReceipts.Late(
                parked.eventId(), parked.smsc(), parked.at().toEpochMilli(), message, part, parked.receipt());
    }

    /** The message of a late receipt has left the journal. */
    private void forgotten(LateReceipts.Late receipt) {
        Lane lane = books.lanes.get().at(receipt.lane());
        if (lane != null) {
            lane.stats().unmatchedReceipts.increment();
        }
        unmatched.keep(receipt.recordId(), lane == null ? "" : lane.name(), receipt.receipt(), receipt.atMs());
    }

    /** An operator has one tried again. */
    private boolean rejoined(InboundRecord record) {
        Lane lane = books.lanes.get().find(record.smsc()).orElse(null);
        SmscReceipt receipt = lane == null
                ? null
                : DeliveryStages.receipt(lane, record.delivery()).orElse(null);
        return receipt != null
                && joined(
                        new EarlyReceipts.Parked(
                                record.id(), lane.number(), "", receipt, Instant.ofEpochMilli(record.atMs())),
                        lane);
    }
}
