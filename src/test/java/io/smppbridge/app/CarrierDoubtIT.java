package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.Tried;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.simulator.PortReport;
import io.smppbridge.stats.SmscStats;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** SMSCs that do not answer, or answer that it is too fast, as they see the bridge. */
@Tag("crowd")
@Timeout(200)
class CarrierDoubtIT {
    private static final int MESSAGES = 20;

    @TempDir
    Path directory;

    /** It takes each message, never answers, and sends the receipt when the bind has been made anew. */
    @ParameterizedTest
    @EnumSource
    @Tag("C18")
    @Tag("C21")
    @Tag("C62")
    void messages_whose_answers_are_lost_are_settled_by_their_receipts_and_sent_once(TransportKind kind)
            throws Exception {
        assertSettledByReceipts(kind, "resend");
    }

    @ParameterizedTest
    @EnumSource
    @Tag("C18")
    @Tag("C20")
    void so_are_those_that_are_never_sent_again(TransportKind kind) throws Exception {
        assertSettledByReceipts(kind, "never");
    }

    private void assertSettledByReceipts(TransportKind kind, String policy) throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .over(kind)
                .each("answer-within", "200ms")
                .each("answer-timers", "2")
                .each("window", "50")
                .each("uncertain", policy)
                .each("uncertain-wait", "20s")
                .simulator(config -> config.with("drop-every", "1").with("receipt-after", "1s"))
                .start()
                .bound()) {
            List<OutboundSms> list = new ArrayList<>();
            for (int i = 0; i < MESSAGES; i++) {
                list.add(OutboundSms.to(CarrierBed.prefix(0) + (10_000 + i))
                        .from("Acme")
                        .text("Your code is " + (1_000 + i))
                        .receipt(ReceiptWish.FINAL)
                        .build());
            }
            bed.middleWare().send(list).get(5, TimeUnit.SECONDS);
            await().atMost(Duration.ofSeconds(15)).until(() -> bed.receipts.size() >= MESSAGES);
            assertThat(bed.receipts).extracting(Receipt::state).containsOnly(MessageState.DELIVERED);
            assertThat(bed.receipts).extracting(Receipt::message).doesNotHaveDuplicates();
            assertThat(bed.port(0).report().submits().total()).isEqualTo(MESSAGES);
            assertThat(bed.bridge.stats().smsc("s0").settledLate.sum()).isEqualTo(MESSAGES);
        }
    }

    /** The same as below with forty times the rates: as many refusals, in less time. */
    @Test
    @Tag("C38")
    void a_bridge_set_four_times_too_fast_settles_below_what_the_smsc_allows() throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .each("rate", "800/s")
                .each("window", "50")
                .each("throttle-min", "100ms")
                .each("throttle-max", "500ms")
                .simulator(config -> config.with("rate", "200"))
                .start()
                .bound()) {
            bed.send(5_000, 0);
            await().atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> bed.bridge.stats().smsc("s0").effectiveRate < 205);
            PortReport.Submits from = bed.port(0).report().submits();
            assertThat(from.throttled()).isPositive();
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.arrived(0) >= from.total() + 200);
            PortReport.Submits until = bed.port(0).report().submits();
            long more = until.total() - from.total();
            // Those on their way when it was cut for the last time may still be refused.
            assertThat(until.throttled() - from.throttled()).isLessThanOrEqualTo(50 + more / 50);
            assertThat(until.accepted() - from.accepted()).isGreaterThan(more / 2);
            assertThat(bed.bridge.stats().smsc("s0").effectiveRate).isBetween(80.0, 210.0);
        }
    }

    /** Three in ten however slow the bridge is, so that it ends at a fiftieth of its rate. */
    @Test
    @Tag("C-10")
    void where_three_in_ten_are_throttled_the_rate_adapts_within_ten_seconds_and_all_end_well(TestReporter reporter)
            throws Exception {
        int messages = 300;
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .each("rate", "2000/s")
                .each("window", "20")
                .each("throttle-min", "10ms")
                .each("throttle-max", "20ms")
                .simulator(config -> config.with("fail-share", "30").with("fail-status", "RTHROTTLED"))
                .start()
                .bound()) {
            SmscStats stats = bed.bridge.stats().smsc("s0");
            bed.send(messages, 0);
            long start = System.nanoTime();
            await().atMost(Duration.ofSeconds(10))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> stats.effectiveRate < 1_000);
            long adaptedMs = (System.nanoTime() - start) / 1_000_000;
            await().atMost(Duration.ofSeconds(100)).until(() -> bed.receipts.size() >= messages);
            PortReport.Submits submits = bed.port(0).report().submits();
            assertThat(bed.receipts).extracting(Receipt::state).containsOnly(MessageState.DELIVERED);
            assertThat(bed.receipts).extracting(Receipt::message).doesNotHaveDuplicates();
            assertThat(submits.accepted()).isEqualTo(messages);
            assertThat((double) submits.total()).isLessThanOrEqualTo(1.6 * messages);
            Tried.times(messages)
                    .faults(submits.throttled())
                    .lost(messages - bed.receipts.size())
                    .doubled(submits.accepted() - messages)
                    .note(String.format(
                            "%.2f submissions a message, below half the rate after %d ms",
                            (double) submits.total() / messages, adaptedMs))
                    .tell(reporter);
        }
    }

    @Test
    @Tag("C38")
    @Tag("C-10")
    @Tag("long")
    void a_bridge_set_to_twenty_a_second_settles_below_five_and_a_half_where_more_is_refused() throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .each("rate", "20/s")
                .each("window", "10")
                .simulator(config -> config.with("rate", "5"))
                .start()
                .bound()) {
            bed.send(1_000, 0);
            PortReport.Submits[] at = new PortReport.Submits[3];
            for (int i = 0; i < at.length; i++) {
                long until = System.nanoTime() + (i == 2 ? 60 : 30) * 1_000_000_000L;
                await().pollInterval(Duration.ofMillis(200))
                        .atMost(Duration.ofSeconds(90))
                        .until(() -> System.nanoTime() > until);
                at[i] = bed.port(0).report().submits();
            }
            long total = at[2].total() - at[0].total();
            long refused = at[2].throttled() - at[0].throttled();
            System.out.printf("C38: %d submitted, %d refused in 90 s after the first 30%n", total, refused);
            assertThat((double) refused / total).isLessThan(0.02);
            assertThat(total / 90.0).isBetween(3.5, 5.5);
            assertThat(bed.bridge.stats().smsc("s0").effectiveRate).isLessThan(5.5);
        }
    }
}
