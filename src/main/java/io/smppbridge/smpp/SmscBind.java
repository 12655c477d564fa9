package io.smppbridge.smpp;

import static org.jsmpp.SMPPConstant.*;

import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Operation;
import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.connector.OperationAnswer.Said;
import io.smppbridge.connector.Submission;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.pdulog.TappedLink;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.smpp.BindLife.Phase;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One bind: what is said on it and what is made of the answers, whatever carries its octets. That is the subclass's part: connecting, and
 * how what has been composed in the cork comes onto the wire. How a bind ends is {@link BindLife}'s rule.
 */
@OwnedBy("the sender worker or receiver that opened it, except Inbound.Bind")
abstract class SmscBind implements Connector, Inbound.Bind {
    private static final Logger LOG = LoggerFactory.getLogger(SmscBind.class);

    final SmscConfig smsc;
    final BindAs as;
    final String name;
    final Ticker ticker;
    final ConnectorListener listener;
    final PduTrace trace;
    final TappedLink tap;
    final WireComposer composer = new WireComposer();
    final BindLife life;
    final Asked asked = new Asked();

    private Cork cork;
    private SubmitSide submits;
    private volatile int bindSequence;
    private volatile int enquireSequence;
    private volatile int unbindSequence;

    SmscBind(Account account, BindAs as, String name, ConnectorListener listener, PduTap tapped) {
        this.tap = tapped.link(name);
        this.smsc = account.smsc();
        this.as = as;
        this.name = name;
        this.ticker = account.ticker();
        this.listener = listener;
        this.trace = account.trace();
        life = new BindLife(ticker);
    }

    /** What every bind of one account shares, whatever carries it. */
    record Account(SmscConfig smsc, Ticker ticker, PduTrace trace) {}

    /** In the subclass's constructor: where its PDUs are composed, and where their numbers come from. */
    final void composeInto(Cork where, IntSupplier numbers) {
        cork = where;
        submits = new SubmitSide(name, smsc, numbers, composer, new SubmitSide.Out(where, trace, tap));
    }

    // What the subclass does.

    /** Puts a request without a body on the wire at once, ahead of the cork. */
    abstract void sendNow(int command, int sequence);

    /** Ends it; the first cause given stands. Any thread. */
    abstract void end(CloseCause cause, int status, String detail);

    /** Before the end of a link whose unbind was answered: nobody is writing. */
    abstract void sayGoodbye();

    /** Before a close: sees written what the reader has answered, where another thread may have been left to write it. */
    void sayRest() {}

    /** SMPP 3.4 or later, once bind_resp has said so; -1 when it said nothing. */
    abstract void speaks(int interfaceVersion);

    // The owner's side.

    @Override
    public final int submit(Submission submission) {
        int sequence = submits.nextSequence();
        int refused = submits.compose(sequence, submission);
        if (refused != 0 && !life.isTold()) {
            listener.refusedHere(sequence, refused, ticker.nanos());
        }
        return sequence;
    }

    @Override
    public final void operate(Operation operation, Consumer<OperationAnswer> answer) {
        int sequence = submits.nextSequence();
        while (asked.contains(sequence)) {
            sequence = submits.nextSequence();
        }
        byte[] pdu = OperationComposer.compose(sequence, operation, tap);
        asked.add(sequence, answer);
        cork.add(pdu);
        trace.out(name, OperationComposer.command(operation), 0, sequence);
        if (life.isTold()) {
            asked.over("the bind has ended");
        }
    }

    @Override
    public final void enquireLink() {
        int sequence = submits.nextSequence();
        enquireSequence = sequence;
        own(CID_ENQUIRE_LINK, sequence);
    }

    @Override
    public final void answer(Delivery delivery, int commandStatus) {
        cork.add(answering(delivery, commandStatus), commandStatus, delivery.sequence(), true);
    }

    /** The command of an answer that is about to be composed, and noted. Any thread. */
    final int answering(Delivery delivery, int commandStatus) {
        int command = delivery.dataSm() ? CID_DATA_SM_RESP : CID_DELIVER_SM_RESP;
        trace.out(name, command, commandStatus, delivery.sequence());
        return command;
    }

    @Override
    public final void unbind() {
        if (life.step(Phase.BOUND, Phase.UNBINDING)) {
            int sequence = submits.nextSequence();
            unbindSequence = sequence;
            flush(); // What was composed before goes first.
            own(CID_UNBIND, sequence);
        }
    }

    private void own(int command, int sequence) {
        trace.out(name, command, 0, sequence);
        if (!life.is(Phase.CLOSED)) {
            sendNow(command, sequence);
        }
    }

    @Override
    public final void close(String why) {
        sayRest();
        end(CloseCause.CLOSED_HERE, 0, why);
    }

    /** The bind has this number, and is about to be sent. */
    final void binding(int sequence) {
        bindSequence = sequence;
        trace.out(name, BindRequest.command(as), 0, sequence);
    }

    // The reading thread's side.

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final int announces() {
        return smsc.link().interfaceVersion();
    }

    @Override
    public final boolean mayReceive() {
        Phase now = life.phase();
        return as != BindAs.TRANSMITTER && (now == Phase.BOUND || now == Phase.UNBINDING);
    }

    @Override
    public final boolean bindAnswered(int sequence, int status, String systemId, int interfaceVersion) {
        Phase now = life.phase();
        if (sequence == bindSequence && now == Phase.CLOSED) {
            return true; // It came as the bind was being given up.
        }
        if (sequence != bindSequence || now != Phase.BINDING) {
            return false;
        }
        if (status != CommandStatus.ROK) {
            end(CloseCause.BIND_REFUSED, status, "bind refused with status 0x" + Integer.toHexString(status));
        } else {
            submits.speaks(Math.min(interfaceVersion, smsc.link().interfaceVersion()));
            speaks(interfaceVersion);
            if (life.step(Phase.BINDING, Phase.BOUND)) {
                LOG.info("{}: bound to {}", name, smsc.link().host());
                listener.bound(systemId, interfaceVersion);
            }
        }
        return true;
    }

    @Override
    public final boolean ownRequestRefused(int sequence, int status, long readNanos) {
        if (sequence == bindSequence && life.is(Phase.BINDING)) {
            end(CloseCause.BIND_REFUSED, status, "bind answered by generic_nack 0x" + Integer.toHexString(status));
        } else if (sequence == enquireSequence) {
            listener.linkAlive(readNanos); // It does not know enquire_link, but it is there.
        } else if (sequence == unbindSequence) {
            unbindAnswered();
        } else {
            // A nack that says "no error" is still a nack.
            return asked.answered(sequence, Said.status(status == 0 ? CommandStatus.RSYSERR : status));
        }
        return true;
    }

    @Override
    public final boolean operationAnswered(int sequence, Said said) {
        return asked.answered(sequence, said);
    }

    @Override
    public final void submitAnswered(int sequence) {
        submits.answered(sequence);
    }

    @Override
    public final void unbindAsked() {
        if (life.step(Phase.BOUND, Phase.UNBOUND_BY_PEER)) {
            listener.unbindRequested();
        } else if (life.is(Phase.BINDING)) {
            sayRest();
            end(CloseCause.PEER_CLOSED, 0, "the SMSC asked to unbind before bind_resp");
        }
    }

    @Override
    public final void unbindAnswered() {
        if (!life.is(Phase.UNBINDING)) {
            LOG.debug("{}: unbind_resp without an unbind", name);
            listener.strayAnswer();
            return;
        }
        if (listener.unbindAnswered()) {
            sayGoodbye();
            end(CloseCause.UNBOUND, 0, "unbind answered");
        } else {
            life.step(Phase.UNBINDING, Phase.UNBOUND_BY_PEER);
        }
    }

    @Override
    public final void writeFailed(java.io.IOException why) {
        end(CloseCause.PEER_CLOSED, 0, "write failed: " + why.getMessage());
    }

    // The end, on any thread.

    /**
     * Ends what has outlived a deadline.
     *
     * @param stuckNanos for how long a write has made no progress; 0 without one
     */
    final void endOverdue(long now, long stuckNanos) {
        Phase phaseNow = life.phase();
        SmscConfig.Timers timers = smsc.timers();
        long inPhase = life.inPhase(now);
        if (phaseNow == Phase.CONNECTING && inPhase > timers.connectWithin().toNanos()) {
            end(CloseCause.CONNECT_FAILED, 0, Advice.notConnectedWithin(smsc));
        } else if (phaseNow == Phase.BINDING && inPhase > timers.bindWithin().toNanos()) {
            end(
                    CloseCause.BIND_TIMEOUT,
                    0,
                    "no bind_resp within " + timers.bindWithin().toMillis() + " ms");
        } else if (stuckNanos > timers.answerWithin().toNanos()) {
            long within = timers.answerWithin().toMillis();
            end(CloseCause.PEER_CLOSED, 0, "the SMSC has not read for " + within + " ms");
        }
    }

    /** Says closed, as the last word; false if it had been said. */
    final boolean sayClosed() {
        boolean first = life.tell(listener);
        if (first) {
            asked.over("the bind has ended");
            LOG.info("{}: {}", name, life);
        }
        return first;
    }

    @Override
    public final String toString() {
        return name;
    }
}
