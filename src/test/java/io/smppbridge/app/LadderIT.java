package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.settings.QuickPassword;
import io.smppbridge.simulator.ReceivedSubmit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Backpressure as ESMEs meet it: one offers ten times what its SMSC takes, another feeds a second SMSC. First the answers of the one are
 * late, then it is refused in words; the other notices nothing, and whatever was accepted arrives.
 */
@Tag("waits")
@Tag("C88")
@Tag("C89")
@Tag("S2.9")
class LadderIT {
    private static final int RMSGQFUL = 0x14;

    @TempDir
    Path directory;

    /**
     * @param bag messages that may wait for the slow SMSC; 0: as many as by default
     * @param window of the bind to the slow SMSC, which answers each submit_sm after 100 ms
     * @param binds of the ESME that feeds it, each with a window of 50
     * @param measured how long its rate is compared with that of the SMSC, at least
     * @param messages that the SMSC has taken by then, at least, however slow the machine
     * @param within how far the two may be apart, as a share
     */
    private record Form(int bag, int window, int binds, Duration measured, int messages, double within) {
        int takenPerSecond() {
            return window * 10;
        }

        /** How late answers are, in milliseconds, when an ESME with its windows full brings as much as the SMSC takes. */
        double steadyMs() {
            return binds * 50 * 1000.0 / takenPerSecond();
        }
    }

    @Test
    @Timeout(180)
    void a_slow_smsc_delays_the_answers_of_those_who_feed_it_then_refuses_them_and_nobody_else() throws Exception {
        Stalls.measure(attempt -> climb(new Form(1_000, 20, 1, Duration.ofSeconds(2), 500, 0.1), attempt));
    }

    @Test
    @Tag("long")
    @Timeout(300)
    void over_a_minute_a_bag_of_fifty_thousand_takes_what_its_smsc_takes() throws Exception {
        Stalls.measure(attempt -> climb(new Form(0, 100, 5, Duration.ofSeconds(60), 30_000, 0.02), attempt));
    }

    private void climb(Form form, int attempt) throws Exception {
        int bag = form.bag == 0 ? 50_000 : form.bag;
        String hash = QuickPassword.hash("secret");
        CarrierBed.Plan plan = CarrierBed.with(Files.createDirectory(directory.resolve("a" + attempt)), 2)
                .node("esme.e.port", "0")
                .simulator(config -> config.recording(500_000));
        for (String account : List.of("feeder", "other", "flood")) {
            plan.node("account." + account + ".esme.system-id", account)
                    .node("account." + account + ".esme.password-hash", hash);
        }
        plan.of(0, "window", Integer.toString(form.window));
        if (form.bag > 0) {
            plan.of(0, "bag", Integer.toString(form.bag));
        }
        try (CarrierBed bed = plan.start().bound();
                Stalls stalls = new Stalls(bed.simulator)) {
            bed.audit.alsoCalledFromOutside();
            bed.port(0).respondAfter(Duration.ofMillis(100));
            int port = bed.bridge.esmePort("e");
            int offered = form.takenPerSecond() * 10;
            try (PacedEsme other = new PacedEsme(port, "other", CarrierBed.prefix(1) + "000001", 1, 50, 200)) {
                await().until(() -> other.accepted.sum() >= 100);
                double undisturbedMs = other.medianMs();
                try (PacedEsme feeder =
                        new PacedEsme(port, "feeder", CarrierBed.prefix(0) + "000001", form.binds, 50, offered)) {
                    await().atMost(Duration.ofSeconds(60))
                            .until(() -> waiting(bed, feeder) >= bag * 0.9 - form.binds * 50 - form.window);
                    // Until then it brings more than is taken, and the bag still fills.
                    await().atMost(Duration.ofSeconds(20)).until(() -> feeder.medianMs() >= 0.9 * form.steadyMs());
                    other.medianMs();
                    balanced(form, bag, bed, feeder, stalls);
                    assertThat(feeder.refusals())
                            .as("refused while answers are only late")
                            .isZero();
                    assertThat(feeder.medianMs())
                            .as("answers to who feeds the bag, ms")
                            .isGreaterThan(100);
                    stalls.figures(() -> assertThat(other.medianMs())
                            .as("answers to the other, ms; before: %.1f", undisturbedMs)
                            .isLessThan(undisturbedMs + 25));

                    long before = other.accepted.sum();
                    try (PacedEsme flood =
                            new PacedEsme(port, "flood", CarrierBed.prefix(0) + "000002", 10, 100, offered)) {
                        // So many that late answers do not hold them back: 1,000 in half a second for each 50 of
                        // before.
                        await().atMost(Duration.ofSeconds(60)).until(() -> flood.refusals() >= 100);
                        assertThat(waiting(bed, feeder, flood)).isLessThanOrEqualTo(bag + form.window);
                        await().until(() -> other.accepted.sum() >= before + 100);
                        stalls.figures(() -> assertThat(other.medianMs())
                                .as("answers to the other, ms; before: %.1f", undisturbedMs)
                                .isLessThan(undisturbedMs + 25));
                        flood.stop();
                        feeder.stop();
                        assertThat(flood.refused).containsOnlyKeys(RMSGQFUL);
                        assertThat(Set.of(RMSGQFUL)).containsAll(feeder.refused.keySet());
                        arrivesOnce(bed, feeder, flood);
                    }
                }
                other.stop();
                assertThat(other.refused).isEmpty();
                await().until(() -> bed.arrived(1) == other.accepted.sum());
            }
        }
    }

    /** Accepted as far as the ESMEs know, and not yet at the SMSC: what waits, but for those whose answers are kept back. */
    private static long waiting(CarrierBed bed, PacedEsme... feeders) {
        return Stream.of(feeders).mapToLong(esme -> esme.accepted.sum()).sum() - bed.arrived(0);
    }

    /** As much comes out as goes in, and what waits stays inside a band below the bound. */
    private static void balanced(Form form, int bag, CarrierBed bed, PacedEsme feeder, Stalls stalls) throws Exception {
        long start = System.nanoTime();
        long acceptedBefore = feeder.accepted.sum();
        long arrivedBefore = bed.arrived(0);
        LongSummaryStatistics band = new LongSummaryStatistics();
        await().atMost(form.measured.plusSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    band.accept(waiting(bed, feeder));
                    return System.nanoTime() - start >= form.measured.toNanos()
                            && bed.arrived(0) - arrivedBefore >= form.messages;
                });
        long in = feeder.accepted.sum() - acceptedBefore;
        long out = bed.arrived(0) - arrivedBefore;
        System.out.printf(
                "S2.9: bag %d, %d accepted and %d submitted in %d s; waiting %d to %d%n",
                bag, in, out, form.measured.toSeconds(), band.getMin(), band.getMax());
        stalls.figures(() -> assertThat((double) in).isCloseTo(out, Offset.offset(out * form.within)));
        // The last tenth of the bag, but for what the ESME has no answer to and what is on its way to the SMSC.
        stalls.figures(() -> assertThat(band.getMin()).isGreaterThan(bag * 9L / 10 - form.binds * 50L - form.window));
        assertThat(band.getMax()).isLessThanOrEqualTo(bag);
    }

    /** Whatever these were told is accepted comes to the slow SMSC, which is slow no more, and comes once. */
    private static void arrivesOnce(CarrierBed bed, PacedEsme... feeders) {
        bed.port(0).respondAfter(Duration.ZERO);
        Set<String> texts = new HashSet<>();
        Stream.of(feeders).forEach(esme -> texts.addAll(esme.texts));
        await().atMost(Duration.ofSeconds(60)).until(() -> bed.arrived(0) >= texts.size());
        assertThat(bed.port(0).submits())
                .extracting(ReceivedSubmit::text)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(texts);
    }
}
