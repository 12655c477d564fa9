package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.audit.Fault;
import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The disk says that it could not store what it was given. */
@Tag("crowd")
class StorageIT {
    private static final int JOURNAL_FAILED = 74;
    private static final int KILLED = 137;
    private static final Pattern FORCE = Pattern.compile("(?:fdatasync|fsync)\\(\\d+<([^>]*)>\\)\\s*=\\s*(\\S+)");

    @TempDir
    Path directory;

    private static final SimulatorConfig SMSC = SimulatorConfig.forTests("a").with("respond-after", "5ms");

    /** What all tries of a test came to: how often a bridge ended with each exit code, and the sums of the ledgers. */
    private final Map<Integer, Integer> exits = new TreeMap<>();

    private int accepted;
    private int lost;
    private int doubled;
    private int refused;
    private int injected;

    @ParameterizedTest
    @ValueSource(ints = {7, 16})
    @Tag("B-01")
    void after_a_failed_force_nothing_is_promised_and_nothing_promised_is_lost(int k, TestReporter reporter)
            throws Exception {
        assertThat(failing(new Bed(directory, SMSC), k, Ledger::isSound)).isEqualTo(JOURNAL_FAILED);
        assertThat(refused).as("who waited was told before the process ended").isPositive();
        tell(reporter);
    }

    /** Some of these hit the making of a segment that nothing is promised on yet: then the bridge goes on. */
    @Test
    @Tag("long")
    @Tag("B-01")
    void whichever_force_fails_nothing_promised_is_lost(TestReporter reporter) throws Exception {
        for (int k = 1; k <= 50; k++) {
            Bed bed = new Bed(Files.createDirectory(directory.resolve("k" + k)), SMSC);
            assertThat(failing(bed, k, Ledger::isSound)).isIn(JOURNAL_FAILED, KILLED);
        }
        tell(reporter);
        assertThat(exits.get(JOURNAL_FAILED)).as("of fifty, %s", exits).isGreaterThan(25);
    }

    /** As systems do it: what could not be stored leaves memory too, and the next force would say that all is well. */
    @ParameterizedTest
    @ValueSource(ints = {7, 16, 30})
    @Tag("long")
    @Tag("B-01")
    void nothing_promised_is_lost_when_a_failed_force_takes_the_pages_with_it(int k, TestReporter reporter)
            throws Exception {
        Bed bed = new Bed(directory, SMSC).jvm(LyingDisk.options(LyingDisk.Lie.NONE));
        assertThat(failing(bed, k, Kills::isSoundButForMarks)).isEqualTo(JOURNAL_FAILED);
        tell(reporter);
    }

    /** On a disk that keeps the failure to itself, so that the bridge goes on promising. */
    @Test
    @Tag("long")
    @Tag("B-01")
    void a_failed_force_that_nobody_is_told_of_is_found_to_lose(TestReporter reporter) throws Exception {
        Strace.assume();
        try (Bed bed = new Bed(directory, Kills.answeringAfter("100ms"))) {
            bed.away().jvm(LyingDisk.options(LyingDisk.Lie.ERROR_KEPT_BACK));
            Child child = bed.launch(failure(directory.resolve("trace"), "16+")).awaitReady();
            for (int from = 1; from <= 1_000 && bed.platform.post(child.httpPort(), from, 20); from += 20) {
                // until all are accepted
            }
            child.kill();
            Teeth.bitten(reporter, "a failed force", LyingDisk.Lie.ERROR_KEPT_BACK, Teeth.left(bed.back()));
        }
    }

    private void tell(TestReporter reporter) {
        Tried.times(accepted)
                .faults(injected)
                .lost(lost)
                .doubled(doubled)
                .refused(refused)
                .note("exit codes "
                        + exits.entrySet().stream()
                                .map(exit -> exit.getKey() + " (" + exit.getValue() + " times)")
                                .collect(Collectors.joining(", "))
                        + "; 137: went on, and was killed at the end")
                .tell(reporter);
    }

    /** Words before the bridge's own: those fdatasync of each thread fail. */
    private static String[] failure(Path trace, String when) {
        return new String[] {
            Strace.program(),
            "-f",
            "--seccomp-bpf",
            "-y",
            "-o",
            trace.toString(),
            "-e",
            "trace=fdatasync,fsync",
            "-e",
            "inject=fdatasync:error=EIO:when=" + when
        };
    }

    /** The k-th fdatasync of each thread fails: in the journal thread that is a batch's force. */
    private int failing(Bed given, int k, Predicate<Ledger> sound) throws Exception {
        Strace.assume();
        try (Bed bed = given) {
            Path trace = bed.write().resolveSibling("trace");
            Child child = bed.launch(failure(trace, Integer.toString(k)));
            int from = 1;
            int port;
            try {
                port = child.awaitReady().httpPort();
            } catch (AssertionError e) {
                port = -1;
            }
            // It may refuse for a while, when no new segment can be made, and go on.
            for (int tries = 0; port > 0 && tries < 1_000 && from < 2_000 && child.isAlive(); tries++) {
                from += bed.platform.post(port, from, 20) ? 20 : 0;
            }
            if (port > 0 && child.isAlive() && from >= 2_000) {
                child.kill();
            }
            int code = child.awaitExit(30);
            refused += bed.callers.refused().size();
            int inDoubt = bed.callers.inDoubt().size();
            Child second = bed.jvm().start();
            List<Integer> again = new ArrayList<>(bed.callers.refused().keySet());
            again.addAll(bed.callers.inDoubt());
            again.add(30_000);
            assertThat(bed.platform.post(second.httpPort(), again)).isTrue();
            Ledger ledger = bed.settled(Duration.ofSeconds(30), sound);
            bed.report("B-01, k = " + k + ", exit " + code + ", " + inDoubt + " in doubt", ledger);
            assertThat(sound.test(ledger)).as("%s", ledger).isTrue();
            assertThat(ledger.most()).isLessThanOrEqualTo(2);
            if (code == JOURNAL_FAILED) {
                assertThat(forcesAfterFailure(trace)).isEmpty();
            }
            count(code, ledger, trace);
            return code;
        }
    }

    private void count(int code, Ledger ledger, Path trace) throws Exception {
        exits.merge(code, 1, Integer::sum);
        accepted += ledger.accepted();
        lost += ledger.verdict().count(Fault.LOST);
        doubled += ledger.dup();
        injected += (int) Files.readAllLines(trace).stream()
                .filter(line -> line.endsWith("(INJECTED)"))
                .count();
    }

    /** Files that were forced again after a force on them had failed. */
    private static List<String> forcesAfterFailure(Path trace) throws Exception {
        List<String> failed = new ArrayList<>();
        List<String> again = new ArrayList<>();
        for (String line : Files.readAllLines(trace)) {
            Matcher force = FORCE.matcher(line);
            if (force.find()) {
                if (failed.contains(force.group(1))) {
                    again.add(line);
                }
                if (force.group(2).equals("-1")) {
                    failed.add(force.group(1));
                }
            }
        }
        assertThat(failed).as("the force did fail").isNotEmpty();
        return again;
    }
}
