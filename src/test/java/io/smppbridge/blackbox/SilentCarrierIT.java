package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.PortReport;
import io.smppbridge.simulator.Silence;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** An SMSC that is there and does not do its part: it vanishes, takes without answering, or hangs up all the time. */
@Tag("crowd")
class SilentCarrierIT {
    private static final int WINDOW = 20;
    /** What threads on a busy machine may add to a time. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    @Test
    @Tag("C-04")
    void packets_that_vanish_under_load_cost_a_window_and_the_other_smsc_takes_over(TestReporter reporter)
            throws Exception {
        blackHole(reporter, 1);
    }

    @Test
    @Tag("long")
    @Tag("C-04")
    void packets_that_vanish_twenty_times_under_load_cost_a_window_each(TestReporter reporter) throws Exception {
        blackHole(reporter, 20);
    }

    private void blackHole(TestReporter reporter, int times) throws Exception {
        Duration enquireLink = Duration.ofSeconds(1);
        Duration answerWithin = Duration.ofSeconds(1);
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a", "b").with("respond-after", "5ms..30ms"))) {
            Child child = bed.with("smsc.a.enquire-link", enquireLink.toSeconds() + "s")
                    .with("smsc.a.answer-within", answerWithin.toSeconds() + "s")
                    .with("smsc.a.bind-within", "1s")
                    .with("route.all.smsc", "a > b")
                    .with("route.all.failover", "down, unanswered")
                    .with("routing.down-for", "1s")
                    .start();
            SimulatedPort a = bed.sim.ports().get(0);
            SimulatedPort b = bed.sim.ports().get(1);
            AtomicInteger next = new AtomicInteger(1);
            Platform.Load load = bed.platform.load(child.httpPort(), next, 5, 2);
            long slowest = 0;
            for (int i = 0; i < times; i++) {
                bed.awaitSubmits(bed.received() + 100, Duration.ofSeconds(20));
                Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> a.bindsNow() == 1);
                long before = b.report().submits().total();
                long start = System.nanoTime();
                a.silence(Silence.HALF_OPEN);
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> b.report().submits().total() > before);
                slowest = Math.max(slowest, System.nanoTime() - start);
                a.silence(Silence.NONE);
            }
            load.end();
            Ledger ledger = bed.settled(Duration.ofSeconds(60));
            bed.report("C-04, " + times + " black holes, noticed after " + slowest / 1_000_000 + " ms at most", ledger);
            assertThat(ledger.isSound()).as("%s", ledger).isTrue();
            assertThat(ledger.dup()).isLessThanOrEqualTo(times * WINDOW);
            // Once more at a, as uncertain-max has it, and at b when that is unanswered too.
            assertThat(ledger.most()).isLessThanOrEqualTo(times == 1 ? 2 : 3);
            assertThat(Duration.ofNanos(slowest))
                    .isLessThan(enquireLink.plus(answerWithin).plus(SLACK));
            ledger.tried(times)
                    .note("enquire-link and answer-within 1 s instead of 30 s: taken over after " + slowest / 1_000_000
                            + " ms at most")
                    .tell(reporter);
        }
    }

    @Test
    @Tag("C-05")
    void an_smsc_that_answers_enquire_link_alone_is_left_after_its_timers_and_costs_a_window(TestReporter reporter)
            throws Exception {
        enquireLinkAlone(reporter, 2);
    }

    @Test
    @Tag("long")
    @Tag("C-05")
    void an_smsc_that_answers_enquire_link_alone_for_a_hundred_binds_costs_a_window_each(TestReporter reporter)
            throws Exception {
        enquireLinkAlone(reporter, 100);
    }

    private void enquireLinkAlone(TestReporter reporter, int binds) throws Exception {
        Duration answerWithin = Duration.ofMillis(300);
        int timers = 3;
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a", "b").with("respond-after", "5ms"))) {
            Child child = bed.with("smsc.a.answer-within", answerWithin.toMillis() + "ms")
                    .with("smsc.a.answer-timers", Integer.toString(timers))
                    .start();
            SimulatedPort a = bed.sim.ports().get(0);
            AtomicInteger next = new AtomicInteger(1);
            Platform.Load load = bed.platform.load(child.httpPort(), next, 5, 1);
            bed.awaitSubmits(100, Duration.ofSeconds(20));
            PortReport.Sessions atFirst = a.report().sessions();
            long start = System.nanoTime();
            a.silence(Silence.SUBMITS);
            Awaitility.await()
                    .atMost(answerWithin.multipliedBy(timers).plusSeconds(2).multipliedBy(binds))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> a.report().sessions().total() >= atFirst.total() + binds);
            Duration each = Duration.ofNanos(System.nanoTime() - start).dividedBy(binds);
            PortReport silent = a.report();
            a.answerAgain();
            load.end();
            Ledger ledger = bed.settled(Duration.ofSeconds(60));
            bed.report("C-05, " + binds + " binds given up, after " + each.toMillis() + " ms each", ledger);
            assertThat(each)
                    .isBetween(
                            answerWithin.multipliedBy(timers),
                            answerWithin.multipliedBy(timers).plus(SLACK));
            assertThat(silent.submits().silenced())
                    .as("none goes out on a bind that is full")
                    .isLessThanOrEqualTo((long) WINDOW * (binds + 1));
            assertThat(silent.sessions().enquireLinks())
                    .as("asked, and answered")
                    .isGreaterThan(atFirst.enquireLinks());
            assertThat(ledger.isSound()).as("%s", ledger).isTrue();
            assertThat(ledger.failed().keySet()).isSubsetOf("UNCERTAIN");
            assertThat(ledger.dup()).isLessThanOrEqualTo((binds + 1) * WINDOW);
            assertThat(ledger.most()).isLessThanOrEqualTo(2);
            ledger.tried(binds)
                    .note("three timers of 300 ms instead of 30 s: bind left after " + each.toMillis() + " ms")
                    .tell(reporter);
        }
    }

    @Test
    @Tag("C-09")
    void an_smsc_that_swallows_everything_gets_each_message_twice_and_no_more(TestReporter reporter) throws Exception {
        swallowed(reporter, 1, 200);
    }

    @Test
    @Tag("long")
    @Tag("C-09")
    void an_smsc_that_swallows_five_thousand_messages_gets_each_twice_and_no_more(TestReporter reporter)
            throws Exception {
        swallowed(reporter, 1, 5_000);
    }

    @Test
    @Tag("long")
    @Tag("C-09")
    void at_the_highest_setting_it_gets_each_message_four_times_and_no_more(TestReporter reporter) throws Exception {
        swallowed(reporter, 3, 2_000);
    }

    /** An hour of the usual 30 s is some hundred windows; here each takes a tenth of a second. */
    private void swallowed(TestReporter reporter, int max, int messages) throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("silence", "submits"))) {
            Child child = bed.with("smsc.a.answer-within", "100ms")
                    .with("smsc.a.answer-timers", "1")
                    .with("smsc.a.uncertain-max", Integer.toString(max))
                    .start();
            for (int from = 1; from <= messages; from += 200) {
                assertThat(bed.platform.post(child.httpPort(), from, 200)).isTrue();
            }
            int windows = messages * (1 + max) / WINDOW;
            // Half of them have asked to be told.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20).plusMillis(600L * windows))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> bed.hook.taken() >= messages / 2 && bed.received() >= (long) messages * (1 + max));
            Ledger ledger = bed.settled(Duration.ofSeconds(10));
            bed.report("C-09, " + messages + " swallowed, uncertain-max " + max, ledger);
            assertThat(ledger.isSound()).as("%s", ledger).isTrue();
            assertThat(ledger.most()).isEqualTo(1 + max);
            assertThat(ledger.received()).isLessThanOrEqualTo((1 + max) * messages);
            assertThat(ledger.failed()).containsOnlyKeys("UNCERTAIN");
            ledger.tried(ledger.received())
                    .note("uncertain-max " + max + ": each sent " + (1 + max) + " times, then told as UNCERTAIN")
                    .tell(reporter);
        }
    }

    @Test
    @Tag("C-16")
    void an_smsc_that_hangs_up_after_each_message_gets_all_of_them(TestReporter reporter) throws Exception {
        hangsUp(reporter, 1, 1, 60);
    }

    @Test
    @Tag("long")
    @Tag("C-16")
    void an_smsc_that_hangs_up_after_each_few_messages_gets_all_of_them(TestReporter reporter) throws Exception {
        hangsUp(reporter, 1, 1, 2_000);
    }

    @Test
    @Tag("long")
    @Tag("C-16")
    void an_smsc_that_hangs_up_amid_a_full_window_gets_all_that_is_not_in_doubt(TestReporter reporter)
            throws Exception {
        hangsUp(reporter, 7, WINDOW, 2_000);
    }

    /** Each message is answered before the connection ends, so with a window of one nothing is ever in doubt. */
    private void hangsUp(TestReporter reporter, int after, int window, int messages) throws Exception {
        SimulatorConfig abrupt = SimulatorConfig.forTests("a").with("break-every", Integer.toString(after));
        try (Bed bed = new Bed(directory, abrupt)) {
            Child child = bed.with("smsc.a.window", Integer.toString(window))
                    .with("smsc.a.reconnect-min", "10ms")
                    .with("smsc.a.reconnect-max", "20ms")
                    .start();
            for (int from = 1; from <= messages; from += 20) {
                List<Integer> some = IntStream.range(from, from + 20).boxed().toList();
                // What ends in doubt and never came must be told, so all ask for it.
                assertThat(bed.platform.post(
                                child.httpPort(), some, n -> Numbered.json(n).replace("\"none\"", "\"final\"")))
                        .isTrue();
            }
            Ledger ledger = bed.settled(Duration.ofSeconds(20).plusMillis(100L * messages));
            long breaks = bed.sim.first().report().sessions().total();
            bed.report("C-16, " + breaks + " binds, one for each " + after, ledger);
            assertThat(ledger.isSound()).as("%s", ledger).isTrue();
            if (window == 1) {
                assertThat(ledger.isExact()).as("%s", ledger).isTrue();
                assertThat(ledger.failed()).isEmpty();
            }
            assertThat(ledger.failed().keySet()).isSubsetOf("UNCERTAIN");
            assertThat((long) ledger.dup()).isLessThanOrEqualTo(breaks * window);
            assertThat(ledger.most()).isLessThanOrEqualTo(2);
            // Each takes with it what was answered before, and at most what its window held.
            assertThat(breaks).isGreaterThanOrEqualTo(messages / (window == 1 ? after : after + window));
            ledger.tried(breaks)
                    .note("hung up after each " + after + ", window " + window)
                    .tell(reporter);
        }
    }
}
