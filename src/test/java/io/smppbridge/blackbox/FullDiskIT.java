package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.smppbridge.Tried;
import io.smppbridge.simulator.SimulatorConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** The journal on a file system of its own, which somebody else fills to the last octet. Needs the right to mount; skipped aloud without. */
@Tag("crowd")
class FullDiskIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int WAITING = 1_500;
    private static final int REFUSALS = 100;

    @TempDir
    Path directory;

    private Path mounted;

    @AfterEach
    void unmount() throws Exception {
        if (mounted != null) {
            run("umount", "-l", mounted.toString());
        }
    }

    @Test
    @Tag("B-04")
    void on_a_full_disk_accepting_ends_at_once_sending_goes_on_and_accepting_comes_back_with_the_space(
            TestReporter reporter) throws Exception {
        mount();
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a"))) {
            bed.with("journal.directory", mounted.resolve("journal").toString())
                    .with("journal.reserve", "2M")
                    .with("smsc.a.rate", "300/s");
            Child child = bed.start();
            for (int from = 1; from <= WAITING; from += 100) {
                assertThat(bed.platform.post(child.httpPort(), from, 100)).isTrue();
            }
            Path filler = mounted.resolve("filler");
            fill(filler);
            int[] next = {100_000};
            Awaitility.await()
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> !bed.platform.post(child.httpPort(), next[0]++, 1));
            long sent = bed.received();
            List<Long> took = refusals(bed, child, next[0]);
            bed.awaitSubmits(WAITING, PATIENCE);
            Awaitility.await().atMost(PATIENCE).until(() -> bed.ledger().lost().isEmpty());
            assertThat(sent).as("some waited when it was full").isLessThan(WAITING);
            assertThat(fill(mounted.resolve("more")))
                    .as("room left all the time")
                    .isLessThan(64 << 10);

            Files.delete(filler);
            Files.delete(mounted.resolve("more"));
            long freed = System.nanoTime();
            Awaitility.await()
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> bed.platform.post(child.httpPort(), 200_000, 100));
            Duration back = Duration.ofNanos(System.nanoTime() - freed);
            Ledger ledger = bed.settled(PATIENCE);
            long median = took.get(took.size() / 2) / 1_000;
            long slowest = took.get(took.size() - 1) / 1_000;
            bed.report(
                    "B-04, refused in " + median + " us (median), slowest " + slowest + " us, back after "
                            + back.toMillis() + " ms",
                    ledger);
            assertThat(bed.callers.refused().values()).allMatch(why -> why.contains("503") && why.contains("disk"));
            assertThat(median).as("microseconds").isLessThan(50_000);
            assertThat(back).isLessThan(Duration.ofSeconds(5));
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            Tried.times(ledger.accepted())
                    .faults(1)
                    .lost(ledger.lost().size())
                    .doubled(ledger.dup())
                    .refused(bed.callers.refused().size())
                    .note("refused within " + slowest / 1_000 + " ms, accepting again " + back.toMillis()
                            + " ms after the space")
                    .tell(reporter);
        }
    }

    @Test
    @Tag("B-04")
    void killed_on_a_full_disk_it_starts_there_again_and_sends_what_waits(TestReporter reporter) throws Exception {
        mount();
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("respond-after", "5ms"))) {
            bed.with("journal.directory", mounted.resolve("journal").toString()).with("smsc.a.rate", "200/s");
            Child child = bed.start();
            for (int from = 1; from <= WAITING; from += 100) {
                assertThat(bed.platform.post(child.httpPort(), from, 100)).isTrue();
            }
            fill(mounted.resolve("filler"));
            child.kill();
            bed.start();
            Ledger ledger = bed.settled(PATIENCE);
            bed.report("B-04, killed when it was full", ledger);
            assertThat(ledger.isSound()).as("%s", ledger).isTrue();
            assertThat(ledger.most()).isLessThanOrEqualTo(2);
            assertThat(ledger.accepted()).isEqualTo(WAITING);
            Tried.times(ledger.accepted())
                    .faults(2)
                    .lost(ledger.lost().size())
                    .doubled(ledger.dup())
                    .note("killed when it was full, started when it was still full")
                    .tell(reporter);
        }
    }

    /** What each refusal took, the quickest first. */
    private static List<Long> refusals(Bed bed, Child child, int first) {
        List<Long> took = new ArrayList<>();
        for (int i = 0; i < REFUSALS; i++) {
            long start = System.nanoTime();
            assertThat(bed.platform.post(child.httpPort(), first + i, 1)).isFalse();
            took.add(System.nanoTime() - start);
        }
        took.sort(null);
        return took;
    }

    /** Writes until there is no room for one octet more. @return octets that it took */
    private static long fill(Path file) throws IOException {
        long written = 0;
        for (int size = 1 << 20; size > 0; size /= 2) {
            try (OutputStream out = Files.newOutputStream(
                    file, java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND)) {
                while (true) {
                    out.write(new byte[size]);
                    written += size;
                }
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("No space left");
            }
        }
        return written;
    }

    private void mount() throws Exception {
        Path at = Files.createDirectory(directory.resolve("small"));
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=24m,mode=0700", "tmpfs", at.toString()))
                .as("exit code of mount: the case needs the right to mount a file system of its own")
                .isZero();
        mounted = at;
    }

    private static int run(String... words) throws Exception {
        try {
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) ? process.exitValue() : -1;
        } catch (IOException e) {
            return -1;
        }
    }
}
