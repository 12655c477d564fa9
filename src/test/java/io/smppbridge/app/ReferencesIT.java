package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.simulator.ReceivedSubmit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What names the parts of long messages, as an SMSC sees it. */
class ReferencesIT {
    private static final int MESSAGES = 300;

    @TempDir
    Path directory;

    /** One long message as it arrived. */
    private record Arrived(int reference, long firstMs) {}

    private static String text(int number) {
        return String.format("%05d ", number).repeat(40);
    }

    @Test
    @Tag("C55")
    @Tag("C56")
    void of_300_long_messages_to_one_number_no_two_unfinished_ones_bear_the_same_8_bits() throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .each("window", "1000")
                .each("long-message", "udh8")
                .simulator(sim -> sim.with("respond-after", "50ms..400ms").with("receipt-after", "100ms..600ms"))
                .start()
                .bound()) {
            long offsetMs = System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
            List<OutboundSms> list = new ArrayList<>();
            for (int i = 0; i < MESSAGES; i++) {
                list.add(OutboundSms.to(CarrierBed.prefix(0) + "000001")
                        .from("Acme")
                        .text(text(i))
                        .clientRef(Integer.toString(i))
                        .receipt(ReceiptWish.FINAL)
                        .build());
            }
            assertThat(bed.middleWare().send(list).get(10, TimeUnit.SECONDS))
                    .allMatch(outcome -> outcome instanceof Acceptance);
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.receipts.size() == MESSAGES);

            Map<Integer, Arrived> arrived = new HashMap<>();
            for (ReceivedSubmit submit : bed.port(0).submits()) {
                byte[] octets = submit.shortMessage();
                assertThat(submit.esmClass() & 0x40).isEqualTo(0x40);
                assertThat(octets).startsWith(5, 0, 3);
                String[] words = submit.text().split(" ");
                Arrived part = new Arrived(octets[3] & 0xFF, offsetMs + TimeUnit.NANOSECONDS.toMillis(submit.nanos()));
                Arrived first = arrived.putIfAbsent(Integer.parseInt(words[words.length / 2]), part);
                assertThat(first == null ? part.reference() : first.reference()).isEqualTo(part.reference());
            }
            assertThat(arrived).hasSize(MESSAGES);
            Map<String, Receipt> receipts = new HashMap<>();
            bed.receipts.forEach(receipt -> receipts.put(receipt.clientRef(), receipt));
            int again = 0;
            for (int one = 0; one < MESSAGES; one++) {
                for (int other = 0; other < MESSAGES; other++) {
                    Arrived earlier = arrived.get(one);
                    Arrived later = arrived.get(other);
                    if (one != other
                            && earlier.reference() == later.reference()
                            && earlier.firstMs() <= later.firstMs()) {
                        again++;
                        assertThat(later.firstMs())
                                .as("message %d bears what %d has borne", other, one)
                                .isGreaterThanOrEqualTo(
                                        receipts.get(Integer.toString(one)).at().toEpochMilli());
                    }
                }
            }
            assertThat(again).isEqualTo(MESSAGES - 256);
        }
    }

    private static List<OutboundSms> withoutReceipts(int from, int count) {
        List<OutboundSms> list = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            list.add(OutboundSms.to(CarrierBed.prefix(0) + "000001")
                    .from("Acme")
                    .text(text(i))
                    .build());
        }
        return list;
    }

    private static void send(MiddleWare door, List<OutboundSms> list) throws Exception {
        assertThat(door.send(list).get(10, TimeUnit.SECONDS)).allMatch(outcome -> outcome instanceof Acceptance);
    }

    @Test
    @Tag("C55")
    void without_receipts_no_8_bits_come_again_and_what_finds_none_free_goes_with_16_also_after_a_restart()
            throws Exception {
        try (CarrierBed bed =
                CarrierBed.with(directory, 1).each("window", "1000").start().bound()) {
            send(bed.middleWare(), withoutReceipts(0, 280));
            bed.awaitArrived(2 * 280, Duration.ofSeconds(20));
            bed.bridge.close();
            try (Bridge again = Bridge.start(directory.resolve("bridge.properties"))) {
                send(bed.audit.over(again.middleWare()), withoutReceipts(280, 20));
                bed.awaitArrived(2 * MESSAGES, Duration.ofSeconds(20));
            }
            Set<Integer> narrow = new HashSet<>();
            Set<Integer> wide = new HashSet<>();
            for (ReceivedSubmit submit : bed.port(0).submits()) {
                byte[] octets = submit.shortMessage();
                boolean isFirst = octets[octets[0]] == 1;
                if (octets[0] == 5 && isFirst) {
                    assertThat(narrow.add(octets[3] & 0xFF)).isTrue();
                } else if (isFirst) {
                    assertThat(wide.add((octets[3] & 0xFF) << 8 | octets[4] & 0xFF))
                            .isTrue();
                }
            }
            assertThat(narrow).hasSize(256);
            assertThat(wide).hasSize(MESSAGES - 256);
        }
    }

    @Test
    @Tag("C43")
    @Tag("C55")
    @Tag("waits")
    void where_order_matters_later_messages_wait_behind_one_that_waits_for_8_bits() throws Exception {
        Duration life = Duration.ofSeconds(6);
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .each("long-message", "udh8")
                .each("order", "destination")
                .node("pipeline.reference-life", life.toSeconds() + "s")
                .start()
                .bound()) {
            List<OutboundSms> list = withoutReceipts(0, 257);
            for (int i = 257; i < 260; i++) {
                list.add(OutboundSms.to(CarrierBed.prefix(0) + "000001")
                        .from("Acme")
                        .text(String.format("%05d short", i))
                        .build());
            }
            send(bed.middleWare(), list);
            bed.awaitArrived(2 * 257 + 3, Duration.ofSeconds(40));
            List<Integer> order = new ArrayList<>();
            Map<Integer, Long> sentAt = new HashMap<>();
            for (ReceivedSubmit submit : bed.port(0).submits()) {
                byte[] octets = submit.shortMessage();
                if (submit.esmClass() == 0) {
                    order.add(Integer.parseInt(submit.text().substring(0, 5)));
                } else if (octets[5] == 1) {
                    order.add(Integer.parseInt(submit.text().substring(0, 5)));
                    Long before = sentAt.put(octets[3] & 0xFF, submit.nanos());
                    assertThat(before == null ? life.toNanos() : submit.nanos() - before)
                            .isGreaterThanOrEqualTo(life.toNanos());
                }
            }
            assertThat(order).hasSize(260).isSorted();
        }
    }
}
