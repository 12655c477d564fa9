package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.receipts.ReceiptState;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.ReceiptRecord;
import io.smppbridge.records.Story;
import io.smppbridge.threads.OwnedBy;

/**
 * Which messages their SMSCs are asked to delete, also after a restart: a receipt may be all that ever tells that it was done, and one that
 * says deleted means what the platform asked for then, and no failure that another SMSC could mend.
 */
@OwnedBy("journal thread")
final class Deleting {
    /** Who asks again and again makes the message's story no longer than that. */
    private static final int MOST_NOTED = 64;

    private final Books books;

    Deleting(Books books) {
        this.books = books;
    }

    /** Its SMSC as it was read is about to be asked; where it has gone on from there meanwhile, that says nothing of the next one. */
    void asked(Story story) {
        int at = books.ledger.find(story.accept().id());
        boolean there = at != Ledger.NONE && books.ledger.state(at) == MessageState.SENT;
        Lane lane = there ? books.lane(at) : null;
        if (lane != null
                && lane.name().equals(story.smsc())
                && books.cancelling.merge(story.accept().id(), 1, Integer::sum) == 1) {
            write(at, story, true);
        }
    }

    /** It has said no; what it says that it has deleted is written down before, as what was asked for. */
    void refused(int at, Story story) {
        long id = story.accept().id();
        if (books.cancelling.remove(id, 1)) {
            write(at, story, false);
        } else { // it was asked by others too, and may have done it for them
            books.cancelling.computeIfPresent(id, (same, times) -> times - 1);
        }
    }

    /** At a start. */
    static void saw(Books books, ProgressRecord step) {
        if (step.isAsked()) {
            books.cancelling.put(step.id(), 1);
        } else {
            books.cancelling.remove(step.id());
        }
    }

    /** At a start: enters what a receipt, or the answer, says of a part. */
    static void saw(Books books, PartsAwaited awaited, ReceiptRecord receipt) {
        awaited.enter(receipt.part(), receipt.state().messageState());
        if (receipt.state() == ReceiptState.DELETED && books.cancelling.containsKey(receipt.id())) {
            awaited.partDeleted();
        }
    }

    /** The same of one that was written anew, whose receipts stand behind all else that has happened to it. */
    static void saw(Books books, Story story) {
        PartsAwaited awaited = books.awaited.get(story.accept().id());
        boolean deleted = awaited != null
                && story.wordsHere().anyMatch(word -> word.state() == ReceiptState.DELETED && wasAsked(story, word));
        if (deleted) {
            awaited.partDeleted();
        }
    }

    /** Whether the SMSC was being asked when that receipt came. */
    private static boolean wasAsked(Story story, ReceiptRecord receipt) {
        boolean asked = false;
        for (ProgressRecord step : story.here()) {
            if (step.kind() == ProgressRecord.Kind.DELETING) {
                asked = step.isAsked()
                        ? asked || step.atMs() <= receipt.atMs()
                        : asked && step.atMs() >= receipt.atMs();
            }
        }
        return asked;
    }

    private void write(int at, Story story, boolean asked) {
        long noted = story.progress().stream()
                .filter(step -> step.kind() == ProgressRecord.Kind.DELETING)
                .count();
        if (noted < MOST_NOTED) {
            long previous = books.ledger.lastPosition(at);
            books.append(at, ProgressRecord.deleting(story.accept().id(), previous, books.nowMs(), asked));
        }
    }
}
