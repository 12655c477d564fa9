package io.smppbridge.smpp;

import io.smppbridge.pdulog.TappedLink;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The way out of one bind. The owner composes into a cork and writes it in one go; the reader's own short answers (enquire_link_resp,
 * generic_nack …) overtake the cork. A write that the peer does not take blocks its caller only: whoever else has something to
 * say leaves it with the one that writes, so that the reader keeps reading; the watch ends a write that stays stuck.
 */
@OwnedBy("the owner, except urgent() and stuckFor()")
final class CorkedWriter {
    private static final int USUAL = 1 << 14;
    private static final int CHUNK = 1 << 16;
    private static final int MOST_URGENT = 10_000;
    private static final int LAST_WORD_MS = 200;

    private final Ticker ticker;
    private final ReentrantLock writing = new ReentrantLock();
    private final Queue<byte[]> urgent = new ConcurrentLinkedQueue<>();
    private final AtomicInteger urgentCount = new AtomicInteger();
    private final TappedLink tap;
    private volatile OutputStream out;
    private volatile long writingSince;

    @OwnedBy("the owner")
    private byte[] cork = new byte[USUAL];

    @OwnedBy("the owner")
    private int corked;

    /** @param tap given whatever is written, in the order of the wire */
    CorkedWriter(Ticker ticker, TappedLink tap) {
        this.tap = tap;
        this.ticker = ticker;
    }

    /** Before anybody writes. */
    void connectTo(OutputStream socket) {
        out = socket;
    }

    /** Adds a whole PDU to the cork. */
    void cork(byte[] pdu) {
        room(pdu.length);
        System.arraycopy(pdu, 0, cork, corked, pdu.length);
        corked += pdu.length;
    }

    /** Adds a PDU without a body, or with a single NUL as its body. */
    void cork(int command, int status, int sequence, boolean nulBody) {
        int length = CommandId.HEADER + (nulBody ? 1 : 0);
        room(length);
        compose(cork, corked, length, command, status, sequence);
        corked += length;
    }

    /** Forgets the cork: nobody will read it. */
    void discard() {
        corked = 0;
    }

    /** Writes the cork. Blocks while the peer does not read. */
    void flush() throws IOException {
        if (corked == 0) {
            return;
        }
        writing.lock();
        try {
            write(cork, corked);
        } finally {
            writing.unlock();
            corked = 0;
            if (cork.length > 1 << 20) {
                cork = new byte[USUAL];
            }
        }
        drainUrgent();
    }

    /** Writes a PDU now, ahead of the cork; from any thread. Left to the writer if there is one at it. */
    void urgent(byte[] pdu) throws IOException {
        if (urgentCount.incrementAndGet() > MOST_URGENT) {
            throw new IOException(MOST_URGENT + " answers wait for a peer that does not read");
        }
        urgent.add(pdu);
        drainUrgent();
    }

    void urgent(int command, int status, int sequence, boolean nulBody) throws IOException {
        byte[] pdu = new byte[CommandId.HEADER + (nulBody ? 1 : 0)];
        compose(pdu, 0, pdu.length, command, status, sequence);
        urgent(pdu);
    }

    /** Like {@link #urgent}, but sees it written, or gives up after a moment: for what is said just before the connection is closed. */
    void lastWord(int command, int status, int sequence) throws IOException {
        byte[] pdu = new byte[CommandId.HEADER];
        compose(pdu, 0, pdu.length, command, status, sequence);
        try {
            if (writing.tryLock(LAST_WORD_MS, TimeUnit.MILLISECONDS)) {
                try {
                    write(pdu, pdu.length);
                } finally {
                    writing.unlock();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Nanoseconds for which the present write has made no progress; 0 without one. From any thread. */
    long stuckFor(long now) {
        long since = writingSince;
        return since == 0 ? 0 : now - since;
    }

    private void drainUrgent() throws IOException {
        while (!urgent.isEmpty() && writing.tryLock()) {
            try {
                for (byte[] pdu = urgent.poll(); pdu != null; pdu = urgent.poll()) {
                    urgentCount.decrementAndGet();
                    write(pdu, pdu.length);
                }
            } finally {
                writing.unlock();
            }
        }
    }

    private void write(byte[] bytes, int length) throws IOException {
        try {
            tap.out(bytes, length, ticker.nanos());
            for (int at = 0; at < length; at += CHUNK) {
                writingSince = ticker.nanos() | 1;
                out.write(bytes, at, Math.min(CHUNK, length - at));
            }
        } finally {
            writingSince = 0;
        }
    }

    private void room(int more) {
        if (cork.length - corked < more) {
            cork = Arrays.copyOf(cork, Math.max(cork.length * 2, corked + more));
        }
    }

    private static void compose(byte[] into, int at, int length, int command, int status, int sequence) {
        putInt(into, at, length);
        putInt(into, at + 4, command);
        putInt(into, at + 8, status);
        putInt(into, at + 12, sequence);
        if (length > CommandId.HEADER) {
            into[at + CommandId.HEADER] = 0;
        }
    }

    private static void putInt(byte[] into, int at, int value) {
        into[at] = (byte) (value >>> 24);
        into[at + 1] = (byte) (value >>> 16);
        into[at + 2] = (byte) (value >>> 8);
        into[at + 3] = (byte) value;
    }
}
