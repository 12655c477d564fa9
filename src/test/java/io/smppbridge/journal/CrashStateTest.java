package io.smppbridge.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.settings.JournalKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** That this check finds what it should is shown by {@link TeethTest}. */
@Tag("A-06")
@Tag("A-08")
@Tag("hot")
class CrashStateTest {
    private static final long SEED = 20261120;

    @Test
    void no_crash_loses_what_was_forced(TestReporter reporter) {
        crashes(JournalKeys.NONE, 10_000, reporter);
    }

    @Test
    @Tag("S-52")
    void no_crash_loses_what_was_sealed_and_forced(TestReporter reporter) {
        crashes(CrashStates.KEYS, 5_000, reporter);
    }

    private static void crashes(JournalKeys keys, int least, TestReporter reporter) {
        Random random = new Random(SEED);
        int[] states = {0};
        List<String> violations = new ArrayList<>();
        while (states[0] < least && violations.isEmpty()) {
            CrashStates.Run run = new CrashStates.Run(CrashStates.Lie.NONE, keys);
            run.record(100, random);
            violations.addAll(CrashStates.violations(run, 4, random, states, 20));
        }
        Tried.times(states[0])
                .faults(states[0])
                .lost(count(violations, "lost"))
                .doubled(count(violations, "order"))
                .note("disks a power loss may leave, " + (keys.isEmpty() ? "in clear" : "sealed"))
                .tell(reporter);
        assertThat(violations).as("seed %d", SEED).isEmpty();
        assertThat(states[0]).isGreaterThanOrEqualTo(least);
    }

    private static long count(List<String> violations, String kind) {
        return violations.stream().filter(one -> one.contains(": " + kind)).count();
    }
}
