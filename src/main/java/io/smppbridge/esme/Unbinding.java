package io.smppbridge.esme;

import io.netty.channel.Channel;
import io.smppbridge.http.HalfClosed;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.Command;
import io.smppbridge.wire.Status;

/** How a bound session is left: one side says unbind, and that is over when everything the ESME has asked before is answered. */
@OwnedBy("its event loop")
final class Unbinding {
    static final String SHUT = "the ESME has closed";

    private final Session session;
    private final SubmitSide submits;
    private final Asking asking;
    /** The ESME's unbind that has no answer yet; -1 for none. */
    private long theirs = -1;
    /** Ours has been said. */
    private boolean said;

    private boolean answered;
    /** The ESME could hand messages over until then. */
    private boolean sent;
    /** The ESME sends no more. */
    private boolean deaf;
    /** And what it has sent is taken: the session ends with the last answer. */
    private boolean ending;

    Unbinding(Session session, SubmitSide submits, Asking asking) {
        this.session = session;
        this.submits = submits;
        this.asking = asking;
    }

    /** The ESME says it. */
    void asked(int number) {
        theirs = number & 0xFFFFFFFFL;
        submits.send();
        session.leave();
        lastAnswer();
    }

    /** The ESME sends no more: it has gone, or awaits the answers to what it has asked, and that is then the end. */
    void shut(Channel channel) {
        deaf = true;
        if (!session.isClosed()) {
            HalfClosed.enter(channel);
            goOn();
        }
    }

    /** The bind is decided, and what came with it is taken. */
    void goOn() {
        if (!deaf || session.isClosed() || session.isBinding()) {
            return;
        }
        ending = true;
        submits.send();
        if (submits.pending() + asking.pending() == 0) {
            session.close(SHUT);
        } else if (session.isSending() || session.isReceiving()) {
            session.leave();
            session.account().leave(session); // who connects anew has its place, and what it can answer no more
            session.deliveries().end();
        }
    }

    /** Whether an unbind of theirs that crosses ours has to wait: whoever hears the answer closes, and asks again what had none. */
    boolean owesAnswers() {
        return theirs < 0 && submits.pending() + asking.pending() > 0;
    }

    /** We say it. */
    void say() {
        said = true;
        sent = session.isSending();
        submits.send();
        session.leave();
        session.bare(Command.UNBIND, Status.ROK, session.nextSequence());
    }

    /** Whether a message that comes now may have crossed ours: nothing is wrong with it. */
    boolean crossesMessages() {
        return sent && !answered;
    }

    /** Ours is answered; where we have said none, that is an answer to nothing. */
    void answered(int command, int number) {
        if (said) {
            answered = true;
            lastAnswer();
        } else {
            session.stray(command, number);
        }
    }

    /** Whether it is over is looked at with each answer. */
    void lastAnswer() {
        if (theirs < 0 && !answered && !ending || submits.pending() + asking.pending() > 0) {
            return;
        }
        if (theirs >= 0) {
            int number = (int) theirs;
            theirs = -1;
            session.bare(Command.responseTo(Command.UNBIND), Status.ROK, number);
            session.left();
        } else {
            session.close(ending ? SHUT : "unbind answered");
        }
    }
}
