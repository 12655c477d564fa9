package io.smppbridge.sender;

import io.smppbridge.bag.Task;
import io.smppbridge.connector.BindKeeper;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.Uncertain.Policy;
import io.smppbridge.threads.OwnedBy;
import java.util.List;

/** Fills a worker's windows from the bag, as far as throttle, rate, window and flight notes allow, with one write for each bind. */
@OwnedBy("the sender thread")
final class Filler {
    private static final long MILLI = 1_000_000L;
    private static final long NEVER = Long.MAX_VALUE;

    private final Sender sender;
    private final Account account;
    private final Hand hand;
    private final Permits permits;
    private final PartByPart single;
    private final Together together;
    private final RightOfWay way;
    private final BindTurns turns;

    private final HoldUp holdUp = new HoldUp();
    private HoldUp.Reason stop = HoldUp.Reason.NOTHING_WAITS;
    private int unitWaiting = 1;
    /** Messages of this turn of which something was submitted, or that came to an end. */
    private int begun;

    Filler(Sender sender) {
        this.sender = sender;
        this.account = sender.account;
        this.hand = new Hand(sender);
        this.permits = new Permits(account);
        this.way = new RightOfWay(sender);
        this.turns = new BindTurns(sender);
        Envelope envelope = new Envelope();
        this.single = new PartByPart(sender, envelope, permits, way);
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
            account.throttle.submitting(sender, sender.now);
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
        stop = HoldUp.Reason.NOTHING_WAITS;
        begun = 0;
        int submitted = goOnMidway(messages);
        if (stop == HoldUp.Reason.RATE) {
            return submitted; // the next part of what is midway has the right of way
        }
        way.leaveUnlessMidway();
        while (begun < messages && (!hand.isEmpty() || take(messages - begun))) {
            Task task = hand.peek();
            if (leavesHand(task)) {
                continue;
            }
            SenderBind bind = turns.bindFor(task.parts());
            if (bind == null) {
                stop = HoldUp.Reason.WINDOW;
                break;
            }
            int sent = begin(bind, task, messages - begun);
            if (sent == 0) {
                break;
            }
            submitted += Math.max(0, sent);
        }
        return submitted;
    }

    /** Goes on with messages of which some parts are submitted; how many more parts are. */
    private int goOnMidway(int messages) {
        int submitted = 0;
        List<SenderBind> binds = sender.binds;
        for (int i = 0; i < binds.size() && messages > begun && stop != HoldUp.Reason.RATE; i++) {
            SenderBind bind = binds.get(i);
            if (bind.isMidway() && bind.keeper.isOpen() && !bind.isSuspect(sender.now)) {
                submitted += Math.max(0, goOn(bind));
                begun++;
            }
        }
        return submitted;
    }

    /**
     * Submits the first message in hand, with those behind it that may go in the same submit_multi.
     *
     * @param most messages that may go
     * @return how many submissions that are; 0 when it has to wait, in hand; −1 when it is done with for another reason
     */
    private int begin(SenderBind bind, Task task, int most) {
        int atOnce = Math.min(account.atOnce(), most);
        atOnce = atOnce > 1 ? Math.min(atOnce, account.gate.unit()) : 1;
        Gathered gathered = atOnce > 1 && Gathered.mayJoin(task) ? hand.gather(atOnce) : null;
        if (gathered != null && gathered.size() > 1) {
            int sent = together.submit(bind, gathered);
            if (sent == 0) {
                stop = together.why();
                unitWaiting = 2;
            }
            begun += sent;
            return sent;
        }
        int sent = submit(bind, task);
        if (sent != 0) {
            hand.poll();
            begun++;
        }
        return sent;
    }

    private int submit(SenderBind bind, Task task) {
        int sent = single.submit(bind, task);
        if (single.why() != HoldUp.Reason.NOTHING_WAITS) {
            stop = single.why();
            unitWaiting = 1;
        }
        return sent;
    }

    /** Takes the first message out of hand where it ends unsent, or has to wait for something else than its turn. */
    private boolean leavesHand(Task task) {
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
