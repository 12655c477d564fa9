package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.smppbridge.Tried;
import io.smppbridge.app.BridgeException;
import io.smppbridge.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * The directory of the journal cannot be used. To root every directory is open, so root gives up the rights that make it so; without the means
 * for that the case is skipped, and says so.
 */
@Tag("crowd")
class DataDirectoryIT {
    /** On a machine with nothing else to do; where threads wait for a processor, as much more as they do. */
    private static final Duration WITHIN = Duration.ofSeconds(5);

    private static final List<String> AS_OTHERS =
            List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--inh-caps", "-all");

    @TempDir
    Path directory;

    private Duration longest = Duration.ZERO;
    private Duration longestWait = Duration.ZERO;

    @Test
    @Tag("B-13")
    void a_directory_that_cannot_be_used_ends_the_start_at_once_with_2_and_what_to_do(TestReporter reporter)
            throws Exception {
        boolean root = Files.isWritable(Path.of("/"));
        List<String> before = root ? AS_OTHERS : List.of();
        assumeThat(!root || run("true"))
                .as("setpriv gives up root's rights to any directory: the case needs it where it is root that runs it")
                .isTrue();
        Path readOnly = Files.createDirectory(
                directory.resolve("read-only"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-x------")));
        Path file = Files.createFile(directory.resolve("file"));
        refused(before, readOnly, "is not readable and writable for");
        refused(before, others(root), "is not readable and writable for");
        refused(before, directory.resolve("missing").resolve("deeper"), "NoSuchFile");
        refused(before, file, "is not a directory");
        Tried.times(4)
                .faults(4)
                .refused(4)
                .note("read-only, another's, its parent missing, a file: exit code 2 within " + longest.toMillis()
                        + " ms, while its threads waited " + longestWait.toMillis() + " ms for a processor")
                .tell(reporter);
    }

    /** One that another user owns, and has for himself. */
    private Path others(boolean root) throws IOException {
        if (!root) {
            return Path.of("/");
        }
        Path theirs = Files.createDirectory(directory.resolve("theirs"));
        Files.setAttribute(theirs, "unix:uid", 65_534);
        Files.setPosixFilePermissions(theirs, PosixFilePermissions.fromString("rwx------"));
        return theirs;
    }

    private void refused(List<String> before, Path journal, String why) throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a"))) {
            Path config = bed.with("journal.directory", journal.toString()).write();
            long since = System.nanoTime();
            long waited = 0;
            try (RunningBridge bridge = RunningBridge.run(directory, config, before)) {
                while (bridge.isAlive() && System.nanoTime() - since < TimeUnit.MINUTES.toNanos(1)) {
                    waited = Math.max(waited, waited(bridge.pid()));
                    LockSupport.parkNanos(10_000_000);
                }
                Duration took = Duration.ofNanos(System.nanoTime() - since);
                if (longest.compareTo(took) < 0) {
                    longest = took;
                    longestWait = Duration.ofNanos(waited);
                }
                assertThat(bridge.awaitExit(1)).as(bridge.output()).isEqualTo(BridgeException.CONFIGURATION);
                assertThat(bridge.output())
                        .contains("journal.directory = " + journal)
                        .contains(why)
                        .contains("expected a directory owned by this process's user");
                assertThat(took).isLessThan(WITHIN.plusNanos(waited));
            }
        }
    }

    private static long waited(long pid) {
        try {
            return Crowd.waited(pid);
        } catch (IOException e) {
            return 0; // it has ended
        }
    }

    private static boolean run(String command) throws InterruptedException {
        try {
            List<String> words = new ArrayList<>(AS_OTHERS);
            words.add(command);
            Process process = new ProcessBuilder(words).start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
