package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.SmallDisk;
import io.smppbridge.Tried;
import io.smppbridge.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** The journal on a file system of its own, which somebody else fills to the last octet. Needs the right to mount; skipped aloud without. */
class FullDiskIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int WAITING = 1_500;
    private static final int REFUSALS = 200;
    /** Without the time for which threads wait for a processor. */
    private static final Duration REFUSED_WITHIN = Duration.ofMillis(50);
    /** While processors are short, refusals wait their turn, five seconds at most: each is followed by a hundred times as much other work. */
    private static final Duration TURN_WITHIN = Duration.ofSeconds(6);

    @TempDir
    Path directory;

    private SmallDisk mounted;

    @AfterEach
    void unmount() throws Exception {
        if (mounted != null) {
            mounted.close();
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
            SmallDisk.fill(filler);
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
            assertThat(SmallDisk.fill(mounted.resolve("more")))
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
            Duration median = Duration.ofNanos(took.get(took.size() / 2));
            Duration longest = Duration.ofNanos(took.get(took.size() - 1));
            String words = String.format(
                    "refused within %.1f (median), %.1f (nine in ten) and %.1f ms (all), waits for a processor left out; accepting"
                            + " again %d ms after the space",
                    median.toNanos() / 1e6,
                    took.get(took.size() * 9 / 10) / 1e6,
                    longest.toNanos() / 1e6,
                    back.toMillis());
            bed.report("B-04, " + words, ledger);
            assertThat(bed.callers.refused().values()).allMatch(why -> why.contains("503") && why.contains("disk"));
            assertThat(median).as(words).isLessThan(REFUSED_WITHIN);
            assertThat(longest).as(words).isLessThan(TURN_WITHIN);
            assertThat(back).isLessThan(Duration.ofSeconds(5));
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            Tried.times(ledger.accepted())
                    .faults(1)
                    .lost(ledger.lost().size())
                    .doubled(ledger.dup())
                    .refused(bed.callers.refused().size())
                    .note(words)
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
            SmallDisk.fill(mounted.resolve("filler"));
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

    /** On a disk that keeps it to itself, so that the bridge goes on promising. */
    @Test
    @Tag("long")
    @Tag("B-04")
    void a_full_disk_that_nobody_is_told_of_is_found_to_lose(TestReporter reporter) throws Exception {
        mount();
        LyingDisk.Lie lie = LyingDisk.Lie.ERROR_KEPT_BACK;
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a"))) {
            bed.with("journal.directory", mounted.resolve("journal").toString()).with("smsc.a.rate", "200/s");
            Child child = bed.jvm(LyingDisk.options(lie)).start();
            SmallDisk.fill(mounted.resolve("filler"));
            for (int from = 1; from <= 20_000; from += 500) {
                assertThat(bed.platform.post(child.httpPort(), from, 500)).isTrue();
            }
            child.kill();
            Files.delete(mounted.resolve("filler"));
            bed.with("smsc.a.rate", "unlimited");
            Teeth.bitten(reporter, "a full disk", lie, Teeth.left(bed));
        }
    }

    /** What each refusal took, the quickest first, without the time that threads of either side were ready to run and others ran. */
    private static List<Long> refusals(Bed bed, Child child, int first) throws IOException {
        long here = ProcessHandle.current().pid();
        List<Long> took = new ArrayList<>();
        for (int i = 0; i < REFUSALS; i++) {
            long waited = Crowd.waited(child.pid(), here);
            long start = System.nanoTime();
            assertThat(bed.platform.post(child.httpPort(), first + i, 1)).isFalse();
            long all = System.nanoTime() - start;
            long since =
                    Math.max(0, Crowd.waited(child.pid(), here) - waited); // less than none where a thread has ended
            took.add(Math.max(0, all - since));
        }
        took.sort(null);
        return took;
    }

    private void mount() throws Exception {
        mounted = SmallDisk.mount(directory.resolve("small"), "24m");
    }
}
