package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.TaskId;
import io.smppbridge.receipts.EarlyReceipts;
import io.smppbridge.receipts.ReceiptIndex;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.threads.OwnedBy;

/**
 * Joins receipts to the messages they are about, whichever comes first: the answer that names the message_id, or the receipt. A receipt
 * that matches at once is journaled as what it means; one that does not is journaled as it came, and waits.
 */
@OwnedBy("journal thread")
final class ReceiptStage {
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
        books.receipts.put(lane.number(), id, message, part);
        EarlyReceipts early = books.awaiting.receipts(lane);
        if (early.size() == 0) {
            return;
        }
        for (EarlyReceipts.Parked parked : early.claim(lane.number(), id)) {
            int now = books.ledger.find(message);
            if (now != Ledger.NONE) {
                settle(now, lane, id, part, parked.receipt());
            }
            done(parked.eventId());
        }
    }

    /** A receipt as it was read; true when it found its message. */
    boolean match(Lane lane, SmscReceipt receipt) {
        String id = lane.ids().ofReceipt(receipt.id());
        long message = books.receipts.find(lane.number(), id);
        if (message == ReceiptIndex.NONE) {
            return false;
        }
        int part = books.receipts.part();
        int at = books.ledger.find(message);
        if (at == Ledger.NONE || books.ledger.state(at).isFinal()) {
            books.receipts.remove(lane.number(), id, message);
            return true;
        }
        settle(at, lane, id, part, receipt);
        return true;
    }

    /** Keeps a receipt that matches nothing yet; its record is already in the batch. */
    void park(long recordId, Lane lane, SmscReceipt receipt) {
        books.awaiting
                .receipts(lane)
                .park(recordId, lane.number(), lane.ids().ofReceipt(receipt.id()), receipt)
                .ifPresent(this::unmatched);
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

    private void settle(int at, Lane lane, String id, int part, SmscReceipt receipt) {
        long message = books.ledger.idAt(at);
        MessageState said = receipt.state().messageState();
        lane.stats().receipt(said.name());
        if (!said.isFinal()) {
            settlement.tell(at, MessageState.SENT, receipt.detail());
            return;
        }
        lane.stats().receiptTime.record((books.nowMs() - new TaskId(message).epochMs()) * 1_000_000);
        books.receipts.remove(lane.number(), id, message);
        MessageState verdict = said;
        PartsAwaited awaited = books.ledger.multipart(at) ? books.awaited.get(message) : null;
        if (awaited != null) {
            verdict = awaited.enter(part, said);
        }
        if (verdict == MessageState.SENT) {
            ProgressRecord record = new ProgressRecord(
                    message,
                    books.ledger.lastPosition(at),
                    ProgressRecord.Kind.RECEIPT,
                    books.nowMs(),
                    part,
                    said.ordinal(),
                    0,
                    0,
                    0,
                    receipt.detail());
            record.encode(books.record(RecordType.PROGRESS));
            books.ledger.lastPosition(at, books.finish());
            return;
        }
        settlement.close(at, verdict, "", receipt.detail());
    }

    private void done(long recordId) {
        books.record(RecordType.EVENT_DONE).putLong(recordId);
        books.finish();
        books.events.remove(recordId);
    }
}
