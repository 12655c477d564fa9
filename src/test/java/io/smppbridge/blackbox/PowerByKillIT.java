package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A bridge whose disk forgets at a kill whatever was not forced: each kill is a loss of power under load. */
@Tag("crowd")
class PowerByKillIT {
    private static final int LOSSES = 5;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    @Tag("A-01")
    void by_each_door_losses_of_power_lose_nothing_and_double_no_more_than_twice_the_windows(
            Kills.Door door, TestReporter reporter) throws Exception {
        try (Bed bed = new Bed(directory, Kills.answeringAfter("5ms..30ms"))) {
            bed.jvm(LyingDisk.options(LyingDisk.Lie.NONE));
            Kills kills = new Kills(bed);
            kills.under(kills.by(door), LOSSES);
            Ledger ledger = bed.settled(Duration.ofSeconds(120), Kills::isSoundButForMarks);
            bed.report("A-01 " + door + ", " + LOSSES + " losses of power, seed " + kills.seed, ledger);
            assertThat(Kills.isSoundButForMarks(ledger))
                    .as("seed %d: %s", kills.seed, ledger)
                    .isTrue();
            assertThat(ledger.dup()).isLessThanOrEqualTo(LOSSES * 2 * Kills.SUM_OF_WINDOWS);
            ledger.tried(LOSSES).note("losses of power, seed " + kills.seed).tell(reporter);
        }
    }
}
