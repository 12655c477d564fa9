package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.Messages.Withdrawal;
import io.smppbridge.TaskId;
import io.smppbridge.records.Story;
import io.smppbridge.threads.OwnedBy;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Ends a message that its platform wants back, if nothing of it has been handed to an SMSC. */
@OwnedBy("journal thread")
final class Withdrawing {
    private final Books books;
    private final Withdrawals withdrawals;
    private final Settlement settlement;
    private final JournalDoor door;

    Withdrawing(Books books, Withdrawals withdrawals, Settlement settlement, JournalDoor door) {
        this.books = books;
        this.withdrawals = withdrawals;
        this.settlement = settlement;
        this.door = door;
    }

    /**
     * @param story what the journal said of it
     * @param asOf where its last record stood then
     * @param result empty when something has happened to it since: it is to be looked at once more
     */
    void withdraw(Story story, long asOf, CompletableFuture<Optional<Withdrawal>> result) {
        TaskId id = story.id();
        int at = books.ledger.find(id.value());
        MessageState state = at == Ledger.NONE ? MessageState.ACCEPTED : books.ledger.state(at);
        Withdrawal outcome;
        if (state.isFinal()) {
            outcome = Withdrawal.ENDED;
        } else if (!Books.isPending(state) || story.isBegun()) {
            // Of one that has begun the rest alone is no message, and what the subscriber gets of it is not withdrawn.
            outcome = Withdrawal.TOO_LATE;
        } else if (books.ledger.lastPosition(at) != asOf) {
            result.complete(Optional.empty());
            return;
        } else if (!withdrawals.take(at)) {
            outcome = Withdrawal.TOO_LATE;
        } else if (withdrawals.reportIsUnderWay(at) || withdrawals.isBegun(at)) {
            goOn(id, asOf, () -> result.complete(Optional.of(Withdrawal.TOO_LATE)));
            return;
        } else {
            outcome = withdrawals.orGoOn(at, () -> {
                settlement.close(at, MessageState.CANCELLED, "", "withdrawn by the platform");
                return Withdrawal.CANCELLED;
            });
        }
        door.afterForce(() -> result.complete(Optional.of(outcome)));
    }

    /** The message was perhaps sent, or begun, as its sender has just told: when that is written down, it goes on as if nobody had asked. */
    void goOn(TaskId id, long asOf, Runnable told) {
        int at = books.ledger.find(id.value());
        boolean waits = at != Ledger.NONE
                && (withdrawals.reportIsUnderWay(at)
                        || withdrawals.isBegun(at) && books.ledger.lastPosition(at) == asOf)
                && door.command(() -> goOn(id, asOf, told));
        if (!waits) {
            if (at != Ledger.NONE) {
                withdrawals.undo(at);
            }
            door.afterWrite(told);
        }
    }
}
