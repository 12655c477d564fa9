package io.smppbridge.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.smppbridge.app.Bridge;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One run of the demo: {@link #run} starts everything, lets it run, lets it drain, adds up, and leaves nothing behind. */
@OwnedBy("the demo's thread")
public final class Demo {
    private static final Duration DRAIN_WITHIN = Duration.ofSeconds(60);
    private static final Duration REDRAW = Duration.ofSeconds(1);
    private static final Duration BLOCK = Duration.ofSeconds(5);

    private final Options options;
    private final PrintWriter out;
    private final CountDownLatch enough;
    private boolean begun;

    /** It could not begin to send, for want of a process or a file, or as enough was counted down before; why, its cause says. */
    public static final class NotBegun extends IOException {
        private static final long serialVersionUID = 1L;

        NotBegun(IOException why) {
            super(why.getMessage(), why);
        }
    }

    /**
     * How to run it.
     *
     * @param time how long the platform sends
     * @param perSecond messages to the quick carrier; the others get about 20 together
     * @param keep leave configuration and journal where they are
     * @param directory where they go; empty for a new one among the temporary files
     * @param carriers the command that starts {@code smsc-sim} and ends with its input
     * @param redraw whether {@code out} is a terminal
     */
    public record Options(
            Duration time, int perSecond, boolean keep, String directory, List<String> carriers, boolean redraw) {}

    private Demo(Options options, PrintWriter out, CountDownLatch enough) {
        this.options = options;
        this.out = out;
        this.enough = enough;
    }

    /**
     * Runs it.
     *
     * @param enough counted down by whoever wants it to send no more and to add up
     * @return whether it balanced
     * @throws NotBegun if a process or a file cannot be had, or enough was counted down, before anything was sent
     * @throws IOException if one fails after that
     */
    public static boolean run(Options options, PrintWriter out, CountDownLatch enough)
            throws IOException, InterruptedException {
        return new Demo(options, out, enough).run();
    }

    private boolean run() throws IOException, InterruptedException {
        Path directory = options.directory().isEmpty()
                ? Files.createTempDirectory("smpp-bridge-demo-")
                : Files.createDirectories(Path.of(options.directory()).toAbsolutePath());
        try {
            return inside(directory);
        } catch (IOException e) {
            throw begun ? e : new NotBegun(e);
        } finally {
            if (options.keep()) {
                out.println("kept: " + directory);
            } else {
                delete(directory);
            }
            out.flush();
        }
    }

    private boolean inside(Path directory) throws IOException, InterruptedException {
        SecureRandom random = new SecureRandom();
        byte[] bytes = new byte[24];
        random.nextBytes(bytes);
        String secret = HexFormat.of().formatHex(bytes);
        KeyHash.NewKey key = KeyHash.create(random);
        Books books = new Books();
        Duration dropAfter = options.time().dividedBy(4).compareTo(Duration.ofSeconds(2)) < 0
                ? Duration.ofSeconds(2)
                : options.time().dividedBy(4);
        say("starting three simulated carriers in a process of their own ...");
        try (Carriers carriers = Carriers.start(options.carriers(), directory, dropAfter);
                Webhook webhook = new Webhook(secret, books)) {
            goOn();
            Path file = DemoConfig.write(directory, carriers, key.hash(), webhook.port(), secret);
            say("starting the bridge on " + file + " ...");
            LoadOutcome.Loaded loaded = loaded(file);
            try (Bridge bridge = Bridge.start(loaded, Bridge.Options.of(file))) {
                goOn();
                introduce(carriers, bridge, webhook);
                Platform platform =
                        new Platform(bridge.httpPort(), key.key().reveal(), Carrier.all(options.perSecond()), books);
                Table table = new Table(out, options.redraw(), Carrier.all(options.perSecond()), loaded.config());
                return traffic(table, carriers, bridge, platform, books, webhook);
            }
        }
    }

    private void goOn() throws IOException {
        if (enough.getCount() == 0) {
            throw new IOException("ended before anything was sent");
        }
    }

    private static LoadOutcome.Loaded loaded(Path file) throws IOException {
        LoadOutcome outcome = BridgeConfig.load(file, Map.of(), Map.of());
        if (outcome instanceof LoadOutcome.Loaded loaded) {
            return loaded;
        }
        throw new IOException("the demo's own configuration has faults: " + outcome);
    }

    private void introduce(Carriers carriers, Bridge bridge, Webhook webhook) {
        say("carriers:  process " + carriers.pid() + ", page " + carriers.page());
        for (Carrier carrier : Carrier.all(options.perSecond())) {
            say(String.format(
                    Locale.ROOT,
                    "  %-8s port %d, numbers +%s: %s",
                    carrier.name(),
                    carriers.port(carrier.name()),
                    carrier.prefix(),
                    carrier.manner()));
        }
        say("bridge:    http://127.0.0.1:" + bridge.httpPort()
                + "/v1/messages, each message forced to disk before its 202");
        say("platform:  sends single and in bulk over HTTP; webhook http://127.0.0.1:" + webhook.port()
                + "/events, signatures checked");
        say("");
    }

    private boolean traffic(
            Table table, Carriers carriers, Bridge bridge, Platform platform, Books books, Webhook webhook)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        begun = true;
        platform.start();
        watch(table, bridge, books, start);
        platform.stop();
        carriers.stopMo();
        long sent = System.nanoTime();
        boolean drained = drain(table, carriers, bridge, books, sent);
        Map<String, JsonNode> reports = reports(carriers);
        table.draw(drained ? "the end" : "the end, not drained", bridge.stats(), books);
        return addUp(Balance.of(books.sum(), reports, webhook.forged()), sent - start, System.nanoTime() - sent);
    }

    private void watch(Table table, Bridge bridge, Books books, long start) throws InterruptedException {
        long total = options.time().toNanos();
        Duration pause = options.redraw() ? REDRAW : BLOCK;
        boolean wanted = false;
        for (long gone = 0; gone < total && !wanted; gone = System.nanoTime() - start) {
            long wait = Math.min(pause.toNanos(), total - gone);
            wanted = enough.await(wait, TimeUnit.NANOSECONDS);
            long second = Math.round((System.nanoTime() - start) / 1e9);
            table.draw("second " + second + " of " + options.time().toSeconds(), bridge.stats(), books);
        }
    }

    /** Until every promised message has ended and every MO has come, or it takes too long. */
    private boolean drain(Table table, Carriers carriers, Bridge bridge, Books books, long sent)
            throws IOException, InterruptedException {
        long drawn = sent;
        while (System.nanoTime() - sent < DRAIN_WITHIN.toNanos()) {
            if (books.complete(moDue(carriers))) {
                return true;
            }
            if (!carriers.isAlive()) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(100);
            Duration pause = options.redraw() ? REDRAW : BLOCK;
            if (System.nanoTime() - drawn > pause.toNanos()) {
                drawn = System.nanoTime();
                table.draw("nothing more is sent, waiting for what is on its way", bridge.stats(), books);
            }
        }
        return false;
    }

    private static long moDue(Carriers carriers) throws IOException {
        return carriers.report("slow").path("mo").path("due").asLong();
    }

    private Map<String, JsonNode> reports(Carriers carriers) throws IOException {
        Map<String, JsonNode> reports = new LinkedHashMap<>();
        for (Carrier carrier : Carrier.all(options.perSecond())) {
            reports.put(carrier.name(), carriers.report(carrier.name()));
        }
        return reports;
    }

    private boolean addUp(Balance balance, long sentNanos, long drainedNanos) {
        say(String.format(
                Locale.ROOT,
                "%nAdded up after %.1f s of sending and %.1f s of draining:",
                sentNanos / 1e9,
                drainedNanos / 1e9));
        out.print(balance.text());
        List<String> faults = balance.faults();
        if (faults.isEmpty()) {
            say("It balances.");
        } else {
            say("It does not balance:");
            faults.forEach(fault -> say("  " + fault));
        }
        return faults.isEmpty();
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
