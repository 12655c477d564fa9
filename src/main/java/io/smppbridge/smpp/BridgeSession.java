package io.smppbridge.smpp;

import io.smppbridge.threads.ThreadSafe;
import org.jsmpp.DefaultPDUSender;
import org.jsmpp.bean.BindType;
import org.jsmpp.bean.InterfaceVersion;
import org.jsmpp.session.SMPPSession;
import org.jsmpp.session.connection.ConnectionFactory;
import org.jsmpp.util.Sequence;

/**
 * jSMPP's session, opened to this package where it is protected: its sequence, its state, and the moment at which its reading thread ends.
 * Its enquire_link timer is off; its executor has nothing to do, for {@link GuardedReader} hands nothing on.
 */
@ThreadSafe
final class BridgeSession extends SMPPSession {
    private final Sequence numbers;
    private final Runnable readingEnded;
    private volatile Thread readingThread;
    private volatile boolean readingOver;

    /**
     * @param firstSequence 1 but in tests of the wrap
     * @param readingEnded called on the reading thread, last of all; perhaps twice
     */
    BridgeSession(
            WireComposer composer,
            GuardedReader reader,
            ConnectionFactory dial,
            int firstSequence,
            Runnable readingEnded) {
        super(new DefaultPDUSender(composer), reader, dial);
        this.readingEnded = readingEnded;
        numbers = new Sequence(firstSequence);
        setEnquireLinkTimer(0);
        setPduProcessorDegree(1);
    }

    /** The next number of 1..0x7FFFFFFF, then 1 again. */
    int nextSequence() {
        return numbers.nextValue();
    }

    @Override
    protected Sequence sequence() {
        return numbers;
    }

    /** The reading thread says that it is the one, and takes its name. */
    void readingHere(String threadName) {
        readingThread = Thread.currentThread();
        readingThread.setName(threadName);
    }

    /** The reading thread says that it has nothing more to tell. */
    void readingOver() {
        readingOver = true;
    }

    /** Asked by the reading thread alone; where the session was closed before its first PDU there was nothing to tell, but that it is over. */
    @Override
    protected boolean isReadPdu() {
        boolean goesOn = super.isReadPdu();
        if (!goesOn) {
            readingThread = Thread.currentThread();
            readingOver = true;
        }
        return goesOn;
    }

    void bound(BindType as, int interfaceVersion) {
        InterfaceVersion version = interfaceVersion >= 0x50
                ? InterfaceVersion.IF_50
                : interfaceVersion >= 0x34 ? InterfaceVersion.IF_34 : InterfaceVersion.IF_33;
        sessionContext().bound(as, version);
    }

    /** Called by the owner, by the watch, and by jSMPP at the end of its reading thread. */
    @Override
    public void close() {
        super.close();
        if (readingOver && Thread.currentThread() == readingThread) {
            readingEnded.run();
        }
    }
}
