package io.smppbridge.bench;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The same ring over TCP: a message that finds no free slot waits, so the connection is not read, so its sender waits. Where several
 * threads receive or answer, they take turns at the one connection.
 */
@ThreadSafe
final class StreamStageServer extends StageServer {
    private static final int READ = 64 << 10;
    private static final int SENT_AT_ONCE = 128;

    private final SocketChannel client;
    private final SocketChannel connection;
    private final int message;
    private final ByteBuffer unread = ByteBuffer.allocateDirect(READ).flip();
    private final ByteBuffer answers = ByteBuffer.allocateDirect(READ).order(ByteOrder.LITTLE_ENDIAN);
    private final AtomicLong answered = new AtomicLong();
    private boolean over;

    /** @param message octets of each */
    StreamStageServer(int rounds, int message) throws IOException {
        super(rounds);
        this.message = message;
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(anyPort())) {
            client = SocketChannel.open(listener.getLocalAddress());
            connection = listener.accept();
        }
        NamedThreads.single("bench-stage-answers", this::readAnswers).start();
    }

    @Override
    public synchronized Next receive(LoadSlot slot) throws IOException {
        while (unread.remaining() < message) {
            unread.compact();
            int read = over ? -1 : connection.read(unread);
            unread.flip();
            if (read < 0) {
                over = true;
                return Next.END;
            }
        }
        slot.arrived(Ticker.SYSTEM.nanos());
        int limit = unread.limit();
        slot.octets().clear().put(unread.limit(unread.position() + message));
        unread.limit(limit);
        slot.length = message;
        return Next.PROCESS;
    }

    @Override
    public boolean waitsForRoom() {
        return true;
    }

    @Override
    public void answer(LoadSlot slot) throws IOException {
        synchronized (answers) {
            if (answers.remaining() < ANSWER) {
                flush();
            }
            answers.putInt(slot.length).putLong(slot.sum);
        }
    }

    @Override
    public void flush() throws IOException {
        synchronized (answers) {
            answers.flip();
            while (answers.hasRemaining()) {
                connection.write(answers);
            }
            answers.clear();
        }
    }

    private void readAnswers() {
        ByteBuffer octets = ByteBuffer.allocateDirect(READ);
        long all = 0;
        try {
            for (int read = client.read(octets); read >= 0; read = client.read(octets)) {
                all += read;
                answered.set(all / ANSWER);
                octets.clear();
            }
        } catch (IOException e) {
            answered.set(all / ANSWER); // closed at the end
        }
    }

    /** Answers that the sender has read. */
    long answers() {
        return answered.get();
    }

    @Override
    long send(StageRun.Load load) throws IOException {
        long messages = load.messages();
        int octets = load.octets();
        ByteBuffer many = ByteBuffer.allocateDirect(octets * SENT_AT_ONCE).order(ByteOrder.LITTLE_ENDIAN);
        for (long n = 0; n < messages; ) {
            many.clear();
            for (int i = 0; i < SENT_AT_ONCE && n < messages; i++, n++) {
                many.putLong(i * octets, n).position((i + 1) * octets);
            }
            many.flip();
            while (many.hasRemaining()) {
                client.write(many);
            }
        }
        return messages;
    }

    @Override
    long kernelDrops() {
        return 0;
    }

    @Override
    void end() throws IOException {
        client.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        client.close();
        connection.close();
    }
}
