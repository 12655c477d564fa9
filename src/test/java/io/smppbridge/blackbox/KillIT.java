package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.PasswordHash;
import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The process is killed, stopped and started again while messages flow. */
@Tag("crowd")
@Execution(ExecutionMode.CONCURRENT)
class KillIT {
    /** Two SMSCs with one bind of twenty each. */
    private static final int SUM_OF_WINDOWS = 40;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    private static SimulatorConfig answeringAfter(String delay) {
        return SimulatorConfig.forTests("a", "b").with("respond-after", delay).with("receipt-after", "5ms..50ms");
    }

    /** The kill comes at a random point within a second: time itself is the case here. */
    private void randomPause() {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50 + random.nextInt(700));
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Test
    @Tag("A-01")
    @Tag("C83")
    void four_kills_under_load_lose_nothing_and_double_no_more_than_the_windows() throws Exception {
        kills("A-01", 4, bed -> (child, next) -> {
            child.tell("load " + next.getAndAdd(1_000_000) + " 10");
            return bed.platform.load(child.httpPort(), next, 10, 2);
        });
    }

    @Test
    @Tag("long")
    @Tag("A-01")
    void fifty_kills_under_http_load_lose_nothing_and_double_no_more_than_the_windows() throws Exception {
        kills("A-01 http", 50, bed -> (child, next) -> bed.platform.load(child.httpPort(), next, 20, 4));
    }

    @Test
    @Tag("long")
    @Tag("A-01")
    void fifty_kills_under_load_in_process_lose_nothing_and_double_no_more_than_the_windows() throws Exception {
        kills("A-01 middleware", 50, bed -> (child, next) -> {
            child.tell("load " + next.getAndAdd(1_000_000) + " 20");
            return Platform.Load.NONE;
        });
    }

    /** What waits is read back from sealed batches, one record at a time. */
    @Test
    @Tag("A-01")
    @Tag("S-52")
    void two_kills_of_a_bridge_whose_journal_is_sealed_lose_nothing() throws Exception {
        try (Bed bed = new Bed(directory, answeringAfter("5ms..30ms"))) {
            bed.with("journal.key", "one " + "0123456789abcdef".repeat(4)).with("pipeline.hot-bytes", "0");
            Loader loader = (child, next) -> bed.platform.load(child.httpPort(), next, 20, 2);
            Ledger ledger = kills(bed, "A-01 sealed", 2, new AtomicInteger(1), loader);
            assertThat(ledger.accepted()).isGreaterThan(100);
            assertThat(ledger.dup()).isLessThanOrEqualTo(2 * SUM_OF_WINDOWS);
        }
    }

    @Test
    @Tag("A-01")
    @Tag("C83")
    void two_kills_amid_submit_multi_lose_nothing_and_double_no_more_than_the_windows_hold_messages() throws Exception {
        killsAmidSubmitMulti(2);
    }

    @Test
    @Tag("long")
    @Tag("A-01")
    @Tag("C83")
    void fifty_kills_amid_submit_multi_lose_nothing_and_double_no_more_than_the_windows_hold_messages()
            throws Exception {
        killsAmidSubmitMulti(50);
    }

    /** Two binds of four submit_multi each, of ten messages at most. */
    private void killsAmidSubmitMulti(int kills) throws Exception {
        try (Bed bed = new Bed(directory, answeringAfter("5ms..30ms"))) {
            for (String smsc : List.of("smsc.a.", "smsc.b.")) {
                bed.with(smsc + "submit-multi", "10").with(smsc + "window", "4");
            }
            Ledger ledger = kills(
                    bed,
                    "A-01 submit_multi",
                    kills,
                    new AtomicInteger(Numbered.OF_ONE_TEXT),
                    (child, next) -> bed.platform.load(child.httpPort(), next, 100, 2));
            assertThat(ledger.accepted()).isGreaterThan(100 * kills);
            assertThat(ledger.dup()).isLessThanOrEqualTo(kills * 2 * 4 * 10);
            long answers = bed.submits().stream()
                    .flatMap(List::stream)
                    .map(submit -> submit.messageId())
                    .distinct()
                    .count();
            assertThat(answers).as("ids, several messages each").isLessThan(ledger.received() / 3);
        }
    }

    private interface Loader {
        Platform.Load start(Child child, AtomicInteger next) throws Exception;
    }

    private void kills(String name, int kills, Function<Bed, Loader> loader) throws Exception {
        try (Bed bed = new Bed(directory, answeringAfter("5ms..30ms"))) {
            Ledger ledger = kills(bed, name, kills, new AtomicInteger(1), loader.apply(bed));
            assertThat(ledger.accepted()).isGreaterThan(1000);
            assertThat(ledger.dup()).isLessThanOrEqualTo(kills * SUM_OF_WINDOWS);
        }
    }

    private Ledger kills(Bed bed, String name, int kills, AtomicInteger next, Loader loader) throws Exception {
        for (int i = 0; i < kills; i++) {
            long before = bed.received();
            Child child = bed.start();
            Platform.Load load = loader.start(child, next);
            bed.awaitSubmits(before + 50, PATIENCE);
            randomPause();
            child.kill();
            load.end();
        }
        Child child = bed.start();
        bed.settleDoubts(child);
        Ledger ledger = bed.settled(Duration.ofSeconds(60));
        bed.report(name + ", " + kills + " kills, seed " + seed, ledger);
        assertThat(ledger.isSound()).as("seed %d: %s", seed, ledger).isTrue();
        assertThat(ledger.most()).isLessThanOrEqualTo(2);
        return ledger;
    }

    @Test
    @Tag("A-01")
    @Tag("C83")
    void two_kills_lose_nothing_of_what_an_esme_was_answered() throws Exception {
        esmeKills(2);
    }

    @Test
    @Tag("long")
    @Tag("A-01")
    @Tag("C83")
    void fifty_kills_lose_nothing_of_what_an_esme_was_answered() throws Exception {
        esmeKills(50);
    }

    /**
     * Whoever had no answer has no way to ask again: such a message may be there or not. An ESME hands over faster than the SMSCs take, so
     * that with each kill more waits.
     */
    private void esmeKills(int kills) throws Exception {
        try (Bed bed = new Bed(directory, answeringAfter("5ms..30ms"))) {
            int port;
            try (java.net.ServerSocket free = new java.net.ServerSocket(0)) {
                port = free.getLocalPort();
            }
            bed.with("esme.e.port", Integer.toString(port));
            bed.with("account.shop.esme.system-id", "shop");
            bed.with(
                    "account.shop.esme.password-hash",
                    PasswordHash.create("secret", new Random(2)).toString());
            AtomicInteger next = new AtomicInteger(1);
            for (int i = 0; i < kills; i++) {
                long before = bed.received();
                Child child = bed.start();
                EsmeLoad load = EsmeLoad.start(port, bed.callers, next);
                bed.awaitSubmits(before + 50, PATIENCE);
                randomPause();
                child.kill();
                load.end();
            }
            bed.start();
            Ledger ledger = bed.settled(Duration.ofSeconds(60 + 10L * kills));
            bed.report("A-01 esme, " + kills + " kills, seed " + seed, ledger);
            assertThat(ledger.isSound()).as("seed %d: %s", seed, ledger).isTrue();
            assertThat(ledger.accepted()).isGreaterThan(30 * kills);
            assertThat(ledger.dup()).isLessThanOrEqualTo(kills * SUM_OF_WINDOWS);
            assertThat(ledger.most()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    @Tag("A-04")
    void kills_during_recovery_lose_nothing_and_count_as_one() throws Exception {
        try (Bed bed = new Bed(directory, answeringAfter("20ms"))) {
            AtomicInteger next = new AtomicInteger(1);
            Child child = bed.start();
            Platform.Load load = bed.platform.load(child.httpPort(), next, 100, 4);
            bed.awaitSubmits(2000, PATIENCE);
            child.kill();
            load.end();
            for (int i = 0; i < 3; i++) {
                Child again = bed.launch();
                long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(250 + random.nextInt(500));
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
            bed.report("A-04, 4 kills, seed " + seed, ledger);
            assertThat(ledger.isSound()).as("seed %d: %s", seed, ledger).isTrue();
            assertThat(ledger.most()).isLessThanOrEqualTo(2);
            assertThat(ledger.dup()).isLessThanOrEqualTo(4 * SUM_OF_WINDOWS);
        }
    }

    @Test
    @Tag("A-09")
    @Tag("C32")
    void an_orderly_stop_under_load_loses_and_doubles_nothing() throws Exception {
        try (Bed bed = new Bed(directory, answeringAfter("100ms"))) {
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
    void ten_thousand_requests_sent_twice_across_a_kill_have_one_id_and_one_submit_each() throws Exception {
        int count = 10_000;
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a", "b").with("receipt-after", "5ms"))) {
            Child child = bed.start();
            postAll(bed, child, count);
            bed.settled(PATIENCE);
            child.kill();
            Child second = bed.start();
            postAll(bed, second, count);
            postAll(bed, second, count);
            Ledger ledger = bed.settled(PATIENCE);
            bed.report("A-11", ledger);
            assertThat(ledger.accepted()).isEqualTo(count);
            assertThat(ledger.isSound()).as("%s", ledger).isTrue();
            assertThat(ledger.received()).isEqualTo(count);
            assertThat(ledger.dup()).isZero();
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
