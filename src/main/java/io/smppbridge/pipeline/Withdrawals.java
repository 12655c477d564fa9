package io.smppbridge.pipeline;

import io.smppbridge.bag.Task;
import io.smppbridge.threads.OwnedBy;

/** Takes messages away from the senders before one of them takes them. */
@OwnedBy("journal thread")
final class Withdrawals {
    private final Books books;
    private final ColdTasks cold;

    Withdrawals(Books books, ColdTasks cold) {
        this.books = books;
        this.cold = cold;
    }

    /** True when no sender has the message, and none will get it. */
    boolean take(int at) {
        if (books.ledger.extra(at) instanceof Task task) {
            return task.withdraw();
        }
        return cold.withdraw(books.ledger.idAt(at));
    }
}
