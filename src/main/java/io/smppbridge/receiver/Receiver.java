package io.smppbridge.receiver;

import io.smppbridge.connector.BindKeeper;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.Inlet;
import io.smppbridge.connector.Mailbox;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Rounds;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one receiver: keeps the receiver binds of all SMSCs that ask for one ({@code receive = receiver|poll}). What it does for an SMSC
 * never waits, so a dead one costs the others nothing.
 *
 * <p>Safe for any thread; calls return at once but for {@link #awaitEnd}.
 */
@ThreadSafe
public final class Receiver {
    private static final Logger LOG = LoggerFactory.getLogger(Receiver.class);

    private final Ticker ticker;
    private final RandomGenerator random;
    private final Mailbox mailbox = new Mailbox();
    private final Thread thread = NamedThreads.single("receiver", this::run);

    @OwnedBy("receiver")
    private final Map<String, ReceiverBind> binds = new LinkedHashMap<>();

    @OwnedBy("receiver")
    private final Map<String, Runnable> afterwards = new LinkedHashMap<>();

    @OwnedBy("receiver")
    private boolean stopping;

    @OwnedBy("receiver")
    private long stopAt;

    @OwnedBy("receiver")
    private long now;

    private volatile boolean ended;

    /** @param seed of the back-off's jitter */
    public Receiver(Ticker ticker, long seed) {
        this.ticker = ticker;
        this.random = new SplittableRandom(seed);
        this.now = ticker.nanos();
    }

    public void start() {
        thread.start();
    }

    /**
     * Serves an SMSC from now on, or with another configuration; gives its bind up in order when the configuration asks for none.
     *
     * @param inlet takes what it delivers
     */
    public void serve(SmscConfig config, Connector.Factory factory, Inlet inlet, SmscStats stats) {
        mailbox.post(() -> onServe(config, factory, inlet, stats));
    }

    /** The SMSC has called by outbind: its receiver binds on that connection, which is closed if none is wanted. */
    public void called(String smsc, Connector.Factory over) {
        mailbox.post(() -> {
            ReceiverBind bind = binds.get(smsc);
            if (bind == null) {
                over.create(BindAs.RECEIVER, Unheard.INSTANCE).close("not wanted");
            } else {
                bind.called(over);
            }
        });
    }

    /** Serves an SMSC no longer: unbinds once everything read is answered. */
    public void forget(String smsc) {
        mailbox.post(() -> {
            afterwards.remove(smsc);
            ReceiverBind bind = binds.get(smsc);
            if (bind != null) {
                bind.leave();
            }
        });
    }

    /** Unbinds everywhere once everything read is answered, at the latest after so long, and ends. */
    public void drain(Duration within) {
        mailbox.post(() -> {
            stopping = true;
            stopAt = ticker.nanos() + within.toNanos();
            binds.values().forEach(ReceiverBind::leave);
        });
    }

    /** Waits for the end after {@link #drain}. False when time ran out. */
    public boolean awaitEnd(Duration within) throws InterruptedException {
        thread.join(Math.max(1, within.toMillis()));
        return !thread.isAlive();
    }

    boolean hasEnded() {
        return ended;
    }

    private void run() {
        while (!ended) {
            long wait;
            try {
                wait = turn();
            } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError | OutOfMemoryError e) {
                // The last of memory beside the heap: where the heap is full, the process ends.
                LOG.error("receiver: unexpected fault; it goes on", e);
                wait = Rounds.EVERY.toNanos();
            }
            mailbox.park(wait);
        }
    }

    /**
     * Does everything that can be done now, and returns for how long nothing will be due, in nanoseconds, unless someone rings; 0 at the end,
     * for which a stop waits.
     */
    long turn() {
        now = ticker.nanos();
        binds.values().forEach(bind -> bind.keeper.now(now));
        mailbox.drain();
        boolean late = stopping && now - stopAt >= 0;
        long at = now + Rounds.next(now, Rounds.EVERY);
        for (ReceiverBind bind : binds.values()) {
            if (late) {
                bind.leaveAtOnce();
            }
            bind.turn(now);
            at = Math.min(at, bind.nextAt(now));
        }
        if (binds.values().removeIf(ReceiverBind::isGone) || stopping && binds.isEmpty()) {
            leftOver();
        }
        if (ended) {
            return 0;
        }
        return Math.max(0, (stopping && !late ? Math.min(at, stopAt) : at) - ticker.nanos());
    }

    /** What had to wait until a bind was gone. */
    private void leftOver() {
        ended = stopping && binds.isEmpty();
        afterwards.entrySet().removeIf(entry -> {
            boolean free = !binds.containsKey(entry.getKey());
            if (free && !stopping) {
                mailbox.post(entry.getValue());
            }
            return free;
        });
    }

    private void onServe(SmscConfig config, Connector.Factory factory, Inlet inlet, SmscStats stats) {
        if (stopping) {
            return;
        }
        ReceiverBind bind = binds.get(config.name());
        boolean wanted = ReceiverBind.isWanted(config);
        if (bind != null && bind.isLeaving()) {
            afterwards.put(config.name(), () -> onServe(config, factory, inlet, stats));
        } else if (bind != null && wanted) {
            bind.apply(config, factory);
        } else if (bind != null) {
            bind.leave();
        } else if (wanted) {
            BindKeeper.Setup setup = new BindKeeper.Setup("rx-1", BindAs.RECEIVER, mailbox, inlet, stats, random);
            binds.put(config.name(), new ReceiverBind(setup, factory, config, now));
        }
    }
}
