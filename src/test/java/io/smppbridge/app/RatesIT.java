package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.simulator.PortReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates as the carriers see them: never above the contract, and no less than it when there is work. */
@Timeout(600)
@Tag("waits")
class RatesIT {
    private static final double[] RATES = {0.2, 1, 5, 10, 100, 1000};

    @TempDir
    Path directory;

    @Test
    @Tag("S1.14")
    @Tag("C36")
    void carriers_of_all_rates_are_served_side_by_side_each_at_its_own() throws Exception {
        Stalls.measure(attempt -> sideBySide(6, attempt));
    }

    @Test
    @Tag("S1.14")
    @Tag("C36")
    @Tag("C37")
    @Tag("long")
    void carriers_of_all_rates_are_served_side_by_side_for_a_minute() throws Exception {
        Stalls.measure(attempt -> sideBySide(60, attempt));
    }

    private void sideBySide(int seconds, int attempt) throws Exception {
        Path fresh = fresh(attempt);
        CarrierBed.Plan plan =
                Written.noted(CarrierBed.with(fresh, RATES.length), fresh).node("journal.segment-size", "16M");
        long[] arrived = new long[RATES.length];
        long[] written = new long[RATES.length];
        for (int smsc = 0; smsc < RATES.length; smsc++) {
            plan.of(smsc, "rate", Double.toString(RATES[smsc])).of(smsc, "bag", "100000");
        }
        try (CarrierBed bed = plan.start().bound();
                Stalls stalls = new Stalls(bed.simulator)) {
            for (int smsc = 0; smsc < RATES.length; smsc++) {
                bed.send((int) (RATES[smsc] * seconds * 1.2) + 2, smsc);
            }
            runFor(bed, 5, 1000, seconds);
            for (int smsc = 0; smsc < RATES.length; smsc++) {
                PortReport.Submits submits = bed.port(smsc).report().submits();
                double rate = RATES[smsc];
                arrived[smsc] = submits.total();
                long[] arrivals = CarrierBed.arrivals(bed.port(smsc));
                double average = arrivals.length < 2 ? 0 : (arrivals.length - 1) / CarrierBed.seconds(arrivals);
                System.out.printf(
                        "S1.14: %s/s: %d in %d s, %.2f/s, at most %d in any second%n",
                        rate, submits.total(), seconds, average, submits.mostInAnySecond());
                stalls.figures(() -> {
                    assertThat((long) submits.mostInAnySecond()).isLessThanOrEqualTo(stalls.most(rate));
                    if (average > 0) {
                        assertThat(average)
                                .as("of " + rate + "/s")
                                .isGreaterThanOrEqualTo((seconds < 60 ? 0.98 : 0.99) * rate * stalls.share(seconds));
                    }
                });
            }
            assertThat(bed.arrived(0)).isBetween(1L, 1L + seconds / 5);
        } finally {
            for (int smsc = 0; smsc < RATES.length; smsc++) {
                written[smsc] = Written.assertAtMost((int) Math.ceil(RATES[smsc]), fresh, "s" + smsc);
            }
        }
        for (int smsc = 0; smsc < RATES.length; smsc++) {
            assertThat(written[smsc]).isGreaterThanOrEqualTo(arrived[smsc]);
        }
    }

    @Test
    @Tag("C36")
    @Tag("C37")
    @Tag("C-19")
    void three_binds_share_a_rate_of_100_and_use_99_percent_of_it() throws Exception {
        Stalls.measure(attempt -> threeBinds(10, attempt));
    }

    @Test
    @Tag("C36")
    @Tag("C37")
    @Tag("C-19")
    @Tag("long")
    void three_binds_share_a_rate_of_100_for_a_minute() throws Exception {
        Stalls.measure(attempt -> threeBinds(60, attempt));
    }

    private void threeBinds(int seconds, int attempt) throws Exception {
        int written;
        Path fresh = fresh(attempt);
        CarrierBed.Plan plan = Written.noted(CarrierBed.with(fresh, 1), fresh)
                .each("rate", "100")
                .each("senders", "3")
                .simulator(config -> config.with("respond-after", "1ms..20ms"));
        try (CarrierBed bed = plan.start().bound();
                Stalls stalls = new Stalls(bed.simulator)) {
            await().until(() -> bed.port(0).bindsNow() == 3);
            bed.send(100 * seconds + 300, 0);
            runFor(bed, 0, 100, seconds);
            long[] arrivals = CarrierBed.arrivals(bed.port(0));
            long inTime = Arrays.stream(arrivals)
                    .filter(nanos -> nanos - arrivals[0] < seconds * 1_000_000_000L)
                    .count();
            PortReport report = bed.port(0).report();
            System.out.printf(
                    "C-19: %d in %d s over 3 binds, at most %d in any second; by bind %s%n",
                    inTime,
                    seconds,
                    report.submits().mostInAnySecond(),
                    report.sessions().binds().stream()
                            .map(PortReport.Bound::submits)
                            .toList());
            stalls.figures(() -> {
                assertThat(inTime).isBetween((long) (99 * seconds * stalls.share(seconds)), 100L * seconds);
                assertThat((long) report.submits().mostInAnySecond()).isLessThanOrEqualTo(stalls.most(100));
            });
            assertThat(report.sessions().binds())
                    .allSatisfy(bind -> assertThat(bind.submits()).isPositive());
        } finally {
            written = Written.assertAtMost(100, fresh, "s0");
        }
        assertThat(written).isGreaterThanOrEqualTo(100 * seconds);
    }

    private Path fresh(int attempt) throws IOException {
        return Files.createDirectory(directory.resolve("attempt-" + attempt));
    }

    /** Waits until this SMSC has had work for so long, by its own rate; the backlog is larger. */
    private static void runFor(CarrierBed bed, int smsc, int rate, int seconds) {
        await().atMost(Duration.ofSeconds(seconds * 2L + 10))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> bed.arrived(smsc) > (long) rate * seconds);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 20, 100})
    @Tag("S1.13")
    void the_sum_grows_with_the_number_of_smscs(int smscs) throws Exception {
        Stalls.measure(attempt -> scale(smscs, 3));
    }

    @Test
    @Tag("S1.13")
    @Tag("long")
    void the_whole_curve_to_100_smscs_is_linear() throws Exception {
        for (int smscs : new int[] {1, 2, 5, 10, 20, 50, 100}) {
            Stalls.measure(attempt -> scale(smscs, 10));
        }
    }

    /** Told by when it was written: how soon the simulator's one thread comes to read what 100 SMSCs get says nothing of the bridge. */
    private void scale(int smscs, int seconds) throws Exception {
        Path fresh = Files.createTempDirectory(directory, "scale");
        CarrierBed.Plan plan = Written.noted(CarrierBed.with(fresh, smscs), fresh)
                .overBothTransports()
                .each("rate", "5");
        Stalls stalls;
        try (CarrierBed bed = plan.start().bound();
                Stalls watch = new Stalls(bed.simulator)) {
            stalls = watch;
            bed.send(5 * seconds, bed.all());
            bed.awaitArrived(5L * seconds * smscs, Duration.ofSeconds(seconds + 10L));
        }
        for (int smsc = 0; smsc < smscs; smsc++) {
            assertThat(Written.assertAtMost(5, fresh, "s" + smsc)).isEqualTo(5 * seconds);
        }
        int[] counts = CarrierBed.perSecond(Written.nanosOfAll(fresh));
        System.out.printf("S1.13: %3d SMSCs at 5/s: %s in each second%n", smscs, Arrays.toString(counts));
        stalls.figures(() -> assertThat(counts).hasSize(seconds).containsOnly(5 * smscs));
    }
}
