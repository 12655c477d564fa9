package io.smppbridge.sender;

import io.smppbridge.TaskId;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.BindKeeper;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.Uncertain.Policy;
import io.smppbridge.threads.OwnedBy;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fills a worker's windows from the bag, as far as throttle, rate, window and flight notes allow, with one write for each bind. */
@OwnedBy("the sender thread")
final class Filler {
    private static final Logger LOG = LoggerFactory.getLogger(Filler.class);
    private static final long MILLI = 1_000_000L;
    private static final long NEVER = Long.MAX_VALUE;

    private final Sender sender;
    private final Account account;
    private final Envelope envelope = new Envelope();
    private final Hand hand;
    private final Permits permits;
    private final Together together;
    private final RightOfWay way;
    private final BindTurns turns;

    private final HoldUp holdUp = new HoldUp();
    private HoldUp.Reason stop = HoldUp.Reason.NOTHING_WAITS;
    private int unitWaiting = 1;

    Filler(Sender sender) {
        this.sender = sender;
        this.account = sender.account;
        this.hand = new Hand(sender);
        this.permits = new Permits(account);
        this.way = new RightOfWay(sender);
        this.turns = new BindTurns(sender);
        this.together = new Together(sender, hand, envelope, permits);
    }

    void apply(SmscConfig config) {
        hand.apply(config);
    }

    /** Whether it would submit something if there were anything. */
    boolean wantsWork() {
        return stop == HoldUp.Reason.NOTHING_WAITS || stop == HoldUp.Reason.NO_BIND || stop == HoldUp.Reason.QUIET;
    }

    boolean hasHand() {
        return !hand.isEmpty();
    }

    /** Puts back what was taken and not begun, as it was. */
    void returnHand() {
        hand.giveBack();
    }

    /** Submits what may be submitted. True when that was anything. */
    boolean fill() {
        hand.listen();
        if (open() == 0) {
            returnHand();
            account.gate.leave(sender);
            stop = account.bag.hasDue(sender.nowMs) ? HoldUp.Reason.NO_BIND : HoldUp.Reason.NOTHING_WAITS;
            hand.sweep();
            holdUp.show(stop, sender);
            return false;
        }
        int allowance = account.throttle.allowance(sender, sender.now);
        if (allowance == 0) {
            stop = HoldUp.Reason.PAUSED;
            holdUp.show(stop, sender);
            return false;
        }
        int submitted = submitAll(allowance);
        if (way.leftARest()) {
            stop = HoldUp.Reason.RATE; // whatever else holds up the other messages
            unitWaiting = 1;
        }
        if (submitted > 0) {
            account.throttle.submitting(sender.now);
            write();
        } else {
            account.throttle.notSubmitting(sender);
        }
        report();
        account.stats.submitted.add(submitted);
        if (stop == HoldUp.Reason.NOTHING_WAITS && hand.isQuiet()) {
            stop = HoldUp.Reason.QUIET;
        }
        holdUp.show(stop, sender);
        return submitted > 0;
    }

    /** When the SMSC's quiet hours end, in milliseconds since 1970; 0 when none hold. */
    long quietUntil() {
        return hand.quietUntil();
    }

    /** When to look again although nobody rings. */
    long nextAt() {
        switch (stop) {
            case PAUSED:
                return Math.max(account.throttle.until(), sender.now + MILLI); // another worker may be about to probe
            case RATE:
                return account.gate.nextAt(unitWaiting, sender, sender.now);
            case JOURNAL:
                return sender.now + MILLI;
            case NO_BIND:
                return hand.nextSweep();
            default:
                return NEVER;
        }
    }

    private int open() {
        int count = 0;
        for (int i = 0; i < sender.binds.size(); i++) {
            count += sender.binds.get(i).keeper.isOpen() ? 1 : 0;
        }
        return count;
    }

    private int submitAll(int messages) {
        turns.begin();
        int submitted = 0;
        int begun = 0;
        stop = HoldUp.Reason.NOTHING_WAITS;
        List<SenderBind> binds = sender.binds;
        for (int i = 0; i < binds.size() && messages > begun; i++) {
            SenderBind bind = binds.get(i);
            if (bind.isMidway() && bind.keeper.isOpen() && !bind.isSuspect(sender.now)) {
                submitted += Math.max(0, goOn(bind));
                begun++;
                if (stop == HoldUp.Reason.RATE) {
                    return submitted; // its next part has the right of way
                }
            }
        }
        way.leaveUnlessMidway();
        while (begun < messages) {
            if (hand.isEmpty() && !take(messages - begun)) {
                break;
            }
            Task task = hand.peek();
            if (isLeftOut(task)) {
                continue;
            }
            SenderBind bind = turns.bindFor(task.parts());
            if (bind == null) {
                stop = HoldUp.Reason.WINDOW;
                break;
            }
            int atOnce = Math.min(account.atOnce(), messages - begun);
            atOnce = atOnce > 1 ? Math.min(atOnce, account.gate.unit()) : 1;
            Gathered gathered = atOnce > 1 && Gathered.mayJoin(task) ? hand.gather(atOnce) : null;
            if (gathered != null && gathered.size() > 1) {
                int sent = together.submit(bind, gathered);
                if (sent == 0) {
                    stop = together.why();
                    unitWaiting = 2;
                    break;
                }
                submitted += sent;
                begun += sent;
                continue;
            }
            int parts = submit(bind, task);
            if (parts == 0) {
                break;
            }
            hand.poll();
            submitted += Math.max(0, parts);
            begun++;
        }
        return submitted;
    }

    /** Whether the first message in hand ends unsent, or has to wait for something else than its turn; then it is no longer in hand. */
    private boolean isLeftOut(Task task) {
        if (Envelope.hasExpired(task, sender.nowMs)) {
            sender.settler.expire(hand.poll());
        } else if (task.over) {
            sender.settler.over(hand.poll());
        } else if (account.outcomes.isUnwanted(task)) {
            sender.settler.unwanted(hand.poll());
        } else {
            return hand.putOff(task) || hand.setAside(task);
        }
        return true;
    }

    /** The next parts of a message that has begun; or its end, where its time has passed meanwhile. */
    private int goOn(SenderBind bind) {
        Task task = bind.next();
        if (task.over || Envelope.hasExpired(task, sender.nowMs)) {
            bind.current = null;
            if (task.parts().inFlight() > 0) {
                sender.settler.later(task, 0); // it ends once these are answered
            } else if (task.over) {
                sender.settler.over(task);
            } else {
                sender.settler.expire(task);
            }
            return 0;
        }
        return submit(bind, task);
    }

    /** Takes as many tasks as could be submitted now, so that none waits here while others are free. */
    private boolean take(int most) {
        int room = 0;
        for (int i = 0; i < sender.binds.size(); i++) {
            SenderBind bind = sender.binds.get(i);
            room += bind.mayBegin(sender.now) ? bind.window.room() : 0;
        }
        if (!account.bag.hasDue(sender.nowMs)) {
            stop = HoldUp.Reason.NOTHING_WAITS;
            return false;
        }
        if (room == 0) {
            stop = HoldUp.Reason.WINDOW;
            return false;
        }
        int ready = account.gate.ready(sender, sender.now);
        if (ready == 0) {
            stop = HoldUp.Reason.RATE;
            unitWaiting = 1;
            return false;
        }
        int atOnce = account.atOnce();
        if (atOnce > 1) {
            // As many as one submit_multi may have, which waits for its permits as the parts of a long message do.
            ready = Math.max(ready, Math.min(atOnce, account.gate.unit()));
            room = room * atOnce;
        }
        int max = Math.min(
                Math.min(most, room),
                Math.min(ready, account.terms.config().pace().bunch()));
        hand.take(max);
        if (hand.isEmpty()) {
            stop = hand.isCrowded() ? HoldUp.Reason.PLUGINS : HoldUp.Reason.NOTHING_WAITS;
        }
        return !hand.isEmpty();
    }

    /**
     * Composes the parts of a message that may go now.
     *
     * @return how many; 0 when it has to wait here; −1 when it is done with for another reason
     */
    private int submit(SenderBind bind, Task task) {
        Parts parts = task.parts();
        if (parts.nextWaiting(0) < 0) {
            LOG.error("{}: message {} has no part left to submit; left out", sender.name(), new TaskId(task.id()));
            return -1;
        }
        int wanted = parts.count() == 1 ? 1 : parts.waiting();
        int most = Math.min(Math.min(wanted, account.gate.unit()), bind.window.limit());
        boolean begun = bind.current == task;
        if (begun) {
            most = Math.min(most, Math.max(1, bind.window.room()));
        }
        if (bind.window.room() < most) {
            stop = HoldUp.Reason.WINDOW;
            way.leave(); // the SMSC's answers hold it up, not the rate
            return 0;
        }
        int unit = account.gate.share(most, sender, sender.now);
        long ticket = account.gate.reserve(unit, way.course(unit, most, wanted, begun), sender, sender.now);
        if (ticket == RateGate.NOT_NOW) {
            stop = HoldUp.Reason.RATE;
            unitWaiting = 1;
            return 0;
        }
        permits.remember(bind, ticket, unit);
        int done = compose(bind, task, unit);
        if (done < 0) {
            bind.current = null;
            way.leaveUnlessMidway();
            return -1;
        }
        if (done > 0) {
            bind.current = parts.count() > 1 && parts.nextWaiting(0) >= 0 ? task : null;
        }
        return done;
    }

    private int compose(SenderBind bind, Task task, int unit) {
        Parts parts = task.parts();
        int attempt = task.refusals + task.unanswered + 1;
        int part = -1;
        for (int done = 0; done < unit; done++) {
            part = parts.nextWaiting(part + 1);
            int flight = sender.flights.sent(task.id(), part, attempt, sender.nowMs);
            if (flight == Flights.FULL) {
                stop = HoldUp.Reason.JOURNAL;
                return done;
            }
            int sequence;
            try {
                sequence = bind.keeper
                        .connector()
                        .submit(envelope.fill(task, part, account.terms.config().text(), sender.nowMs));
            } catch (IllegalArgumentException e) {
                sender.flights.drop(flight);
                sender.settler.rejectUnsent(task, "cannot be put into a submit_sm: " + e.getMessage());
                return -1;
            } catch (RuntimeException e) {
                sender.flights.drop(flight);
                bind.keeper.close("cannot write: " + e);
                stop = HoldUp.Reason.NO_BIND;
                return done;
            }
            way.time(task);
            parts.submitted(part);
            bind.window.open(sequence, task, part, flight, sender.now);
            sender.counts.submitted(1);
            bind.dirty = true;
        }
        return unit;
    }

    /** One write for each bind; the gate learns when. */
    private void write() {
        if (account.terms.config().uncertain().policy() == Policy.NEVER) {
            sender.flights.force();
        }
        for (int i = 0; i < sender.binds.size(); i++) { // no iterator, which is an object a turn
            SenderBind bind = sender.binds.get(i);
            if (bind.dirty && bind.keeper.state() == BindKeeper.State.BOUND) {
                try {
                    permits.flush(bind);
                } catch (RuntimeException e) {
                    bind.keeper.close("cannot write: " + e);
                }
            }
            bind.dirty = false;
        }
    }

    /** Tells the gate of what it has permitted and nobody has written. */
    void report() {
        permits.report();
    }
}
