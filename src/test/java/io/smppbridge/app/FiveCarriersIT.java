package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.simulator.SimulatedPort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The published experiment: five SMSCs that allow five a second each, their sum against one after the other. */
@Timeout(400)
@Tag("waits")
class FiveCarriersIT {
    @TempDir
    Path directory;

    private CarrierBed.Plan five(String name) throws Exception {
        Path fresh = Files.createDirectory(directory.resolve(name));
        return Written.noted(CarrierBed.with(fresh, 5), fresh)
                .each("rate", "5")
                .each("bind", "transmitter")
                .each("receive", "poll")
                .each("poll-every", "1s")
                .each("poll-silence", "200ms");
    }

    @Test
    @Tag("S1.10")
    @Tag("S1.12")
    @Tag("C36")
    void five_smscs_at_five_a_second_take_25_every_second_while_the_receiver_polls_all_five() throws Exception {
        Stalls.measure(this::takeTwentyFive);
    }

    private void takeTwentyFive(int attempt) throws Exception {
        int written;
        try (CarrierBed bed = five("a" + attempt).start().bound();
                Stalls stalls = new Stalls(bed.simulator)) {
            bed.send(50, bed.all());
            for (int mo = 0; mo < 40; mo++) {
                bed.port(mo % 5).sendMo("4673" + (1_000_000 + mo), "72404", "mo " + mo);
            }
            bed.awaitArrived(125, Duration.ofSeconds(15));
            for (int mo = 40; mo < 80; mo++) {
                bed.port(mo % 5).sendMo("4673" + (1_000_000 + mo), "72404", "mo " + mo);
            }
            bed.awaitArrived(250, Duration.ofSeconds(15));

            long[] arrivals = bed.arrivals();
            assertThat(arrivals).hasSize(250);
            System.out.printf(
                    "S1.10: %s in each second, %.2f/s, most per SMSC in any second %s%n",
                    Arrays.toString(CarrierBed.perSecond(arrivals)),
                    250 / CarrierBed.seconds(arrivals),
                    bed.simulator.report().stream()
                            .map(report -> report.submits().mostInAnySecond())
                            .toList());
            stalls.figures(() -> {
                assertThat(CarrierBed.perSecond(arrivals)).hasSize(10).containsOnly(25);
                assertThat(250 / CarrierBed.seconds(arrivals)).isGreaterThanOrEqualTo(25);
                bed.assertAtMostInAnySecond(5);
            });

            await().atMost(Duration.ofSeconds(10)).until(() -> bed.inbound.size() >= 80 && bed.receipts.size() >= 250);
            assertThat(bed.inbound.stream().map(mo -> mo.text()))
                    .doesNotHaveDuplicates()
                    .hasSize(80);
            assertThat(bed.receipts.stream().map(Receipt::message))
                    .doesNotHaveDuplicates()
                    .hasSize(250);
            assertThat(bed.receipts).allMatch(receipt -> receipt.state() == MessageState.DELIVERED);
            assertThat(bed.simulator.report())
                    .extracting(report -> report.mo().acked())
                    .containsOnly(16L);
        } finally {
            written = assertWritten(attempt);
        }
        assertThat(written).isEqualTo(250);
    }

    private int assertWritten(int attempt) throws Exception {
        int written = 0;
        for (int smsc = 0; smsc < 5; smsc++) {
            written += Written.assertAtMost(5, directory.resolve("a" + attempt), "s" + smsc);
        }
        return written;
    }

    @Test
    @Tag("S1.11")
    void five_smscs_at_once_take_a_fifth_of_the_time_of_one_after_the_other() throws Exception {
        Stalls.measure(attempt -> compare(10, attempt));
    }

    @Test
    @Tag("S1.11")
    @Tag("long")
    void the_250_messages_of_the_source_take_a_fifth_of_the_time() throws Exception {
        Stalls.measure(attempt -> compare(50, attempt));
    }

    /** One thread hands the messages of one SMSC over, waits until all have arrived, and goes to the next; then all at once. */
    private void compare(int each, int attempt) throws Exception {
        try (CarrierBed bed = five("a" + attempt).start().bound();
                Stalls stalls = new Stalls(bed.simulator)) {
            long begun = System.nanoTime();
            for (int smsc = 0; smsc < 5; smsc++) {
                bed.send(each, smsc);
                bed.awaitArrived((smsc + 1L) * each, Duration.ofSeconds(30));
            }
            double one = (bed.arrivals()[5 * each - 1] - begun) / 1e9;
            bed.simulator.ports().forEach(SimulatedPort::forget);
            // Long enough for every SMSC to be as fresh as at the beginning.
            long rested = System.nanoTime() + 1_100_000_000L;
            await().until(() -> System.nanoTime() - rested > 0);
            long together = System.nanoTime();
            bed.send(each, bed.all());
            bed.awaitArrived(10L * each, Duration.ofSeconds(30));
            double all = (bed.arrivals()[5 * each - 1] - together) / 1e9;
            System.out.printf(
                    "S1.11: %d messages: one SMSC after the other %.3f s (%.2f/s), all at once %.3f s (%.2f/s): %.2f times%n",
                    5 * each, one, 5 * each / one, all, 5 * each / all, one / all);
            stalls.figures(() -> {
                assertThat(5 * each / one).isBetween(4.7, 5.7); // each one's first message does not wait
                assertThat(one / all).isGreaterThanOrEqualTo(5.0);
            });
        }
    }

    @Test
    @Tag("S1.15")
    void an_smsc_that_restarts_loses_nothing_and_does_not_slow_the_others() throws Exception {
        Stalls.measure(this::restart);
    }

    private void restart(int attempt) throws Exception {
        int written;
        CarrierBed.Plan plan = five("a" + attempt).each("uncertain-wait", "1s").each("reconnect-max", "200ms");
        try (CarrierBed bed = plan.start().bound();
                Stalls stalls = new Stalls(bed.simulator)) {
            bed.send(30, bed.all());
            bed.awaitArrived(50, Duration.ofSeconds(15));
            SimulatedPort down = bed.port(2);
            down.stopListening();
            down.dropAllBinds();
            long before = bed.arrived(2);
            bed.awaitArrived(50 + 35, Duration.ofSeconds(15));
            assertThat(bed.arrived(2)).isEqualTo(before);
            down.listen();

            await().atMost(Duration.ofSeconds(30)).until(() -> bed.receipts.size() >= 150);
            assertThat(bed.receipts).allMatch(receipt -> receipt.state() == MessageState.DELIVERED);
            assertThat(bed.receipts.stream().map(Receipt::message)).doesNotHaveDuplicates();
            Set<String> marked = bed.receipts.stream()
                    .filter(Receipt::possibleDuplicate)
                    .map(receipt -> receipt.to().number())
                    .collect(Collectors.toCollection(HashSet::new));
            for (int smsc : bed.all()) {
                Map<String, Long> times = bed.port(smsc).submits().stream()
                        .collect(Collectors.groupingBy(
                                submit -> submit.destination().address(), Collectors.counting()));
                assertThat(times).hasSize(30);
                times.forEach((to, count) -> assertThat(count == 1 || marked.contains(to))
                        .as("twice only what says so")
                        .isTrue());
            }
            stalls.figures(() -> {
                bed.assertAtMostInAnySecond(5);
                for (int smsc : new int[] {0, 1, 3, 4}) {
                    assertThat(CarrierBed.perSecond(CarrierBed.arrivals(bed.port(smsc))))
                            .hasSize(6)
                            .containsOnly(5);
                }
            });
        } finally {
            written = assertWritten(attempt);
        }
        assertThat(written).isGreaterThanOrEqualTo(150);
    }
}
