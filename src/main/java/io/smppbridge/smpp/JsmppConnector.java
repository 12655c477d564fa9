package io.smppbridge.smpp;

import static org.jsmpp.SMPPConstant.*;

import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Submission;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jsmpp.PDUStringException;
import org.jsmpp.bean.BindType;
import org.jsmpp.extra.SessionState;
import org.jsmpp.session.connection.Connection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One bind over jSMPP.
 *
 * <p>Who ends it: anybody may {@link #end} it, the first cause given stands. Who says so: the reading thread, as its last deed, once it runs;
 * before that whoever moves the phase from {@link Phase#CONNECTING} to {@link Phase#CLOSED}. So closed comes once, and after everything else.
 */
@OwnedBy("the sender worker or receiver that opened it")
final class JsmppConnector implements Connector, Inbound.Bind, GuardedReader.Sink {
    private static final Logger LOG = LoggerFactory.getLogger(JsmppConnector.class);
    private static final int LONGEST_SHORT_MESSAGE = 254;
    /** ROPTPARNOTALLWD: the message needs a TLV that this peer does not take. */
    private static final int TLV_NOT_ALLOWED = 0xC1;

    private enum Phase {
        NEW,
        CONNECTING,
        BINDING,
        BOUND,
        UNBINDING,
        UNBOUND_BY_PEER,
        CLOSED
    }

    private record Ending(CloseCause cause, int status, String detail) {}

    private final SmscConfig smsc;
    private final BindAs as;
    private final String name;
    private final JsmppTransport.Setup setup;
    private final ConnectorListener listener;
    private final PduLog pduLog;
    private final ConnectorWatch watch;
    private final WireComposer composer = new WireComposer();
    private final CorkedWriter writer;
    private final GuardedReader reader;
    private final Inbound inbound;
    private final BridgeSession session;
    private final PendingSequences pending;

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.NEW);
    private final AtomicReference<Ending> ending = new AtomicReference<>();
    private final AtomicBoolean told = new AtomicBoolean();
    private final Socket socket = new Socket();
    private volatile long phaseSince;
    private volatile int bindSequence;
    private volatile int enquireSequence;
    private volatile int unbindSequence;
    private volatile boolean tlvsTaken;

    JsmppConnector(
            JsmppTransport.Setup setup, int number, ConnectorListener listener, PduLog pduLog, ConnectorWatch watch) {
        this.setup = setup;
        this.smsc = setup.smsc();
        this.as = setup.as();
        this.name = "smpp-" + smsc.name() + "-" + number;
        this.listener = listener;
        this.pduLog = pduLog;
        this.watch = watch;
        writer = new CorkedWriter(setup.ticker());
        reader = new GuardedReader(setup.ticker(), this);
        inbound = new Inbound(this, listener, writer, pduLog);
        session = new BridgeSession(composer, reader, this::dial, setup.firstSequence(), this::readingEnded);
        pending = new PendingSequences(smsc.pace().window());
    }

    // The owner's side.

    @Override
    public void open() {
        if (!phase.compareAndSet(Phase.NEW, Phase.CONNECTING)) {
            throw new IllegalStateException(name + " was opened before; make a new one");
        }
        phaseSince = setup.ticker().nanos();
        watch.add(this);
        NamedThreads.single(name + "-connect", this::connectAndBind).start();
    }

    @Override
    public int submit(Submission submission) {
        int sequence = nextSequence();
        boolean sar = submission.sarTotal > 1;
        boolean payload = submission.payload;
        LongMessage asked = smsc.text().longMessage();
        if (payload
                && !tlvsTaken
                && asked != LongMessage.PAYLOAD
                && submission.octets.length <= LONGEST_SHORT_MESSAGE) {
            payload = false;
        }
        boolean allowed = tlvsTaken || (!payload || asked == LongMessage.PAYLOAD) && (!sar || asked == LongMessage.SAR);
        if (!allowed) {
            refuseHere(sequence, TLV_NOT_ALLOWED, "it needs TLVs, which the SMSC has not announced to take");
            return sequence;
        }
        try {
            writer.cork(composer.submit(sequence, submission, payload));
        } catch (PDUStringException e) {
            // Its message quotes the field's value, so it is not shown.
            refuseHere(sequence, e.getErrorCode(), "a field is longer than SMPP allows");
            return sequence;
        }
        pending.add(sequence);
        pduLog.submitted(name, sequence, submission);
        return sequence;
    }

    private void refuseHere(int sequence, int status, String why) {
        LOG.warn("{}: submit_sm {} not sent: {} (status 0x{})", name, sequence, why, Integer.toHexString(status));
        if (!told.get()) {
            listener.answered(sequence, status, "", setup.ticker().nanos());
        }
    }

    private int nextSequence() {
        int sequence = session.nextSequence();
        while (pending.contains(sequence)) {
            sequence = session.nextSequence();
        }
        return sequence;
    }

    @Override
    public void flush() {
        try {
            if (!writer.isEmpty() && phase.get() != Phase.CLOSED) {
                writer.flush();
            }
        } catch (IOException e) {
            writeFailed(e);
        }
    }

    @Override
    public void enquireLink() {
        int sequence = nextSequence();
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
        if (phase.compareAndSet(Phase.BOUND, Phase.UNBINDING)) {
            int sequence = nextSequence();
            unbindSequence = sequence;
            flush(); // What was composed before goes first.
            urgent(CID_UNBIND, sequence);
        }
    }

    private void urgent(int command, int sequence) {
        pduLog.out(name, command, 0, sequence);
        try {
            if (phase.get() != Phase.CLOSED) {
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
            end(CloseCause.CONNECT_FAILED, 0, "connect failed: " + e.getMessage());
            if (!readingStarted) {
                tell();
            }
        } catch (Error e) { // No memory for a thread, most likely: nobody else would tell.
            end(CloseCause.CONNECT_FAILED, 0, "connect failed: " + e);
            tell();
            throw e;
        }
    }

    private Connection dial(String host, int port) throws IOException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new UnknownHostException("unknown host " + host);
        }
        socket.setTcpNoDelay(true);
        socket.setKeepAlive(true);
        socket.connect(address, (int) Math.max(1, smsc.timers().connectWithin().toMillis()));
        writer.connectTo(socket.getOutputStream());
        reader.connectTo(socket.getInputStream());
        phaseSince = setup.ticker().nanos();
        if (!phase.compareAndSet(Phase.CONNECTING, Phase.BINDING)) {
            socket.close();
            throw new IOException("closed while connecting");
        }
        return new BridgeSession.SocketLink(socket);
    }

    private void bind() throws PDUStringException, IOException {
        SmscConfig.Link link = smsc.link();
        int sequence = session.nextSequence();
        bindSequence = sequence;
        int command = bindType().commandId();
        pduLog.out(name, command, 0, sequence);
        writer.urgent(composer.bind(
                command,
                sequence,
                link.systemId(),
                link.password().reveal(),
                link.systemType(),
                (byte) link.interfaceVersion(),
                (byte) 0,
                (byte) 0,
                link.addressRange()));
    }

    private BindType bindType() {
        return switch (as) {
            case TRANSMITTER -> BindType.BIND_TX;
            case RECEIVER -> BindType.BIND_RX;
            case TRANSCEIVER -> BindType.BIND_TRX;
        };
    }

    // The reading thread's side.

    @Override
    public void reading() {
        session.readingHere(name);
    }

    @Override
    public void pdu(byte[] buffer, int at, int length, long readNanos) {
        inbound.pdu(buffer, at, length, readNanos);
    }

    @Override
    public void badLength(int length, int sequence) throws IOException {
        String detail =
                "command_length " + Integer.toUnsignedString(length) + ", expected 16.." + GuardedReader.LONGEST;
        LOG.warn("{}: {}: closing", name, detail);
        ending.compareAndSet(null, new Ending(CloseCause.PROTOCOL_ERROR, CommandStatus.RINVCMDLEN, detail));
        pduLog.out(name, CID_GENERIC_NACK, CommandStatus.RINVCMDLEN, sequence);
        writer.lastWord(CID_GENERIC_NACK, CommandStatus.RINVCMDLEN, sequence);
        socket.shutdownOutput();
    }

    @Override
    public void ended(IOException why) {
        ending.compareAndSet(null, new Ending(CloseCause.PEER_CLOSED, 0, String.valueOf(why.getMessage())));
        session.readingOver(); // jSMPP closes the session next, on this thread.
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean mayReceive() {
        Phase now = phase.get();
        return as != BindAs.TRANSMITTER && (now == Phase.BOUND || now == Phase.UNBINDING);
    }

    @Override
    public void bindAnswered(int sequence, int status, String systemId, int interfaceVersion) {
        if (sequence != bindSequence || phase.get() != Phase.BINDING) {
            LOG.warn("{}: bind_resp without a bind, sequence {}", name, Integer.toUnsignedString(sequence));
        } else if (status != CommandStatus.ROK) {
            end(CloseCause.BIND_REFUSED, status, "bind refused with status 0x" + Integer.toHexString(status));
        } else {
            tlvsTaken = interfaceVersion >= 0x34 && smsc.link().interfaceVersion() >= 0x34;
            session.bound(bindType(), interfaceVersion);
            if (phase.compareAndSet(Phase.BINDING, Phase.BOUND)) {
                LOG.info("{}: bound to {}", name, smsc.link().host());
                listener.bound(systemId, interfaceVersion);
            }
        }
    }

    @Override
    public boolean ownRequestRefused(int sequence, int status, long readNanos) {
        if (sequence == bindSequence && phase.get() == Phase.BINDING) {
            end(CloseCause.BIND_REFUSED, status, "bind answered by generic_nack 0x" + Integer.toHexString(status));
        } else if (sequence == enquireSequence) {
            listener.linkAlive(readNanos); // It does not know enquire_link, but it is there.
        } else if (sequence == unbindSequence) {
            unbindAnswered();
        } else {
            return false;
        }
        return true;
    }

    @Override
    public void writeFailed(IOException why) {
        end(CloseCause.PEER_CLOSED, 0, "write failed: " + why.getMessage());
    }

    @Override
    public void submitAnswered(int sequence) {
        pending.remove(sequence);
    }

    @Override
    public void unbindAsked() {
        if (phase.compareAndSet(Phase.BOUND, Phase.UNBOUND_BY_PEER)) {
            listener.unbindRequested();
        }
    }

    @Override
    public void unbindAnswered() {
        if (phase.get() == Phase.UNBINDING) {
            end(CloseCause.UNBOUND, 0, "unbind answered");
        }
    }

    // The end, on any thread.

    /** On the watch's thread. */
    void checkDeadlines(long now) {
        Phase phaseNow = phase.get();
        SmscConfig.Timers timers = smsc.timers();
        long inPhase = now - phaseSince;
        if (phaseNow == Phase.CONNECTING && inPhase > timers.connectWithin().toNanos()) {
            end(CloseCause.CONNECT_FAILED, 0, "not connected within " + timers.connectWithin());
        } else if (phaseNow == Phase.BINDING && inPhase > timers.bindWithin().toNanos()) {
            end(CloseCause.BIND_TIMEOUT, 0, "no bind_resp within " + timers.bindWithin());
        } else if (writer.stuckFor(now) > timers.answerWithin().toNanos()) {
            end(CloseCause.PEER_CLOSED, 0, "the SMSC has not read for " + timers.answerWithin());
        }
    }

    private void end(CloseCause cause, int status, String detail) {
        ending.compareAndSet(null, new Ending(cause, status, detail));
        Phase before = phase.getAndSet(Phase.CLOSED);
        closeSocket();
        session.close();
        if (before == Phase.NEW || before == Phase.CONNECTING) {
            tell();
        }
    }

    private void closeSocket() {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("{}: closing the socket: {}", name, e.getMessage());
        }
    }

    private void readingEnded() {
        phase.set(Phase.CLOSED);
        closeSocket();
        tell();
    }

    private void tell() {
        if (told.compareAndSet(false, true)) {
            watch.remove(this);
            Ending e = ending.get();
            Ending last = e == null ? new Ending(CloseCause.PEER_CLOSED, 0, "the connection ended") : e;
            LOG.info("{}: closed: {}", name, last.detail());
            listener.closed(last.cause(), last.status(), last.detail());
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
