package io.smppbridge.sender;

import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.bag.Bunch;
import io.smppbridge.bag.Task;
import io.smppbridge.settings.Leaving;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.OwnedBy;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Iterator;

/** What a worker has taken from the bag and not yet begun; it also knows what has to stay in the bag: in quiet hours, and for order. */
@OwnedBy("the sender thread")
final class Hand {
    private static final long SWEEP_EVERY = 1_000_000_000L;
    private static final int SWEEP = 64;
    private static final int SWEEP_ROUNDS = 100;

    private final Sender sender;
    private final Account account;
    private final ArrayDeque<Task> tasks = new ArrayDeque<>();
    private final QuietWatch quiet;
    private Bunch bunch = new Bunch(1);
    /** Not known before the first turn: senders before this one may have left the bag quiet. */
    private long laneQuiet = -1;

    private boolean crowded;
    private long nextSweep;
    private long nextOrder;

    Hand(Sender sender) {
        this.sender = sender;
        this.account = sender.account;
        this.quiet = new QuietWatch(account.wiring.quiet());
        this.nextSweep = account.wiring.ticker().nanos();
        this.nextOrder = nextSweep;
    }

    void apply(SmscConfig config) {
        bunch = new Bunch(Math.max(SWEEP, config.pace().bunch()));
    }

    boolean isEmpty() {
        return tasks.isEmpty();
    }

    Task peek() {
        return tasks.peek();
    }

    Task poll() {
        return tasks.poll();
    }

    /**
     * The first task and those right behind it that can go with it in one submit_multi; they stay in hand.
     *
     * @param most at least 1
     */
    Gathered gather(int most) {
        boolean told = account.terms.config().text().passValidity();
        Iterator<Task> inOrder = tasks.iterator();
        Gathered gathered = new Gathered(most, inOrder.next());
        boolean more = true;
        while (more && inOrder.hasNext()) {
            Task next = inOrder.next();
            more = !next.over
                    && !account.clearance.awaits(next)
                    && !account.outcomes.isUnwanted(next)
                    && gathered.add(next, told, sender.nowMs);
        }
        return gathered;
    }

    /** Puts everything back as it was. */
    void giveBack() {
        if (!tasks.isEmpty()) {
            for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
                account.bag.giveBack(task, 0);
            }
            account.bag.ring();
        }
    }

    /** Takes some from the bag. */
    void take(int max) {
        if (account.terms.config().leaving().byDestination()) {
            takeInOrder(max);
            return;
        }
        int taken = 1;
        while (tasks.isEmpty() && taken > 0 && !crowded) {
            taken = account.bag.take(bunch, max, sender.nowMs, account.wiring.source());
            for (int i = 0; i < taken; i++) {
                if (!isEarly(bunch.task(i))) {
                    keep(bunch.task(i));
                }
            }
            bunch.clear();
        }
    }

    /** Whether its own time has not come, as where it stood among what was put off until the same moment; it is in the bag again then. */
    private boolean isEarly(Task task) {
        Instant schedule = task.sms().schedule();
        if (schedule == Instant.EPOCH || schedule.toEpochMilli() <= sender.nowMs) {
            return false;
        }
        boolean passed = account.terms.config().text().passing().schedule()
                && !task.sms().tags().containsKey(OutboundSms.AWAITS_PARTS);
        if (!passed) {
            account.bag.putOff(task, schedule.toEpochMilli(), account.wiring.source());
        }
        return !passed;
    }

    /** One that is to be looked at before it is submitted stands aside for that; where too many do, it waits in the bag. */
    private void keep(Task task) {
        if (!account.clearance.awaits(task) || Envelope.hasExpired(task, sender.nowMs) || isQuietFor(task)) {
            tasks.add(task);
        } else if (account.clearance.hasRoom()) {
            account.clearance.ask(task);
        } else {
            crowded = true;
            account.bag.giveBack(task, 0);
        }
    }

    /** Whether something had to stay in the bag because too many messages are being looked at. */
    boolean isCrowded() {
        return crowded;
    }

    /** Of what is taken, those stay in hand before whom no other message to the same number is under way. */
    private void takeInOrder(int max) {
        int taken = 1;
        while (tasks.isEmpty() && taken > 0 && !crowded) {
            synchronized (account.destinations) {
                account.destinations.adopt();
                taken = account.bag.take(bunch, max, sender.nowMs, account.wiring.source());
                for (int i = 0; i < taken; i++) {
                    if (!isEarly(bunch.task(i)) && account.destinations.enter(bunch.task(i))) {
                        keep(bunch.task(i));
                    }
                }
            }
            bunch.clear();
        }
    }

    /** Whether the first task, which could go, has to wait because it is quiet; then it is no longer in hand. */
    boolean putOff(Task task) {
        if (task.sms().priority() == Priority.HIGH) {
            return false;
        }
        long until = quiet.account(task.account(), sender.nowMs);
        if (until == 0 && laneQuiet <= 0) {
            return false;
        }
        tasks.poll();
        if (until > 0) {
            account.bag.putOff(task, until, account.wiring.source());
            account.putOffs.add(task.account(), quiet.hours(), until, account.bag::letGo); // once it can be let go
        } else {
            account.bag.giveBack(task, 0); // the bag keeps it
        }
        return true;
    }

    /** Whether the first task, which could go, has still to be looked at, as one that quiet hours kept until now; then it is no longer in hand. */
    boolean setAside(Task task) {
        boolean awaits = account.clearance.awaits(task);
        if (awaits) {
            tasks.poll();
            keep(task);
        }
        return awaits;
    }

    private boolean isQuietFor(Task task) {
        return task.sms().priority() != Priority.HIGH
                && (laneQuiet > 0 || quiet.account(task.account(), sender.nowMs) > 0);
    }

    /** At the beginning of a turn: quiet hours begin and end; messages that wait for others to the same number are seen to. */
    void listen() {
        crowded = false;
        Leaving leaving = account.terms.config().leaving();
        account.putOffs.look(account.wiring.quiet(), sender.nowMs, account.bag::letGo);
        long until = quiet.lane(leaving.quiet(), sender.nowMs);
        if (until != laneQuiet) {
            laneQuiet = until;
            account.bag.onlyHigh(until > 0);
        }
        if (leaving.byDestination() && sender.now - nextOrder >= 0) {
            nextOrder = sender.now + SWEEP_EVERY;
            account.destinations.sweep(sender.nowMs);
        }
    }

    /** When the SMSC's quiet hours end, in milliseconds since 1970; 0 when none hold. */
    long quietUntil() {
        return Math.max(0, laneQuiet);
    }

    /** Whether something waits for the end of the SMSC's quiet hours. */
    boolean isQuiet() {
        return laneQuiet > 0 && account.bag.ready() > 0;
    }

    /**
     * While no bind of the account stands, ends messages at the head of the bag whose validity has passed, so that the platform hears in
     * time; and lets those go that another SMSC may send. Goes on only as long as it finds such.
     */
    void sweep() {
        if (sender.now - nextSweep < 0) {
            return;
        }
        nextSweep = sender.now + SWEEP_EVERY;
        boolean expired = !account.stats.anyBound();
        if (expired && account.terms.config().leaving().byDestination()) {
            account.destinations.adopt();
        }
        for (int round = 0; expired && round < SWEEP_ROUNDS && account.bag.ready() > 0; round++) {
            int taken = account.bag.take(bunch, SWEEP, sender.nowMs, account.wiring.source());
            expired = false;
            for (int i = 0; i < taken; i++) {
                Task task = bunch.task(i);
                if (Envelope.hasExpired(task, sender.nowMs)) {
                    sender.settler.expire(task);
                    expired = true;
                } else if (account.bag.leaving() && task.parts().inFlight() == 0) {
                    account.outcomes.stuck(task);
                    account.destinations.over(task);
                    expired = true;
                } else {
                    account.bag.giveBack(task, 0);
                }
            }
            bunch.clear();
        }
    }

    long nextSweep() {
        return nextSweep;
    }
}
