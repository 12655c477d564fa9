package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.app.Bridge;
import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole bridge under load is recorded, call by call; then the directories are made that a kill or a power loss would have left at the moment
 * of each answer, and a bridge is started on each. What was accepted by then must come to the SMSC. The same check with forces that did
 * nothing, and with answers that came before the commit, must find losses, or it would prove nothing.
 */
@Tag("long")
class PowerLossIT {
    private static final int REQUESTS = 12;
    private static final int AT_ONCE = 40;
    /** Nothing more is awaited once nothing has come for so long. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    @TempDir
    Path directory;

    /** One request: when it was made and when it was answered, microseconds since 1970. */
    private record Request(int first, long asked, long answered) {}

    private Recorded recorded;
    private long started;
    private final List<Request> requests = new ArrayList<>();

    @Test
    @Tag("A-01")
    @Tag("A-06")
    void no_power_loss_or_kill_at_an_answer_loses_what_was_accepted_and_the_check_finds_what_would(
            TestReporter reporter) throws Exception {
        Strace.assume();
        record();
        int lost = 0;
        for (Request last : requests) {
            lost += lost(
                    "power" + last.first(), last.answered(), true, Long.MAX_VALUE, accepted(last.answered(), false));
            lost += lost(
                    "kill" + last.first(), last.answered(), false, Long.MAX_VALUE, accepted(last.answered(), false));
        }
        int unforced = 0;
        int early = 0;
        int earlyKill = 0;
        for (Request last : requests.subList(REQUESTS - 3, REQUESTS)) {
            unforced +=
                    lost("unforced" + last.first(), last.answered(), true, started, accepted(last.answered(), false));
            early += lost("early" + last.first(), last.asked(), true, Long.MAX_VALUE, accepted(last.asked(), true));
            earlyKill +=
                    lost("earlykill" + last.first(), last.asked(), false, Long.MAX_VALUE, accepted(last.asked(), true));
        }
        System.out.printf(
                "BLACKBOX power loss at %d answers of %d messages, %d calls recorded: lost %d; with forces that do nothing"
                        + " lost %d, with early answers %d, and %d by kills%n",
                REQUESTS, REQUESTS * AT_ONCE, recorded.size(), lost, unforced, early, earlyKill);
        assertThat(lost).isZero();
        assertThat(unforced).as("forces that do nothing lose").isPositive();
        assertThat(early).as("answers before the commit lose").isPositive();
        assertThat(earlyKill)
                .as("answers before the commit lose by a kill, too")
                .isPositive();
        Tried.times(2L * REQUESTS)
                .faults(2L * REQUESTS)
                .lost(lost)
                .note("teeth: with forces that do nothing " + unforced + " lost, with answers before the commit "
                        + early)
                .tell(reporter);
    }

    /** An SMSC that is away: everything waits. */
    private void record() throws Exception {
        Path trace = directory.resolve("trace");
        Path own = Files.createDirectory(directory.resolve("recorded"));
        try (Bed bed = new Bed(own, SimulatorConfig.forTests("a"))) {
            bed.sim.first().stopListening();
            Child child =
                    bed.launch(Recorded.words(trace).toArray(String[]::new)).awaitReady();
            started = now();
            for (int i = 0; i < REQUESTS; i++) {
                int first = 1 + i * AT_ONCE;
                long asked = now();
                assertThat(bed.platform.post(child.httpPort(), first, AT_ONCE)).isTrue();
                requests.add(new Request(first, asked, now()));
            }
            child.kill();
        }
        recorded = Recorded.read(trace, own.resolve("journal"));
        assertThat(recorded.size()).isGreaterThan(2 * REQUESTS);
    }

    private static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    /** Numbers that were accepted by then, were each answered when it was asked for or when it was. */
    private Set<Integer> accepted(long at, boolean early) {
        Set<Integer> numbers = new TreeSet<>();
        for (Request request : requests) {
            if ((early ? request.asked() : request.answered()) <= at) {
                for (int n = request.first(); n < request.first() + AT_ONCE; n++) {
                    numbers.add(n);
                }
            }
        }
        return numbers;
    }

    /** How many of those do not come to the SMSC from a bridge that is started on what was left. */
    private int lost(String name, long at, boolean power, long forcesUntil, Set<Integer> accepted) throws Exception {
        Path own = Files.createDirectory(directory.resolve(name));
        recorded.leave(own.resolve("journal"), at, power, forcesUntil);
        try (Bed bed = new Bed(own, SimulatorConfig.forTests("a"));
                Bridge bridge = Bridge.start(bed.write())) {
            assertThat(bridge.obstacles()).isEmpty();
            try {
                Awaitility.await()
                        .atMost(QUIET)
                        .until(() -> missing(bed, accepted).isEmpty());
            } catch (ConditionTimeoutException e) {
                // those are lost
            }
            return missing(bed, accepted).size();
        }
    }

    private static Set<Integer> missing(Bed bed, Set<Integer> accepted) {
        Set<Integer> rest = new TreeSet<>(accepted);
        rest.removeAll(bed.submits().get(0).stream()
                .map(submit -> Numbered.of(submit.text()))
                .collect(Collectors.toSet()));
        return rest;
    }
}
