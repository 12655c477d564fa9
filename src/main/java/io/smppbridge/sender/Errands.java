package io.smppbridge.sender;

import io.smppbridge.connector.Operation;
import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Questions to the SMSC about messages that it has taken. They go out on this worker's binds, inside the same rate and window as
 * submissions, and are given up after a while: nobody waits for ever for a carrier that does not answer.
 */
@OwnedBy("the sender thread")
final class Errands {
    private static final Logger LOG = LoggerFactory.getLogger(Errands.class);
    private static final long MILLI = 1_000_000L;

    /** One question. Asked by any thread, taken by one worker, answered on the bind's reading thread. */
    static final class Errand {
        final Operation operation;
        final long deadline;
        private final Consumer<OperationAnswer> answer;
        private boolean told;
        private volatile boolean over;
        private SenderBind bind;

        Errand(Operation operation, long deadline, Consumer<OperationAnswer> answer) {
            this.operation = operation;
            this.deadline = deadline;
            this.answer = answer;
        }

        /** The first answer counts. Any thread. */
        void tell(OperationAnswer said) {
            synchronized (this) {
                if (told) {
                    return;
                }
                told = true;
            }
            over = true;
            answer.accept(said);
        }
    }

    private final Sender sender;
    private final List<Errand> out = new ArrayList<>();

    Errands(Sender sender) {
        this.sender = sender;
    }

    boolean any() {
        return !out.isEmpty() || !sender.account.errands.isEmpty();
    }

    /** Asks what may be asked now and gives up what has waited too long. True when something was asked. */
    boolean run() {
        if (!any()) {
            return false;
        }
        settle();
        boolean asked = false;
        for (Errand next = sender.account.errands.peek(); next != null; next = sender.account.errands.peek()) {
            if (sender.now - next.deadline >= 0) {
                if (sender.account.errands.remove(next)) {
                    next.tell(new OperationAnswer.Unanswered(false, "no bind, rate or window was free in time"));
                }
            } else if (ask()) {
                asked = true;
            } else {
                break;
            }
        }
        return asked;
    }

    /** Nobody will ask any more. */
    void giveUp() {
        for (Errand next = sender.account.errands.poll(); next != null; next = sender.account.errands.poll()) {
            next.tell(new OperationAnswer.Unanswered(false, "the SMSC's senders are stopping"));
        }
        settle();
    }

    /** When to look again although nobody rings. */
    long nextAt() {
        long at = Long.MAX_VALUE;
        for (int i = 0; i < out.size(); i++) {
            at = Math.min(at, out.get(i).deadline);
        }
        Errand next = sender.account.errands.peek();
        return next == null ? at : Math.min(at, Math.min(next.deadline, sender.now + 10 * MILLI));
    }

    private void settle() {
        for (Iterator<Errand> it = out.iterator(); it.hasNext(); ) {
            Errand errand = it.next();
            if (!errand.over && sender.now - errand.deadline >= 0) {
                errand.tell(new OperationAnswer.Unanswered(true, "the SMSC has not answered"));
            }
            if (errand.over) {
                errand.bind.window.vacate();
                it.remove();
            }
        }
    }

    /** False when it has to wait. */
    private boolean ask() {
        SenderBind bind = open();
        if (bind == null || sender.account.throttle.rests(sender.now)) {
            return false;
        }
        long ticket = sender.account.gate.reserve(1, sender, sender.now);
        if (ticket == RateGate.NOT_NOW) {
            return false;
        }
        Account account = sender.account;
        Runnable written =
                () -> account.gate.written(ticket, 1, account.wiring.ticker().nanos());
        Errand mine = account.errands.poll();
        if (mine == null) { // another worker was faster
            written.run();
        } else {
            write(mine, bind, written);
        }
        return true;
    }

    private void write(Errand errand, SenderBind bind, Runnable written) {
        errand.bind = bind;
        out.add(errand);
        bind.window.occupy();
        try {
            bind.keeper.connector().operate(errand.operation, said -> {
                errand.tell(said);
                sender.mailbox.ring();
            });
            bind.keeper.connector().flush(written);
        } catch (IllegalArgumentException e) {
            written.run();
            errand.tell(new OperationAnswer.Unanswered(false, e.getMessage()));
        } catch (RuntimeException e) {
            written.run();
            LOG.warn("{}: cannot ask about a message", sender.name(), e);
            bind.keeper.close("cannot write: " + e);
        }
    }

    private SenderBind open() {
        for (SenderBind bind : sender.binds) {
            if (bind.mayBegin(sender.now) && bind.window.room() > 0) {
                return bind;
            }
        }
        return null;
    }
}
