package io.smppbridge.sender;

import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.sender.RateGate.Course;
import io.smppbridge.threads.OwnedBy;

/**
 * Keeps the parts of one message together where the rate does not let all of them go at once: until its last part nobody else gets a
 * permit, so that they are as far apart as the rate makes them and no further. What is further apart than wanted all the same is counted.
 */
@OwnedBy("the sender thread")
final class RightOfWay {
    private final Sender sender;
    private final Account account;
    /** Whether this worker may keep others from passing the gate. */
    private boolean claimed;
    /** Whether the rate has let only some parts of a message go. */
    private boolean rest;

    RightOfWay(Sender sender) {
        this.sender = sender;
        this.account = sender.account;
    }

    /**
     * What the gate is told of parts that are to go now.
     *
     * @param unit how many
     * @param most how many would go if the rate had room for them
     * @param wanted how many of the message have to go, these included
     * @param begun whether earlier ones went
     */
    Course course(int unit, int most, int wanted, boolean begun) {
        // When it is the window that holds the rest back, others may pass meanwhile.
        boolean more = unit < most || unit < wanted && unit >= account.gate.unit();
        claimed |= more || begun;
        rest |= more;
        return more ? begun ? Course.GOES_ON : Course.BEGINS : begun ? Course.ENDS : Course.WHOLE;
    }

    /** Whether parts that only the rate holds up have been left since this was asked last: they are to go as soon as it has room. */
    boolean leftARest() {
        boolean left = rest;
        rest = false;
        return left;
    }

    /** The worker waits for something else than the rate, or has no message half submitted. */
    void leave() {
        if (claimed) {
            claimed = false;
            account.gate.leave(sender);
        }
    }

    /** Lets others pass when no message is half submitted any more. */
    void leaveUnlessMidway() {
        if (claimed) {
            for (SenderBind bind : sender.binds) {
                if (bind.isMidway()) {
                    return;
                }
            }
            leave();
        }
    }

    /** A part is being submitted: counts one too far from that before it, unless a refusal or a lost answer is why. */
    void time(Task task) {
        Parts parts = task.parts();
        if (parts.count() == 1) {
            return;
        }
        boolean begun = task.lastPartAt != 0 && parts.waiting() < parts.count();
        long most = account.terms.config().pace().partGap().toNanos();
        if (begun && task.refusals + task.unanswered == 0 && sender.now - task.lastPartAt > most) {
            account.stats.partGaps.increment();
        }
        task.lastPartAt = sender.now;
    }
}
