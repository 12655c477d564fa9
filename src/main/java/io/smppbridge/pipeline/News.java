package io.smppbridge.pipeline;

import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.handback.Event;
import io.smppbridge.records.CloseRecord;
import io.smppbridge.records.NewsRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.threads.OwnedBy;

/**
 * Tells the platform of states that are not the last, where it asked for all: journaled like every event, so that a restart does not
 * swallow them. A message whose body has left memory is read back first.
 */
@OwnedBy("journal thread")
final class News {
    private final Books books;
    private final AfterForce after;
    private final ReadingBack back;

    News(Books books, AfterForce after, ReadingBack back) {
        this.books = books;
        this.after = after;
        this.back = back;
    }

    /**
     * A message has come to a state that is not its last.
     *
     * @param at its slot in the ledger, good until this call
     * @param gistOrNull what is known of it; null when that has left memory
     */
    void tell(int at, Gist gistOrNull, MessageState state, CarrierReport report) {
        Ledger ledger = books.ledger;
        if (ledger.wish(at) != ReceiptWish.ALL || ledger.endpoint(at) == 0) {
            return;
        }
        int endpoint = ledger.endpoint(at);
        long eventId = books.nextId();
        CloseRecord now = new CloseRecord(
                ledger.idAt(at),
                0,
                state,
                books.nowMs(),
                gistOrNull == null ? 0 : gistOrNull.submittedMs(),
                eventId,
                ledger.possibleDuplicate(at) ? 1 : 0,
                "",
                report.isReceipt() ? report.words() : "");
        if (gistOrNull != null) {
            write(endpoint, gistOrNull.receipt(now, report));
        } else {
            readBack(endpoint, now, report, ledger.lastPosition(at));
        }
    }

    /** Where too much is read at this moment, or the bridge stops, this state goes untold; the last will not. */
    private void readBack(int endpoint, CloseRecord now, CarrierReport report, long last) {
        back.message(
                now.id(),
                last,
                story -> {
                    long stands = books.lastRecordOf(now.id());
                    if (story.isPresent()) {
                        writeIfOpen(endpoint, Settlement.receipt(story.get(), now, report));
                    } else if (stands != last) { // it was moved before it was read
                        readBack(endpoint, now, report, stands);
                    }
                },
                () -> {});
    }

    /** The message may have ended while it was read: nothing is told after its last state. */
    private void writeIfOpen(int endpoint, Receipt news) {
        int at = books.ledger.find(news.message().value());
        if (books.isOpen(at)) {
            write(endpoint, news);
        }
    }

    private void write(int endpoint, Receipt news) {
        long eventId = news.eventId().value();
        new NewsRecord(books.endpoints.name(endpoint), news).encode(books.record(RecordType.NEWS));
        long position = books.finish();
        books.events.ofDelivery(eventId, position, endpoint);
        after.offerOf(news.message().value(), books.endpoints.name(endpoint), eventId, position, new Event.State(news));
    }
}
