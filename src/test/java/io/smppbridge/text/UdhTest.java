package io.smppbridge.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UdhTest {
    @Test
    void ports_are_the_receiver_s_and_then_the_sender_s_in_one_octet_or_two() {
        Udh narrow = Udh.parse(new byte[] {4, 0x04, 2, (byte) 240, 7});
        assertThat(narrow.destinationPort()).isEqualTo(240);
        assertThat(narrow.sourcePort()).isEqualTo(7);
        Udh wide = Udh.parse(new byte[] {6, 0x05, 4, 0x15, (byte) 0x81, 0x23, (byte) 0xF0});
        assertThat(wide.destinationPort()).isEqualTo(0x1581);
        assertThat(wide.sourcePort()).isEqualTo(0x23F0);
        assertThat(narrow.malformed() || wide.malformed()).isFalse();
    }
}
