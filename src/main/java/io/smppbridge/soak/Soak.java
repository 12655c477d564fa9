package io.smppbridge.soak;

import io.smppbridge.audit.Fault;
import io.smppbridge.audit.Verdict;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.simulator.PortReport;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One soak: measures what bridge and carriers take, then loads them with a share of that, with a trouble every so often. It runs in chapters, each
 * of which ends when all its messages have ended and the audit has judged them; its files are then deleted, so that hours take neither
 * memory nor disk. In the last three fifths of the time the bridge is not killed: what grows in it has time to show.
 */
@OwnedBy("the soak's thread")
public final class Soak {
    /** Each carrier's binds, and what may be on the way on each of them. */
    static final int BINDS = 1;

    static final int WINDOW = 100;

    private static final Duration LONGEST_CHAPTER = Duration.ofMinutes(2);
    private static final int CHAPTERS = 10;
    private static final int MOST_IN_A_CHAPTER = 500_000;
    private static final Duration WARMING = Duration.ofSeconds(4);
    private static final Duration PEAK = Duration.ofSeconds(6);
    private static final Duration SETTLED_WITHIN = Duration.ofMinutes(3);
    private static final int LOOK_MS = 100;
    private static final int AUDIT_AGAIN_MS = 2_000;

    private final Options options;
    private final PrintWriter out;
    private final CountDownLatch enough;
    private final Random random;
    private final Deck deck;
    private final Ledger ledger = new Ledger();
    private final AtomicInteger next = new AtomicInteger(1);
    private final Map<Trouble, Integer> troubles = new EnumMap<>(Trouble.class);
    private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
    private final List<Chapter> chapters = new ArrayList<>();
    private final long begun = System.nanoTime();
    private Caller caller;
    private SmscSimulator carriers;
    private Hook hook;
    private Path config;
    private BridgeProcess bridge;
    private int life = 1;
    private int peak;
    private int perSecond;
    private int breaks;
    private long refused;
    private long unanswered;
    private long killsUntil;
    private long troubleAt;
    private String broken = "";

    /**
     * How to run it.
     *
     * @param time under load, with the rests between chapters
     * @param share of the peak
     * @param rate messages a second in place of a share of the peak
     * @param every so often something goes wrong
     * @param directory where configuration, journal and logs go
     * @param command that starts a JVM on this class path, without a main class
     */
    public record Options(
            Duration time,
            double share,
            Optional<Integer> rate,
            Duration every,
            long seed,
            Path directory,
            List<String> command) {}

    private Soak(Options options, PrintWriter out, CountDownLatch enough) {
        this.options = options;
        this.out = out;
        this.enough = enough;
        this.random = new Random(options.seed());
        this.deck = new Deck(random);
        for (Trouble trouble : Trouble.values()) {
            troubles.put(trouble, 0);
        }
        for (Fault fault : Fault.values()) {
            faults.put(fault, 0L);
        }
    }

    /**
     * Runs it; a line for each trouble and each chapter goes to {@code out}.
     *
     * @param enough counted down by whoever wants it to end before its time
     */
    public static SoakReport run(Options options, PrintWriter out, CountDownLatch enough)
            throws IOException, InterruptedException {
        return new Soak(options, out, enough).run();
    }

    private SoakReport run() throws IOException, InterruptedException {
        SimulatorConfig simulator = SimulatorConfig.forTests("a", "b")
                .with("respond-after", "5ms..20ms")
                .with("receipt-after", Trouble.RECEIPT_AFTER)
                .with("deliver-window", Integer.toString(WINDOW))
                .recording(0)
                .capturing(new SimulatorConfig.CaptureConfig(
                        Optional.empty(), 0, Optional.of(options.directory().resolve("carriers.jsonl"))));
        KeyHash.NewKey key = KeyHash.create(random);
        caller = new Caller(key.key().reveal(), ledger);
        try (SmscSimulator sim = SmscSimulator.start(simulator);
                Hook ear = new Hook(ledger)) {
            carriers = sim;
            hook = ear;
            config = SoakConfig.write(options.directory(), sim.ports(), key.hash(), ear.port());
            start();
            try {
                return load();
            } finally {
                ledger.close();
                bridge.close();
            }
        }
    }

    private void start() throws IOException {
        bridge = new BridgeProcess(options.command(), config);
        caller.turn(bridge.port());
    }

    private SoakReport load() throws IOException, InterruptedException {
        long start = System.nanoTime();
        try {
            perSecond = options.rate().isPresent()
                    ? options.rate().get()
                    : (int) Math.max(1, options.share() * measuredPeak());
            say(
                    "%,d messages a second, a trouble every %d s, seed %d",
                    perSecond, options.every().toSeconds(), options.seed());
            start = System.nanoTime();
            long end = start + options.time().toNanos();
            killsUntil = start + options.time().toNanos() / 5 * 2;
            troubleAt = start + options.every().toNanos();
            long length = Math.min(LONGEST_CHAPTER.toNanos(), options.time().toNanos() / CHAPTERS);
            while (System.nanoTime() - end < 0 && enough.getCount() > 0 && isClean()) {
                chapter(Math.min(end, System.nanoTime() + length));
            }
        } catch (BridgeProcess.Broken e) {
            broken = e.getMessage();
            say("%s", broken);
        }
        return new SoakReport(
                (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start),
                peak,
                perSecond,
                options.seed(),
                refused,
                unanswered,
                (long) breaks * WINDOW,
                faults,
                troubles,
                chapters,
                broken);
    }

    private boolean isClean() {
        return faults.values().stream().allMatch(count -> count == 0);
    }

    /** How many messages end a second while nothing goes wrong and callers post as they are answered. */
    private double measuredPeak() throws IOException, InterruptedException {
        Path logs = open("peak");
        try (Load load = new Load(caller, next, 0)) {
            enough.await(WARMING.toMillis(), TimeUnit.MILLISECONDS);
            long before = ended();
            long from = System.nanoTime();
            enough.await(PEAK.toMillis(), TimeUnit.MILLISECONDS);
            peak = (int) ((ended() - before) * 1_000_000_000L / Math.max(1, System.nanoTime() - from));
            load.check();
        }
        settle(logs);
        say("peak: %,d messages a second", peak);
        return peak;
    }

    /** What the carriers have taken, or less where the bridge lags behind with their receipts. */
    private long ended() {
        long taken = 0;
        long receipts = 0;
        for (PortReport port : carriers.report()) {
            taken += port.submits().accepted();
            receipts += port.receipts().acked();
        }
        return Math.min(taken, Ledger.askedOf(receipts));
    }

    private Path open(String name) throws IOException {
        Path logs = Files.createDirectories(options.directory().resolve(name));
        carriers.messagesTo(logs.resolve("carriers.jsonl"));
        ledger.turn(logs, next.get());
        return logs;
    }

    private void chapter(long end) throws IOException, InterruptedException {
        Path logs = open("chapter-" + (chapters.size() + 1));
        try (Load load = new Load(caller, next, perSecond)) {
            while (System.nanoTime() - end < 0 && ledger.accepted() < MOST_IN_A_CHAPTER) {
                if (enough.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
                    break;
                }
                bridge.check();
                load.check();
                if (System.nanoTime() - troubleAt >= 0) {
                    troubleAt = System.nanoTime() + options.every().toNanos();
                    trouble();
                }
            }
        }
        settle(logs);
    }

    /** One thing goes wrong while the load goes on, and is right again. */
    private void trouble() throws IOException, InterruptedException {
        Trouble what = deck.draw(System.nanoTime() - killsUntil < 0);
        List<SimulatedPort> ports = carriers.ports();
        SimulatedPort port = ports.get(random.nextInt(ports.size()));
        troubles.merge(what, 1, Integer::sum);
        breaks += what.breaks(ports.size(), BINDS);
        say("%s%s", what.words(), what.isOfCarrier() ? ": " + port.name() : "");
        if (what == Trouble.KILL) {
            bridge.kill();
            life++;
            start();
        }
        what.set(true, port, hook);
        enough.await(what.time(options.every()).toMillis(), TimeUnit.MILLISECONDS);
        what.set(false, port, hook);
    }

    /** Waits until all that was accepted has ended, judges it, and forgets it if nothing is wrong. */
    private void settle(Path logs) throws IOException, InterruptedException {
        long patience = System.nanoTime() + SETTLED_WITHIN.toNanos();
        while (!(ledger.isSettled() && carriersRest()) && System.nanoTime() - patience < 0) {
            bridge.check();
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        Judgement judgement = Judgement.of(logs, carriers, ledger);
        while (!judgement.verdict().isClean() && System.nanoTime() - patience < 0) {
            bridge.check();
            TimeUnit.MILLISECONDS.sleep(AUDIT_AGAIN_MS);
            judgement = Judgement.of(logs, carriers, ledger);
        }
        note(judgement.verdict());
        if (judgement.verdict().isClean()) {
            judgement.forget();
        } else {
            judgement.words().forEach(line -> say("WRONG: %s", line));
            say("the logs are in %s", logs);
        }
    }

    private boolean carriersRest() {
        for (PortReport port : carriers.report()) {
            if (port.waiting().now() + port.waiting().unanswered() > 0) {
                return false;
            }
        }
        return true;
    }

    private void note(Verdict verdict) throws IOException {
        Verdict.Figures figures = verdict.figures();
        long wrong = verdict.faults().values().stream()
                .mapToLong(Verdict.Found::count)
                .sum();
        verdict.faults().forEach((fault, found) -> faults.merge(fault, (long) found.count(), Long::sum));
        refused += figures.refused();
        unanswered += ledger.unanswered();
        Chapter chapter = new Chapter(
                life,
                (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun),
                figures.accepted(),
                figures.submits(),
                verdict.doubled(),
                verdict.marked(),
                wrong,
                bridge.health());
        chapters.add(chapter);
        say(
                "chapter %d: %,d accepted, %,d at carriers, %d lost, %d twice, %d wrong; heap %s MiB, %d threads",
                chapters.size(),
                chapter.accepted(),
                chapter.submits(),
                verdict.count(Fault.LOST),
                chapter.doubled(),
                wrong,
                SoakReport.mib(chapter.health().heap()),
                chapter.health().threads());
    }

    private void say(String form, Object... words) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
        out.printf(
                Locale.ROOT,
                "%02d:%02d:%02d  %s%n",
                seconds / 3600,
                seconds / 60 % 60,
                seconds % 60,
                String.format(Locale.ROOT, form, words));
        out.flush();
    }
}
