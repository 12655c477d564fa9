package io.smppbridge.smpp;

import static org.jsmpp.SMPPConstant.*;

import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.smpp.BindLife.Phase;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import org.jsmpp.PDUStringException;
import org.jsmpp.extra.SessionState;
import org.jsmpp.session.connection.Connection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One bind over jSMPP: the owner writes, a reading thread of its own reads, and a short-lived thread connects. */
@OwnedBy("the sender worker or receiver that opened it")
final class JsmppConnector extends SmscBind implements GuardedReader.Sink {
    private static final Logger LOG = LoggerFactory.getLogger(JsmppConnector.class);

    private final JsmppTransport.Setup setup;
    private final ConnectorWatch watch;
    private final CorkedWriter writer;
    private final GuardedReader reader;
    private final Inbound inbound;
    private final BridgeSession session;
    private final Line line;

    JsmppConnector(JsmppTransport.Setup setup, int number, ConnectorListener listener, ConnectorWatch watch) {
        super(
                setup.account(),
                setup.as(),
                "smpp-" + setup.account().smsc().name() + "-" + number,
                listener,
                setup.tap());
        this.setup = setup;
        this.watch = watch;
        line = new Line(setup.called());
        writer = new CorkedWriter(ticker, tap);
        reader = new GuardedReader(ticker, this);
        inbound = new Inbound(this, listener, writer, trace, tap);
        session = new BridgeSession(composer, reader, this::dial, setup.firstSequence(), this::readingEnded);
        composeInto(writer.cork(), session::nextSequence);
    }

    // The owner's side.

    @Override
    public void open() {
        if (!life.step(Phase.NEW, Phase.CONNECTING)) {
            throw new IllegalStateException(name + " was opened before; make a new one");
        }
        try {
            watch.add(this);
            NamedThreads.single(name + "-connect", this::connectAndBind).start();
        } catch (RejectedExecutionException noThread) {
            end(CloseCause.CONNECT_FAILED, 0, noThread.getMessage());
            tell();
        }
    }

    @Override
    public void flush() {
        try {
            if (life.is(Phase.CLOSED)) {
                writer.cork().clear();
            } else {
                writer.flush();
            }
        } catch (IOException e) {
            writeFailed(e);
        }
    }

    @Override
    void sendNow(int command, int sequence) {
        try {
            writer.urgent(command, CommandStatus.ROK, sequence, false);
        } catch (IOException e) {
            writeFailed(e);
        }
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
        binding(sequence);
        writer.urgent(BindRequest.compose(composer, smsc.link(), as, sequence, tap));
    }

    // The reading thread's side.

    @Override
    public void reading() {
        session.readingHere(name);
    }

    @Override
    public void pdu(byte[] buffer, int at, int length, long readNanos) {
        inbound.pdu(buffer, at, length, readNanos);
        listener.turnOver();
    }

    @Override
    public void badLength(int length, int sequence) throws IOException {
        String detail = Advice.badLength(smsc, length, life.is(Phase.BINDING));
        LOG.warn("{}: {}: closing", name, detail);
        life.cause(CloseCause.PROTOCOL_ERROR, CommandStatus.RINVCMDLEN, detail);
        trace.out(name, CID_GENERIC_NACK, CommandStatus.RINVCMDLEN, sequence);
        writer.lastWord(CID_GENERIC_NACK, CommandStatus.RINVCMDLEN, sequence);
        line.shutdownOutput();
    }

    @Override
    public void ended(IOException why) {
        life.cause(CloseCause.PEER_CLOSED, 0, Advice.ended(smsc, why));
        session.readingOver(); // jSMPP closes the session next, on this thread.
    }

    @Override
    void speaks(int interfaceVersion) {
        session.bound(BindRequest.type(as), interfaceVersion);
    }

    @Override
    void sayGoodbye() {
        line.sayGoodbye();
    }

    @Override
    void sayRest() {
        writer.sayRest();
    }

    // The end, on any thread.

    /** On the watch's thread. */
    void checkDeadlines(long now) {
        endOverdue(now, writer.stuckFor(now));
    }

    @Override
    void end(CloseCause cause, int status, String detail) {
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
        if (sayClosed()) {
            watch.remove(this);
        }
    }
}
