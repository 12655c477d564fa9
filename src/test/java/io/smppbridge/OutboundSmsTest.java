package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;

class OutboundSmsTest {
    @Test
    void a_number_or_a_text_that_is_null_is_named() {
        assertThatNullPointerException()
                .isThrownBy(() -> OutboundSms.of(null, "Hello"))
                .withMessage("number is null");
        assertThatNullPointerException()
                .isThrownBy(() -> OutboundSms.of("+46701234567", null))
                .withMessage("text is null");
    }
}
