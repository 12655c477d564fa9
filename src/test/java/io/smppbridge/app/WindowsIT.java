package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Receipt;
import io.smppbridge.simulator.PortReport;
import io.smppbridge.simulator.Silence;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The window as the carriers see it, and what a full one must not hold up. */
@Timeout(90)
@Tag("crowd")
class WindowsIT {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 255})
    @Tag("C16")
    @Tag("S2.8")
    void sixty_four_workers_keep_every_bind_within_its_window_also_when_binds_break(int window) throws Exception {
        int messages = window == 1 ? 3000 : 10_000;
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .each("senders", "64")
                .each("window", Integer.toString(window))
                .each("reconnect-max", "200ms")
                .each("uncertain-wait", "1s") // until then every broken bind is known to be broken
                .each("bunch", "1000")
                .simulator(config -> config.with("window", Integer.toString(window))
                        .with("respond-after", "5ms..40ms")
                        .with("receipts", "never"));
        try (CarrierBed bed = plan.start()) {
            bed.audit.mayDouble(64 * window, "each of 64 binds is lost once");
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.port(0).bindsNow() == 64);
            bed.send(messages, 0);
            bed.awaitArrived(messages / 3, Duration.ofSeconds(30));
            bed.port(0).dropAllBinds();
            await().atMost(Duration.ofSeconds(40))
                    .until(() -> bed.port(0).submits().stream()
                                    .map(submit -> submit.destination().address())
                                    .distinct()
                                    .count()
                            == messages);
            await().atMost(Duration.ofSeconds(20)) // all messages may be there before the first bind is made anew
                    .until(() -> bed.port(0).report().sessions().total() >= 65);
            PortReport report = bed.port(0).report();
            System.out.printf(
                    "C16: window %d, 64 binds, broken once: %d submits, at most %d unanswered on a bind%n",
                    window, report.submits().total(), report.submits().mostUnanswered());
            assertThat(report.submits().windowViolations()).isZero();
            assertThat(report.submits().mostUnanswered()).isLessThanOrEqualTo(window);
        }
    }

    @Test
    @Tag("C17")
    @Tag("C-05")
    void an_smsc_that_stops_answering_submits_keeps_its_link_alive_and_slows_no_other() throws Exception {
        Stalls.measure(this::silentNeighbour);
    }

    private void silentNeighbour(int attempt) throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(java.nio.file.Files.createDirectory(directory.resolve("a" + attempt)), 2)
                .of(0, "enquire-link", "1s")
                .of(0, "window", "10")
                .of(1, "rate", "100");
        try (CarrierBed bed = plan.start().bound();
                Stalls stalls = new Stalls(bed.simulator)) {
            bed.port(0).silence(Silence.SUBMITS);
            bed.send(500, bed.all());
            bed.port(0).sendMo("46709999999", "72404", "STOP");
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.arrived(1) == 500);
            long[] arrivals = CarrierBed.arrivals(bed.port(1));
            PortReport silent = bed.port(0).report();
            System.out.printf(
                    "C17: %d without an answer at the silent SMSC, %d enquire_link answered; its neighbour %.1f/s%n",
                    silent.submits().total(), silent.sessions().enquireLinks(), 499 / CarrierBed.seconds(arrivals));
            assertThat(silent.submits().total()).isEqualTo(10);
            assertThat(silent.sessions().enquireLinks()).isGreaterThanOrEqualTo(3);
            assertThat(silent.sessions().total()).as("binds made").isEqualTo(1);
            assertThat(silent.mo().acked()).isEqualTo(1);
            assertThat(bed.inbound).hasSize(1);
            stalls.figures(() -> assertThat(499 / CarrierBed.seconds(arrivals)).isGreaterThanOrEqualTo(99));
            await().atMost(Duration.ofSeconds(10)).until(() -> bed.receipts.size() == 500);
            assertThat(bed.receipts).extracting(Receipt::smsc).containsOnly("s1");
        }
    }
}
