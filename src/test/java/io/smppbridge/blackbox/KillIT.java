package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The process is killed, stopped and started again while messages flow. */
@Tag("crowd")
@Execution(ExecutionMode.CONCURRENT)
class KillIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    @Test
    @Tag("A-01")
    @Tag("C83")
    void four_kills_under_load_lose_nothing_and_double_no_more_than_the_windows(TestReporter reporter)
            throws Exception {
        try (Bed bed = new Bed(directory, Kills.answeringAfter("5ms..30ms"))) {
            Kills kills = new Kills(bed);
            AtomicInteger next = new AtomicInteger(1);
            Kills.Callers http = kills.http(next, 10, 2);
            Kills.Callers inProcess = kills.inProcess(next);
            Ledger ledger = killed(reporter, bed, kills, "HTTP and in process", 4, new Kills.Callers() {
                @Override
                public void begin(Child child) throws Exception {
                    inProcess.begin(child);
                    http.begin(child);
                }

                @Override
                public void end() throws Exception {
                    http.end();
                }

                @Override
                public void settle(Child last) throws Exception {
                    http.settle(last);
                }
            });
            assertThat(ledger.accepted()).isGreaterThan(1000);
            assertThat(ledger.dup()).isLessThanOrEqualTo(4 * Kills.SUM_OF_WINDOWS);
        }
    }

    @Test
    @Tag("long")
    @Tag("A-01")
    void fifty_kills_under_http_load_lose_nothing_and_double_no_more_than_the_windows(TestReporter reporter)
            throws Exception {
        kills(reporter, Kills.Door.HTTP, 50);
    }

    @Test
    @Tag("long")
    @Tag("A-01")
    void fifty_kills_under_load_in_process_lose_nothing_and_double_no_more_than_the_windows(TestReporter reporter)
            throws Exception {
        kills(reporter, Kills.Door.MIDDLEWARE, 50);
    }

    @Test
    @Tag("A-01")
    @Tag("C83")
    void two_kills_lose_nothing_of_what_an_esme_was_answered(TestReporter reporter) throws Exception {
        kills(reporter, Kills.Door.ESME, 2);
    }

    @Test
    @Tag("long")
    @Tag("A-01")
    @Tag("C83")
    void fifty_kills_lose_nothing_of_what_an_esme_was_answered(TestReporter reporter) throws Exception {
        kills(reporter, Kills.Door.ESME, 50);
    }

    @Test
    @Tag("A-01")
    @Tag("C83")
    void two_kills_lose_nothing_of_what_a_stream_was_told_is_safe(TestReporter reporter) throws Exception {
        kills(reporter, Kills.Door.STREAM, 2);
    }

    @Test
    @Tag("long")
    @Tag("A-01")
    @Tag("C83")
    void fifty_kills_lose_nothing_of_what_a_stream_was_told_is_safe(TestReporter reporter) throws Exception {
        kills(reporter, Kills.Door.STREAM, 50);
    }

    /** What waits is read back from sealed batches, one record at a time. */
    @Test
    @Tag("A-01")
    @Tag("S-52")
    void two_kills_of_a_bridge_whose_journal_is_sealed_lose_nothing(TestReporter reporter) throws Exception {
        try (Bed bed = new Bed(directory, Kills.answeringAfter("5ms..30ms"))) {
            bed.with("journal.key", "one " + "0123456789abcdef".repeat(4)).with("pipeline.hot-bytes", "0");
            Kills kills = new Kills(bed);
            Ledger ledger = killed(reporter, bed, kills, "sealed", 2, kills.http(new AtomicInteger(1), 20, 2));
            assertThat(ledger.accepted()).isGreaterThan(100);
            assertThat(ledger.dup()).isLessThanOrEqualTo(2 * Kills.SUM_OF_WINDOWS);
        }
    }

    @Test
    @Tag("A-01")
    @Tag("C83")
    void two_kills_amid_submit_multi_lose_nothing_and_double_no_more_than_the_windows_hold_messages(
            TestReporter reporter) throws Exception {
        killsAmidSubmitMulti(reporter, 2);
    }

    @Test
    @Tag("long")
    @Tag("A-01")
    @Tag("C83")
    void fifty_kills_amid_submit_multi_lose_nothing_and_double_no_more_than_the_windows_hold_messages(
            TestReporter reporter) throws Exception {
        killsAmidSubmitMulti(reporter, 50);
    }

    /** Two binds of four submit_multi each, of ten messages at most. */
    private void killsAmidSubmitMulti(TestReporter reporter, int count) throws Exception {
        try (Bed bed = new Bed(directory, Kills.answeringAfter("5ms..30ms"))) {
            for (String smsc : List.of("smsc.a.", "smsc.b.")) {
                bed.with(smsc + "submit-multi", "10").with(smsc + "window", "4");
            }
            Kills kills = new Kills(bed);
            AtomicInteger next = new AtomicInteger(Numbered.OF_ONE_TEXT);
            Ledger ledger = killed(reporter, bed, kills, "submit_multi", count, kills.http(next, 100, 2));
            assertThat(ledger.accepted()).isGreaterThan(100 * count);
            assertThat(ledger.dup()).isLessThanOrEqualTo(count * 2 * 4 * 10);
            long answers = bed.submits().stream()
                    .flatMap(List::stream)
                    .map(submit -> submit.messageId())
                    .distinct()
                    .count();
            assertThat(answers).as("ids, several messages each").isLessThan(ledger.received() / 3);
        }
    }

    private void kills(TestReporter reporter, Kills.Door door, int count) throws Exception {
        try (Bed bed = new Bed(directory, Kills.answeringAfter("5ms..30ms"))) {
            Kills kills = new Kills(bed);
            Ledger ledger = killed(reporter, bed, kills, door.toString(), count, kills.by(door));
            assertThat(ledger.accepted()).isGreaterThan(30 * count);
            assertThat(ledger.dup()).isLessThanOrEqualTo(count * Kills.SUM_OF_WINDOWS);
        }
    }

    /** What callers hand over faster than the SMSCs take waits, and with each kill more. */
    private static Ledger killed(
            TestReporter reporter, Bed bed, Kills kills, String name, int count, Kills.Callers callers)
            throws Exception {
        kills.under(callers, count);
        Ledger ledger = bed.settled(Duration.ofSeconds(60 + 10L * count));
        bed.report("A-01 " + name + ", " + count + " kills, seed " + kills.seed, ledger);
        assertThat(ledger.isSound()).as("seed %d: %s", kills.seed, ledger).isTrue();
        assertThat(ledger.most()).isLessThanOrEqualTo(2);
        ledger.tried(count).note("seed " + kills.seed).tell(reporter);
        return ledger;
    }

    /** Were these kills to find nothing where callers are answered too early, they would prove nothing above. */
    @Test
    @Tag("A-01")
    void a_kill_finds_the_losses_of_a_bridge_that_answers_before_the_commit(TestReporter reporter) throws Exception {
        Teeth.bite(reporter, directory, Kills.Door.HTTP, LyingDisk.Lie.FORCED_LATER);
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP,FORCE_DOES_NOTHING",
        "MIDDLEWARE,FORCED_LATER",
        "STREAM,FORCED_LATER",
        "STREAM,FORCE_DOES_NOTHING",
        "ESME,FORCED_LATER"
    })
    @Tag("long")
    @Tag("A-01")
    void by_each_door_a_kill_finds_the_losses_of_answers_before_the_commit_and_of_forces_that_do_nothing(
            Kills.Door door, LyingDisk.Lie lie, TestReporter reporter) throws Exception {
        Teeth.bite(reporter, directory, door, lie);
    }

    @Test
    @Tag("A-04")
    void kills_during_recovery_lose_nothing_and_count_as_one() throws Exception {
        try (Bed bed = new Bed(directory, Kills.answeringAfter("20ms"))) {
            Kills kills = new Kills(bed);
            AtomicInteger next = new AtomicInteger(1);
            Child child = bed.start();
            Platform.Load load = bed.platform.load(child.httpPort(), next, 100, 4);
            bed.awaitSubmits(2000, PATIENCE);
            child.kill();
            load.end();
            for (int i = 0; i < 3; i++) {
                Child again = bed.launch();
                long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(250 + kills.random.nextInt(500));
                while (System.nanoTime() - until < 0 && again.isAlive()) {
                    LockSupport.parkNanos(1_000_000);
                }
                again.kill();
            }
            long start = System.nanoTime();
            Child last = bed.start();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
            bed.settleDoubts(last);
            Ledger ledger = bed.settled(Duration.ofSeconds(60));
            bed.report("A-04, 4 kills, seed " + kills.seed, ledger);
            assertThat(ledger.isSound()).as("seed %d: %s", kills.seed, ledger).isTrue();
            assertThat(ledger.most()).isLessThanOrEqualTo(2);
            assertThat(ledger.dup()).isLessThanOrEqualTo(4 * Kills.SUM_OF_WINDOWS);
        }
    }

    @Test
    @Tag("A-09")
    @Tag("C32")
    void an_orderly_stop_under_load_loses_and_doubles_nothing() throws Exception {
        try (Bed bed = new Bed(directory, Kills.answeringAfter("100ms"))) {
            AtomicInteger next = new AtomicInteger(1);
            Child child = bed.start();
            Platform.Load load = bed.platform.load(child.httpPort(), next, 20, 4);
            bed.awaitSubmits(200, PATIENCE);
            long start = System.nanoTime();
            child.terminate();
            int code = child.awaitExit(40);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            load.end();
            Child second = bed.start();
            bed.settleDoubts(second);
            Ledger ledger = bed.settled(Duration.ofSeconds(60));
            bed.report("A-09 (stopped in " + took.toMillis() + " ms, code " + code + ")", ledger);
            assertThat(code).isZero();
            assertThat(took).isLessThan(Duration.ofSeconds(30));
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(ledger.orderBreaks()).isZero();
        }
    }

    @Test
    @Tag("S-10")
    @Tag("A-11")
    void ten_thousand_requests_sent_twice_across_a_kill_have_one_id_and_one_submit_each(TestReporter reporter)
            throws Exception {
        int count = 10_000;
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a", "b").with("receipt-after", "5ms"))) {
            bed.away(); // what is with no carrier is sent once, exactly
            Child child = bed.start();
            AtomicInteger next = new AtomicInteger(1);
            Platform.Load load = bed.platform.load(child.httpPort(), next, 50, 4);
            Awaitility.await()
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> bed.callers.accepted().size() >= count / 2);
            child.kill();
            load.end();
            int answered = bed.callers.accepted().size();
            int cutOff = bed.callers.inDoubt().size();
            Child second = bed.back().start();
            postAll(bed, second, count);
            postAll(bed, second, count);
            Ledger ledger = bed.settled(PATIENCE);
            bed.report("A-11, killed behind " + answered + " answers and amid " + cutOff + " requests", ledger);
            assertThat(cutOff).as("requests that the kill cut off").isPositive();
            assertThat(answered).isLessThan(count);
            assertThat(ledger.accepted()).isEqualTo(count);
            assertThat(ledger.isSound()).as("%s", ledger).isTrue();
            assertThat(ledger.received()).isEqualTo(count);
            assertThat(ledger.dup()).isZero();
            ledger.tried(1)
                    .note(answered + " answered before the kill, " + cutOff + " cut off by it; then all sent twice")
                    .tell(reporter);
        }
    }

    private static void postAll(Bed bed, Child child, int count) {
        for (int from = 1; from <= count; from += 500) {
            List<Integer> numbers = IntStream.range(from, Math.min(count + 1, from + 500))
                    .boxed()
                    .toList();
            assertThat(bed.platform.post(child.httpPort(), numbers)).isTrue();
        }
    }

    @Test
    @Tag("B-15")
    void a_second_process_on_the_same_directory_is_refused_and_the_first_goes_on() throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a"))) {
            Child first = bed.start();
            assertThat(bed.platform.post(first.httpPort(), 1, 100)).isTrue();
            Child second = bed.launch();
            assertThat(second.awaitExit(30)).isEqualTo(2);
            assertThat(second.log()).contains(directory.resolve("journal").toString());
            assertThat(bed.platform.post(first.httpPort(), 101, 100)).isTrue();
            Ledger ledger = bed.settled(PATIENCE);
            bed.report("B-15", ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(ledger.accepted()).isEqualTo(200);
        }
    }
}
