package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.journal.JournalInspector;
import io.smppbridge.settings.JournalKeys;
import io.smppbridge.simulator.SimulatorConfig;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A whole bridge whose disk says, at one call after another, that it has no room or that it could not do it. strace counts for each thread by
 * itself, so the n-th call of each thread that makes so many fails.
 */
@Tag("crowd")
class NoSpaceIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration QUICKLY = Duration.ofSeconds(10);
    private static final SimulatorConfig SMSC =
            SimulatorConfig.forTests("a").with("respond-after", "5ms").with("receipt-after", "5ms");
    private static final int CONFIGURATION = 2;
    private static final int JOURNAL_FAILED = 74;
    private static final int MESSAGES = 100;
    private static final int AT_ONCE = 50;

    /** What is made at a start under a name that is known beforehand. */
    private static final List<String> NAMED =
            List.of("journal.lock", "counters.live", "heartbeat", "flights/sender-a-1.flights.tmp");

    @TempDir
    Path directory;

    /** What all tries of a test came to: how often a run ended with each exit code, and the sums of the ledgers. */
    private final Map<Integer, Integer> exits = new TreeMap<>();

    private long accepted;
    private long injected;
    private long lost;
    private long doubled;
    private long refused;
    private Duration slowest = Duration.ZERO;

    @ParameterizedTest
    @ValueSource(strings = {"ENOSPC", "EIO"})
    @Tag("long")
    @Tag("B-03")
    void whichever_write_of_a_run_fails_nothing_promised_is_lost_and_nothing_refused_is_sent(
            String error, TestReporter reporter) throws Exception {
        Strace.assume();
        for (String call : List.of("pwrite64", "rename", "mkdir")) {
            for (int n = 1; failing(call + ":error=" + error + ":when=" + n, List.of()) > 0; n++) {
                // until no thread makes so many
            }
        }
        for (String name : NAMED) {
            failing("openat,write:error=" + error + ":when=1", List.of(name));
        }
        tell(error, reporter);
    }

    @Test
    @Tag("B-03")
    void when_a_write_of_the_journal_or_of_its_next_file_finds_no_space_nothing_is_lost(TestReporter reporter)
            throws Exception {
        Strace.assume();
        assertThat(failing("pwrite64:error=ENOSPC:when=9+", List.of())).isPositive();
        assertThat(failing("openat:error=ENOSPC:when=1", List.of("flights/sender-a-1.flights.tmp")))
                .isPositive();
        tell("ENOSPC", reporter);
    }

    /** On a disk that keeps it to itself, so that the bridge goes on promising. */
    @Test
    @Tag("long")
    @Tag("B-03")
    void a_write_without_space_that_nobody_is_told_of_is_found_to_lose(TestReporter reporter) throws Exception {
        Strace.assume();
        try (Bed bed = new Bed(directory, Kills.answeringAfter("100ms"))) {
            bed.away().jvm(LyingDisk.options(LyingDisk.Lie.ERROR_KEPT_BACK));
            String[] before = words(
                    "pwrite64:error=ENOSPC:when=40+",
                    directory.resolve("trace"),
                    directory.resolve("journal"),
                    List.of());
            Child child = bed.launch(before).awaitReady();
            for (int from = 1; from <= 10 * MESSAGES; from += AT_ONCE) {
                assertThat(bed.platform.post(child.httpPort(), from, AT_ONCE)).isTrue();
            }
            child.kill();
            Teeth.bitten(reporter, "no space", LyingDisk.Lie.ERROR_KEPT_BACK, Teeth.left(bed.back()));
        }
    }

    private void tell(String error, TestReporter reporter) {
        String note = injected + " calls failed with " + error + ", refused or cut off within " + slowest.toMillis()
                + " ms, exit codes "
                + exits.entrySet().stream()
                        .map(exit -> exit.getKey() + " (" + exit.getValue() + " times)")
                        .collect(Collectors.joining(", "));
        System.out.println("BLACKBOX B-03, " + note);
        Tried.times(accepted)
                .faults(injected)
                .lost(lost)
                .doubled(doubled)
                .refused(refused)
                .note(note)
                .tell(reporter);
    }

    /** One try on a directory of its own; how many calls failed. */
    private long failing(String injection, List<String> only) throws Exception {
        Path own = Files.createTempDirectory(directory, "try");
        Path trace = own.resolve("trace");
        Path journal = own.resolve("journal");
        try (Bed bed = new Bed(own, SMSC)) {
            Child child = bed.launch(words(injection, trace, journal, only));
            run(bed, child);
            int code = child.awaitExit(30);
            assertThat(code).as("exit code: %s", child.log()).isIn(0, CONFIGURATION, JOURNAL_FAILED);
            exits.merge(code, 1, Integer::sum);
            refused += bed.callers.refused().size();
            verify(journal);
            Child second = bed.start();
            bed.settleDoubts(second);
            assertThat(bed.platform.post(second.httpPort(), 10_000, AT_ONCE)).isTrue();
            Ledger ledger = bed.settled(PATIENCE);
            assertThat(ledger.isSound()).as("%s: %s", injection, ledger).isTrue();
            assertThat(ledger.most()).isLessThanOrEqualTo(2);
            accepted += ledger.accepted();
            lost += ledger.lost().size();
            doubled += ledger.dup();
            long count = Files.readAllLines(trace).stream()
                    .filter(line -> line.endsWith("(INJECTED)"))
                    .count();
            injected += count;
            return count;
        }
    }

    private static String[] words(String injection, Path trace, Path journal, List<String> only) {
        List<String> words = new ArrayList<>(List.of(Strace.program(), "-f", "--seccomp-bpf", "-s", "0"));
        only.forEach(name -> words.addAll(List.of("-P", journal.resolve(name).toString())));
        String calls = injection.substring(0, injection.indexOf(':'));
        words.addAll(List.of("-e", "trace=" + calls, "-e", "inject=" + injection, "-o", trace.toString()));
        return words.toArray(String[]::new);
    }

    /** A start, messages, their end and a stop, as far as it comes. Some are refused for as long as no file can be made. */
    private void run(Bed bed, Child child) throws Exception {
        int port;
        try {
            port = child.awaitReady().httpPort();
        } catch (AssertionError e) {
            return; // it has said why, by its exit code
        }
        for (int from = 1; from <= MESSAGES && child.isAlive(); from += AT_ONCE) {
            long start = System.nanoTime();
            if (!bed.platform.post(port, from, AT_ONCE)) {
                Duration took = Duration.ofNanos(System.nanoTime() - start);
                slowest = took.compareTo(slowest) > 0 ? took : slowest;
                assertThat(took).as("refused, or cut off, from %d", from).isLessThan(QUICKLY);
            }
        }
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> !child.isAlive() || bed.ledger().lost().isEmpty());
        child.terminate();
    }

    /** What it left is read as a start would, and no part of a batch is there. */
    private static void verify(Path journal) {
        if (Files.isDirectory(journal)) {
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            boolean sound = JournalInspector.of(journal, JournalKeys.NONE, Integer::toString)
                    .verify(new PrintStream(said, true, StandardCharsets.UTF_8));
            assertThat(said.toString(StandardCharsets.UTF_8))
                    .as("what an inspector says: %s", sound)
                    .doesNotContain("torn");
            assertThat(sound).as(said.toString(StandardCharsets.UTF_8)).isTrue();
        }
    }
}
