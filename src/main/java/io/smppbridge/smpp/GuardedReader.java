package io.smppbridge.smpp;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jsmpp.PDUReader;
import org.jsmpp.bean.Command;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands where jSMPP reads a PDU header, and stays there for the life of the bind: frames whatever the peer sends, however it is cut, checks
 * the length before it allocates anything, and dispatches each PDU on the reading thread. jSMPP's own path (two hex dumps, an executor and
 * a task for each PDU) is entered only with the exception that ends the connection.
 */
@OwnedBy("the reading thread of its bind")
final class GuardedReader implements PDUReader {
    /** The longest PDU taken: a message_payload of 64 KiB with its header and other fields. */
    static final int LONGEST = 70_000;

    private static final Logger LOG = LoggerFactory.getLogger(GuardedReader.class);
    private static final int USUAL = 1 << 14;

    /** Where the PDUs go; called on the reading thread. */
    interface Sink {
        /** First of all. */
        void reading();

        /** One PDU of at least 16 octets, in place: valid only during the call. */
        void pdu(byte[] buffer, int at, int length, long readNanos);

        /** A length below 16 or above {@link #LONGEST}: the peer is to be told, and then left. */
        void badLength(int length, int sequence) throws IOException;

        /** Why the reading ended. */
        void ended(IOException why);
    }

    private final Ticker ticker;
    private final Sink sink;
    private InputStream in = InputStream.nullInputStream();
    private byte[] buffer = new byte[USUAL];
    private int at;
    private int limit;
    private long readNanos;

    GuardedReader(Ticker ticker, Sink sink) {
        this.ticker = ticker;
        this.sink = sink;
    }

    /** Before the reading starts: the socket itself, so that no other buffer stands between. */
    void connectTo(InputStream socket) {
        in = socket;
    }

    /** Reads until the connection ends. */
    @Override
    public Command readPDUHeader(DataInputStream ignored) throws IOException {
        try {
            sink.reading();
            while (true) {
                nextPdu();
            }
        } catch (IOException e) {
            sink.ended(e);
            throw e;
        } catch (RuntimeException | Error e) {
            // Nothing is to be expected here; but a reader that died in silence would leave a deaf connection.
            LOG.error("reading from the SMSC failed", e);
            IOException why = new IOException("reader failed: " + e, e);
            sink.ended(why);
            throw why;
        }
    }

    private void nextPdu() throws IOException {
        have(4);
        int length = intAt(at);
        if (length < CommandId.HEADER || length > LONGEST) {
            boolean wholeHeader = length > LONGEST && limit - at >= CommandId.HEADER;
            sink.badLength(length, wholeHeader ? intAt(at + 12) : 0);
            throw new IOException("command_length " + Integer.toUnsignedString(length) + ", expected 16.." + LONGEST);
        }
        have(length);
        int pdu = at;
        at += length;
        sink.pdu(buffer, pdu, length, readNanos);
    }

    /** Makes at least so many octets readable from {@link #at}. */
    private void have(int octets) throws IOException {
        while (limit - at < octets) {
            makeRoom(octets);
            int read = in.read(buffer, limit, buffer.length - limit);
            if (read < 0) {
                throw new EOFException("the SMSC closed the connection");
            }
            readNanos = ticker.nanos();
            limit += read;
        }
    }

    private void makeRoom(int octets) {
        if (at == limit) {
            at = 0;
            limit = 0;
        }
        if (buffer.length - at >= octets && limit < buffer.length) {
            return;
        }
        byte[] to = octets > buffer.length ? new byte[Math.max(octets, buffer.length * 2)] : buffer;
        System.arraycopy(buffer, at, to, 0, limit - at);
        buffer = to;
        limit -= at;
        at = 0;
    }

    private int intAt(int i) {
        return intAt(buffer, i);
    }

    static int intAt(byte[] bytes, int i) {
        return (bytes[i] & 0xFF) << 24 | (bytes[i + 1] & 0xFF) << 16 | (bytes[i + 2] & 0xFF) << 8 | bytes[i + 3] & 0xFF;
    }

    /** Never reached: {@link #readPDUHeader} does not return. */
    @Override
    public byte[] readPDU(DataInputStream ignored, Command header) throws IOException {
        throw new IOException("jSMPP's own reading is not used");
    }

    /** Never reached: {@link #readPDUHeader} does not return. */
    @Override
    public byte[] readPDU(DataInputStream ignored, int length, int id, int status, int sequence) throws IOException {
        throw new IOException("jSMPP's own reading is not used");
    }
}
