package io.smppbridge.stages;

import io.smppbridge.stats.StageStats;
import io.smppbridge.stats.StageStats.Stage;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server in three stages: {@link #start} and its threads do the {@link Work}; {@link #stop} receives no more, works off what is there and
 * ends.
 *
 * <p>Each thread that receives holds one slot to receive into. With a message in it, it takes a free one in exchange and passes the full
 * one on; when there is none, the message is refused or waits, as the work says, and nothing is overwritten. A slot is free again when its
 * answer is sent.
 *
 * @param <S> the slots
 */
@ThreadSafe
public final class ThreeStages<S extends Slot> {
    private static final Logger LOG = LoggerFactory.getLogger(ThreeStages.class);
    /** Messages that a thread takes up at once. */
    private static final int MOST = 64;

    private static final long IDLE_END_NANOS = 1_000_000_000L;
    private static final long LOOK_NANOS = 1_000_000L;

    private final Pools pools;
    private final Work<S> work;
    private final StageStats stats;
    private final Ticker ticker;
    private final IntFunction<S[]> arrays;
    private final Line<S> free;
    private final Line<S> received;
    private final Line<S> handedOver;
    private final Line<S> decided;
    private final List<S> inHand = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final ThreadFactory workers;
    private final String name;
    private final Consumer<S> done = this::decided;
    private final AtomicInteger receiving = new AtomicInteger();
    private final AtomicInteger extra = new AtomicInteger();
    private volatile boolean ending;
    private volatile boolean ended;

    /**
     * Makes all slots.
     *
     * @param name before the threads' numbers
     * @param slots makes a slot around its octets
     * @param arrays makes an array of slots
     */
    public ThreeStages(
            String name,
            Pools pools,
            Function<ByteBuffer, S> slots,
            IntFunction<S[]> arrays,
            Work<S> work,
            StageStats stats,
            Ticker ticker) {
        this.name = name;
        this.pools = pools;
        this.work = work;
        this.stats = stats;
        this.ticker = ticker;
        this.arrays = arrays;
        this.workers = NamedThreads.numbered(name + "-worker");
        int all = pools.slots() + pools.recv();
        Lines<S> lines = Lines.of(pools);
        this.free = lines.free();
        this.received = lines.received();
        this.handedOver = lines.handedOver();
        this.decided = lines.decided();
        int room = pools.slotSize() + 1;
        ByteBuffer block = ByteBuffer.allocateDirect(all * room);
        for (int i = 0; i < all; i++) {
            S slot = slots.apply(block.slice(i * room, room));
            if (i < pools.recv()) {
                inHand.add(slot);
            } else {
                free.put(slot);
            }
        }
        lines.show(stats);
    }

    /** Starts the threads, those at the end of the way first. */
    public void start() {
        boolean handsOver = pools.workers() > 0;
        Map<Stage, Crew.Post> posts = new EnumMap<>(Stage.class);
        posts.put(Stage.RESP, post(decided, Stage.RESP, this::answer));
        posts.put(Stage.SERVICE, post(received, Stage.SERVICE, handsOver ? this::handOver : this::process));
        if (handsOver) {
            posts.put(Stage.WORKER, post(handedOver, Stage.WORKER, this::process));
        }
        Crew crew = new Crew(posts, stats, () -> ended);
        launch("resp", pools.resp(), () -> crew.member(Stage.RESP));
        launch("worker", pools.workers(), () -> crew.member(Stage.WORKER));
        launch("service", pools.service(), () -> crew.member(Stage.SERVICE));
        if (pools.managed()) {
            launch("manager", 1, () -> crew::manage);
        }
        receiving.set(pools.recv());
        List<S> hands = List.copyOf(inHand);
        AtomicInteger next = new AtomicInteger();
        launch("recv", pools.recv(), () -> () -> receive(hands.get(next.getAndIncrement())));
    }

    private Crew.Post post(Line<S> line, Stage stage, StageLoop.Turn<S> turn) {
        return new Crew.Post(line, until -> stage(line, stage, turn, Long.MAX_VALUE, until));
    }

    private void launch(String pool, int number, Supplier<Runnable> loops) {
        ThreadFactory factory = pool.equals("worker") ? workers : NamedThreads.numbered(name + "-" + pool);
        for (int i = 0; i < number; i++) {
            Thread thread = factory.newThread(loops.get());
            thread.setPriority(pools.priority());
            threads.add(thread);
            thread.start();
        }
    }

    /** Workers that were called in addition and are there now. */
    public int extraWorkers() {
        return extra.get();
    }

    /** Slots that hold no message now. */
    public int freeSlots() {
        return free.size();
    }

    // Pre-processing

    private void receive(S first) {
        Bell.Sleeper sleeper = free.join();
        S slot = first;
        while (!ending) {
            Work.Next next = Work.Next.NOTHING;
            try {
                next = work.receive(slot);
            } catch (IOException | RuntimeException | Error e) {
                trouble("receive", e);
            }
            if (next == Work.Next.END) {
                break;
            }
            if (next != Work.Next.NOTHING) {
                slot = pass(slot, next, sleeper);
            }
        }
        receiving.decrementAndGet();
    }

    /** Passes a full slot on, and returns the one to receive into next. */
    private S pass(S full, Work.Next next, Bell.Sleeper sleeper) {
        stats.received.increment();
        long now = ticker.nanos();
        stats.service(Stage.RECV).record(now - full.arrivedNanos());
        S other = free.poll();
        if (other == null && work.waitsForRoom()) {
            while (other == null && !ended) {
                sleeper.sleep(StageLoop.SLEEP_NANOS, free::isReady);
                other = free.poll();
            }
            long waited = ticker.nanos() - now;
            stats.waits(Stage.RECV).record(waited);
            now += waited;
        }
        if (other == null) {
            full.queuedNanos = now;
            if (next == Work.Next.PROCESS) {
                work.noRoom(full);
            }
            answerOne(full);
            return full;
        }
        full.queuedNanos = now;
        full.begunNanos = now;
        (next == Work.Next.PROCESS ? received : decided).put(full);
        return other;
    }

    // Processing

    private void stage(Line<S> line, Stage stage, StageLoop.Turn<S> turn, long idleNanos, BooleanSupplier until) {
        S[] batch = arrays.apply(stage == Stage.WORKER ? MOST / 4 : MOST);
        new StageLoop<>(line, turn, ticker, until).run(batch, idleNanos);
    }

    private void process(S[] batch, int count) {
        Stage stage = pools.workers() > 0 ? Stage.WORKER : Stage.SERVICE;
        long begun = takenUp(stage, batch, count);
        int[] turns = new int[count];
        for (int i = 0; i < count; i++) {
            batch[i].begunNanos = begun;
            turns[i] = batch[i].open();
        }
        try {
            work.process(batch, count, done);
        } catch (RuntimeException
                | Error e) { // of memory beside the heap, too: where the heap is full, the process ends
            trouble("process", e);
            for (int i = 0; i < count; i++) {
                if (batch[i].close(turns[i])) {
                    work.failed(batch[i]);
                    batch[i].queuedNanos = ticker.nanos();
                    decided.put(batch[i]);
                }
            }
        }
        stats.service(stage).record((ticker.nanos() - begun) / count, count);
    }

    private void handOver(S[] batch, int count) {
        long begun = takenUp(Stage.SERVICE, batch, count);
        for (int i = 0; i < count; i++) {
            batch[i].queuedNanos = ticker.nanos();
            if (!handedOver.put(batch[i]) && pools.onDemand() > 0 && handedOver.size() > 1) {
                callForHelp();
            }
        }
        stats.service(Stage.SERVICE).record((ticker.nanos() - begun) / count, count);
    }

    /** All workers are busy and more than one message waits: one more thread, if the bound allows. */
    private void callForHelp() {
        int now = extra.get();
        if (now < pools.onDemand() && extra.compareAndSet(now, now + 1)) {
            Thread thread = workers.newThread(() -> {
                try {
                    stage(handedOver, Stage.WORKER, this::process, IDLE_END_NANOS, () -> ended);
                } finally {
                    extra.decrementAndGet();
                }
            });
            thread.setPriority(pools.priority());
            thread.start();
            stats.result("worker-called").increment();
        }
    }

    /** The outcome is there. Any thread; only the first of several calls counts. */
    private void decided(S slot) {
        if (slot.close()) {
            long now = ticker.nanos();
            stats.service(Stage.OUTCOME).record(now - slot.begunNanos);
            slot.queuedNanos = now;
            decided.put(slot);
        }
    }

    private long takenUp(Stage stage, S[] batch, int count) {
        long now = ticker.nanos();
        for (int i = 0; i < count; i++) {
            stats.waits(stage).record(now - batch[i].queuedNanos);
        }
        return now;
    }

    // Post-processing

    private void answer(S[] batch, int count) {
        long begun = takenUp(Stage.RESP, batch, count);
        for (int i = 0; i < count; i++) {
            send(batch[i]);
        }
        flush();
        stats.service(Stage.RESP).record((ticker.nanos() - begun) / count, count);
        for (int i = 0; i < count; i++) {
            free.put(batch[i]);
        }
    }

    private void answerOne(S slot) {
        send(slot);
        flush();
    }

    private void flush() {
        try {
            work.flush();
        } catch (IOException | RuntimeException | Error e) {
            trouble("answer", e);
        }
    }

    private void send(S slot) {
        try {
            work.answer(slot);
            stats.answered.increment();
        } catch (IOException | RuntimeException | Error e) {
            trouble("answer", e);
        }
    }

    /** Counted each time; told, once in a while: a broken network is no reason to fill the disk with lines. */
    private void trouble(String where, Throwable e) {
        stats.result(where + "-failed").increment();
        if (e instanceof IOException) {
            LOG.debug("{}: {} failed: {}", name, where, e.toString());
        } else {
            LOG.error("{}: {} failed", name, where, e);
        }
    }

    /** Receives no more, works off what is there for at most so long, and ends; returns whether everything was answered. */
    public boolean stop(Duration within) {
        ending = true;
        long end = ticker.nanos() + within.toNanos();
        while ((receiving.get() > 0 || free.size() < pools.slots()) && ticker.nanos() - end < 0) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        boolean all = free.size() == pools.slots();
        ended = true;
        threads.forEach(LockSupport::unpark);
        end = ticker.nanos() + Math.max(within.toNanos(), 2 * StageLoop.SLEEP_NANOS);
        while (extra.get() > 0 && ticker.nanos() - end < 0) {
            handedOver.ring();
            LockSupport.parkNanos(LOOK_NANOS);
        }
        for (Thread thread : threads) {
            try {
                thread.join(Math.max(1, within.toMillis()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return all;
            }
        }
        return all;
    }
}
