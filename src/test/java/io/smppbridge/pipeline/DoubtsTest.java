package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is remembered of lost answers. */
class DoubtsTest {
    private static final OutboundSms SMS =
            OutboundSms.to("46701234567").text("hello").build();
    private static final Address TO = SMS.to();

    private final Doubts doubts = new Doubts();

    private static Doubt of(long message, int part) {
        return Doubt.of(message, part, SMS, SMS.text(), List.of(), 0);
    }

    /** Each was compared with all others to its number, on the journal's thread: a minute for these. */
    @Test
    @Timeout(20)
    void very_many_to_one_number_hold_nobody_up() {
        for (int message = 1; message <= 110_000; message++) {
            doubts.add(1, TO, of(message, 0));
        }
        assertThat(doubts.size()).isEqualTo(100_000);
        assertThat(doubts.hasRoom()).isFalse();
        assertThat(doubts.to(1, TO)).hasSize(100_000);
        doubts.removeIf(doubt -> doubt.message() > 1);
        assertThat(doubts.size()).isEqualTo(1);
    }

    @Test
    void a_part_is_noted_once_for_each_smsc_and_again_when_it_was_removed() {
        doubts.add(1, TO, of(1, 0));
        doubts.add(1, TO, of(1, 0));
        doubts.add(1, TO, of(1, 1));
        doubts.add(2, TO, of(1, 0));
        assertThat(doubts.size()).isEqualTo(3);
        assertThat(doubts.to(1, TO)).extracting(Doubt::part).containsExactly(0, 1);
        doubts.remove(1, TO, of(1, 0));
        doubts.remove(1, TO, of(1, 0));
        assertThat(doubts.size()).isEqualTo(2);
        doubts.add(1, TO, of(1, 0));
        assertThat(doubts.to(1, TO)).extracting(Doubt::part).containsExactly(1, 0);
        doubts.removeIf(doubt -> doubt.part() == 0);
        assertThat(doubts.size()).isEqualTo(1);
        assertThat(doubts.to(2, TO)).isEmpty();
        doubts.add(2, TO, of(1, 0));
        assertThat(doubts.to(2, TO)).hasSize(1);
    }
}
