package io.smppbridge.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SeptetsTest {
    private static byte[] again(String text, int header) {
        byte[] septets = text.getBytes(StandardCharsets.US_ASCII);
        return Septets.unpack(Septets.pack(septets, 0, septets.length, header), header);
    }

    @Test
    void what_was_packed_comes_back_and_a_line_end_at_its_end_where_that_fills_no_octet() {
        for (String text : new String[] {"", "A", "1234567", "123456\r1", "12345678", "123456789012345"}) {
            for (int header : new int[] {0, 6, 7}) {
                assertThat(again(text, header))
                        .as("%s behind %d", text, header)
                        .asString()
                        .isEqualTo(text);
            }
        }
        assertThat(again("A\r", 0)).asString().isEqualTo("A\r");
        assertThat(again("\r", 0)).asString().isEqualTo("\r");
        assertThat(again("1234567\r", 0)).as("filling").asString().isEqualTo("1234567");
    }
}
