package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.records.Chronicle;
import io.smppbridge.settings.JournalKeys;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SimulatorConfig.CaptureConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** One case's world: simulator, webhook, configuration file and the process, started as often as the case wants. */
final class Bed implements AutoCloseable {
    private static final Duration REST = Duration.ofSeconds(2);

    final CallerLog callers = new CallerLog();
    final Hook hook;
    final SmscSimulator sim;
    final Platform platform;
    final Map<String, String> settings = new LinkedHashMap<>();
    private final Path directory;
    /** What the SMSCs took, and of which receipts they heard that they were taken. */
    private Path carriers;

    private boolean withoutJournal;

    private List<String> jvm = List.of();
    private final List<Child> children = new ArrayList<>();

    Bed(Path directory, SimulatorConfig simulator) throws Exception {
        this.directory = directory;
        this.hook = new Hook();
        CaptureConfig capture = simulator.capture();
        this.carriers = capture.messages().isPresent() ? capture.messages().get() : carriersLog();
        this.sim = SmscSimulator.start(simulator
                .recording(2_000_000)
                .capturing(new CaptureConfig(capture.file(), capture.ring(), Optional.of(carriers))));
        KeyHash.NewKey key = KeyHash.create(new Random(1));
        this.platform = new Platform(callers, key.key().reveal());
        settings.put("journal.directory", directory.resolve("journal").toString());
        settings.put("journal.segment-size", "1M");
        settings.put("journal.reserve", "1M");
        settings.put("journal.reserve-share", "0");
        settings.put("journal.keep", "1M");
        settings.put("intake.http.port", "0");
        settings.put("admin.enabled", "false");
        settings.put("middleware.account", "shop");
        settings.put("account.shop.key-hash", key.hash().toString());
        settings.put("account.shop.webhook", "hook");
        settings.put("webhook.hook.url", "http://127.0.0.1:" + hook.port() + "/events");
        settings.put("webhook.hook.secret", "0123456789abcdef0123");
        settings.put("webhook.hook.allow-private", "true");
        settings.put("handback.retry-min", "50ms");
        settings.put("handback.retry-max", "500ms");
        sim.ports().forEach(port -> {
            String smsc = "smsc." + port.name() + ".";
            settings.put(smsc + "host", "127.0.0.1");
            settings.put(smsc + "port", Integer.toString(port.number()));
            settings.put(smsc + "system-id", "acme");
            settings.put(smsc + "password", "secret");
            settings.put(smsc + "rate", "unlimited");
            settings.put(smsc + "window", "20");
            settings.put(smsc + "bag", "200000");
            settings.put(smsc + "reconnect-min", "50ms");
            settings.put(smsc + "reconnect-max", "200ms");
            settings.put(smsc + "retry-min", "100ms");
            settings.put(smsc + "uncertain-wait", "0s");
        });
        settings.put(
                "route.all.smsc",
                String.join(", ", sim.ports().stream().map(p -> p.name()).toList()));
    }

    private Path carriersLog() throws IOException {
        return Files.createTempFile(directory, "carriers", ".jsonl");
    }

    Bed with(String key, String value) {
        settings.put(key, value);
        return this;
    }

    /** Writes the configuration as it is now. */
    Path write() throws Exception {
        List<String> lines = new ArrayList<>();
        settings.forEach((key, value) -> lines.add(key + " = " + value));
        return Files.write(directory.resolve("bridge.properties"), lines);
    }

    /** More options for the JVM of the bridges that are started from now on. */
    Bed jvm(String... options) {
        jvm = List.of(options);
        return this;
    }

    Child launch(String... before) throws Exception {
        Child child = Child.start(write(), callers, List.of(before), jvm);
        children.add(child);
        return child;
    }

    Child start() throws Exception {
        return launch().awaitReady();
    }

    /** All SMSCs are away: whatever is accepted waits. */
    Bed away() {
        sim.ports().forEach(SimulatedPort::stopListening);
        return this;
    }

    /** Its journal is that of another bed, or of a disk that lies: it is not audited. */
    Bed withoutJournal() {
        withoutJournal = true;
        return this;
    }

    /** They are there again. */
    Bed back() throws Exception {
        for (SimulatedPort port : sim.ports()) {
            port.listen();
        }
        return this;
    }

    /** What each port received, in the order of arrival. */
    List<List<ReceivedSubmit>> submits() {
        return sim.ports().stream().map(port -> port.submits()).toList();
    }

    /** As callers, SMSCs and platform see it now. */
    Ledger ledger() {
        return Ledger.of(callers, submits(), hook.seen());
    }

    /** The same with the receipts that the SMSCs sent, the senders' addresses and the journal. */
    private Ledger whole() {
        submits(); // writes what is buffered
        JournalKeys keys =
                JournalKeys.parse(settings.getOrDefault("journal.key", "")).orElseThrow();
        Chronicle.Kept journal = new Chronicle.Kept(Path.of(settings.get("journal.directory")), keys);
        boolean all = !callers.hasForgotten() && !withoutJournal;
        return Ledger.of(callers, carriers, hook.seen(), all ? Optional.of(journal) : Optional.empty());
    }

    /** Posts again, with their clientRefs, all whose answer never came. */
    void settleDoubts(Child child) {
        List<Integer> rest = new ArrayList<>(callers.inDoubt());
        for (int i = 0; i < rest.size(); i += 500) {
            assertThat(platform.post(child.httpPort(), rest.subList(i, Math.min(rest.size(), i + 500))))
                    .as("the rest is taken")
                    .isTrue();
        }
    }

    /** Waits until nothing is missing any more; the ledger over everything there is as it is then, or at the end of patience. */
    Ledger settled(Duration within) {
        return settled(within, Ledger::isSound);
    }

    /** The journal is read only once the rest is sound, and again while it, or a receipt, still lacks what is on its way. */
    Ledger settled(Duration within, Predicate<Ledger> sound) {
        AtomicReference<Ledger> last = new AtomicReference<>();
        try {
            Awaitility.await()
                    .atMost(within)
                    .pollInterval(Duration.ofMillis(250))
                    .until(() -> {
                        last.set(ledger());
                        if (sound.test(last.get())) {
                            last.set(whole());
                        }
                        return sound.test(last.get());
                    });
        } catch (ConditionTimeoutException e) {
            // the caller's assertion shows what is missing
        }
        return last.get();
    }

    /** What has become of all when nothing has come for two seconds. */
    Ledger rested() {
        long[] before = {-1, 0};
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    long now = received() + hook.taken();
                    if (now != before[0]) {
                        before[0] = now;
                        before[1] = System.nanoTime();
                    }
                    return System.nanoTime() - before[1] > REST.toNanos();
                });
        return ledger();
    }

    /** One line of figures for whoever reads the build's log, and those for the report. */
    void report(String name, Ledger ledger) {
        System.out.println("BLACKBOX " + name + ": " + ledger.figures());
        ledger.tried().keep();
    }

    /** Everything is settled: what was seen so far is forgotten by all. */
    void forget() throws IOException {
        callers.forget();
        hook.forget();
        sim.ports().forEach(port -> port.forget());
        carriers = carriersLog();
        sim.messagesTo(carriers);
    }

    /** Waits for so many submits in all. */
    void awaitSubmits(long count, Duration within) {
        Awaitility.await().atMost(within).pollInterval(Duration.ofMillis(20)).until(() -> received() >= count);
    }

    long received() {
        return sim.report().stream().mapToLong(port -> port.submits().total()).sum();
    }

    /** Also looks at how the threads of the bridges have fared; see {@link io.smppbridge.ThreadWatch}. */
    @Override
    public void close() throws Exception {
        StringBuilder findings = new StringBuilder();
        for (Child child : children) {
            if (child.isListening()) {
                findings.append(child.watched().findings());
            }
            child.close();
        }
        hook.close();
        sim.close();
        assertThat(findings).as("threads that waited where they may not").isEmpty();
    }
}
