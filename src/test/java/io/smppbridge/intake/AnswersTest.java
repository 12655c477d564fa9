package io.smppbridge.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.http.Problem;
import io.smppbridge.plugin.PluginDoor;
import org.junit.jupiter.api.Test;

/** How refusals are told. */
class AnswersTest {
    @Test
    void what_is_wrong_with_no_field_in_particular_points_at_the_message() {
        Problem alone = Answers.problem(PluginDoor.refused("not today"), "");
        assertThat(alone.detail()).isEqualTo("not today");
        assertThat(alone.faults()).containsExactly(new Problem.Fault("", "refused-by-plugin", "not today"));
        Problem third = Answers.problem(PluginDoor.refused("not today"), "/2");
        assertThat(third.faults()).extracting(Problem.Fault::pointer).containsExactly("/2");
    }
}
