package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Bunch;
import io.smppbridge.bag.Task;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.handback.Handback;
import io.smppbridge.handback.Surroundings;
import io.smppbridge.journal.Disk;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.journal.Journal;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.Ticker;
import io.smppbridge.threads.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A pipeline over a real journal, with the test in the place of the senders and receivers. */
final class PipelineRig implements AutoCloseable {
    /** Time for compaction between two lots of messages that fill the journal. */
    static final Duration BETWEEN_FILLERS = Duration.ofMillis(100);

    /** How often a bag in which something is due may have nothing to give before that is so. */
    private static final int SWEEPS = 100;

    static final String ACCOUNT = "local";

    final BridgeStats stats = new BridgeStats();
    final AtomicReference<Throwable> fatal = new AtomicReference<>();
    /** What the process does when it is told: on the journal thread. */
    volatile Runnable onFatal = () -> {};
    /** How those who ask the journal thread wait for it. */
    volatile Waiting waiting = Waiting.PARKED;

    final BridgeConfig config;
    final Journal journal;
    final Pipeline pipeline;
    final InstantSource clock;

    private PipelineRig(BridgeConfig config, InstantSource clock, boolean holdAll) {
        this(config, clock, FileDisk.in(config.journal().directory()), holdAll);
    }

    PipelineRig(BridgeConfig config, InstantSource clock, Disk disk) {
        this(config, clock, disk, false);
    }

    private PipelineRig(BridgeConfig config, InstantSource clock, Disk disk, boolean holdAll) {
        this(config, clock, disk, holdAll, NamedThreads.worker("pipeline-reader", 10_000));
    }

    private PipelineRig(BridgeConfig config, InstantSource clock, Disk disk, boolean holdAll, ExecutorService reader) {
        this.config = config;
        this.clock = clock;
        this.journal = Journal.open(config.journal(), disk, clock);
        this.pipeline = new Pipeline(
                config,
                journal,
                stats,
                store -> new Handback(config.handback(), store, stats, around(clock)),
                new World(clock, Ticker.SYSTEM, new SplittableRandom(7), this::failed, reader, this::answered));
        pipeline.handback().start();
        pipeline.read(holdAll);
        pipeline.start();
        pipeline.accept();
    }

    private boolean answered(Future<?> done, Duration within) throws InterruptedException {
        return waiting.await(done, within);
    }

    private void failed(Throwable error) {
        onFatal.run();
        fatal.set(error);
    }

    /** What is handed back is as old as the test's clock says, or it expires on the day that the test's date is too long ago. */
    private static Surroundings around(InstantSource clock) {
        Surroundings system = Surroundings.system();
        return new Surroundings(clock, system.ticker(), system.chance(), system.names());
    }

    static PipelineRig start(Path directory, String... more) {
        return start(directory, InstantSource.system(), more);
    }

    static PipelineRig start(Path directory, InstantSource clock, String... more) {
        return new PipelineRig(config(directory, more), clock, false);
    }

    /** Read back by this one. */
    static PipelineRig start(Path directory, InstantSource clock, ExecutorService reader, String... more) {
        BridgeConfig config = config(directory, more);
        return new PipelineRig(config, clock, FileDisk.in(config.journal().directory()), false, reader);
    }

    /** As for a journal that was restored from a copy. */
    static PipelineRig startHeld(Path directory, String... more) {
        return new PipelineRig(config(directory, more), InstantSource.system(), true);
    }

    /** Lines of a second SMSC, {@code b}, and of a route that fails over to it from {@code a}. */
    static String[] failingOver(String failover, String... more) {
        List<String> lines = new ArrayList<>(List.of(
                "smsc.b.host = 127.0.0.1",
                "smsc.b.system-id = me",
                "smsc.b.password = secret",
                "smsc.b.rate = unlimited",
                "route.two.smsc = a > b",
                "route.two.prefix = 46",
                "route.two.order = 1",
                "route.two.failover = " + failover));
        lines.addAll(List.of(more));
        return lines.toArray(String[]::new);
    }

    /** Each of the two SMSCs has a bind. */
    PipelineRig bothBound() {
        stats.smsc("a").bind("1").bound = true;
        stats.smsc("b").bind("1").bound = true;
        return this;
    }

    static BridgeConfig config(Path directory, String... more) {
        List<String> lines = new ArrayList<>(List.of(
                "smsc.a.host = 127.0.0.1",
                "smsc.a.port = 2775",
                "smsc.a.system-id = me",
                "smsc.a.password = secret",
                "smsc.a.rate = unlimited",
                "route.all.smsc = a",
                "intake.http.enabled = false",
                "admin.enabled = false",
                "journal.segment-size = 1M",
                "journal.reserve = 1M",
                "journal.reserve-share = 0",
                "journal.directory = " + directory.resolve("journal")));
        for (String line : more) {
            lines.removeIf(usual -> usual.startsWith(line.substring(0, line.indexOf('=') + 1)));
        }
        lines.addAll(List.of(more));
        try {
            Path file = directory.resolve("bridge.properties");
            Files.write(file, lines);
            LoadOutcome outcome = BridgeConfig.load(file, Map.of(), Map.of());
            if (outcome instanceof LoadOutcome.Faulty faulty) {
                throw new IllegalArgumentException(faulty.faults().toString());
            }
            return ((LoadOutcome.Loaded) outcome).config();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    MiddleWare middleWare() {
        return pipeline.middleWare(ACCOUNT, "middleware", SendOutcome.Durability.FORCED);
    }

    /** Everything that a sender could take now. */
    List<Task> takeAll(String smsc) {
        List<Task> all = new ArrayList<>();
        Bunch bunch = new Bunch(64);
        TaskBag bag = pipeline.bag(smsc);
        int inVain = 0;
        while (true) {
            int taken = bag.take(bunch, 64, clock.millis(), pipeline.tasks());
            if (taken == 0) {
                if (++inVain > SWEEPS || !bag.hasDue(clock.millis())) {
                    return all;
                }
                Thread.yield(); // the journal thread may be sweeping it
            }
            for (int i = 0; i < taken; i++) {
                all.add(bunch.task(i));
            }
            bunch.clear();
        }
    }

    /** Of a message of the usual account that is known. */
    MessageState state(TaskId id) {
        return get(pipeline.messages(ACCOUNT).find(id)).orElseThrow().state();
    }

    /** Everything that a sender could take from now on until the time is over; what has been taken is there no second time. */
    List<Task> takeAllFor(Duration time, String smsc) {
        List<Task> all = new ArrayList<>();
        Awaitility.await().pollDelay(Duration.ZERO).during(time).until(() -> {
            all.addAll(takeAll(smsc));
            return true;
        });
        return all;
    }

    /** What would be on disk if the process were killed now, as the journal of another rig. */
    void killedInto(Path directory) {
        Path copy = directory.resolve("journal");
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .ignoreExceptionsMatching(PipelineRig::hasGone)
                .until(() -> {
                    delete(copy);
                    Set<Path> before = files();
                    copyTo(copy);
                    return before.equals(files());
                });
    }

    /** Another segment was begun while the copy was made, or one has gone: it is of no one moment. */
    private Set<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(config.journal().directory())) {
            return all.filter(one -> !comesAndGoes(one.getFileName().toString()))
                    .collect(Collectors.toSet());
        }
    }

    /** The same, while it was being copied. */
    private static boolean hasGone(Throwable failure) {
        return failure instanceof NoSuchFileException || failure.getCause() instanceof NoSuchFileException;
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(one);
                }
            }
        }
    }

    private void copyTo(Path copy) throws IOException {
        Path from = config.journal().directory();
        try (Stream<Path> all = Files.walk(from)) {
            for (Path one : all.toList()) {
                Path to = copy.resolve(from.relativize(one).toString());
                if (Files.isDirectory(one)) {
                    Files.createDirectories(to);
                } else if (!comesAndGoes(one.getFileName().toString())) {
                    Files.copy(one, to);
                }
            }
        }
    }

    /** Segments that are made ready, and such as are no longer needed. */
    private static boolean comesAndGoes(String name) {
        return name.startsWith("spare") || name.endsWith(".tmp");
    }

    /** Ends as an orderly stop does. */
    @Override
    public void close() {
        try {
            pipeline.handback().stop(Duration.ofSeconds(2));
            if (!pipeline.stop(Duration.ofSeconds(10))) {
                throw new IllegalStateException("the pipeline did not stop");
            }
            journal.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static <T> T get(java.util.concurrent.CompletableFuture<T> future) {
        try {
            return future.get(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** As a sender tells it: the word to the journal thread comes after the outcome. */
    void accepted(Task task, int part, String messageId, boolean last, Outcomes.Flight flight) {
        pipeline.outcomes().accepted(task, part, messageId, last, flight);
        pipeline.outcomes().told();
    }

    /** Other messages by way of SMSC a fill the journal until its oldest segment is dropped, and what it still had to say is written anew. */
    void pushOut() {
        long first = journal.currentSegment();
        Awaitility.await()
                .pollInterval(BETWEEN_FILLERS)
                .atMost(Duration.ofSeconds(30))
                .until(() -> {
                    fill();
                    return journal.oldestSegment() > first;
                });
    }

    /** A lot of other messages by way of SMSC a, large ones, which end at once. */
    void fill() {
        Map<String, String> tags = new HashMap<>();
        for (int i = 0; i < 16; i++) {
            tags.put("tag" + i, "x".repeat(128));
        }
        OutboundSms large =
                OutboundSms.to("46709999999").text("y".repeat(100)).tags(tags).build();
        get(middleWare().send(Collections.nCopies(500, large)));
        takeAll("a").forEach(other -> accepted(other, 0, "m" + other.id(), true, Outcomes.Flight.NONE));
    }
}
