package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More waits than usual. */
class PressureIT {
    @TempDir
    Path directory;

    @Test
    @Tag("C84")
    @Tag("S2.19")
    void fifty_thousand_waiting_messages_are_back_within_seconds_and_go_out_in_order() throws Exception {
        restart(50_000, Duration.ofSeconds(10), Duration.ofSeconds(10));
    }

    @Test
    @Tag("long")
    @Tag("C84")
    @Tag("A-10")
    @Tag("S2.19")
    void a_million_waiting_messages_are_back_within_ten_seconds_and_go_out_in_order() throws Exception {
        restart(1_000_000, Duration.ofSeconds(10), Duration.ofSeconds(5));
    }

    /**
     * Time in which the bridge could have run, and others had the processors, is not the bridge's.
     *
     * @param within the process accepts messages again
     * @param firstWithin the first submit_sm is at the SMSC
     */
    private void restart(int count, Duration within, Duration firstWithin) throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("receipts", "never"))) {
            bed.sim.first().stopListening();
            bed.with("smsc.a.bag", "2000000")
                    .with("smsc.a.window", "500")
                    .with("journal.segment-size", "16M")
                    .with("pipeline.client-refs", "2000000")
                    .jvm("-Xmx1g");
            Child first = bed.start();
            for (int from = 1; from <= count; from += 1000) {
                assertThat(bed.platform.post(first.httpPort(), from, 1000))
                        .as("from %d: %s", from, first.log())
                        .isTrue();
            }
            first.kill();
            bed.sim.first().listen();
            long start = System.nanoTime();
            Child second = bed.start();
            assertThat(bed.platform.post(second.httpPort(), count + 1, 1)).isTrue();
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            Duration elsewhere = second.waitedForProcessor();
            bed.awaitSubmits(count + 1, Duration.ofMinutes(5));
            Ledger ledger = bed.ledger();
            Duration sent = Duration.ofNanos(bed.sim.first().submits().get(0).nanos() - start);
            bed.report(
                    "C84, " + count + " waiting, accepting after " + took.toMillis() + " ms, of which "
                            + elsewhere.toMillis() + " ms waiting for a processor, first submit_sm after "
                            + sent.toMillis() + " ms",
                    ledger);
            assertThat(took.minus(elsewhere)).isLessThan(within);
            assertThat(sent.minus(elsewhere)).isLessThanOrEqualTo(firstWithin);
            assertThat(ledger.lost()).isEmpty();
            assertThat(ledger.dup()).isZero();
            assertThat(ledger.phantom()).isEmpty();
            assertThat(ledger.orderBreaks()).isZero();
        }
    }

    @Test
    @Tag("C88")
    void a_full_bag_refuses_in_words_and_discards_nothing() throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("receipt-after", "1ms"))) {
            Child child = bed.with("smsc.a.bag", "500")
                    .with("smsc.a.rate", "200/s")
                    .with("smsc.a.window", "20")
                    // Slower answers would leave less to refuse.
                    .with("pipeline.slow-answers", "0s")
                    .start();
            for (int from = 1; from <= 2000; from += 100) {
                bed.platform.post(child.httpPort(), from, 100);
            }
            Map<Integer, String> refused = bed.callers.refused();
            Ledger ledger = bed.settled(Duration.ofSeconds(20));
            bed.awaitSubmits(ledger.accepted(), Duration.ofSeconds(20));
            ledger = bed.settled(Duration.ofSeconds(10));
            bed.report("C88, " + refused.size() + " refused", ledger);
            assertThat(refused).hasSizeGreaterThan(500);
            assertThat(refused.values()).allMatch(why -> why.contains("429") && why.contains("is full"));
            assertThat(ledger.accepted() + refused.size()).isEqualTo(2000);
            assertThat(ledger.received()).isEqualTo(ledger.accepted());
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
        }
    }
}
