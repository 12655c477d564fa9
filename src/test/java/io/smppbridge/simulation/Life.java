package io.smppbridge.simulation;

import io.smppbridge.MiddleWare;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Inlet;
import io.smppbridge.handback.Handback;
import io.smppbridge.handback.SteppedHandback;
import io.smppbridge.handback.Surroundings;
import io.smppbridge.journal.Journal;
import io.smppbridge.journal.SteppedJournal;
import io.smppbridge.pipeline.BeforeSubmit;
import io.smppbridge.pipeline.Outcomes;
import io.smppbridge.pipeline.Pipeline;
import io.smppbridge.pipeline.SteppedPipeline;
import io.smppbridge.pipeline.World;
import io.smppbridge.sender.SenderGroup;
import io.smppbridge.sender.SteppedSenders;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.stats.BridgeStats;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** One process of the bridge, from its start to its end: its parts as they are, and no thread. */
final class Life {
    private static final int MOST_TURNS = 1_000;

    private final Readings readings = new Readings();
    private final Journal journal;
    private final SteppedPipeline pipeline;
    private final SteppedSenders senders;
    private final MiddleWare door;
    private final ArrayDeque<Delivery> unrecorded = new ArrayDeque<>();
    private boolean inTurn;
    private int sendersTurned;

    /** What stays when a process ends. */
    record Ground(
            BridgeConfig config,
            SimulatedDisk disk,
            FlightFiles flights,
            Time time,
            SimulatedSmsc smsc,
            SimulatedPlatform platform,
            Plant plant) {}

    private final Ground ground;

    /** Starts, and recovers. */
    Life(Ground ground, long seed) {
        this.ground = ground;
        Time time = ground.time();
        BridgeConfig config = ground.config();
        RandomGenerator random = new SplittableRandom(seed);
        BridgeStats stats = new BridgeStats();
        journal = SteppedJournal.open(config.journal(), ground.disk(), time, random);
        Surroundings around = new Surroundings(time, time, random::nextDouble, host -> new InetAddress[0]);
        pipeline = new SteppedPipeline(
                config,
                journal,
                stats,
                store -> SteppedHandback.of(config.handback(), store, stats, around),
                new World(time, time, random, error -> {}, readings, this::await));
        pipeline.recover();
        Pipeline doors = pipeline.doors();
        doors.handback().outlet(Handback.LISTENER, ground.platform());
        senders = new SteppedSenders(
                config.smscs().get("a"),
                ground.smsc(),
                new SenderGroup.Wiring(
                        doors.bag("a"),
                        doors.tasks(),
                        outcomes(doors),
                        this::inlet,
                        stats.smsc("a"),
                        (worker, slots) -> ground.flights().open(worker, slots, time.millis()),
                        time,
                        time,
                        random.nextLong(),
                        doors::quietHours,
                        BeforeSubmit.NONE,
                        io.smppbridge.connector.Rest::asleep));
        Durability durability = ground.plant() == Plant.ANSWER_BEFORE_FORCE ? Durability.WRITTEN : Durability.FORCED;
        door = doors.middleWare("local", "middleware", durability);
        doors.accept();
    }

    private Outcomes outcomes(Pipeline doors) {
        return ground.plant() == Plant.SLOT_BEFORE_OUTCOME ? new FreedEarly(doors.outcomes()) : doors.outcomes();
    }

    private boolean inlet(Delivery delivery, Inlet.Answer answer) {
        if (ground.plant() != Plant.RECEIPT_UNRECORDED) {
            return pipeline.doors().inbound().offer("a", delivery, answer);
        }
        answer.answer(delivery, CommandStatus.ROK);
        answer.told();
        return unrecorded.add(delivery);
    }

    MiddleWare door() {
        return door;
    }

    Pipeline doors() {
        return pipeline.doors();
    }

    /** A turn of the journal thread. */
    int journal() {
        inTurn = true;
        try {
            return pipeline.turn();
        } catch (Killed e) {
            throw e;
        } catch (Throwable e) {
            pipeline.failed(e);
            throw new Ended(e);
        } finally {
            inTurn = false;
        }
    }

    boolean supply() {
        return SteppedJournal.makeReady(journal);
    }

    int workers() {
        return senders.workers();
    }

    long sender(int worker) {
        sendersTurned |= 1 << worker;
        return senders.turn(worker);
    }

    void handback() {
        for (Delivery late = unrecorded.poll(); late != null; late = unrecorded.poll()) {
            pipeline.doors().inbound().offer("a", late, (delivery, status) -> {});
        }
        SteppedHandback.turn(pipeline.doors().handback());
    }

    /** Reads something back, if that was asked for. */
    boolean reader() {
        Runnable next = readings.waiting.poll();
        if (next != null) {
            next.run();
        }
        return next != null;
    }

    /** An answer was said that no sender has looked at. */
    void answerSaid() {
        sendersTurned = 0;
    }

    /** Whether what the carrier has answered so far is stored. */
    boolean isStored() {
        return pipeline.isQuiet() && sendersTurned == (1 << senders.workers()) - 1;
    }

    /** Who would wait for the journal thread does its work meanwhile. */
    private boolean await(Future<?> done, Duration within) {
        assert !inTurn : "the journal thread waits for itself";
        for (int i = 0; i < MOST_TURNS && !done.isDone(); i++) {
            journal();
        }
        return done.isDone();
    }

    /** The journal has failed: the process ends. */
    static final class Ended extends VirtualMachineError {
        private static final long serialVersionUID = 1;

        Ended(Throwable why) {
            initCause(why);
        }
    }

    /** What is to be read back. */
    private static final class Readings extends AbstractExecutorService {
        final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

        @Override
        public void execute(Runnable reading) {
            waiting.add(reading);
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }
}
