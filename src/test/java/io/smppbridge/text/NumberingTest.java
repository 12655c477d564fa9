package io.smppbridge.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of a message's parts is written where their header has it, and nothing else is touched. */
@Tag("C55")
class NumberingTest {
    @ParameterizedTest
    @CsvSource({
        "050003770201 41, 8, 050003340201 41",
        "06080477770201 41, 16, 06080412340201 41",
        "0B05040B8423F00003770302 41, 8, 0B05040B8423F00003340302 41",
        "0C05040B8423F0080477770302 41, 16, 0C05040B8423F0080412340302 41",
        "0A7003000302000377 0201 41, 8, 0A7003000302000334 0201 41",
        "0B05040B8423F0 2401012501 01 41, 0, 0B05040B8423F0 2401012501 01 41",
        "060003770201 41, 8, 060003340201 41",
        "0500037702, 0, 0500037702",
        "0300020102 41, 0, 0300020102 41",
        "00, 0, 00",
        "'', 0, ''"
    })
    void it_stands_where_the_header_says_the_place(String before, int bits, String after) {
        byte[] userData = HexFormat.of().parseHex(before.replace(" ", ""));
        assertThat(Numbering.bits(userData)).isEqualTo(bits);
        Numbering.put(userData, 0x1234);
        assertThat(HexFormat.of().formatHex(userData)).isEqualToIgnoringCase(after.replace(" ", ""));
    }
}
