package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundSms;
import io.smppbridge.Tried;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.simulator.PortReport;
import io.smppbridge.simulator.ReceivedSubmit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Subscribers write more than anybody reads, over the very bind that submits. */
@Timeout(300)
class MoFloodIT {
    private static final int RATE = 400;
    private static final int OFFERED = 5_000;

    @TempDir
    Path directory;

    @Test
    @Tag("C-08")
    void five_thousand_mo_a_second_on_the_bind_that_submits_cost_neither_rate_nor_bind(TestReporter reporter)
            throws Exception {
        Stalls.measure(attempt -> flood(reporter, attempt, TransportKind.NETTY, Duration.ofSeconds(2)));
    }

    @Test
    @Tag("long")
    @Tag("C-08")
    void five_thousand_mo_a_second_for_half_a_minute_cost_neither_rate_nor_bind(TestReporter reporter)
            throws Exception {
        Stalls.measure(attempt -> flood(reporter, attempt, TransportKind.JSMPP, Duration.ofSeconds(30)));
    }

    private void flood(TestReporter reporter, int attempt, TransportKind kind, Duration time) throws Exception {
        int messages = (int) (RATE * time.toSeconds());
        int texts = (int) (OFFERED * (2 * time.toSeconds() + 10));
        Path file = Files.write(
                directory.resolve("mo" + attempt),
                IntStream.range(0, texts)
                        .mapToObj(i -> "46701234567,4670,mo " + i)
                        .toList());
        CarrierBed.Plan plan = CarrierBed.with(Files.createDirectory(directory.resolve("a" + attempt)), 1)
                .over(kind)
                .each("rate", Integer.toString(RATE))
                .each("window", "50")
                .each("receive", "transceiver")
                .each("answer-within", "2s")
                .each("enquire-link", "1s")
                .simulator(config -> config.with("receipts", "never")
                        .with("deliver-window", "500")
                        .with("deliver-queue", "1000000")
                        .with("mo-file", file.toString())
                        .with("mo-rate", "0.001") // so that the file has been read before anything is measured
                        .recording(100_000));
        try (CarrierBed bed = plan.start().bound();
                Stalls stalls = new Stalls(bed.simulator)) {
            bed.send(messages, 0);
            bed.awaitArrived(messages, time.plusSeconds(60));
            double alone = rate(bed, 0, messages);
            long binds = bed.port(0).report().sessions().total();
            bed.port(0).set("mo-rate", Integer.toString(OFFERED));
            bed.send(messages, 0);
            long from = System.nanoTime();
            long acked = bed.port(0).report().mo().acked();
            bed.awaitArrived(2L * messages, time.plusSeconds(120));
            PortReport report = bed.port(0).report();
            double flood = (report.mo().acked() - acked) * 1e9 / (System.nanoTime() - from);
            bed.port(0).set("mo-rate", "0");
            double beside = rate(bed, messages, messages);
            System.out.printf(
                    "C-08 %s: %.1f/s alone, %.1f/s beside %.0f MO/s taken, %d refused for now%n",
                    kind, alone, beside, flood, report.mo().refused());
            assertThat(report.sessions().total())
                    .as("binds made: no false timeout")
                    .isEqualTo(binds);
            assertThat(report.submits().total()).as("each came once").isEqualTo(2L * messages);
            assertThat(bed.port(0).submits())
                    .extracting(ReceivedSubmit::messageId)
                    .doesNotHaveDuplicates();
            Came came = came(bed, texts);
            assertThat(came).isEqualTo(new Came(came.made, 0, 0));
            stalls.figures(() -> {
                assertThat(beside).isGreaterThanOrEqualTo(0.9 * alone);
                assertThat(flood).as("MO taken in a second").isGreaterThanOrEqualTo(0.9 * OFFERED);
            });
            Tried.times(messages)
                    .faults(came.made)
                    .lost(2L * messages - report.submits().total() + came.lost)
                    .doubled(came.doubled)
                    .note(String.format("%s: %.0f/s beside %.0f MO/s, %.0f/s without", kind, beside, flood, alone))
                    .tell(reporter);
        }
    }

    /** How many of the texts that subscribers wrote have not come, and how many have come again. */
    private record Came(long made, long lost, long doubled) {}

    /** Each has a text of its own. */
    private static Came came(CarrierBed bed, int texts) {
        long made = bed.port(0).report().mo().due();
        assertThat(made).as("texts in the file").isBetween(1L, (long) texts);
        await().atMost(Duration.ofSeconds(100))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> bed.port(0).report().mo().acked() >= made && bed.inbound.size() >= made);
        List<String> seen;
        synchronized (bed.inbound) {
            seen = bed.inbound.stream().map(InboundSms::text).toList();
        }
        Set<String> missing =
                IntStream.range(0, (int) made).mapToObj(i -> "mo " + i).collect(Collectors.toSet());
        Set<String> distinct = new HashSet<>(seen);
        missing.removeAll(distinct);
        return new Came(made, missing.size(), seen.size() - distinct.size());
    }

    private static double rate(CarrierBed bed, int from, int count) {
        long[] arrivals = CarrierBed.arrivals(bed.port(0));
        return (count - 1) * 1e9 / (arrivals[from + count - 1] - arrivals[from]);
    }
}
