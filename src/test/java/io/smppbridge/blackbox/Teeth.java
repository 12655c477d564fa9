package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.app.BridgeException;
import io.smppbridge.audit.Fault;
import java.nio.file.Path;
import org.junit.jupiter.api.TestReporter;

/** The checks of durability, on a bridge whose {@link LyingDisk} breaks the promise: were they to find nothing there, they would prove nothing elsewhere. */
final class Teeth {
    private Teeth() {}

    /** One kill of {@link KillIT}. */
    static void bite(TestReporter reporter, Path directory, Kills.Door door, LyingDisk.Lie lie) throws Exception {
        try (Bed bed = new Bed(directory, Kills.answeringAfter("1s"))) {
            bed.jvm(LyingDisk.options(lie));
            Kills kills = new Kills(bed);
            Kills.Callers callers = kills.by(door);
            kills.strike(callers, 1);
            callers.leave();
            bitten(reporter, door.toString(), lie, left(bed));
        }
    }

    /** What an honest bridge makes of what the other one has left; when it refuses to start there, all that was under way is lost to the check. */
    static Ledger left(Bed bed) throws Exception {
        Child honest = bed.jvm().launch();
        try {
            honest.awaitReady();
            return bed.rested();
        } catch (AssertionError refused) {
            assertThat(honest.awaitExit(10)).as(refused.getMessage()).isEqualTo(BridgeException.JOURNAL);
            return bed.ledger();
        }
    }

    /** It must have found losses. */
    static void bitten(TestReporter reporter, String name, LyingDisk.Lie lie, Ledger ledger) {
        bitten(reporter, name, lie, ledger.accepted(), ledger.verdict().count(Fault.LOST));
        assertThat(ledger.isSound()).as("%s", ledger).isFalse();
    }

    static void bitten(TestReporter reporter, String name, LyingDisk.Lie lie, long accepted, long lost) {
        String note = "must fail and does, " + name + ", " + lie.words() + ": " + lost + " of " + accepted + " lost";
        System.out.println("BLACKBOX teeth: " + note);
        assertThat(lost).as(note).isPositive();
        Tried.times(accepted).faults(1).note(note).tell(reporter);
    }
}
