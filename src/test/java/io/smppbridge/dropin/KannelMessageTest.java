package io.smppbridge.dropin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.OutboundSms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class KannelMessageTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private static OutboundSms read(String query) throws Exception {
        Parameters fields = new Parameters().addForm("to=46701234567&text=Hi&" + query);
        return new KannelMessage(fields, NOW, List.of()).read().get(0);
    }

    @Test
    void a_validity_counts_from_the_request_on_whatever_is_deferred() throws Exception {
        assertThat(read("validity=60").validity()).isEqualTo(Duration.ofMinutes(60));
        OutboundSms deferred = read("validity=60&deferred=45");
        assertThat(deferred.schedule()).isEqualTo(NOW.plus(Duration.ofMinutes(45)));
        assertThat(deferred.validity()).isEqualTo(Duration.ofMinutes(15));
        assertThat(read("deferred=45").validity()).isZero();
        assertThatThrownBy(() -> read("validity=60&deferred=60"))
                .hasMessage("Validity ends before what Deferred says, rejected");
    }
}
