package io.smppbridge.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.settings.SmscConfig.StatusClass;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("C40")
@Tag("C-11")
class StatusTableTest {
    private final StatusTable usual = new StatusTable(Map.of());

    @ParameterizedTest
    @CsvSource({
        "0x00, OK, true",
        "0x01, PERMANENT, true",
        "0x0A, PERMANENT, true",
        "0x0B, PERMANENT, true",
        "0x104, PERMANENT, true",
        "0x66, PERMANENT, true",
        "0x65, PERMANENT, true",
        "0x15, PERMANENT, true",
        "0x61, PERMANENT, true",
        "0x62, PERMANENT, true",
        "0x08, TEMPORARY, true",
        "0x64, TEMPORARY, true",
        "0x45, TEMPORARY, true",
        "0xFF, TEMPORARY, true",
        "0x14, THROTTLED, true",
        "0x58, THROTTLED, true",
        "0x04, REBIND, true",
        "0x100, PERMANENT, true",
        "0x101, PERMANENT, true",
        "0x102, TEMPORARY, true",
        "0x103, PERMANENT, true",
        "0x105, PERMANENT, true",
        "0x106, PERMANENT, true",
        "0x400, TEMPORARY, false",
        "0x4FF, TEMPORARY, false",
        "0x777, TEMPORARY, false"
    })
    void each_status_has_its_class(String status, StatusClass expected, boolean known) {
        int code = Integer.decode(status);
        assertThat(usual.of(code)).isEqualTo(expected);
        assertThat(usual.knows(code) || code == 0).isEqualTo(known);
    }

    @Test
    void each_status_of_a_vendor_means_what_an_smsc_says_of_it_and_else_that_it_may_be_tried_again(
            TestReporter reporter) {
        int tried = 0;
        for (int status = 0x400; status <= 0x4FF; status++) {
            for (StatusClass meaning : StatusClass.values()) {
                StatusTable own = new StatusTable(Map.of(status, meaning));
                assertThat(own.of(status)).isEqualTo(meaning);
                assertThat(own.knows(status)).isTrue();
                assertThat(own.of(status ^ 1)).isEqualTo(StatusClass.TEMPORARY);
                assertThat(own.knows(status ^ 1)).isFalse();
                tried++;
            }
        }
        Tried.times(tried).note("0x400 to 0x4FF in each class").tell(reporter);
    }

    @Test
    void an_smsc_says_what_its_own_statuses_mean() {
        StatusTable own = new StatusTable(
                Map.of(0x400, StatusClass.THROTTLED, 0x4FF, StatusClass.PERMANENT, 0x0B, StatusClass.TEMPORARY));
        assertThat(own.of(0x400)).isEqualTo(StatusClass.THROTTLED);
        assertThat(own.of(0x4FF)).isEqualTo(StatusClass.PERMANENT);
        assertThat(own.of(0x0B)).isEqualTo(StatusClass.TEMPORARY);
        assertThat(own.knows(0x400)).isTrue();
        assertThat(own.of(0x401)).isEqualTo(StatusClass.TEMPORARY);
        assertThat(own.of(0x58)).isEqualTo(StatusClass.THROTTLED);
    }

    @Test
    void a_described_status_is_found_again_whatever_follows_it() {
        for (int status : new int[] {0x0B, 0x14, 0x401, 0x7FFF_FFFF, 0xFFFF_FFFF}) {
            assertThat(StatusTable.described(StatusTable.describe(status))).hasValue(status);
            assertThat(StatusTable.described(StatusTable.describe(status) + " at attempt 3, the last one"))
                    .hasValue(status);
        }
        for (String other : new String[] {"", "command_status 0x", "command_status 0xzz", "validity ended", "stat:x"}) {
            assertThat(StatusTable.described(other)).as(other).isEmpty();
        }
    }
}
