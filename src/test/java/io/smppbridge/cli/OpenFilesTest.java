package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("B-12")
class OpenFilesTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 64, 159})
    void a_limit_that_would_let_nobody_in_is_refused_as_a_fault_of_configuration_with_what_to_do(long limit) {
        assertThatThrownBy(() -> OpenFiles.demandEnough(limit))
                .isInstanceOfSatisfying(
                        Complaint.class, it -> assertThat(it.exitCode()).isEqualTo(Exit.USAGE))
                .hasMessageContaining("sockets is " + limit + ", expected 160 at least")
                .hasMessageContaining("ulimit -n");
    }

    @ParameterizedTest
    @ValueSource(longs = {160, 1024, Long.MAX_VALUE})
    void one_that_leaves_room_is_not(long limit) {
        assertThatCode(() -> OpenFiles.demandEnough(limit)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void where_the_system_does_not_say_nothing_is_refused(long unknown) {
        assertThatCode(() -> OpenFiles.demandEnough(unknown)).doesNotThrowAnyException();
    }

    @Test
    void this_process_has_enough() {
        assertThatCode(OpenFiles::demandEnough).doesNotThrowAnyException();
    }
}
