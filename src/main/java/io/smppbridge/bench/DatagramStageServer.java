package io.smppbridge.bench;

import io.smppbridge.intake.KernelDrops;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;

/** Over UDP, received and answered as the datagram intake does it. Nobody reads the answers: they end at the sender's socket. */
@ThreadSafe
final class DatagramStageServer extends StageServer {
    private static final int BUFFER = 4 << 20;
    private static final long SELECT_MS = 50;
    private static final long SECOND = 1_000_000_000L;
    private static final long PACE = 200_000L;

    private final DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
    private final Selector readable = Selector.open();
    private final KernelDrops drops;
    private volatile boolean ending;

    DatagramStageServer(int rounds) throws IOException {
        super(rounds);
        channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER);
        channel.bind(anyPort());
        channel.configureBlocking(false);
        channel.register(readable, SelectionKey.OP_READ);
        drops = new KernelDrops((InetSocketAddress) channel.getLocalAddress());
    }

    @Override
    public Next receive(LoadSlot slot) throws IOException {
        ByteBuffer octets = slot.octets().clear();
        slot.from = channel.receive(octets);
        if (slot.from == null) {
            if (ending) {
                return Next.END;
            }
            readable.select(key -> {}, SELECT_MS);
            return Next.NOTHING;
        }
        slot.arrived(Ticker.SYSTEM.nanos());
        slot.length = octets.position();
        return Next.PROCESS;
    }

    @Override
    public boolean waitsForRoom() {
        return false;
    }

    @Override
    public void answer(LoadSlot slot) throws IOException {
        ByteBuffer octets = slot.octets().order(ByteOrder.LITTLE_ENDIAN);
        octets.limit(ANSWER).position(Integer.BYTES);
        octets.putLong(slot.sum).rewind();
        channel.send(octets, slot.from);
    }

    @Override
    long send(StageRun.Load load) throws IOException {
        try (DatagramChannel sender = DatagramChannel.open(StandardProtocolFamily.INET)) {
            sender.connect(channel.getLocalAddress());
            ByteBuffer message = ByteBuffer.allocateDirect(load.octets()).order(ByteOrder.LITTLE_ENDIAN);
            long begun = Ticker.SYSTEM.nanos();
            for (long n = 0; n < load.messages(); n++) {
                if (load.rate() > 0) {
                    awaitDue(begun + n * SECOND / load.rate());
                }
                message.clear().putLong(0, n);
                sender.write(message);
            }
            return load.messages();
        }
    }

    /** A little late rather than with a processor of its own: what is due meanwhile goes out together. */
    private static void awaitDue(long due) {
        while (Ticker.SYSTEM.nanos() - due < 0) {
            LockSupport.parkNanos(PACE);
        }
    }

    @Override
    long kernelDrops() {
        return drops.total();
    }

    @Override
    void end() {
        ending = true;
        readable.wakeup();
    }

    @Override
    public void close() throws IOException {
        readable.close();
        channel.close();
    }
}
