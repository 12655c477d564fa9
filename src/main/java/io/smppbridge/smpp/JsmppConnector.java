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
import io.smppbridge.pdulog.TappedLink;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.smpp.BindLife.Phase;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.util.function.Consumer;
import org.jsmpp.PDUStringException;
import org.jsmpp.extra.SessionState;
import org.jsmpp.session.connection.Connection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One bind over jSMPP: what the owner calls, what the reading thread calls, and the short-lived thread that connects. How it ends is
 * {@link BindLife}'s rule.
 */
@OwnedBy("the sender worker or receiver that opened it")
final class JsmppConnector implements Connector, Inbound.Bind, GuardedReader.Sink {
    private static final Logger LOG = LoggerFactory.getLogger(JsmppConnector.class);

    private final SmscConfig smsc;
    private final BindAs as;
    private final String name;
    private final JsmppTransport.Setup setup;
    private final ConnectorListener listener;
    private final PduLog pduLog;
    private final ConnectorWatch watch;
    private final WireComposer composer = new WireComposer();
    private final TappedLink tap;
    private final CorkedWriter writer;
    private final GuardedReader reader;
    private final Inbound inbound;
    private final BridgeSession session;
    private final SubmitSide submits;
    private final Asked asked = new Asked();

    private final BindLife life;
    private final Line line;
    private volatile int bindSequence;
    private volatile int enquireSequence;
    private volatile int unbindSequence;

    JsmppConnector(
            JsmppTransport.Setup setup, int number, ConnectorListener listener, PduLog pduLog, ConnectorWatch watch) {
        this.setup = setup;
        this.smsc = setup.smsc();
        this.as = setup.as();
        this.name = "smpp-" + smsc.name() + "-" + number;
        this.listener = listener;
        this.pduLog = pduLog;
        this.watch = watch;
        line = new Line(setup.called());
        life = new BindLife(setup.ticker());
        tap = setup.tap().link(name);
        writer = new CorkedWriter(setup.ticker(), tap);
        reader = new GuardedReader(setup.ticker(), this);
        inbound = new Inbound(this, listener, writer, pduLog);
        session = new BridgeSession(composer, reader, this::dial, setup.firstSequence(), this::readingEnded);
        submits = new SubmitSide(name, smsc, session, composer, new SubmitSide.Out(writer, pduLog));
    }

    // The owner's side.

    @Override
    public void open() {
        if (!life.step(Phase.NEW, Phase.CONNECTING)) {
            throw new IllegalStateException(name + " was opened before; make a new one");
        }
        watch.add(this);
        NamedThreads.single(name + "-connect", this::connectAndBind).start();
    }

    @Override
    public int submit(Submission submission) {
        int sequence = submits.nextSequence();
        int refused = submits.compose(sequence, submission);
        if (refused != 0 && !life.isTold()) {
            listener.answered(sequence, refused, "", setup.ticker().nanos());
        }
        return sequence;
    }

    @Override
    public void operate(Operation operation, Consumer<OperationAnswer> answer) {
        int sequence = submits.nextSequence();
        while (asked.contains(sequence)) {
            sequence = submits.nextSequence();
        }
        byte[] pdu = OperationComposer.compose(sequence, operation);
        asked.add(sequence, answer);
        writer.cork(pdu);
        pduLog.out(name, OperationComposer.command(operation), 0, sequence);
        if (life.isTold()) {
            asked.over("the bind has ended");
        }
    }

    @Override
    public void flush() {
        try {
            if (life.is(Phase.CLOSED)) {
                writer.discard();
            } else {
                writer.flush();
            }
        } catch (IOException e) {
            writeFailed(e);
        }
    }

    @Override
    public void enquireLink() {
        int sequence = submits.nextSequence();
        enquireSequence = sequence;
        urgent(CID_ENQUIRE_LINK, sequence);
    }

    @Override
    public void answer(Delivery delivery, int commandStatus) {
        int command = delivery.dataSm() ? CID_DATA_SM_RESP : CID_DELIVER_SM_RESP;
        writer.cork(command, commandStatus, delivery.sequence(), true);
        pduLog.out(name, command, commandStatus, delivery.sequence());
    }

    @Override
    public void unbind() {
        if (life.step(Phase.BOUND, Phase.UNBINDING)) {
            int sequence = submits.nextSequence();
            unbindSequence = sequence;
            flush(); // What was composed before goes first.
            urgent(CID_UNBIND, sequence);
        }
    }

    private void urgent(int command, int sequence) {
        pduLog.out(name, command, 0, sequence);
        try {
            if (!life.is(Phase.CLOSED)) {
                writer.urgent(command, CommandStatus.ROK, sequence, false);
            }
        } catch (IOException e) {
            writeFailed(e);
        }
    }

    @Override
    public void close(String why) {
        end(CloseCause.CLOSED_HERE, 0, why);
    }

    // The connecting thread's side.

    private void connectAndBind() {
        try {
            session.connect(smsc.link().host(), smsc.link().port());
            bind();
        } catch (PDUStringException e) {
            end(CloseCause.BIND_REFUSED, e.getErrorCode(), "bind not sent: a field is longer than SMPP allows");
        } catch (IOException | RuntimeException e) {
            boolean readingStarted = session.getSessionState() != SessionState.CLOSED;
            end(CloseCause.CONNECT_FAILED, 0, Advice.notConnected(smsc, e));
            if (!readingStarted) {
                tell();
            }
        } catch (Error e) { // No memory for a thread, most likely: nobody else would tell.
            end(CloseCause.CONNECT_FAILED, 0, Advice.notConnected(smsc, e));
            tell();
            throw e;
        }
    }

    private Connection dial(String host, int port) throws IOException {
        line.connect(smsc, setup.tls());
        tap.connected(line.getLocalAddress(), line.getLocalPort(), line.getInetAddress());
        writer.connectTo(line.out());
        reader.connectTo(line.in());
        if (!life.step(Phase.CONNECTING, Phase.BINDING)) {
            line.close();
            throw new IOException("closed while connecting");
        }
        return line;
    }

    private void bind() throws PDUStringException, IOException {
        int sequence = session.nextSequence();
        bindSequence = sequence;
        pduLog.out(name, BindRequest.type(as).commandId(), 0, sequence);
        writer.urgent(BindRequest.compose(composer, smsc.link(), as, sequence));
    }

    // The reading thread's side.

    @Override
    public void reading() {
        session.readingHere(name);
    }

    @Override
    public void pdu(byte[] buffer, int at, int length, long readNanos) {
        tap.in(buffer, at, length, readNanos);
        inbound.pdu(buffer, at, length, readNanos);
    }

    @Override
    public void badLength(int length, int sequence) throws IOException {
        String detail = Advice.badLength(smsc, length, life.is(Phase.BINDING));
        LOG.warn("{}: {}: closing", name, detail);
        life.cause(CloseCause.PROTOCOL_ERROR, CommandStatus.RINVCMDLEN, detail);
        pduLog.out(name, CID_GENERIC_NACK, CommandStatus.RINVCMDLEN, sequence);
        writer.lastWord(CID_GENERIC_NACK, CommandStatus.RINVCMDLEN, sequence);
        line.shutdownOutput();
    }

    @Override
    public void ended(IOException why) {
        life.cause(CloseCause.PEER_CLOSED, 0, Advice.ended(smsc, why));
        session.readingOver(); // jSMPP closes the session next, on this thread.
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean mayReceive() {
        Phase now = life.phase();
        return as != BindAs.TRANSMITTER && (now == Phase.BOUND || now == Phase.UNBINDING);
    }

    @Override
    public void bindAnswered(int sequence, int status, String systemId, int interfaceVersion) {
        if (sequence != bindSequence || !life.is(Phase.BINDING)) {
            LOG.warn("{}: bind_resp without a bind, sequence {}", name, Integer.toUnsignedString(sequence));
        } else if (status != CommandStatus.ROK) {
            end(CloseCause.BIND_REFUSED, status, "bind refused with status 0x" + Integer.toHexString(status));
        } else {
            submits.takesTlvs(interfaceVersion >= 0x34 && smsc.link().interfaceVersion() >= 0x34);
            session.bound(BindRequest.type(as), interfaceVersion);
            if (life.step(Phase.BINDING, Phase.BOUND)) {
                LOG.info("{}: bound to {}", name, smsc.link().host());
                listener.bound(systemId, interfaceVersion);
            }
        }
    }

    @Override
    public boolean ownRequestRefused(int sequence, int status, long readNanos) {
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
    public void writeFailed(IOException why) {
        end(CloseCause.PEER_CLOSED, 0, "write failed: " + why.getMessage());
    }

    @Override
    public boolean operationAnswered(int sequence, Said said) {
        return asked.answered(sequence, said);
    }

    @Override
    public void submitAnswered(int sequence) {
        submits.answered(sequence);
    }

    @Override
    public void unbindAsked() {
        if (life.step(Phase.BOUND, Phase.UNBOUND_BY_PEER)) {
            listener.unbindRequested();
        }
    }

    @Override
    public void unbindAnswered() {
        if (life.is(Phase.UNBINDING)) {
            line.sayGoodbye();
            end(CloseCause.UNBOUND, 0, "unbind answered");
        }
    }

    // The end, on any thread.

    /** On the watch's thread. */
    void checkDeadlines(long now) {
        Phase phaseNow = life.phase();
        SmscConfig.Timers timers = smsc.timers();
        long inPhase = life.inPhase(now);
        if (phaseNow == Phase.CONNECTING && inPhase > timers.connectWithin().toNanos()) {
            end(CloseCause.CONNECT_FAILED, 0, Advice.notConnectedWithin(smsc));
        } else if (phaseNow == Phase.BINDING && inPhase > timers.bindWithin().toNanos()) {
            end(CloseCause.BIND_TIMEOUT, 0, "no bind_resp within " + timers.bindWithin());
        } else if (writer.stuckFor(now) > timers.answerWithin().toNanos()) {
            end(CloseCause.PEER_CLOSED, 0, "the SMSC has not read for " + timers.answerWithin());
        }
    }

    private void end(CloseCause cause, int status, String detail) {
        life.cause(cause, status, detail);
        Phase before = life.close();
        line.close();
        session.close();
        if (before == Phase.NEW || before == Phase.CONNECTING) {
            tell();
        }
    }

    private void readingEnded() {
        life.close();
        line.close();
        tell();
    }

    private void tell() {
        if (life.tell(listener)) {
            watch.remove(this);
            asked.over("the bind has ended");
            LOG.info("{}: {}", name, life);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
