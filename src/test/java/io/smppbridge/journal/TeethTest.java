package io.smppbridge.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.journal.CrashStates.Lie;
import io.smppbridge.settings.JournalKeys;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The check of {@link CrashStateTest} over disks and callers that break the promise: were it to find nothing here, it would prove nothing there. */
class TeethTest {
    private static final long SEED = 20261122;

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    @Tag("A-06")
    void a_journal_that_promises_too_early_or_is_never_forced_loses_messages(Lie lie, TestReporter reporter) {
        bites(lie, JournalKeys.NONE, reporter);
    }

    @Test
    @Tag("A-06")
    @Tag("S-52")
    void so_does_a_sealed_one(TestReporter reporter) {
        bites(Lie.FORCE_DOES_NOTHING, CrashStates.KEYS, reporter);
    }

    private static void bites(Lie lie, JournalKeys keys, TestReporter reporter) {
        Random random = new Random(SEED);
        int[] states = {0};
        CrashStates.Run run = new CrashStates.Run(lie, keys);
        run.record(30, random);
        // Many starts are refused for one that has lost something.
        List<String> violations = CrashStates.violations(run, 40, random, states, 1_000);
        long lost = violations.stream().filter(one -> one.contains("lost")).count();
        assertThat(lost)
                .as("%s: %s", lie, violations.subList(0, Math.min(20, violations.size())))
                .isPositive();
        String words = lie.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        Tried.times(states[0])
                .faults(states[0])
                .note("must fail and does, " + words + ": losses in " + lost + " of " + violations.size()
                        + " violations")
                .tell(reporter);
    }
}
