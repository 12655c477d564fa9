package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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

    /** Messages that the last bridge whose force failed has refused. */
    private int refused;

    @ParameterizedTest
    @ValueSource(ints = {7, 16})
    @Tag("B-01")
    void after_a_failed_force_nothing_is_promised_and_nothing_promised_is_lost(int k) throws Exception {
        assertThat(failing(k)).isEqualTo(JOURNAL_FAILED);
        assertThat(refused).as("who waited was told before the process ended").isPositive();
    }

    /** Some of these hit the making of a segment that nothing is promised on yet: then the bridge goes on. */
    @Test
    @Tag("long")
    @Tag("B-01")
    void whichever_force_fails_nothing_promised_is_lost() throws Exception {
        for (int k = 1; k <= 50; k++) {
            Path own = Files.createDirectory(directory.resolve("k" + k));
            directory = own;
            assertThat(failing(k)).isIn(JOURNAL_FAILED, KILLED);
            directory = own.getParent();
        }
    }

    /** The k-th fdatasync of each thread fails: in the journal thread that is a batch's force. */
    private int failing(int k) throws Exception {
        Strace.assume();
        Path trace = directory.resolve("trace");
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("respond-after", "5ms"))) {
            Child child = bed.launch(
                    Strace.program(),
                    "-f",
                    "-y",
                    "-o",
                    trace.toString(),
                    "-e",
                    "trace=fdatasync,fsync",
                    "-e",
                    "inject=fdatasync:error=EIO:when=" + k);
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
            refused = bed.callers.refused().size();
            int inDoubt = bed.callers.inDoubt().size();
            Child second = bed.start();
            List<Integer> again = new ArrayList<>(bed.callers.refused().keySet());
            again.addAll(bed.callers.inDoubt());
            again.add(30_000);
            assertThat(bed.platform.post(second.httpPort(), again)).isTrue();
            Ledger ledger = bed.settled(Duration.ofSeconds(30));
            bed.report(
                    "B-01, k = " + k + ", exit " + code + ", " + refused + " refused, " + inDoubt + " in doubt",
                    ledger);
            assertThat(ledger.isSound()).as("%s", ledger).isTrue();
            assertThat(ledger.most()).isLessThanOrEqualTo(2);
            if (code == JOURNAL_FAILED) {
                assertThat(forcesAfterFailure(trace)).isEmpty();
            }
            return code;
        }
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
