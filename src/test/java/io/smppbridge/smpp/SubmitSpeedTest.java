package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Submission;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One bind, window 1000, against a sink that answers a whole read with one write: the transport's own speed. */
@Tag("long")
class SubmitSpeedTest {
    private static final int WINDOW = 1000;
    private static final int WARM_UP = 2_000_000;
    private static final int MEASURED = 2_000_000;

    @ParameterizedTest
    @EnumSource
    void one_bind_takes_300_000_a_second_against_a_sink(TransportKind kind) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread sink = new Thread(() -> sink(server), "sink");
            sink.start();
            measure(kind + " to a sink", Accounts.over(server.getLocalPort(), kind), 300_000, PduTap.NONE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void one_bind_against_the_simulator(TransportKind kind) throws Exception {
        try (SmscSimulator simulator =
                SmscSimulator.start(SimulatorConfig.forTests().recording(0).with("receipts", "never"))) {
            measure(kind + " to the simulator", Accounts.over(simulator.port(), kind), 100_000, PduTap.NONE);
        }
    }

    /** @return microseconds of the wire's threads for each message, both ways */
    static double measure(String against, SmscConfig account, long atLeast, PduTap tap) throws InterruptedException {
        try (NettyLoops loops = new NettyLoops(1)) {
            return measure(against, Transport.of(account, Ticker.SYSTEM, tap, loops), atLeast);
        }
    }

    private static double measure(String against, Transport transport, long atLeast) throws InterruptedException {
        AtomicLong answered = new AtomicLong();
        AtomicLong readerId = new AtomicLong();
        CountDownLatch bound = new CountDownLatch(1);
        Connector c = transport.create(BindAs.TRANSMITTER, new Count(answered, readerId, bound));
        c.open();
        assertThat(bound.await(5, TimeUnit.SECONDS)).isTrue();
        Submission s = ConnectorContract.submission("x".repeat(100));
        long sent = submit(c, s, answered, 0, WARM_UP);
        var threads = ManagementFactory.getThreadMXBean();
        long cpu = threads.getCurrentThreadCpuTime() + threads.getThreadCpuTime(readerId.get());
        long start = System.nanoTime();
        submit(c, s, answered, sent, MEASURED);
        long took = System.nanoTime() - start;
        cpu = threads.getCurrentThreadCpuTime() + threads.getThreadCpuTime(readerId.get()) - cpu;
        c.close("done");
        System.out.printf(
                "%s: %,d submit_sm/s, %.2f us CPU each, both ways%n",
                against, MEASURED * 1_000_000_000L / took, cpu / 1000.0 / MEASURED);
        assertThat(MEASURED * 1_000_000_000L / took).isGreaterThan(atLeast);
        return cpu / 1000.0 / MEASURED;
    }

    private static long submit(Connector c, Submission s, AtomicLong answered, long sent, int more) {
        long end = sent + more;
        while (sent < end) {
            long room = Math.min(WINDOW - (sent - answered.get()), end - sent);
            if (room < WINDOW / 4 && room < end - sent) {
                LockSupport.parkNanos(20_000);
                continue;
            }
            for (long i = 0; i < room; i++) {
                c.submit(s);
            }
            sent += room;
            c.flush();
        }
        while (answered.get() < end) {
            LockSupport.parkNanos(20_000);
        }
        return end;
    }

    private static void sink(ServerSocket server) {
        byte[] id = ScriptedSmsc.cString("0123456789");
        ByteBuffer in = ByteBuffer.allocate(1 << 18);
        ByteBuffer out = ByteBuffer.allocate(1 << 18);
        try (Socket socket = server.accept()) {
            InputStream from = socket.getInputStream();
            OutputStream to = socket.getOutputStream();
            while (true) {
                int read = from.read(in.array(), in.position(), in.remaining());
                if (read < 0) {
                    return;
                }
                in.position(in.position() + read).flip();
                while (in.remaining() >= 16 && in.remaining() >= in.getInt(in.position())) {
                    int at = in.position();
                    out.putInt(16 + id.length)
                            .putInt(in.getInt(at + 4) | 0x80000000)
                            .putInt(0);
                    out.putInt(in.getInt(at + 12)).put(id);
                    in.position(at + in.getInt(at));
                }
                in.compact();
                to.write(out.array(), 0, out.position());
                out.clear();
            }
        } catch (IOException e) {
            // The bridge's side closed.
        }
    }

    private record Count(AtomicLong answered, AtomicLong readerId, CountDownLatch isBound)
            implements ConnectorListener {
        @Override
        public void bound(String smscSystemId, int interfaceVersion) {
            readerId.set(Thread.currentThread().getId());
            isBound.countDown();
        }

        @Override
        public void answered(int sequence, int commandStatus, String messageId, long readNanos) {
            long before = answered.get();
            // The bind had number 1; the answers come in order.
            if (sequence == before + 2 && commandStatus == 0 && !messageId.isEmpty()) {
                answered.lazySet(before + 1);
            }
        }

        @Override
        public void linkAlive(long readNanos) {}

        @Override
        public void delivered(Delivery delivery) {}

        @Override
        public void unbindRequested() {}

        @Override
        public void closed(CloseCause cause, int commandStatus, String detail) {}
    }
}
