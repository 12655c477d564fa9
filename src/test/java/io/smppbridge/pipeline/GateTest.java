package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.SendOutcome.NotAccepting;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class GateTest {
    private boolean failed;
    private boolean space = true;
    private boolean whole = true;
    private final Gate gate = new Gate(() -> failed, () -> space, () -> whole, nearly -> Optional.empty());

    private String told() {
        return gate.closed().map(NotAccepting::reason).orElse("");
    }

    @Test
    void it_is_closed_until_it_is_opened() {
        assertThat(told()).contains("starting");
        gate.open();
        assertThat(told()).isEmpty();
    }

    @Test
    void a_full_disk_is_told_and_no_more_once_there_is_room() {
        gate.open();
        space = false;
        assertThat(told()).contains("nearly full");
        space = true;
        assertThat(told()).isEmpty();
    }

    @Test
    void files_that_have_gone_are_no_full_disk() {
        gate.open();
        space = false;
        whole = false;
        assertThat(told()).contains("deleted or moved").doesNotContain("space");
    }

    @Test
    @Tag("B-01")
    void a_journal_that_has_failed_is_no_full_disk_also_before_it_is_closed_for_that() {
        gate.open();
        space = false;
        failed = true;
        String before = told();
        gate.closeFailed();
        assertThat(before).isEqualTo("the journal has failed").isEqualTo(told());
    }

    @Test
    void why_it_was_closed_comes_before_a_full_disk() {
        gate.open();
        space = false;
        gate.close("the bridge is stopping", Duration.ofSeconds(5));
        assertThat(told()).contains("stopping");
    }
}
