package io.smppbridge.sender;

import io.smppbridge.MessageState;
import io.smppbridge.bag.Task;
import io.smppbridge.pipeline.BeforeSubmit;
import io.smppbridge.pipeline.BeforeSubmit.Said;
import io.smppbridge.pipeline.Outcomes.Flight;
import io.smppbridge.threads.ThreadSafe;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Messages that somebody looks at before they are submitted. They stand aside, in nobody's hand, and come back to the front of the bag, so
 * that no other waits for them.
 *
 * <p>Not many more are looked at than the rate lets go in the time that an answer may take: each is asked about when its turn has come.
 */
@ThreadSafe
final class Clearance {
    private static final int FEWEST = 4;
    private static final int MOST = 1_024;
    private static final long AGAIN_AFTER_MS = 1_000;

    private final Account account;
    private final BeforeSubmit before;
    private final boolean any;
    private final double aheadSeconds;
    private final AtomicInteger aside = new AtomicInteger();

    Clearance(Account account, BeforeSubmit before) {
        this.account = account;
        this.before = before;
        this.any = before.any();
        this.aheadSeconds = before.within().toNanos() / 1e9;
    }

    /** Whether the message has to be looked at first. */
    boolean awaits(Task task) {
        return any && !task.cleared;
    }

    /** Whether more may be looked at now. */
    boolean hasRoom() {
        return !any || aside.get() < Math.max(FEWEST, Math.min(MOST, account.gate.rate() * aheadSeconds));
    }

    /** Has a message looked at; it is no longer the caller's. */
    void ask(Task task) {
        aside.incrementAndGet();
        task.unclaim();
        before.ask(task, said -> told(task, said));
    }

    /** How many are looked at. */
    int aside() {
        return aside.get();
    }

    private void told(Task task, Said said) {
        aside.decrementAndGet();
        if (task.claim()) { // else it was withdrawn meanwhile
            if (said instanceof Said.Refused refused) {
                account.stats.rejected.increment();
                account.outcomes.ended(task, MessageState.REJECTED, refused.why(), Flight.NONE);
                account.destinations.over(task);
            } else {
                task.cleared = said == Said.PASS;
                account.bag.giveBack(
                        task, task.cleared ? 0 : account.wiring.clock().millis() + AGAIN_AFTER_MS);
            }
        }
        account.bag.ring();
    }
}
