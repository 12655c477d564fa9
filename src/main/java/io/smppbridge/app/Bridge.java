package io.smppbridge.app;

import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.admin.AdminSources;
import io.smppbridge.handback.Handback;
import io.smppbridge.handback.Surroundings;
import io.smppbridge.intake.HttpIntake;
import io.smppbridge.intake.InProcess;
import io.smppbridge.journal.Disk;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.journal.Journal;
import io.smppbridge.journal.JournalException;
import io.smppbridge.pdulog.PduLogs;
import io.smppbridge.pipeline.Pipeline;
import io.smppbridge.pipeline.World;
import io.smppbridge.receiver.Receiver;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.smpp.NettyLoops;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.GuardedClock;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import io.smppbridge.threads.Undisturbed;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running bridge. Start it, give its {@link #middleWare} to the platform, change it by {@link #reload}, {@link #stop} it. Safe for any
 * thread. Several bridges may run in one process, each on its own journal directory.
 */
@ThreadSafe
public final class Bridge implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Bridge.class);
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final Options options;
    private final LoadOutcome.Loaded begun;
    private final BridgeStats stats = new BridgeStats();
    private final InstantSource clock;
    private final Journal journal;
    private final Pipeline pipeline;
    private final Plugins plugins;
    private final Receiver receiver;
    private final PduLogs pduLogs;
    private final NettyLoops loops;
    private final Running running;
    private final FlightLogs flightLogs;
    private final Watchdog watchdog;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Doors doors = new Doors();
    private final Lookouts lookouts = new Lookouts();
    private volatile LoadOutcome.Loaded loaded;
    private volatile boolean started;
    private volatile boolean stopping;

    /**
     * What a start may be given beside the configuration.
     *
     * @param reload reads the configuration anew
     * @param fatal told when the journal has failed or nothing moves: the process should end, the bridge only refuses from then on
     * @param holdAll whatever the journal holds waits for an operator's word: for one that was restored from a copy
     * @param disks where the files of a journal's directory are
     */
    public record Options(
            ConfigReader reload,
            Consumer<Throwable> fatal,
            InstantSource clock,
            boolean holdAll,
            Function<Path, Disk> disks) {
        /** For a file, with the process's environment; a failure is logged and the bridge refuses from then on. */
        public static Options of(Path file) {
            return new Options(
                    () -> BridgeConfig.load(file, System.getenv(), Map.of()),
                    error -> LOG.error("the bridge has stopped accepting; restart the process", error),
                    InstantSource.system(),
                    false,
                    FileDisk::in);
        }
    }

    /**
     * Reads the file and starts a bridge: recovers the journal, opens the listeners, binds.
     *
     * @throws BridgeException saying what is wrong, all faults of the file at once
     */
    public static Bridge start(Path file) {
        Options options = Options.of(file);
        LoadOutcome outcome = options.reload().read();
        if (outcome instanceof LoadOutcome.Faulty faulty) {
            throw BridgeException.of(faulty);
        }
        return start((LoadOutcome.Loaded) outcome, options);
    }

    /** Starts a bridge on a configuration that has been read. */
    public static Bridge start(LoadOutcome.Loaded loaded, Options options) {
        Bridge bridge;
        try {
            bridge = new Bridge(loaded, options);
        } catch (JournalException e) {
            throw BridgeException.of(e);
        }
        try {
            bridge.open();
            return bridge;
        } catch (RuntimeException e) {
            bridge.stop(Duration.ZERO);
            throw BridgeException.of(e);
        }
    }

    private Bridge(LoadOutcome.Loaded loaded, Options options) {
        this.begun = loaded;
        this.loaded = loaded;
        this.options = options;
        BridgeConfig config = loaded.config();
        SecureRandom random = new SecureRandom();
        this.clock = new GuardedClock(options.clock(), Ticker.SYSTEM);
        Disk disk = options.disks().apply(config.journal().directory());
        this.journal = Journal.open(config.journal(), disk, clock);
        this.pipeline = new Pipeline(
                config,
                journal,
                stats,
                store -> new Handback(config.handback(), store, stats, Surroundings.system(options.clock(), clock)),
                new World(clock, Ticker.SYSTEM, random, Doors.afterLastAnswers(options.fatal())));
        this.plugins = Plugins.open(config.plugins(), pipeline, stats);
        this.flightLogs = new FlightLogs(config.journal().directory(), options.clock(), pipeline::fail);
        this.receiver = new Receiver(Ticker.SYSTEM, random.nextLong());
        this.pduLogs = new PduLogs(config.pduLog(), clock, Ticker.SYSTEM);
        this.loops = new NettyLoops(config.node().smppThreads());
        this.running = new Running(
                config,
                new Smsc.Shared(
                        pipeline,
                        stats,
                        flightLogs::open,
                        receiver,
                        clock,
                        Ticker.SYSTEM,
                        random,
                        pduLogs,
                        plugins.before(),
                        loops),
                FAREWELL);
        this.watchdog = new Watchdog(pipeline::turns, Ticker.SYSTEM, options.fatal());
    }

    private void open() {
        BridgeConfig config = loaded.config();
        try {
            pipeline.handback().apply(config.webhooks().values());
        } catch (IllegalArgumentException e) {
            throw new BridgeException(BridgeException.CONFIGURATION, e.getMessage(), e);
        }
        pipeline.read(options.holdAll());
        running.prepare();
        openListeners(config);
        running.bind();
        pipeline.start();
        pipeline.handback().start();
        running.start();
        pipeline.desk(running::ask);
        watchdog.start();
        flightLogs.start();
        pipeline.accept();
        started = true;
        List<String> no = obstacles();
        String what = no.isEmpty() ? "messages" : "no messages yet: " + no.get(0);
        int routes = config.routes().size();
        LOG.info("the bridge accepts {}; {} SMSCs, {} routes", what, running.size(), routes);
    }

    private void openListeners(BridgeConfig config) {
        try {
            doors.open(
                    config,
                    new HttpIntake.Surroundings(
                            plugins.door(), stats, this::obstacles, clock, Ticker.SYSTEM, version()),
                    pipeline.handback(),
                    pduLogs);
            lookouts.open(config, sources(), options.clock());
        } catch (IOException e) {
            throw new BridgeException(BridgeException.UNAVAILABLE, e.getMessage(), e);
        }
    }

    private AdminSources sources() {
        return new AdminSources(
                () -> loaded.config(),
                stats,
                pipeline::findBag,
                pipeline.handback(),
                OperatorLevers.numbers(pipeline, journal),
                clock,
                this::obstacles,
                OperatorLevers.of(pipeline, () -> reload().forOperator(), pduLogs),
                version());
    }

    /** The platform's door in the same process. */
    public MiddleWare middleWare() {
        return InProcess.door(plugins.door(), begun.config().node(), stats);
    }

    /** Questions about messages sent in the same process, and their withdrawal. */
    public Messages messages() {
        return pipeline.messages(begun.config().node().middlewareAccount());
    }

    /** What is counted. */
    public BridgeStats stats() {
        return stats;
    }

    /** Port of the HTTP intake; -1 when it is not enabled. */
    public int httpPort() {
        return doors.httpPort();
    }

    /** Port of the stream intake; -1 when it is not enabled. */
    public int tcpPort() {
        return doors.tcpPort();
    }

    /** Port of the listener that speaks as {@code kannel} or {@code jasmin} does; -1 when it is not enabled. */
    public int dropInPort(String gateway) {
        return gateway.equals("kannel") ? doors.kannelPort() : doors.jasminPort();
    }

    /** Port of a listener for ESMEs; -1 when it is not open. */
    public int esmePort(String listener) {
        return doors.esmePort(listener);
    }

    /** Port at which SMSCs call by outbind; -1 when it is not enabled. */
    public int outbindPort() {
        return running.outbindPort();
    }

    /** Port of the operator's listener; -1 when it is not enabled. */
    public int adminPort() {
        return lookouts.adminPort();
    }

    /** What stands in the way of taking messages; empty when nothing does. */
    public List<String> obstacles() {
        return pipeline.notAccepting().or(watchdog::standing).map(List::of).orElse(List.of());
    }

    /** Reads the configuration anew and takes over what can change while messages flow. One at a time, and none once a stop has begun. */
    public ReloadReport reload() {
        // Looked at before its turn: a stop has that until all has drained.
        ReloadReport report = stopping ? ReloadReport.STOPPING : takeOver();
        report.tell(LOG);
        return report;
    }

    private synchronized ReloadReport takeOver() {
        if (stopping || !started) {
            return stopping ? ReloadReport.STOPPING : ReloadReport.STARTING;
        }
        LoadOutcome outcome = options.reload().read();
        if (!(outcome instanceof LoadOutcome.Loaded fresh)) {
            return ReloadReport.refused((LoadOutcome.Faulty) outcome);
        }
        ReloadReport report = new Change(begun, loaded, fresh).apply(pipeline, running, doors);
        if (report.applied()) {
            loaded = fresh;
            pduLogs.apply(fresh.config().pduLog());
            options.reload().inForce(fresh.config());
        }
        return report;
    }

    /**
     * Ends in order: refuses new work, lets windows drain within the configured time, unbinds, hands back, closes the journal. An interrupt
     * shortens nothing of that: whoever was interrupted finds his flag set when this returns. Not to be called by what the bridge itself
     * calls back, such as what follows on a future of {@link #middleWare}: it would wait for itself, and leave the journal open.
     */
    public void stop() {
        stop(loaded.config().node().drainWithin());
    }

    private synchronized void stop(Duration drainWithin) {
        if (!stopping) {
            stopping = true;
            Undisturbed.run("stop", () -> end(drainWithin));
        }
    }

    private void end(Duration drainWithin) throws InterruptedException {
        if (started) {
            LOG.info("stopping: nothing new is accepted, windows drain for at most {} s", drainWithin.toSeconds());
        }
        pipeline.refuse("the bridge is stopping", Duration.ofSeconds(5));
        watchdog.stop();
        try (pduLogs;
                flightLogs;
                JournalEnd last = new JournalEnd(journal);
                loops) {
            try {
                doors.stopStreams(FAREWELL);
                running.stop(drainWithin);
                receiver.drain(FAREWELL);
                receiver.awaitEnd(FAREWELL.plus(FAREWELL));
                doors.stop(FAREWELL);
                lookouts.stop(FAREWELL);
                plugins.close(FAREWELL);
                pipeline.handback().stop(FAREWELL);
            } finally {
                last.free(pipeline.stop(FAREWELL));
            }
        } finally {
            plugins.host().stop();
            ended.countDown();
        }
        if (started) {
            LOG.info("stopped; messages that are open, and go on with the next start: {}", pipeline.openMessages());
        }
    }

    /** Waits until the bridge has stopped. */
    public void awaitEnd() throws InterruptedException {
        ended.await();
    }

    @Override
    public void close() {
        stop();
    }

    /** This build's version. */
    public static String version() {
        String version = Bridge.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
