package io.smppbridge.receipts;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.CarrierReport;
import io.smppbridge.receipts.EarlyReceipts.Parked;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C62")
class EarlyReceiptsTest {
    private Instant now = Instant.parse("2026-11-20T12:00:00Z");
    private final EarlyReceipts early = new EarlyReceipts(Duration.ofSeconds(60), 3, () -> now);

    private static SmscReceipt receipt(ReceiptState state) {
        return new SmscReceipt("1", "1", state, CarrierReport.NONE, false, false);
    }

    private List<Long> ids(List<Parked> parked) {
        return parked.stream().map(Parked::eventId).toList();
    }

    @Test
    void a_receipt_waits_for_its_answer_and_is_given_once() {
        assertThat(early.park(1, 0, "4711", receipt(ReceiptState.DELIVERED))).isEmpty();
        now = now.plusSeconds(10);
        assertThat(early.claim(0, "4712")).isEmpty();
        assertThat(ids(early.claim(0, "4711"))).containsExactly(1L);
        assertThat(early.claim(0, "4711")).isEmpty();
        assertThat(early.size()).isZero();
    }

    @Test
    void several_receipts_of_one_message_come_out_in_order() {
        early.park(1, 0, "4711", receipt(ReceiptState.ENROUTE));
        early.park(2, 0, "4711", receipt(ReceiptState.DELIVERED));
        assertThat(ids(early.claim(0, "4711"))).containsExactly(1L, 2L);
    }

    @Test
    @Tag("C64")
    void two_smscs_with_the_same_id_never_mix() {
        early.park(1, 0, "4711", receipt(ReceiptState.DELIVERED));
        assertThat(early.claim(1, "4711")).isEmpty();
        assertThat(early.size()).isOne();
    }

    @Test
    void the_oldest_makes_room_when_it_is_full() {
        early.park(1, 0, "a", receipt(ReceiptState.DELIVERED));
        early.park(2, 0, "b", receipt(ReceiptState.DELIVERED));
        early.park(3, 0, "a", receipt(ReceiptState.DELIVERED));
        assertThat(early.park(4, 0, "c", receipt(ReceiptState.DELIVERED)).map(Parked::eventId))
                .contains(1L);
        assertThat(early.size()).isEqualTo(3);
        assertThat(ids(early.claim(0, "a"))).containsExactly(3L);
    }

    @Test
    void where_the_clock_is_set_back_one_waits_as_long_as_ever_and_none_behind_it_longer() {
        early.park(1, 0, "a", receipt(ReceiptState.DELIVERED));
        now = now.plusSeconds(30);
        assertThat(early.expired()).isEmpty();
        now = now.minus(Duration.ofDays(1));
        assertThat(early.expired()).isEmpty();
        early.park(2, 0, "b", receipt(ReceiptState.DELIVERED));
        now = now.plusSeconds(59);
        assertThat(early.expired()).isEmpty();
        now = now.plusSeconds(1);
        assertThat(ids(early.expired())).containsExactly(1L, 2L);
    }

    @Test
    void one_whose_time_is_over_comes_out_unmatched() {
        early.park(1, 0, "a", receipt(ReceiptState.DELIVERED));
        now = now.plusSeconds(30);
        early.park(2, 0, "b", receipt(ReceiptState.DELIVERED));
        now = now.plusSeconds(29);
        assertThat(early.expired()).isEmpty();
        now = now.plusSeconds(1);
        assertThat(ids(early.expired())).containsExactly(1L);
        assertThat(early.claim(0, "a")).isEmpty();
        assertThat(ids(early.claim(0, "b"))).containsExactly(2L);
        assertThat(early.expired()).isEmpty();
    }

    @Test
    void every_receipt_comes_out_exactly_once() {
        Random random = new Random(41);
        List<Long> out = new ArrayList<>();
        for (long event = 0; event < 50_000; event++) {
            now = now.plusSeconds(random.nextInt(40));
            early.park(event, random.nextInt(2), "" + random.nextInt(4), receipt(ReceiptState.DELIVERED))
                    .ifPresent(parked -> out.add(parked.eventId()));
            out.addAll(ids(early.claim(random.nextInt(2), "" + random.nextInt(4))));
            out.addAll(ids(early.expired()));
        }
        now = now.plusSeconds(60);
        out.addAll(ids(early.expired()));
        assertThat(out).as("seed 41").hasSize(50_000).doesNotHaveDuplicates();
        assertThat(early.size()).isZero();
    }
}
