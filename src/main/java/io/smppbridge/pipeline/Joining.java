package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.TaskId;
import io.smppbridge.records.CloseRecord;
import io.smppbridge.records.Story;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one message of several that wait in their bags: one of them goes on with the content of all, the others end without a word. Either
 * all of that happens or nothing.
 */
@OwnedBy("journal thread")
final class Joining {
    private static final Logger LOG = LoggerFactory.getLogger(Joining.class);
    private static final String INTO = "joined into ";

    private final Books books;
    private final Withdrawals withdrawals;
    private final Settlement settlement;
    private final Amendments amendments;

    Joining(Books books, Withdrawals withdrawals, Settlement settlement, Amendments amendments) {
        this.books = books;
        this.withdrawals = withdrawals;
        this.settlement = settlement;
        this.amendments = amendments;
    }

    /** The message that a message has gone on within, if it has. */
    static Optional<TaskId> into(Story story) {
        return story.close()
                .map(CloseRecord::detail)
                .filter(detail -> detail.startsWith(INTO))
                .map(detail -> TaskId.parse(detail.substring(INTO.length())));
    }

    /**
     * Puts the draft in the place of all.
     *
     * @param asOf where the last record of the message that stays stood when the draft was made
     * @return false when one of them is waiting no more; then each goes on as it is
     */
    boolean join(Messages.Whole whole, Amendments.Drafted.Draft draft, long asOf) {
        List<TaskId> taken = new ArrayList<>();
        for (TaskId part : whole.parts()) {
            if (part.equals(whole.stays())) {
                continue;
            }
            int at = books.ledger.find(part.value());
            if (at == Ledger.NONE || !waits(at) || !withdrawals.take(at)) {
                giveBack(taken);
                return false;
            }
            taken.add(part);
            if (withdrawals.reportIsUnderWay(at)) {
                giveBack(taken);
                return false;
            }
        }
        Optional<Messages.Changed> done;
        try {
            done = amendments.replace(whole.stays(), draft, asOf);
        } catch (RuntimeException | Error e) {
            JournalTurn.rethrowFatal(e);
            giveBack(taken);
            throw e;
        }
        if (done.isEmpty() || !(done.get() instanceof Messages.Changed.Done)) {
            if (done.isPresent() && done.get() == Amendments.PERHAPS_SENT) {
                taken.add(whole.stays());
            }
            giveBack(taken);
            return false;
        }
        for (TaskId part : taken) {
            end(part, INTO + whole.stays());
        }
        return true;
    }

    /** What it said goes out with the whole: after an error it is not to go out beside that, nor to keep the others from their end. */
    private void end(TaskId part, String into) {
        try {
            settlement.joined(books.ledger.find(part.value()), into);
        } catch (RuntimeException | Error e) {
            JournalTurn.rethrowFatal(e);
            LOG.error("message {} was {}, and could not be ended; once more", part, into, e);
            books.stats.refused("internal").increment();
            books.journal.cancelRecord();
            int at = books.ledger.find(part.value());
            if (books.isOpen(at)) {
                settlement.joined(at, into);
            }
        }
    }

    private boolean waits(int at) {
        MessageState state = books.ledger.state(at);
        return Books.isPending(state) && !books.ledger.held(at);
    }

    private void giveBack(List<TaskId> taken) {
        taken.forEach(part -> withdrawals.giveBack(books.ledger.find(part.value())));
    }
}
