package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.smppbridge.SendOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class AfterForceTest {
    private final List<String> freed = new ArrayList<>();
    private final AfterForce after = new AfterForce(null, new SlowAnswers(Duration.ZERO, new LongAdder()));

    @Test
    void a_note_that_is_to_outlive_a_loss_of_power_is_freed_when_its_outcome_is_forced_others_when_it_is_written() {
        after.free(() -> freed.add("one"));
        after.free(kept());
        after.written();
        assertThat(freed).containsExactly("one");
        after.written();
        assertThat(freed).containsExactly("one");

        after.forced();
        after.forced();

        assertThat(freed).containsExactly("one", "kept");
    }

    private Outcomes.Flight kept() {
        return new Outcomes.Flight() {
            @Override
            public void free() {
                freed.add("kept");
            }

            @Override
            public boolean isKeptUntilForced() {
                return true;
            }
        };
    }

    /** A hundred thousand that are kept back, and as many of others: to go through all of the former for each of these takes far longer. */
    @Test
    void what_is_told_of_others_costs_the_same_however_much_is_kept_back() {
        SlowAnswers slow = new SlowAnswers(Duration.ZERO, new LongAdder());
        AfterForce late = new AfterForce(null, slow);
        SendBatch open = new SendBatch(1, "http", SendOutcome.Durability.FORCED, 0, outcomes -> {}, slow);
        slow.unanswered().enter(1, open);
        for (int i = 0; i < 100_000; i++) {
            late.offerOf(1, "shop", i, i, null);
        }
        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
            for (int i = 0; i < 100_000; i++) {
                late.offerOf(2, "shop", i, i, null);
            }
        });
    }

    /** As when nobody is there to read for a message that another one then follows. */
    @Test
    void what_asks_for_the_disk_while_such_are_told_is_told_the_next_time_and_keeps_nobody_from_being_told() {
        List<String> told = new ArrayList<>();
        after.onWritten(() -> after.onWritten(() -> told.add("later")));
        after.onWritten(() -> told.add("other"));

        after.written();
        assertThat(told).containsExactly("other");
        after.written();
        after.written();

        assertThat(told).containsExactly("other", "later");
    }
}
