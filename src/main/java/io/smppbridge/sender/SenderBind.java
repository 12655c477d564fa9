package io.smppbridge.sender;

import io.smppbridge.Address;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.AnswerDetail;
import io.smppbridge.connector.BindKeeper;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.Patron;
import io.smppbridge.connector.StatusTable;
import io.smppbridge.receipts.SharedId;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.StatusClass;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One bind of a worker: its keeper, its window, and the message whose parts are going out over it. */
@OwnedBy("the sender thread")
final class SenderBind implements Patron {
    private static final Logger LOG = LoggerFactory.getLogger(SenderBind.class);

    private final Sender sender;
    private final Account account;
    private final SmscStats.BindState shown;
    final BindKeeper keeper;
    final Window window;

    /** A message of which some parts are submitted and some wait: it goes first here, and nowhere else. */
    Task current;
    /** Others of that kind, since the SMSC has asked for a pause in their middle: they go on after it, in this order. */
    private final ArrayDeque<Task> halves = new ArrayDeque<>(2);
    /** To be given up: takes no more, drains, unbinds. */
    boolean retiring;
    /** Something is composed and not yet flushed. */
    boolean dirty;

    SenderBind(Sender sender, String name, BindKeeper.Setup setup) {
        this.sender = sender;
        this.account = sender.account;
        this.shown = account.stats.bind(name);
        SmscConfig config = account.terms.config();
        this.window = new Window(config.pace().window());
        this.keeper = new BindKeeper(setup, this, account.terms.factory(), config);
    }

    static BindAs command(SmscConfig config) {
        return config.binds().mode() == SmscConfig.Binds.Mode.TRANSCEIVER ? BindAs.TRANSCEIVER : BindAs.TRANSMITTER;
    }

    void apply(Account.Terms terms) {
        keeper.apply(terms.config(), terms.factory());
        window.limit(terms.config().pace().window());
    }

    /** Whether a message may be begun here: bound, answered in time, and no other message half submitted. */
    boolean mayBegin(long now) {
        return !retiring && !isMidway() && keeper.isOpen() && !isSuspect(now);
    }

    /** Whether some message is half submitted here. */
    boolean isMidway() {
        return current != null || !halves.isEmpty();
    }

    /** The message that goes on here before any other; null when there is none. */
    Task next() {
        current = current == null ? halves.poll() : current;
        return current;
    }

    /** Nothing being under way: what is half submitted goes on elsewhere, or later. */
    void giveBackHalves() {
        for (Task half = next(); half != null; half = next()) {
            current = null;
            account.bag.giveBack(half, 0);
        }
    }

    private void drop(Task task) {
        current = current == task ? null : current;
        halves.remove(task);
    }

    /** Whether the oldest submission has waited too long: nothing more is submitted before the SMSC has caught up. */
    boolean isSuspect(long now) {
        int oldest = window.oldest();
        return oldest != Window.NONE
                && now - window.sentAt(oldest)
                        >= account.terms.config().timers().answerWithin().toNanos();
    }

    /** Asks a silent link for a sign of life; gives it up when an answer has been missing for all timers. */
    void watch(long now) {
        int oldest = window.oldest();
        if (oldest == Window.NONE || !isSuspect(now)) {
            return;
        }
        SmscConfig.Timers timers = account.terms.config().timers();
        if (now - window.sentAt(oldest) >= timers.answerWithin().toNanos() * timers.answerTimers()) {
            keeper.close("no answer to submit_sm within " + timers.answerTimers() + " times "
                    + timers.answerWithin().toMillis() + " ms");
        } else {
            keeper.probe();
        }
    }

    /** When {@link #watch} has something to do next. */
    long nextAt(long now) {
        int oldest = window.oldest();
        if (oldest == Window.NONE) {
            return Long.MAX_VALUE;
        }
        long within = account.terms.config().timers().answerWithin().toNanos();
        long past = Math.max(0, (now - window.sentAt(oldest)) / within);
        return window.sentAt(oldest) + (past + 1) * within;
    }

    void showInFlight() {
        shown.inFlight = window.size();
    }

    @Override
    public void answered(int sequence, int status, String messageId, AnswerDetail detail, long readNanos) {
        int place = window.find(sequence);
        if (place == Window.NONE) {
            account.stats.strayAnswers.increment();
            LOG.debug("{} {}: answer to sequence number {}, which awaits none", account.smsc, keeper.name(), sequence);
            return;
        }
        Task task = window.task(place);
        int part = window.part(place);
        int flight = window.flight(place);
        long sentAt = window.sentAt(place);
        Gathered gathered = window.gathered(place);
        window.close(place);
        sender.counts.answered(readNanos - sentAt);
        StatusClass kind = account.terms.statuses().of(status);
        if (kind == StatusClass.OK || kind == StatusClass.PERMANENT) {
            account.throttle.flowing(sentAt, sender.now);
        }
        if (kind == StatusClass.OK) {
            account.congestion.flowing(sender.now);
        }
        if (gathered != null) {
            sender.counts.landed(gathered.size());
            follow(settleAll(gathered, status, messageId, detail), status, sentAt);
            return;
        }
        sender.counts.landed(1);
        task.answerTlvs = detail.tlvs();
        Settler.Then then = sender.settler.answered(task, part, flight, status, messageId, sender.nowMs);
        if (then == Settler.Then.STOP_MIDWAY) {
            if (current != task && !halves.contains(task)) {
                halves.add(task);
            }
        } else if (then != Settler.Then.GO_ON) {
            drop(task);
        }
        follow(then, status, sentAt);
    }

    /** A submit_multi has been answered: what that means for each of its messages, and the gravest for the bind. */
    private Settler.Then settleAll(Gathered gathered, int status, String messageId, AnswerDetail detail) {
        StatusClass kind = account.terms.statuses().of(status);
        // Some say of a partial success that it has failed, and then who has: the others have been taken.
        boolean partly = !messageId.isEmpty() && !detail.refused().isEmpty();
        if (!partly && kind != StatusClass.OK && kind != StatusClass.THROTTLED && kind != StatusClass.REBIND) {
            account.stats.answer(status);
            refusesMulti(gathered.size(), status);
            for (int i = 0; i < gathered.size(); i++) {
                sender.settler.alone(gathered.task(i), gathered.flight(i));
            }
            account.bag.ring();
            return Settler.Then.GO_ON;
        }
        boolean whole = detail.whole() && gathered.holdsAll(detail.refused());
        Settler.Then gravest = Settler.Then.GO_ON;
        for (int i = 0; i < gathered.size(); i++) {
            Task task = gathered.task(i);
            Address to = task.sms().to();
            int own = partly || kind == StatusClass.OK ? detail.statusOf(to) : status;
            if (own == 0 && !whole) {
                sender.settler.unanswered(task, 0, gathered.flight(i), sender.nowMs);
                continue;
            }
            task.answerTlvs = detail.tlvs();
            Settler.Then then = sender.settler.answered(
                    task, 0, gathered.flight(i), own, SharedId.of(messageId, to.number()), sender.nowMs);
            gravest = then.compareTo(gravest) > 0 ? then : gravest;
        }
        return gravest;
    }

    /** One that does not know the command will not know it next time either. */
    private void refusesMulti(int destinations, int status) {
        if (!account.refusesMulti && (status == CommandStatus.RINVCMDID || status == CommandStatus.RINVNUMDESTS)) {
            account.refusesMulti = true;
            LOG.warn(
                    "{}: the SMSC refuses a submit_multi of {} destinations ({}): from now on each message goes alone;"
                            + " set submit-multi of this SMSC to what it takes, or to 0",
                    account.smsc,
                    destinations,
                    StatusTable.describe(status));
        }
    }

    private void follow(Settler.Then then, int status, long sentAt) {
        if (then == Settler.Then.STOP_SMSC || then == Settler.Then.STOP_MIDWAY) {
            account.throttle.refused(status, sentAt, sender.now);
            if (then == Settler.Then.STOP_MIDWAY) {
                account.throttle.keepProbeFor(sender);
            }
            account.stats.effectiveRate = account.gate.rate();
            sender.returnHand();
        } else if (then == Settler.Then.REBIND) {
            keeper.close("the SMSC says that a bind of this kind does not stand");
        }
    }

    @Override
    public void congested(int state) {
        account.congestion.told(state, sender.now);
        account.stats.effectiveRate = account.gate.rate();
    }

    @Override
    public void lost(CloseCause cause, long now) {
        boolean any = isMidway() || window.size() > 0;
        dirty = false;
        for (int place = window.oldest(); place != Window.NONE; place = window.oldest()) {
            Task task = window.task(place);
            int part = window.part(place);
            int flight = window.flight(place);
            Gathered gathered = window.gathered(place);
            window.close(place);
            drop(task);
            if (gathered == null) {
                sender.counts.landed(1);
                sender.settler.unanswered(task, part, flight, sender.nowMs);
            } else {
                sender.counts.landed(gathered.size());
                for (int i = 0; i < gathered.size(); i++) {
                    sender.settler.unanswered(gathered.task(i), 0, gathered.flight(i), sender.nowMs);
                }
            }
        }
        giveBackHalves(); // their parts so far have all been answered
        showInFlight();
        if (any) {
            account.bag.ring();
        }
    }
}
