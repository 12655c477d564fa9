package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.Outcome;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Receipts, MO and events: early, late, and while the process is killed. */
@Tag("crowd")
class ReceiptIT {
    private static final int DELIVER_WINDOW = 10;

    @TempDir
    Path directory;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    @Tag("C62")
    @Tag("D-01")
    void receipts_that_come_before_the_answer_find_their_message() throws Exception {
        early(500, "0ms", "20ms", "500ms", "2s");
    }

    @Test
    @Tag("long")
    @Tag("D-01")
    void a_hundred_thousand_receipts_that_come_before_the_answer_find_their_message() throws Exception {
        early(40_000, "0ms", "20ms", "500ms", "2s", "5s");
    }

    /** Half of the messages ask for a receipt. */
    private void early(int each, String... leads) throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a"))) {
            Child child = bed.with("smsc.a.window", "1000")
                    .with("smsc.a.senders", "2")
                    .start();
            int from = 1;
            for (String lead : leads) {
                bed.sim.first().set("receipt-lead", lead);
                // On the bind that submitted, and on another one, whose reading thread may be ahead.
                bed.sim.first().set("receipt-bind", from % 1000 == 1 ? "other" : "same");
                for (int batch = 0; batch < each; batch += 500) {
                    assertThat(bed.platform.post(child.httpPort(), from, 500)).isTrue();
                    from += 500;
                }
                bed.awaitSubmits(from - 1, Duration.ofMinutes(5));
            }
            Ledger ledger = bed.settled(Duration.ofSeconds(60));
            bed.report("D-01, receipts early by " + String.join(", ", leads), ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(ledger.failed()).isEmpty();
        }
    }

    @Test
    @Tag("C75")
    @Tag("D-08")
    void receipts_and_mo_survive_kills_until_the_platform_has_taken_them_under_one_id() throws Exception {
        int kills = 3;
        int messages = 1000;
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("receipt-after", "50ms..1500ms"))) {
            bed.hook.answer(503);
            Child child = bed.start();
            for (int i = 0; i < messages; i += 500) {
                assertThat(bed.platform.post(child.httpPort(), 1 + i, 500)).isTrue();
            }
            for (int i = 0; i < kills; i++) {
                for (int mo = 0; mo < 50; mo++) {
                    bed.sim.first().sendMo("46709999999", "72404", "answer " + (i * 50 + mo));
                }
                long acked = bed.sim.report().get(0).receipts().acked() + 20 + random.nextInt(60);
                Awaitility.await()
                        .atMost(Duration.ofSeconds(5))
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> bed.sim.report().get(0).receipts().acked() >= Math.min(acked, messages / 2));
                child.kill();
                child = bed.start();
            }
            bed.awaitSubmits(messages, Duration.ofSeconds(20));
            bed.hook.answer(200);
            Ledger ledger = bed.settled(Duration.ofSeconds(30));
            bed.report("C75, " + kills + " kills, seed " + seed, ledger);
            assertThat(ledger.isSound()).as("seed %d: %s", seed, ledger).isTrue();
            assertThat(ledger.failed()).isEmpty();
            Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                Map<String, Set<String>> ids = inbound(bed);
                assertThat(ids).hasSize(kills * 50);
                assertThat(ids.values().stream().mapToInt(Set::size).sum())
                        .isLessThanOrEqualTo(kills * (50 + DELIVER_WINDOW));
            });
        }
    }

    /** One kill, and a receipt in each gap for certain, as whoever should go on is held there. */
    @Test
    @Tag("C75")
    @Tag("D-08")
    void receipts_outlive_a_kill_in_each_gap_of_their_way_and_are_told_under_one_id() throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("receipts", "never"))) {
            SimulatedPort smsc = bed.sim.first();
            Child child = bed.start();
            assertThat(bed.platform.post(child.httpPort(), List.of(2, 4, 6))).isTrue();
            Awaitility.await().until(() -> bed.submits().get(0).size() == 3);
            Map<Integer, ReceivedSubmit> sent = new TreeMap<>();
            bed.submits().get(0).forEach(submit -> sent.put(Numbered.of(submit.text()), submit));

            // Between deliver_sm_resp and the webhook's answer.
            bed.hook.hold(true);
            smsc.sendReceipt(sent.get(6), Outcome.DELIVRD);
            awaitAcked(smsc, 1);
            Awaitility.await().until(() -> !told(bed, 6).isEmpty());

            // Between deliver_sm and deliver_sm_resp: it is on disk, the answer is on its way, and the SMSC never hears
            // it.
            child.pause();
            smsc.sendReceipt(sent.get(4), Outcome.DELIVRD);
            smsc.stopAnswering();
            child.resume();
            Awaitility.await().until(() -> !told(bed, 4).isEmpty());

            // The same gap, earlier: it is sent, and not read.
            child.pause();
            smsc.answerAgain();
            smsc.sendReceipt(sent.get(2), Outcome.DELIVRD);
            assertThat(told(bed, 2)).isEmpty();
            assertThat(smsc.report().receipts().acked()).isEqualTo(1);
            assertThat(smsc.report().receipts().sent()).isEqualTo(3);

            child.kill();
            bed.hook.hold(false);
            bed.start();
            awaitAcked(smsc, 3);

            Ledger ledger = bed.settled(Duration.ofSeconds(20));
            bed.report("C75, a kill in each gap", ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(ledger.failed()).isEmpty();
            for (int n : List.of(2, 4, 6)) {
                assertThat(told(bed, n))
                        .as("message %d", n)
                        .extracting(Hook.Seen::id)
                        .containsOnly(told(bed, n).get(0).id());
                assertThat(told(bed, n))
                        .as("message %d", n)
                        .filteredOn(Hook.Seen::taken)
                        .hasSize(1);
            }
            assertThat(told(bed, 4)).as("told before the kill and after it").hasSizeGreaterThan(1);
            assertThat(told(bed, 6)).as("told before the kill and after it").hasSizeGreaterThan(1);
        }
    }

    private static void awaitAcked(SimulatedPort smsc, long count) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> smsc.report().receipts().acked() == count);
    }

    private static List<Hook.Seen> told(Bed bed, int n) {
        String id = bed.callers.accepted().get(n);
        return bed.hook.seen().stream()
                .filter(seen -> seen.messageId().equals(id))
                .toList();
    }

    /** Event ids of taken MO by their text. */
    private static Map<String, Set<String>> inbound(Bed bed) {
        Map<String, Set<String>> ids = new TreeMap<>();
        for (Hook.Seen seen : bed.hook.seen()) {
            if (seen.taken() && seen.event().get("type").asText().equals("message.inbound")) {
                ids.computeIfAbsent(seen.event().get("text").asText(), text -> new TreeSet<>())
                        .add(seen.id());
            }
        }
        return ids;
    }

    @Test
    @Tag("D-08")
    void events_that_wait_for_the_platform_survive_kills_and_repeat_once_a_kill_at_most() throws Exception {
        waiting(2_000, 3);
    }

    @Test
    @Tag("long")
    @Tag("D-08")
    void ten_thousand_events_that_wait_survive_kills_and_repeat_once_a_kill_at_most() throws Exception {
        waiting(20_000, 5);
    }

    private void waiting(int messages, int kills) throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("receipt-after", "1ms"))) {
            bed.hook.answer(503);
            Child child = bed.start();
            for (int i = 0; i < messages; i += 500) {
                assertThat(bed.platform.post(child.httpPort(), 1 + i, 500)).isTrue();
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> bed.sim.report().get(0).receipts().acked() == messages / 2);
            bed.hook.answer(200);
            for (int i = 0; i < kills; i++) {
                int taken = bed.hook.taken() + 50;
                Awaitility.await()
                        .atMost(Duration.ofSeconds(20))
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> bed.hook.taken() >= Math.min(taken, messages / 2));
                child.kill();
                child = bed.start();
            }
            Ledger ledger = bed.settled(Duration.ofSeconds(30));
            Map<String, Integer> taken = new HashMap<>();
            bed.hook.seen().stream().filter(Hook.Seen::taken).forEach(seen -> taken.merge(seen.id(), 1, Integer::sum));
            int most = taken.values().stream().mapToInt(n -> n).max().orElse(0);
            int repeats = taken.values().stream().mapToInt(n -> n - 1).sum();
            bed.report(
                    "D-08, " + kills + " kills, " + repeats + " events repeated, one at most " + most + " times",
                    ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(most).isLessThanOrEqualTo(1 + kills);
        }
    }
}
