package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.simulator.PortReport;
import io.smppbridge.simulator.ReceivedSubmit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Subscribers write more than anybody reads, over the very bind that submits. */
@Timeout(300)
class MoFloodIT {
    private static final int RATE = 400;

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
                        .recording(100_000));
        try (CarrierBed bed = plan.start().bound();
                Stalls stalls = new Stalls(bed.simulator)) {
            bed.send(messages, 0);
            bed.awaitArrived(messages, time.plusSeconds(60));
            double alone = rate(bed, 0, messages);
            bed.port(0).set("mo-rate", "5000");
            bed.send(messages, 0);
            bed.awaitArrived(2L * messages, time.plusSeconds(120));
            PortReport report = bed.port(0).report();
            bed.port(0).set("mo-rate", "0");
            double beside = rate(bed, messages, messages);
            double flood = report.mo().acked() / (messages / beside);
            System.out.printf(
                    "C-08 %s: %.1f/s alone, %.1f/s beside %.0f MO/s taken, %d refused for now%n",
                    kind, alone, beside, flood, report.mo().refused());
            assertThat(report.sessions().total())
                    .as("binds made: no false timeout")
                    .isEqualTo(1);
            assertThat(report.submits().total()).as("each came once").isEqualTo(2L * messages);
            assertThat(bed.port(0).submits())
                    .extracting(ReceivedSubmit::messageId)
                    .doesNotHaveDuplicates();
            stalls.figures(() -> {
                assertThat(beside).isGreaterThanOrEqualTo(0.9 * alone);
                assertThat(flood).as("MO taken in a second").isGreaterThan(1_000);
            });
            Tried.times(messages)
                    .faults(report.mo().acked())
                    .lost(2L * messages - report.submits().total())
                    .doubled(0)
                    .note(String.format("%s: %.0f/s beside %.0f MO/s, %.0f/s without", kind, beside, flood, alone))
                    .tell(reporter);
        }
    }

    private static double rate(CarrierBed bed, int from, int count) {
        long[] arrivals = CarrierBed.arrivals(bed.port(0));
        return (count - 1) * 1e9 / (arrivals[from + count - 1] - arrivals[from]);
    }
}
