package io.smppbridge.sender;

import io.smppbridge.TaskId;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.threads.OwnedBy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Submits one message, each of its parts as a submit_sm: as many as window, rate and flight notes let go now, the others later. */
@OwnedBy("the sender thread")
final class PartByPart {
    private static final Logger LOG = LoggerFactory.getLogger(PartByPart.class);

    private final Sender sender;
    private final Account account;
    private final Envelope envelope;
    private final Permits permits;
    private final RightOfWay way;
    private HoldUp.Reason why = HoldUp.Reason.NOTHING_WAITS;

    PartByPart(Sender sender, Envelope envelope, Permits permits, RightOfWay way) {
        this.sender = sender;
        this.account = sender.account;
        this.envelope = envelope;
        this.permits = permits;
        this.way = way;
    }

    /** What holds up the rest of what the last call was given; {@code NOTHING_WAITS} when nothing does. */
    HoldUp.Reason why() {
        return why;
    }

    /**
     * Composes the parts of a message that may go now.
     *
     * @return how many; 0 when it has to wait here; −1 when it is done with for another reason
     */
    int submit(SenderBind bind, Task task) {
        why = HoldUp.Reason.NOTHING_WAITS;
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
            why = HoldUp.Reason.WINDOW;
            way.leave(); // the SMSC's answers hold it up, not the rate
            return 0;
        }
        int unit = account.gate.share(most, sender, sender.now);
        long ticket = account.gate.reserve(unit, way.course(unit, most, wanted, begun), sender, sender.now);
        if (ticket == RateGate.NOT_NOW) {
            why = HoldUp.Reason.RATE;
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
                why = HoldUp.Reason.JOURNAL;
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
                why = HoldUp.Reason.NO_BIND;
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
}
