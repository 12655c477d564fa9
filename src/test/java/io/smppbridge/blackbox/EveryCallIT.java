package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** A whole bridge is killed at each call that changes its journal's directory, and started again. */
@Tag("crowd")
class EveryCallIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int WINDOW = 50;
    private static final int MESSAGES = 500;
    private static final int AT_ONCE = 50;
    private static final int FORMER_RUNS = 4;
    private static final int FRESH_IDS = 1_000_000;
    private static final Predicate<String> ANY = kind -> true;
    /** What the system calls two of them. */
    private static final Map<String, String> THREADS = Map.of("java", "main", "Thread-0", "the stop");

    @TempDir
    Path directory;

    /** What all tries of a test came to. */
    private final Map<String, Integer> kinds = new TreeMap<>();

    private final Map<String, Integer> threads = new TreeMap<>();
    private int kills;
    private int afterTheCall;
    private int most;
    private long accepted;
    private long lost;
    private long doubled;

    @Test
    @Tag("long")
    @Tag("A-05")
    void killed_at_every_call_that_changes_its_disk_from_start_to_stop_it_loses_nothing(TestReporter reporter)
            throws Exception {
        Strace.assume();
        Path former = former();
        for (int n = 1; killed(former, ANY, n, MESSAGES); n++) {
            // until a run ends before its n-th call
        }
        tell(reporter);
        assertThat(kills).isGreaterThan(100);
        assertThat(kinds).containsKeys("pwrite64", "fdatasync", "fsync", "rename", "openat", "unlink");
    }

    @Test
    @Tag("long")
    @Tag("A-05")
    void killed_at_every_call_of_its_first_start_it_starts_again(TestReporter reporter) throws Exception {
        Strace.assume();
        for (int n = 1; killed(null, ANY, n, 0); n++) {
            // until a run ends before its n-th call
        }
        tell(reporter);
        assertThat(kinds).containsKeys("mkdir", "pwrite64", "fdatasync", "fsync", "rename", "openat");
    }

    @Test
    @Tag("A-05")
    void killed_at_a_call_of_each_kind_it_loses_nothing(TestReporter reporter) throws Exception {
        Strace.assume();
        assertThat(killed(null, "pwrite64"::equals, 30, MESSAGES)).isTrue();
        assertThat(killed(null, "fdatasync"::equals, 15, MESSAGES)).isTrue();
        assertThat(killed(null, "rename"::equals, 3, MESSAGES)).isTrue();
        tell(reporter);
    }

    /** It is struck while the second half of what has been answered is being stored. */
    @Test
    @Tag("long")
    @Tag("A-05")
    void a_kill_at_a_call_finds_the_losses_of_answers_before_the_commit(TestReporter reporter) throws Exception {
        Strace.assume();
        try (Bed bed = bed(directory, 1)) {
            bed.away().jvm(LyingDisk.options(LyingDisk.Lie.FORCED_LATER));
            Path trace = directory.resolve("trace");
            Child child = bed.launch(Strike.words(trace));
            try (Strike strike = Strike.at(child, trace, directory.resolve("journal"), "pwrite64"::equals, 20)) {
                run(bed, child, MESSAGES);
                assertThat(strike.struck()).isPresent();
            }
            Teeth.bitten(reporter, "a kill at a call", LyingDisk.Lie.FORCED_LATER, Teeth.left(bed.back()));
        }
    }

    private void tell(TestReporter reporter) {
        String note = "at " + figures(kinds) + "; by " + figures(threads) + "; " + afterTheCall
                + " kills came just after the call, most twice a kill " + most;
        System.out.println("BLACKBOX A-05, " + kills + " kills " + note);
        Tried.times(accepted)
                .faults(kills)
                .lost(lost)
                .doubled(doubled)
                .note(note)
                .tell(reporter);
    }

    private static String figures(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining(", "));
    }

    /** A journal of some runs whose messages have all ended, so that the next start has segments to empty, to drop and to use again. */
    private Path former() throws Exception {
        Path own = Files.createDirectory(directory.resolve("former"));
        try (Bed bed = bed(own, 1)) {
            for (int run = 0; run < FORMER_RUNS; run++) {
                Child child = bed.start();
                assertThat(bed.platform.post(child.httpPort(), 1_000_000 + run * 100, 100))
                        .isTrue();
                assertThat(bed.settled(PATIENCE).isExact()).isTrue();
                child.terminate();
                assertThat(child.awaitExit(30)).isZero();
            }
        }
        return own.resolve("journal");
    }

    /** @param firstId of its SMSC, which must not give an id of a former run again */
    private static Bed bed(Path own, int firstId) throws Exception {
        SimulatorConfig smsc = SimulatorConfig.forTests("a")
                .with("message-id-start", Integer.toString(firstId))
                .with("respond-after", "5ms")
                .with("receipt-after", "5ms");
        return new Bed(own, smsc).with("journal.keep", "0").with("smsc.a.window", Integer.toString(WINDOW));
    }

    /** One try on a directory of its own; false when the run ended before that call. */
    private boolean killed(Path former, Predicate<String> kind, int n, int messages) throws Exception {
        Path own = Files.createDirectory(directory.resolve("try"));
        if (former != null) {
            copy(former, own.resolve("journal"));
        }
        try (Bed bed =
                former == null ? bed(own, FRESH_IDS) : bed(own, FRESH_IDS).withoutJournal()) {
            Path trace = own.resolve("trace");
            Child child = bed.launch(Strike.words(trace));
            Optional<Strike.Call> struck;
            try (Strike strike = Strike.at(child, trace, own.resolve("journal"), kind, n)) {
                run(bed, child, messages);
                struck = strike.struck();
            }
            struck.ifPresent(this::count);
            assertThat(child.awaitExit(10)).as("exit code at %s", struck).isEqualTo(struck.isPresent() ? 137 : 0);
            Child second = bed.start();
            bed.settleDoubts(second);
            assertThat(bed.platform.post(second.httpPort(), 10_000, AT_ONCE)).isTrue();
            Ledger ledger = bed.settled(PATIENCE);
            assertThat(ledger.isSound())
                    .as("call %d, %s: %s", n, struck, ledger)
                    .isTrue();
            assertThat(ledger.most()).isLessThanOrEqualTo(2);
            assertThat(ledger.dup()).as("call %d, %s", n, struck).isLessThanOrEqualTo(struck.isPresent() ? WINDOW : 0);
            add(ledger);
            return struck.isPresent();
        } finally {
            delete(own);
        }
    }

    /** As far as it comes: a start, messages, their end, and a stop. */
    private static void run(Bed bed, Child child, int messages) throws Exception {
        int port;
        try {
            port = child.awaitReady().httpPort();
        } catch (AssertionError e) {
            child.awaitExit(10);
            return;
        }
        for (int from = 1; from <= messages; from += AT_ONCE) {
            if (!bed.platform.post(port, from, AT_ONCE)) {
                break;
            }
        }
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> !child.isAlive() || bed.ledger().isSound());
        child.terminate();
        child.awaitExit(30);
    }

    private void count(Strike.Call call) {
        kills++;
        kinds.merge(call.kind(), 1, Integer::sum);
        threads.merge(THREADS.getOrDefault(call.thread(), call.thread()), 1, Integer::sum);
        afterTheCall += call.done() ? 1 : 0;
    }

    private void add(Ledger ledger) {
        accepted += ledger.accepted();
        lost += ledger.lost().size();
        doubled += ledger.dup();
        most = Math.max(most, ledger.dup());
    }

    private static void copy(Path from, Path to) throws Exception {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static void delete(Path from) throws Exception {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
