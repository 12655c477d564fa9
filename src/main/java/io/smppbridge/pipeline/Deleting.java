package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.receipts.ReceiptState;
import io.smppbridge.threads.OwnedBy;

/**
 * Which messages their SMSCs are asked to delete, also after a restart: a receipt may be all that ever tells that it was done, and one that
 * says deleted means what the platform asked for then, and no failure that another SMSC could mend.
 */
@OwnedBy("journal thread")
final class Deleting {
    private final Books books;

    Deleting(Books books) {
        this.books = books;
    }

    /** The SMSC is about to be asked. */
    void asked(long message) {
        if (books.cancelling.add(message)) {
            write(message, true);
        }
    }

    /** It has answered; what that makes of the message is told elsewhere. */
    void answered(long message) {
        if (books.cancelling.remove(message)) {
            write(message, false);
        }
    }

    /** At a start. */
    static void saw(Books books, ProgressRecord step) {
        if (step.isAsked()) {
            books.cancelling.add(step.id());
        } else {
            books.cancelling.remove(step.id());
        }
    }

    /** At a start: enters what a receipt, or the answer, says of a part. */
    static void saw(Books books, PartsAwaited awaited, ReceiptRecord receipt) {
        awaited.enter(receipt.part(), receipt.state().messageState());
        if (receipt.state() == ReceiptState.DELETED && books.cancelling.contains(receipt.id())) {
            awaited.partDeleted();
        }
    }

    /** At a start: a message written anew has its receipts behind all that has happened to it, also what came before the answer. */
    static void saw(Books books, Story story) {
        PartsAwaited awaited = books.awaited.get(story.accept().id());
        if (awaited != null
                && story.receiptsHere()
                        .anyMatch(word -> word.state() == ReceiptState.DELETED && wasAsked(story, word.atMs()))) {
            awaited.partDeleted();
        }
    }

    private static boolean wasAsked(Story story, long atMs) {
        boolean asked = false;
        for (ProgressRecord step : story.here()) {
            if (step.kind() == ProgressRecord.Kind.DELETING) {
                if (!step.isAsked() && asked && atMs <= step.atMs()) {
                    return true;
                }
                asked = step.isAsked() && step.atMs() <= atMs;
            }
        }
        return asked;
    }

    private void write(long message, boolean asked) {
        int at = books.ledger.find(message);
        if (at != Ledger.NONE && books.ledger.state(at) == MessageState.SENT) {
            ProgressRecord.deleting(message, books.ledger.lastPosition(at), books.nowMs(), asked)
                    .encode(books.record(RecordType.PROGRESS));
            books.ledger.lastPosition(at, books.finish());
        }
    }
}
