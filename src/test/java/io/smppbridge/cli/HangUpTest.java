package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C107")
class HangUpTest {
    private final HangUp hangUp = new HangUp();
    private final AtomicInteger reloads = new AtomicInteger();

    @Test
    void signals_that_come_before_there_is_a_bridge_are_followed_once_when_there_is_one() {
        hangUp.came();
        hangUp.came();
        assertThat(reloads).hasValue(0);
        hangUp.serve(reloads::incrementAndGet);
        assertThat(reloads).hasValue(1);
    }

    @Test
    void each_later_signal_is_followed_and_none_that_did_not_come() {
        hangUp.serve(reloads::incrementAndGet);
        assertThat(reloads).hasValue(0);
        hangUp.came();
        hangUp.came();
        assertThat(reloads).hasValue(2);
    }

    @Test
    void signals_that_come_while_a_reload_is_under_way_are_followed_by_one_more_and_keep_no_thread() {
        hangUp.serve(() -> {
            if (reloads.incrementAndGet() == 1) {
                for (int i = 0; i < 100; i++) {
                    hangUp.came();
                }
                assertThat(reloads).as("none within another").hasValue(1);
            }
        });
        hangUp.came();
        assertThat(reloads).hasValue(2);
    }

    @Test
    void a_reload_that_fails_keeps_none_from_the_next() {
        hangUp.serve(() -> {
            if (reloads.incrementAndGet() == 1) {
                throw new IllegalStateException("as planned");
            }
        });
        assertThatIllegalStateException().isThrownBy(hangUp::came);
        hangUp.came();
        assertThat(reloads).hasValue(2);
    }
}
