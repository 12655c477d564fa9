package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.simulator.ReceivedSubmit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
            assertThat(bed.bridge.middleWare().send(list).get(10, TimeUnit.SECONDS))
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
}
