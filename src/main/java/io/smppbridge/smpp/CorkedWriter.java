package io.smppbridge.smpp;

import io.smppbridge.pdulog.TappedLink;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.io.OutputStream;
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
final class CorkedWriter implements Replies {
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
    private final Cork cork = new Cork();

    /** @param tap given whatever is written, in the order of the wire */
    CorkedWriter(Ticker ticker, TappedLink tap) {
        this.tap = tap;
        this.ticker = ticker;
    }

    /** Before anybody writes. */
    void connectTo(OutputStream socket) {
        out = socket;
    }

    /** What the owner composes. */
    Cork cork() {
        return cork;
    }

    /** Writes the cork. Blocks while the peer does not read. */
    void flush() throws IOException {
        if (cork.length() == 0) {
            return;
        }
        writing.lock();
        try {
            write(cork.octets(), cork.length());
        } finally {
            writing.unlock();
            cork.clear();
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

    @Override
    public void urgent(int command, int status, int sequence, boolean nulBody) throws IOException {
        byte[] pdu = new byte[CommandId.HEADER + (nulBody ? 1 : 0)];
        Cork.compose(pdu, 0, pdu.length, command, status, sequence);
        urgent(pdu);
    }

    /** Like {@link #urgent}, but sees it written, or gives up after a moment: for what is said just before the connection is closed. */
    void lastWord(int command, int status, int sequence) throws IOException {
        byte[] pdu = new byte[CommandId.HEADER];
        Cork.compose(pdu, 0, pdu.length, command, status, sequence);
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

    /**
     * Sees written what {@link #urgent} has left to whoever was writing, or gives up after a moment: that thread may not yet have come to
     * it when the owner closes.
     */
    void sayRest() {
        try {
            if (writing.tryLock(
                    LAST_WORD_MS,
                    TimeUnit.MILLISECONDS)) { // also when the queue is empty: its last may be being written
                try {
                    writeUrgent();
                } finally {
                    writing.unlock();
                }
            }
        } catch (IOException e) {
            // The link has ended already.
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
                writeUrgent();
            } finally {
                writing.unlock();
            }
        }
    }

    private void writeUrgent() throws IOException {
        for (byte[] pdu = urgent.poll(); pdu != null; pdu = urgent.poll()) {
            urgentCount.decrementAndGet();
            write(pdu, pdu.length);
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
}
