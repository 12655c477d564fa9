package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.ReceiptWish;
import io.smppbridge.bag.Task;
import io.smppbridge.receipts.EarlyReceipts;
import io.smppbridge.receipts.ReceiptIndex;
import io.smppbridge.receipts.ReceiptState;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.threads.OwnedBy;
import java.util.List;

/**
 * Joins receipts to the messages they are about, whichever comes first: the answer that names the message_id, or the receipt. A receipt
 * that matches at once is journaled as what it means; one that does not is journaled as it came, and waits.
 */
@OwnedBy("journal thread")
final class ReceiptStage {
    /** No handset is paged, answers and is reported sooner. */
    private static final long INSTANT_MS = 500;

    private final Books books;
    private final Settlement settlement;

    ReceiptStage(Books books, Settlement settlement) {
        this.books = books;
        this.settlement = settlement;
    }

    /** The SMSC has named a part: its receipt may come, or may already be here. */
    void expect(int at, int part, String messageId) {
        long message = books.ledger.idAt(at);
        Lane lane = books.lanes.get().at(books.ledger.lane(at));
        if (lane == null) {
            // Its SMSC has left the configuration: nobody is there to send the receipt.
            return;
        }
        String id = lane.ids().ofAnswer(messageId);
        long before = books.receipts.put(lane.number(), id, message, part);
        if (before != ReceiptIndex.NONE && awaitsReceipt(before)) {
            lane.stats().reusedIds.increment();
        }
        EarlyReceipts early = books.awaiting.receipts(lane);
        if (early.size() == 0) {
            return;
        }
        for (EarlyReceipts.Parked parked : early.claim(lane.number(), id)) {
            int now = books.ledger.find(message);
            if (now != Ledger.NONE) {
                settle(now, lane, part, parked.receipt());
            }
            done(parked.eventId());
        }
    }

    /** A receipt as it was read; true when it found its message. */
    boolean match(Lane lane, SmscReceipt receipt) {
        for (String id : lane.ids().ofReceipt(receipt)) {
            long message = books.receipts.find(lane.number(), id);
            if (message != ReceiptIndex.NONE) {
                int part = books.receipts.part();
                int at = books.ledger.find(message);
                if (at != Ledger.NONE && !books.ledger.state(at).isFinal()) {
                    settle(at, lane, part, receipt);
                }
                return true;
            }
        }
        return false;
    }

    /** Counts what is odd about a receipt, whether or not it matches; once for each that comes. */
    void count(Lane lane, SmscReceipt receipt) {
        SmscStats stats = lane.stats();
        if (receipt.statesDiffer() || !lane.ids().agree(receipt)) {
            stats.disagreeingReceipts.increment();
        }
        if (receipt.sameTimes() && receipt.state() == ReceiptState.DELIVERED) {
            stats.sameTimeReceipts.increment();
        }
    }

    private boolean awaitsReceipt(long message) {
        int at = books.ledger.find(message);
        return at != Ledger.NONE && !books.ledger.state(at).isFinal();
    }

    /** Keeps a receipt that matches nothing yet; its record is already in the batch. */
    void park(long recordId, Lane lane, SmscReceipt receipt) {
        books.awaiting
                .receipts(lane)
                .park(recordId, lane.number(), parkedUnder(lane, receipt), receipt)
                .ifPresent(this::unmatched);
    }

    private static String parkedUnder(Lane lane, SmscReceipt receipt) {
        List<String> ids = lane.ids().ofReceipt(receipt);
        return ids.isEmpty() ? "" : ids.get(0);
    }

    /** Gives up receipts that have waited long enough. */
    void giveUpOld() {
        books.awaiting.expiredReceipts().forEach(this::unmatched);
    }

    private void unmatched(EarlyReceipts.Parked parked) {
        Lane lane = books.lanes.get().at(parked.smsc());
        if (lane != null) {
            lane.stats().unmatchedReceipts.increment();
        }
        done(parked.eventId());
    }

    private void settle(int at, Lane lane, int part, SmscReceipt receipt) {
        long message = books.ledger.idAt(at);
        MessageState said = receipt.state().messageState();
        lane.stats().receipt(said.name());
        if (!said.isFinal()) {
            if (books.ledger.wish(at) == ReceiptWish.ALL) {
                write(at, part, receipt);
                settlement.tell(at, MessageState.SENT, receipt.report());
            }
            return;
        }
        write(at, part, receipt);
        timed(at, lane, said);
        MessageState verdict = said;
        PartsAwaited awaited = books.ledger.multipart(at) ? books.awaited.get(message) : null;
        if (awaited != null) {
            awaited.enter(part, said);
            verdict = awaited.verdict(lane.config().inbound().verdict());
        }
        if (verdict != MessageState.SENT) {
            settlement.close(at, verdict, receipt.report());
        }
    }

    /** From the answer to the receipt, as far as memory still knows; no handset answers at once. */
    private void timed(int at, Lane lane, MessageState said) {
        long submittedMs = books.ledger.extra(at) instanceof Task task ? task.submittedAtMs : 0;
        if (submittedMs > 0) {
            lane.stats().receiptTime.record((books.nowMs() - submittedMs) * 1_000_000);
        }
        boolean early = books.ledger.state(at) != MessageState.SENT;
        if (said == MessageState.DELIVERED && (early || submittedMs > 0 && books.nowMs() - submittedMs < INSTANT_MS)) {
            lane.stats().instantReceipts.increment();
        }
    }

    private void write(int at, int part, SmscReceipt receipt) {
        ReceiptRecord record = new ReceiptRecord(
                books.ledger.idAt(at),
                books.ledger.lastPosition(at),
                books.nowMs(),
                part,
                receipt.state(),
                receipt.report());
        record.encode(books.record(RecordType.RECEIPT));
        books.ledger.lastPosition(at, books.finish());
    }

    private void done(long recordId) {
        books.record(RecordType.EVENT_DONE).putLong(recordId);
        books.finish();
        books.events.remove(recordId);
    }
}
