package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.Priority;
import io.smppbridge.bag.Task;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.threads.OwnedBy;

/** Takes messages away from the senders before one of them takes them. */
@OwnedBy("journal thread")
final class Withdrawals {
    /** A journal that cannot answer now is not asked again at once. */
    private static final long AGAIN_AFTER_MS = 5_000;

    private final Books books;
    private final ColdTasks cold;
    private final JournalDoor door;

    Withdrawals(Books books, ColdTasks cold, JournalDoor door) {
        this.books = books;
        this.cold = cold;
        this.door = door;
    }

    /**
     * What a sender took from a bag and could not read back goes there again, for a little later: it is in nobody's hands, and would
     * wait for the next start.
     */
    void putAstrayBack() {
        for (Long id = cold.astray(); id != null; id = cold.astray()) {
            int at = books.ledger.find(id);
            Lane lane = at == Ledger.NONE ? null : books.lanes.get().at(books.ledger.lane(at));
            if (lane != null && isWaiting(at)) {
                TaskBag bag = lane.bag();
                bag.put(id, books.ledger.lastPosition(at), null, Priority.NORMAL, books.nowMs() + AGAIN_AFTER_MS);
                door.afterWrite(bag::publish);
            }
        }
    }

    private boolean isWaiting(int at) {
        MessageState state = books.ledger.state(at);
        return !state.isFinal() && state != MessageState.SENT && !books.ledger.held(at);
    }

    /** True when no sender has the message, and none will get it. */
    boolean take(int at) {
        if (books.ledger.extra(at) instanceof Task task) {
            return task.withdraw();
        }
        return cold.withdraw(books.ledger.idAt(at));
    }
}
