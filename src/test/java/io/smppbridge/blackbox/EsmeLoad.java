package io.smppbridge.blackbox;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * An ESME on a bare socket that submits numbered messages without a receipt, a window of them at once, until the connection is gone. Shares
 * no code with the bridge.
 */
final class EsmeLoad {
    private static final int WINDOW = 20;

    private final CallerLog callers;
    private final AtomicInteger next;
    private final Socket socket;
    private final Map<Integer, Integer> numbers = new ConcurrentHashMap<>();
    private final Semaphore room = new Semaphore(WINDOW);
    private final Thread writer = new Thread(this::write, "esme-writer");
    private final Thread reader = new Thread(this::read, "esme-reader");

    private final long restNanos;
    private volatile boolean stopped;

    private EsmeLoad(int port, CallerLog callers, AtomicInteger next, long restNanos) throws IOException {
        this.restNanos = restNanos;
        this.callers = callers;
        this.next = next;
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(pdu(0x02, 1, out -> {
            text(out, "shop");
            text(out, "secret");
            text(out, "");
            out.write(new byte[] {0x34, 0, 0, 0});
        }));
        byte[] answer = readPdu(new DataInputStream(socket.getInputStream()));
        if (ByteBuffer.wrap(answer).getInt(4) != 0) {
            throw new IOException("not bound");
        }
    }

    /** @param next where the numbers come from; only odd ones, which ask for no receipt */
    static EsmeLoad start(int port, CallerLog callers, AtomicInteger next) throws IOException {
        return start(port, callers, next, 0);
    }

    /** @param restNanos after each message */
    static EsmeLoad start(int port, CallerLog callers, AtomicInteger next, long restNanos) throws IOException {
        EsmeLoad load = new EsmeLoad(port, callers, next, restNanos);
        load.writer.start();
        load.reader.start();
        return load;
    }

    /** Waits until the connection is gone and every answer that came has been noted. */
    void end() throws Exception {
        writer.join(30_000);
        reader.join(30_000);
        socket.close();
    }

    /** Sends no more, waits for the answers that are due, and goes. */
    void finish() throws Exception {
        stopped = true;
        writer.join(30_000);
        room.tryAcquire(WINDOW, 20, TimeUnit.SECONDS);
        cut();
    }

    /** Goes without a word. */
    void cut() throws Exception {
        stopped = true;
        socket.close();
        end();
    }

    private void write() {
        try {
            for (int sequence = 2; !stopped; sequence++) {
                LockSupport.parkNanos(restNanos);
                if (!room.tryAcquire(20, TimeUnit.SECONDS)) {
                    return;
                }
                int n = next.getAndAdd(2);
                numbers.put(sequence, n);
                callers.asked(n, 1);
                socket.getOutputStream().write(pdu(0x04, sequence, out -> {
                    text(out, "");
                    out.write(new byte[] {5, 0});
                    text(out, "Acme");
                    out.write(new byte[] {1, 1});
                    text(out, Numbered.destination(n));
                    out.write(new byte[9]);
                    byte[] octets = Numbered.text(n).getBytes(StandardCharsets.US_ASCII);
                    out.write(octets.length);
                    out.write(octets);
                }));
            }
        } catch (IOException | InterruptedException e) {
            // the bridge is gone
        }
    }

    private void read() {
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                byte[] pdu = readPdu(in);
                ByteBuffer head = ByteBuffer.wrap(pdu);
                Integer n = head.getInt(0) == 0x80000004 ? numbers.remove(head.getInt(8)) : null;
                if (n == null) {
                    continue;
                }
                if (head.getInt(4) == 0) {
                    callers.accepted(n, new String(pdu, 12, pdu.length - 13, StandardCharsets.US_ASCII));
                } else {
                    callers.refused(n, "0x" + Integer.toHexString(head.getInt(4)));
                }
                room.release();
            }
        } catch (IOException e) {
            room.release(WINDOW); // the bridge is gone: the writer will see it
        }
    }

    /** From its command_id on. */
    private static byte[] readPdu(DataInputStream in) throws IOException {
        byte[] pdu = new byte[in.readInt() - 4];
        in.readFully(pdu);
        return pdu;
    }

    private interface Body {
        void to(DataOutputStream out) throws IOException;
    }

    private static byte[] pdu(int command, int sequence, Body body) throws IOException {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(octets);
        out.writeInt(0);
        out.writeInt(command);
        out.writeInt(0);
        out.writeInt(sequence);
        body.to(out);
        byte[] all = octets.toByteArray();
        ByteBuffer.wrap(all).putInt(0, all.length);
        return all;
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.write(0);
    }
}
