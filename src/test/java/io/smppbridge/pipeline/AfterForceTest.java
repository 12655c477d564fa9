package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

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
}
