package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.Priority;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Operation;
import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.connector.Submission;
import io.smppbridge.journal.FlightLog;
import io.smppbridge.pipeline.Outcomes;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workers as threads, with real flight logs, against a carrier that answers from threads of its own. */
class SenderGroupTest {
    @TempDir
    Path temp;

    private final Bench bench = new Bench();
    private final ExecutorService carrier = Executors.newFixedThreadPool(2);
    private final ExecutorService journal = Executors.newSingleThreadExecutor();
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger received = new AtomicInteger();
    private final AtomicInteger standing = new AtomicInteger();

    @AfterEach
    void end() {
        carrier.shutdownNow();
        journal.shutdownNow();
    }

    private final Outcomes outcomes = new Outcomes() {
        @Override
        public void accepted(Task task, int part, String messageId, boolean last, Flight flight) {
            journal.execute(() -> {
                flight.free();
                taken.incrementAndGet();
            });
        }

        @Override
        public void told() {}

        @Override
        public void refused(Task task, int part, int commandStatus, Flight flight) {
            throw new AssertionError("refused");
        }

        @Override
        public void unanswered(Task task, int part, boolean held, Flight flight) {
            throw new AssertionError("unanswered");
        }

        @Override
        public void lastUnanswered(Task task, int part, String why, Flight flight) {
            throw new AssertionError("unanswered");
        }

        @Override
        public void stuck(Task task) {}

        @Override
        public void ended(Task task, MessageState state, String detail, Flight flight) {
            throw new AssertionError(detail);
        }
    };

    /** Whether the carrier keeps its answers to itself. */
    private volatile boolean silent;

    private class Link implements Connector {
        private final ConnectorListener listener;
        private int sequence;
        private int flushed;

        Link(ConnectorListener listener) {
            this.listener = listener;
        }

        @Override
        public void open() {
            standing.incrementAndGet();
            carrier.execute(() -> listener.bound("SMSC", 0x34));
        }

        @Override
        public int submit(Submission submission) {
            received.incrementAndGet();
            return ++sequence;
        }

        @Override
        public void flush() {
            if (silent) {
                return;
            }
            int from = flushed;
            int to = sequence;
            flushed = to;
            synchronized (listener) {
                for (int i = from + 1; i <= to; i++) {
                    listener.answered(i, 0, "id", System.nanoTime());
                }
                listener.turnOver();
            }
        }

        @Override
        public void enquireLink() {
            listener.linkAlive(System.nanoTime());
        }

        @Override
        public void answer(Delivery delivery, int commandStatus) {}

        @Override
        public void unbind() {
            standing.decrementAndGet();
            carrier.execute(() -> listener.closed(CloseCause.UNBOUND, 0, "unbound"));
        }

        @Override
        public void close(String why) {
            throw new AssertionError(why);
        }
    }

    private SmscConfig config(int senders, int binds) {
        bench.binds = binds;
        SmscConfig c = bench.config();
        SmscConfig.Binds b = c.binds();
        return new SmscConfig(
                c.name(),
                c.link(),
                new SmscConfig.Binds(b.mode(), b.receive(), senders, binds, false, b.idle()),
                c.pace(),
                c.timers(),
                c.reconnect(),
                c.retry(),
                c.uncertain(),
                c.text(),
                c.inbound());
    }

    private SenderGroup.Wiring wiring(Flights.Factory flights) {
        return new SenderGroup.Wiring(
                bench.bag,
                (id, position) -> Optional.empty(),
                outcomes,
                bench.inlet,
                bench.stats,
                flights,
                InstantSource.system(),
                Ticker.SYSTEM,
                1);
    }

    @Test
    void workers_that_are_only_bound_take_nothing_and_note_nothing_before_they_are_started() throws Exception {
        AtomicInteger opened = new AtomicInteger();
        Flights.Factory flights = (worker, slots) -> {
            opened.incrementAndGet();
            return new LoggedFlights(FlightLog.create(temp, worker, slots, 1), slots);
        };
        SenderGroup group = new SenderGroup(config(2, 4), (as, listener) -> new Link(listener), wiring(flights));
        group.bind();
        await().atMost(10, TimeUnit.SECONDS).until(bench.stats::anyBound);
        for (int id = 1; id <= 100; id++) {
            bench.message(id, 1, Priority.NORMAL, Long.MAX_VALUE);
        }
        await().during(300, TimeUnit.MILLISECONDS)
                .atMost(10, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(received).hasValue(0));
        assertThat(opened).hasValue(0);
        group.start();
        await().atMost(10, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(taken).hasValue(100));
        assertThat(opened).hasValue(2);
        group.drain(Duration.ofSeconds(5));
        assertThat(group.awaitEnd(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    void who_asks_the_smsc_waits_for_no_notes_that_are_being_made() throws Exception {
        CountDownLatch making = new CountDownLatch(1);
        CountDownLatch made = new CountDownLatch(1);
        Flights.Factory flights = (worker, slots) -> {
            making.countDown();
            awaited(made);
            return new LoggedFlights(FlightLog.create(temp, worker, slots, 1), slots);
        };
        SenderGroup group = new SenderGroup(config(1, 1), (as, listener) -> new Link(listener), wiring(flights));
        group.bind();
        carrier.execute(group::start);
        making.await();
        List<OperationAnswer> answers = new CopyOnWriteArrayList<>();
        try {
            assertTimeoutPreemptively(
                    Duration.ofSeconds(5), () -> group.ask(new Operation.Query("abc", Address.NONE), answers::add));
        } finally {
            made.countDown();
        }
        group.drain(Duration.ofSeconds(5));
        assertThat(group.awaitEnd(Duration.ofSeconds(10))).isTrue();
        assertThat(answers).hasSize(1);
    }

    /** As where Netty finds no memory beside the heap: an SMSC's only worker had been gone for good. */
    @Test
    void a_worker_goes_on_after_an_error_that_ends_no_process() throws Exception {
        AtomicInteger errors = new AtomicInteger(1);
        Connector.Factory factory = (as, listener) -> new Link(listener) {
            @Override
            public void flush() {
                if (received.get() > 0 && errors.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("of a test");
                }
                super.flush();
            }

            @Override
            public void close(String why) {
                standing.decrementAndGet();
                super.flush(); // its SMSC had answered
                carrier.execute(() -> listener.closed(CloseCause.CLOSED_HERE, 0, why));
            }
        };
        SenderGroup group = new SenderGroup(config(1, 1), factory, wiring((worker, slots) -> new NoNotes()));
        group.start();
        bench.message(1, 1, Priority.NORMAL, Long.MAX_VALUE);
        await().atMost(10, TimeUnit.SECONDS).until(() -> errors.get() <= 0);
        bench.message(2, 1, Priority.NORMAL, Long.MAX_VALUE);
        await().atMost(20, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(taken).hasValue(2));
        group.drain(Duration.ofSeconds(5));
        assertThat(group.awaitEnd(Duration.ofSeconds(10))).isTrue();
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Tag("C32")
    void a_window_that_grows_while_messages_flow_is_filled() throws Exception {
        AtomicReference<Link> link = new AtomicReference<>();
        Flights.Factory flights =
                (worker, slots) -> new LoggedFlights(FlightLog.create(temp, worker + "." + slots, slots, 1), slots);
        Connector.Factory factory = (as, listener) -> {
            link.set(new Link(listener));
            return link.get();
        };
        bench.window = 10;
        SenderGroup group = new SenderGroup(config(1, 1), factory, wiring(flights));
        silent = true;
        group.start();
        for (int id = 1; id <= 1_500; id++) {
            bench.message(id, 1, Priority.NORMAL, Long.MAX_VALUE);
        }
        await().atMost(10, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(received).hasValue(10));
        bench.window = 1_000;
        group.apply(config(1, 1), factory);
        await().atMost(10, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(received).hasValue(1_000));
        silent = false;
        link.get().flush();
        await().atMost(10, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(taken).hasValue(1_500));
        group.drain(Duration.ofSeconds(5));
        assertThat(group.awaitEnd(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    @Tag("C32")
    void numbers_of_workers_and_binds_change_live_without_loss_or_double() throws Exception {
        AtomicInteger opened = new AtomicInteger();
        Flights.Factory flights = (worker, slots) -> {
            opened.incrementAndGet();
            return new LoggedFlights(FlightLog.create(temp, worker, slots, 1), slots);
        };
        SenderGroup.Wiring wiring = wiring(flights);
        Connector.Factory factory = (as, listener) -> new Link(listener);
        SenderGroup group = new SenderGroup(config(2, 2), factory, wiring);
        group.start();
        int count = 60_000;
        int[][] steps = {{3, 6}, {1, 1}, {4, 5}, {2, 3}};
        for (int id = 1; id <= count; id++) {
            bench.message(id, 1, Priority.NORMAL, Long.MAX_VALUE);
            if (id % 12_000 == 0 && id < count) {
                int[] step = steps[id / 12_000 - 1];
                group.apply(config(step[0], step[1]), factory);
                await().atMost(10, TimeUnit.SECONDS)
                        .untilAsserted(() -> assertThat(standing).hasValue(step[1]));
            }
        }
        await().atMost(20, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(taken).hasValue(count));
        assertThat(received).hasValue(count);
        assertThat(opened.get()).as("notes are used again").isLessThanOrEqualTo(4);
        group.drain(Duration.ofSeconds(5));
        assertThat(group.awaitEnd(Duration.ofSeconds(10))).isTrue();
        assertThat(standing).hasValue(0);
        assertThat(bench.stats.inFlight.sum()).isZero();
        assertThat(bench.stats.anyBound()).isFalse();
    }

    @Test
    @Tag("C32")
    void workers_that_end_beside_others_of_their_account_do_not_take_the_sight_of_these_binds_away() throws Exception {
        AtomicReference<Link> first = new AtomicReference<>();
        Flights.Factory flights = (worker, slots) -> new NoNotes();
        SenderGroup.Wiring wiring = wiring(flights);
        LanePace pace = new LanePace(config(1, 1), bench.stats);
        Connector.Factory leaving = (as, listener) -> {
            first.set(new Link(listener));
            return first.get();
        };
        SenderGroup old = new SenderGroup(config(1, 1), leaving, wiring, pace);
        silent = true;
        old.start();
        bench.message(1, 1, Priority.NORMAL, Long.MAX_VALUE);
        await().atMost(10, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(received).hasValue(1));
        old.drain(Duration.ofSeconds(60)); // as of an SMSC that a reload takes away
        SenderGroup anew = new SenderGroup(config(1, 1), (as, listener) -> new Link(listener), wiring, pace);
        anew.start(); // and another one brings back
        await().atMost(10, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(standing).hasValue(2));
        silent = false;
        first.get().flush();
        assertThat(old.awaitEnd(Duration.ofSeconds(10))).isTrue();
        await().atMost(10, TimeUnit.SECONDS).until(bench.stats::anyBound);
        assertThat(bench.stats.binds()).hasSize(1);
        anew.drain(Duration.ofSeconds(5));
        assertThat(anew.awaitEnd(Duration.ofSeconds(10))).isTrue();
        assertThat(bench.stats.anyBound()).isFalse();
        assertThat(bench.stats.binds()).isEmpty();
    }
}
