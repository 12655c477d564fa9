package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Memory;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ThreadsSince;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.journal.FlightLog;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.pipeline.BeforeSubmit;
import io.smppbridge.pipeline.Outcomes;
import io.smppbridge.settings.QuietHours;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.smpp.NettyLoops;
import io.smppbridge.smpp.NettyTransport;
import io.smppbridge.threads.Ticker;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a message makes of garbage between bag and socket: sender, flight log, bind and event loop as a bridge has them, over Netty. */
@Timeout(60)
class BagToSocketCostTest {
    /** Octets for each message: room for what a turn and a flush cost, which many messages share, and less than any object. */
    private static final int MOST = 8;
    /** And for each answer: the id that the SMSC gave, as text. */
    private static final int MOST_OF_AN_ANSWER = 80;

    private static final int ROUND = 1_000;
    private static final int ROUNDS = 30;

    @TempDir
    Path directory;

    /** @param loops event loops of their own; with none the sender carries its bind */
    @ParameterizedTest
    @ValueSource(ints = {2, 0})
    void between_bag_and_socket_a_message_leaves_no_garbage(int loops) throws IOException {
        Bench bench = new Bench();
        bench.window = ROUND;
        Counted counted = new Counted();
        ThreadsSince since = ThreadsSince.now();
        try (Peer peer = new Peer();
                NettyLoops netty = new NettyLoops(loops)) {
            bench.port = peer.server.getLocalPort();
            SmscConfig config = bench.config();
            SenderGroup group = new SenderGroup(
                    config,
                    new NettyTransport(config, Ticker.SYSTEM, PduTap.NONE, netty),
                    new SenderGroup.Wiring(
                            bench.bag,
                            (id, position) -> Optional.empty(),
                            counted,
                            bench.inlet,
                            bench.stats,
                            (name, slots) -> new LoggedFlights(FlightLog.create(directory, name, slots, 7), slots),
                            InstantSource.system(),
                            Ticker.SYSTEM,
                            1,
                            account -> QuietHours.NONE,
                            BeforeSubmit.NONE,
                            netty::rest));
            group.start();
            until(bench.stats::anyBound);
            long[] ours = since.ids("sender-telia-", "smpp-io-");
            assertThat(ours).hasSize(loops == 0 ? 1 : 2);
            Task[] tasks = tasks();
            long written = Long.MAX_VALUE;
            long answered = Long.MAX_VALUE;
            for (int round = 1; round <= ROUNDS; round++) {
                long start = Memory.allocatedBy(ours);
                put(bench, tasks);
                int sent = round * ROUND;
                until(() -> peer.taken.get() == sent);
                long between = Memory.allocatedBy(ours);
                peer.answer();
                until(() -> counted.accepted.get() == sent);
                written = Math.min(written, between - start);
                answered = Math.min(answered, Memory.allocatedBy(ours) - between);
            }
            System.out.printf(
                    "octets for each message, %d event loops: %.2f from bag to socket, %.1f for its answer%n",
                    loops, (double) written / ROUND, (double) answered / ROUND);
            group.drain(Duration.ofSeconds(1));
            assertThat((double) written / ROUND).as("octets for each message").isLessThan(MOST);
            assertThat((double) answered / ROUND).as("octets for each answer").isLessThan(MOST_OF_AN_ANSWER);
        }
    }

    private static Task[] tasks() {
        Task[] tasks = new Task[ROUND];
        for (int i = 0; i < ROUND; i++) {
            OutboundSms sms = OutboundSms.of(Long.toString(46_700_000_000L + i), "hello");
            tasks[i] = new Task(
                            "acme",
                            "telia",
                            sms,
                            Long.MAX_VALUE,
                            new Parts(new byte[1][20 + i % 120], 0, false, false, -1))
                    .named(i + 1);
        }
        return tasks;
    }

    private static void put(Bench bench, Task[] tasks) {
        for (Task task : tasks) {
            task.unclaim();
            task.parts().returned(0);
            bench.bag.put(task.id(), 0, task, Priority.NORMAL, 0);
        }
        bench.bag.publish();
    }

    private static void until(BooleanSupplier fact) {
        await().atMost(Duration.ofSeconds(20))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(fact::getAsBoolean);
    }

    /** In place of the ring to the journal thread. */
    private static final class Counted implements Outcomes {
        final AtomicInteger accepted = new AtomicInteger();

        @Override
        public void accepted(Task task, int part, String messageId, boolean last, Flight flight) {
            flight.free();
            accepted.incrementAndGet();
        }

        @Override
        public void told() {}

        @Override
        public void refused(Task task, int part, int commandStatus, Flight flight) {
            throw new AssertionError("refused with " + commandStatus);
        }

        @Override
        public void unanswered(Task task, int part, boolean held, Flight flight) {}

        @Override
        public void lastUnanswered(Task task, int part, String why, Flight flight) {}

        @Override
        public void stuck(Task task) {}

        @Override
        public void ended(Task task, MessageState state, String detail, Flight flight) {}
    }

    /** An SMSC that answers submit_sm when it is told to. */
    private static final class Peer implements AutoCloseable {
        private static final int SUBMIT = 4;
        private static final int RESPONSE = 0x8000_0000;

        final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        final AtomicInteger taken = new AtomicInteger();
        private final int[] sequences = new int[ROUND];
        private volatile Socket socket;

        Peer() throws IOException {
            Thread reading = new Thread(this::read, "peer");
            reading.setDaemon(true);
            reading.start();
        }

        private void read() {
            try (Socket accepted = server.accept()) {
                socket = accepted;
                DataInputStream in = new DataInputStream(new BufferedInputStream(accepted.getInputStream()));
                while (true) {
                    int length = in.readInt();
                    int command = in.readInt();
                    in.readInt();
                    int sequence = in.readInt();
                    in.skipNBytes(length - 16);
                    if (command == SUBMIT) {
                        sequences[taken.get() % ROUND] = sequence;
                        taken.incrementAndGet();
                    } else {
                        write(response(ByteBuffer.allocate(64), command, sequence, "SMSC"));
                    }
                }
            } catch (IOException e) {
                // The end of the test, which notices what has not come.
            }
        }

        void answer() {
            ByteBuffer all = ByteBuffer.allocate(ROUND * 64);
            for (int sequence : sequences) {
                response(all, SUBMIT, sequence, "0123456789");
            }
            write(all);
        }

        private static ByteBuffer response(ByteBuffer to, int command, int sequence, String text) {
            to.putInt(17 + text.length()).putInt(command | RESPONSE).putInt(0).putInt(sequence);
            return to.put(text.getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
        }

        private void write(ByteBuffer pdus) {
            try {
                socket.getOutputStream().write(pdus.array(), 0, pdus.position());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
            Socket open = socket;
            if (open != null) {
                open.close();
            }
        }
    }
}
