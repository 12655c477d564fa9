package io.smppbridge.blackbox;

import io.smppbridge.audit.Fault;
import io.smppbridge.settings.QuickPassword;
import io.smppbridge.simulator.SimulatorConfig;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/** Kills the bridge of a bed at random points under load, which comes in by one of its doors. */
final class Kills {
    /** Two SMSCs with one bind of twenty each. */
    static final int SUM_OF_WINDOWS = 40;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int STREAM_RATE = 500;

    final long seed = System.nanoTime();
    final Random random = new Random(seed);
    private final Bed bed;

    /** Callers of one kind. */
    interface Callers {
        /** They begin, at a bridge that has just been started. */
        void begin(Child child) throws Exception;

        /** Their bridge has been killed: returns when they have noted whatever was answered. */
        void end() throws Exception;

        /** Asks again for what had no answer, where they can. */
        default void settle(Child last) throws Exception {}

        default void leave() throws Exception {}
    }

    /** A way in. */
    enum Door {
        HTTP,
        MIDDLEWARE,
        STREAM,
        ESME
    }

    Kills(Bed bed) {
        this.bed = bed;
    }

    static SimulatorConfig answeringAfter(String delay) {
        return SimulatorConfig.forTests("a", "b").with("respond-after", delay).with("receipt-after", "5ms..50ms");
    }

    /** So many kills, then a start at which all ask again who can. */
    void under(Callers callers, int kills) throws Exception {
        strike(callers, kills);
        callers.settle(bed.start());
        callers.leave();
    }

    void strike(Callers callers, int kills) throws Exception {
        for (int i = 0; i < kills; i++) {
            long before = bed.received();
            Child child = bed.start();
            callers.begin(child);
            bed.awaitSubmits(before + 50, PATIENCE);
            randomPause();
            child.kill();
            callers.end();
        }
    }

    /** The kill comes at a random point within a second: time itself is the case here. */
    private void randomPause() {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50 + random.nextInt(700));
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    Callers by(Door door) throws Exception {
        return switch (door) {
            case HTTP -> http(new AtomicInteger(1), 20, 4);
            case MIDDLEWARE -> inProcess(new AtomicInteger(1));
            case STREAM -> stream();
            case ESME -> esme(new AtomicInteger(1));
        };
    }

    Callers http(AtomicInteger next, int batch, int threads) {
        return new Callers() {
            private Platform.Load load;

            @Override
            public void begin(Child child) {
                load = bed.platform.load(child.httpPort(), next, batch, threads);
            }

            @Override
            public void end() throws Exception {
                load.end();
            }

            @Override
            public void settle(Child last) {
                bed.settleDoubts(last);
            }
        };
    }

    /** What they were told is read from the process's output, to its end. */
    Callers inProcess(AtomicInteger next) {
        return new Callers() {
            @Override
            public void begin(Child child) throws Exception {
                child.tell("load " + next.getAndAdd(1_000_000) + " 20");
            }

            @Override
            public void end() {}

            @Override
            public void settle(Child last) {
                bed.settleDoubts(last);
            }
        };
    }

    /** Whoever had no answer has no way to ask again: such a message may be there or not. */
    private Callers esme(AtomicInteger next) throws Exception {
        int port = freePort();
        bed.with("esme.e.port", Integer.toString(port));
        bed.with("account.shop.esme.system-id", "shop");
        bed.with("account.shop.esme.password-hash", QuickPassword.hash("secret"));
        return new Callers() {
            private EsmeLoad load;

            @Override
            public void begin(Child child) throws Exception {
                load = EsmeLoad.start(port, bed.callers, next);
            }

            @Override
            public void end() throws Exception {
                load.end();
            }
        };
    }

    /** One stream with a name, which goes on at the next bridge behind its last ACK. */
    private Callers stream() throws Exception {
        int port = freePort();
        bed.with("intake.tcp.enabled", "true").with("intake.tcp.port", Integer.toString(port));
        return new Callers() {
            private StreamFeed feed;

            @Override
            public void begin(Child child) {
                if (feed == null) {
                    feed = new StreamFeed(port, bed.platform.key(), bed.callers, 1, STREAM_RATE);
                }
            }

            @Override
            public void end() {}

            @Override
            public void settle(Child last) throws Exception {
                feed.pause(true);
                Awaitility.await().atMost(PATIENCE).until(feed::isSettled);
            }

            @Override
            public void leave() throws Exception {
                feed.end();
            }
        };
    }

    /** As after a loss of power: what goes out again bears no mark, for the notes of what was under way are not forced. */
    static boolean isSoundButForMarks(Ledger ledger) {
        return ledger.idChanges() == 0
                && ledger.verdict().faults().entrySet().stream()
                        .filter(fault -> fault.getKey() != Fault.UNMARKED && fault.getKey() != Fault.ORDER)
                        .allMatch(fault -> fault.getValue().count() == 0);
    }

    private static int freePort() throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }
}
