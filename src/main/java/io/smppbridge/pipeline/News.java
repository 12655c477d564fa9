package io.smppbridge.pipeline;

import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.handback.Event;
import io.smppbridge.threads.OwnedBy;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * Tells the platform of states that are not the last, where it asked for all: journaled like every event, so that a restart does not
 * swallow them. A message whose body has left memory is read back first.
 */
@OwnedBy("journal thread")
final class News {
    private final Books books;
    private final AfterForce after;
    private final Executor reader;
    private final JournalDoor door;

    News(Books books, AfterForce after, Executor reader, JournalDoor door) {
        this.books = books;
        this.after = after;
        this.reader = reader;
        this.door = door;
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
            readBack(ledger.lastPosition(at), story -> Settlement.receipt(story, now, report), endpoint);
        }
    }

    private void readBack(long position, Function<Story, Receipt> words, int endpoint) {
        door.afterWrite(() -> {
            try {
                reader.execute(() -> Story.read(books.journal::read, position)
                        .map(words)
                        .ifPresent(news -> door.command(() -> writeIfOpen(endpoint, news))));
            } catch (RejectedExecutionException e) {
                // Too much is read at this moment, or the bridge stops: this state goes untold, the last will not.
            }
        });
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
