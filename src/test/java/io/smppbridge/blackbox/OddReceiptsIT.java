package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.Outcome;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Receipts that come another way, another time, or more often than one would think. */
@Tag("crowd")
class OddReceiptsIT {
    @TempDir
    Path directory;

    @Test
    @Tag("D-02")
    void receipts_on_another_bind_than_submitted_find_their_messages(TestReporter reporter) throws Exception {
        otherBind(reporter, 1_000);
    }

    @Test
    @Tag("long")
    @Tag("D-02")
    void fifty_thousand_receipts_on_another_bind_than_submitted_find_their_messages(TestReporter reporter)
            throws Exception {
        otherBind(reporter, 50_000);
    }

    /** One SMSC answers on another one of three transceivers, the other one on a receiver of its own. */
    private void otherBind(TestReporter reporter, int messages) throws Exception {
        SimulatorConfig other =
                SimulatorConfig.forTests("a", "b").with("receipt-bind", "other").with("receipt-after", "0ms..20ms");
        try (Bed bed = new Bed(directory, other)) {
            Child child = bed.with("smsc.a.bind", "transceiver")
                    .with("smsc.a.receive", "transceiver")
                    .with("smsc.a.senders", "3")
                    .with("smsc.b.bind", "transmitter")
                    .with("smsc.b.receive", "receiver")
                    .start();
            postAll(bed, child, messages);
            Ledger ledger = bed.settled(Duration.ofSeconds(60));
            long receipts = bed.sim.report().stream()
                    .mapToLong(port -> port.receipts().acked())
                    .sum();
            bed.report("D-02, " + receipts + " receipts on another bind", ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(ledger.failed()).isEmpty();
            assertThat(receipts).isEqualTo(messages / 2);
            ledger.tried(receipts)
                    .note("on another transceiver, and on a receiver beside a transmitter; one node")
                    .tell(reporter);
        }
    }

    @Test
    @Tag("D-04")
    @Tag("C-10")
    void a_receipt_after_throttled_attempts_is_told_once(TestReporter reporter) throws Exception {
        int messages = 400;
        SimulatorConfig throttling =
                SimulatorConfig.forTests("a").with("fail-share", "30").with("fail-status", "RTHROTTLED");
        try (Bed bed = new Bed(directory, throttling)) {
            Child child = bed.with("smsc.a.throttle-min", "10ms")
                    .with("smsc.a.throttle-max", "20ms")
                    .start();
            postAll(bed, child, messages);
            Ledger ledger = bed.settled(Duration.ofSeconds(60));
            long throttled = bed.sim.first().report().submits().throttled();
            bed.report("D-04, " + throttled + " attempts throttled", ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(ledger.failed()).isEmpty();
            assertThat(throttled).isGreaterThan(messages / 10);
            assertThat((double) bed.received()).isLessThanOrEqualTo(1.6 * messages);
            assertThat(told(bed, "DELIVERED").values()).allMatch(times -> times == 1);
            ledger.tried(throttled)
                    .note(String.format(
                            "%.2f submissions a message, throttled before the one that was taken",
                            (double) bed.received() / messages))
                    .tell(reporter);
        }
    }

    @Test
    @Tag("D-05")
    void receipts_that_come_three_times_and_words_of_the_way_after_the_end_make_one_final_event(TestReporter reporter)
            throws Exception {
        int messages = 400;
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("receipt-repeat", "2"))) {
            Child child = bed.start();
            SimulatedPort smsc = bed.sim.first();
            postAll(bed, child, messages);
            assertThat(bed.settled(Duration.ofSeconds(60)).isExact()).isTrue();
            List<ReceivedSubmit> submits = smsc.submits();
            submits.forEach(submit -> smsc.sendReceipt(submit, Outcome.ENROUTE));
            submits.forEach(submit -> smsc.sendReceipt(submit, Outcome.DELIVRD));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> smsc.report().receipts().acked() == messages * 7L / 2);
            Ledger ledger = bed.settled(Duration.ofSeconds(20));
            long acked = smsc.report().receipts().acked();
            bed.report("D-05, " + acked + " receipts", ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(ledger.failed()).isEmpty();
            assertThat(told(bed, "DELIVERED"))
                    .hasSize(messages / 2)
                    .allSatisfy((id, times) -> assertThat(times).isEqualTo(1));
            assertThat(told(bed, "ENROUTE")).as("the state never goes back").isEmpty();
            ledger.tried(acked)
                    .note("three receipts each, then ENROUTE, then DELIVRD again")
                    .tell(reporter);
        }
    }

    @Test
    @Tag("C-20")
    void receipts_dated_1970_and_2099_are_matched_and_end_nothing_by_their_date(TestReporter reporter)
            throws Exception {
        int messages = 300;
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a"))) {
            Child child = bed.start();
            List<String> dates = List.of("7001010000", "9912312359", "0000000000");
            for (int i = 0; i < dates.size(); i++) {
                String date = dates.get(i);
                bed.sim
                        .first()
                        .set(
                                "receipt-text",
                                "id:{id} sub:001 dlvrd:001 submit date:" + date + " done date:" + date
                                        + " stat:{stat} err:000 text:");
                for (int from = 1; from <= messages / 3; from += 50) {
                    assertThat(bed.platform.post(child.httpPort(), i * messages / 3 + from, 50))
                            .isTrue();
                }
                assertThat(bed.settled(Duration.ofSeconds(30)).isExact()).isTrue();
            }
            Ledger ledger = bed.settled(Duration.ofSeconds(30));
            bed.report("C-20", ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(ledger.failed()).isEmpty();
            assertThat(told(bed, "DELIVERED")).hasSize(messages / 2);
            ledger.tried(messages / 2)
                    .note("receipts dated " + String.join(", ", dates))
                    .tell(reporter);
        }
    }

    private static void postAll(Bed bed, Child child, int messages) {
        for (int from = 1; from <= messages; from += 200) {
            assertThat(bed.platform.post(child.httpPort(), from, 200)).isTrue();
        }
    }

    /** How many events that the platform took tell so of each message. */
    private static Map<String, Long> told(Bed bed, String state) {
        return bed.hook.seen().stream()
                .filter(seen -> seen.isState() && seen.taken() && seen.state().equals(state))
                .collect(Collectors.groupingBy(Hook.Seen::messageId, Collectors.counting()));
    }
}
