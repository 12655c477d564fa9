package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.smppbridge.Address;
import io.smppbridge.connector.Submission;
import io.smppbridge.pdulog.PduTap;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SubmitSideTest {
    /** Of what comes after the wrap at 0x7FFFFFFF. */
    private final Iterator<Integer> numbers = List.of(7, 7, 7, 8, 7).iterator();

    private final SubmitSide side = new SubmitSide(
            "smpp-a-1",
            Accounts.at(2775),
            numbers::next,
            new WireComposer(),
            new SubmitSide.Out(new Cork(), new PduTrace("a"), PduTap.NONE.link("smpp-a-1")));

    @Test
    @Tag("C07")
    void a_number_that_awaits_its_answer_is_not_given_again_before() {
        Submission message = new Submission();
        message.from = Address.of("Acme");
        message.to = Address.of("+46701234567");
        message.octets = new byte[] {'x'};
        assertThat(side.nextSequence()).isEqualTo(7);
        assertThat(side.compose(7, message)).isZero();
        assertTimeoutPreemptively(
                Duration.ofSeconds(10), () -> assertThat(side.nextSequence()).isEqualTo(8));
        side.answered(7);
        assertThat(side.nextSequence()).isEqualTo(7);
    }
}
