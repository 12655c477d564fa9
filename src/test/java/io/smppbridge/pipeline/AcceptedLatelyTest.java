package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AcceptedLatelyTest {
    private final AcceptedLately lately = new AcceptedLately();

    private static OutboundSms to(String number, ReceiptWish wish) {
        return OutboundSms.to(number).text("hello").receipt(wish).build();
    }

    /** All that are looked at, the last one first. */
    private List<Long> to(String number) {
        List<Long> found = new ArrayList<>();
        assertThat(lately.isAnyTo(number, message -> !found.add(message))).isFalse();
        return found;
    }

    @Test
    @Tag("C65")
    void finds_those_to_a_number_and_to_its_national_form_that_asked_for_a_receipt() {
        lately.note(1, to("+46701234567", ReceiptWish.FINAL));
        lately.note(2, to("+46701234568", ReceiptWish.FINAL));
        lately.note(3, to("+46701234567", ReceiptWish.NONE));
        lately.note(4, to("0701234567", ReceiptWish.FINAL));
        assertThat(to("46701234567")).containsExactly(4L, 1L);
        assertThat(to("46701234569")).isEmpty();
        assertThat(lately.isAnyTo("46701234567", message -> message == 1)).isTrue();
    }

    @Test
    @Tag("C65")
    void what_is_longer_ago_is_forgotten_however_often_its_place_was_taken() {
        lately.note(1, to("+46701234567", ReceiptWish.FINAL));
        for (int i = 0; i < AcceptedLately.MOST - 1; i++) {
            lately.note(2 + i, to("+4670" + (2_000_000 + i % 10_000), ReceiptWish.FINAL));
        }
        assertThat(to("+46701234567")).containsExactly(1L);
        lately.note(99, to("+46702000001", ReceiptWish.FINAL));
        assertThat(to("+46701234567")).isEmpty();
        for (int i = 0; i < 2 * AcceptedLately.MOST; i++) {
            lately.note(1_000_000 + i, to("+46701234567", ReceiptWish.FINAL));
        }
        assertThat(to("+46701234567")).hasSize(AcceptedLately.MOST);
        assertThat(to("+46702000001")).isEmpty();
    }
}
