package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.SendOutcome;
import io.smppbridge.Tried;
import io.smppbridge.settings.QuickPassword;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.stats.CounterFile;
import io.smppbridge.wire.SmppTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jsmpp.bean.Alphabet;
import org.jsmpp.bean.BindType;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.GeneralDataCoding;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.session.BindParameter;
import org.jsmpp.session.SMPPSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody sets the machine's clock while a whole bridge sends at a contracted rate, over both transports. */
@Timeout(120)
@Tag("waits")
class ClockJumpIT {
    private static final int RATE = 50;
    private static final int MESSAGES = 300;
    private static final List<Duration> AHEAD = List.of(
            Duration.ofHours(1),
            Duration.ZERO,
            Duration.ofHours(-1),
            Duration.ZERO,
            Duration.ofDays(1),
            Duration.ZERO,
            Duration.ofDays(-1),
            Duration.ofDays(1));

    @TempDir
    Path directory;

    @Test
    @Tag("G-01")
    void a_clock_that_jumps_by_hours_and_days_while_sending_costs_no_message_no_pace_and_no_bind(TestReporter reporter)
            throws Exception {
        Stalls.measure(attempt -> jumping(attempt, reporter));
    }

    @Test
    @Tag("G-01")
    void whoever_looks_at_the_figures_ends_no_pause_by_a_clock_that_has_jumped() throws Exception {
        AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
        Path counters = directory.resolve("journal").resolve("counters.live");
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .clock(() -> Instant.now().plus(ahead.get()))
                .node("admin.counters-every", "10ms")
                .each("retry-min", "1h")
                .each("retry-max", "1h")
                .simulator(config -> config.with("refuse", "46700000000000=RSYSERR"));
        try (CarrierBed bed = plan.start().bound()) {
            SendOutcome refused =
                    bed.middleWare().send(CarrierBed.message(0, 0)).get(30, TimeUnit.SECONDS);
            await().until(() -> bed.bridge.stats().smsc("s0").retried.sum() == 1);
            ahead.set(Duration.ofDays(2));
            awaitWritten(counters, Instant.now().plus(Duration.ofDays(1)));
            awaitWritten(counters, Instant.now().plus(ahead.get()));
            bed.middleWare().send(CarrierBed.message(0, 1)).get(30, TimeUnit.SECONDS);
            await().until(() -> bed.receipts.size() == 1);
            assertThat(bed.port(0).submits())
                    .extracting(ReceivedSubmit::text)
                    .containsExactly("message 0", "message 1");
            bed.bridge
                    .messages()
                    .cancel(((SendOutcome.Acceptance) refused).id())
                    .get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    @Tag("G-01")
    @Tag("C79")
    void an_esme_is_understood_by_no_clock_that_has_jumped() throws Exception {
        AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .clock(() -> Instant.now().plus(ahead.get()))
                .node("esme.e.port", "0")
                .node("account.shop.esme.system-id", "shop")
                .node("account.shop.esme.password-hash", QuickPassword.hash("secret"));
        try (CarrierBed bed = plan.start().bound()) {
            bed.audit.alsoCalledFromOutside();
            SMPPSession esme = new SMPPSession();
            esme.connectAndBind(
                    "127.0.0.1",
                    bed.bridge.esmePort("e"),
                    new BindParameter(
                            BindType.BIND_TX,
                            "shop",
                            "secret",
                            "",
                            TypeOfNumber.UNKNOWN,
                            NumberingPlanIndicator.UNKNOWN,
                            null),
                    Duration.ofSeconds(30).toMillis());
            ahead.set(Duration.ofDays(2));
            String tomorrow = SmppTime.absolute(Instant.now().plus(Duration.ofDays(1)));
            String later = submit(esme, "tomorrow", tomorrow, null);
            submit(esme, "until tomorrow", null, tomorrow);
            await().until(() -> bed.arrived(0) > 0);
            assertThat(bed.port(0).submits()).extracting(ReceivedSubmit::text).containsExactly("until tomorrow");
            esme.cancelShortMessage(
                    "",
                    later,
                    TypeOfNumber.ALPHANUMERIC,
                    NumberingPlanIndicator.UNKNOWN,
                    "Acme",
                    TypeOfNumber.INTERNATIONAL,
                    NumberingPlanIndicator.ISDN,
                    "46700000001");
            esme.unbindAndClose();
        }
    }

    private static String submit(SMPPSession esme, String text, String schedule, String validity) throws Exception {
        return esme.submitShortMessage(
                        "",
                        TypeOfNumber.ALPHANUMERIC,
                        NumberingPlanIndicator.UNKNOWN,
                        "Acme",
                        TypeOfNumber.INTERNATIONAL,
                        NumberingPlanIndicator.ISDN,
                        "46700000001",
                        new ESMClass(),
                        (byte) 0,
                        (byte) 0,
                        schedule,
                        validity,
                        new RegisteredDelivery(0),
                        (byte) 0,
                        new GeneralDataCoding(Alphabet.ALPHA_DEFAULT),
                        (byte) 0,
                        text.getBytes(StandardCharsets.US_ASCII))
                .getMessageId();
    }

    private static void awaitWritten(Path counters, Instant after) {
        await().until(() -> CounterFile.read(counters)
                .filter(picture -> picture.written().isAfter(after))
                .isPresent());
    }

    private void jumping(int attempt, TestReporter reporter) throws Exception {
        AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
        CarrierBed.Plan plan = CarrierBed.with(Files.createDirectory(directory.resolve("a" + attempt)), 2)
                .overBothTransports()
                .clock(() -> Instant.now().plus(ahead.get()))
                .each("rate", Integer.toString(RATE))
                .each("enquire-link", "1s")
                .each("answer-within", "2s")
                .simulator(config -> config.with("receipt-after", "0"));
        try (CarrierBed bed = plan.start().bound();
                Stalls stalls = new Stalls(bed.simulator)) {
            bed.send(MESSAGES, bed.all());
            for (int jump = 0; jump < AHEAD.size(); jump++) {
                bed.awaitArrived(2L * MESSAGES * (jump + 1) / (AHEAD.size() + 1), Duration.ofSeconds(30));
                ahead.set(AHEAD.get(jump));
            }
            bed.awaitArrived(2L * MESSAGES, Duration.ofSeconds(30));
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.receipts.size() >= 2 * MESSAGES);
            for (int smsc : bed.all()) {
                assertAllOnOneBind(bed, smsc);
            }
            assertThat(bed.receipts)
                    .extracting(Receipt::state)
                    .hasSize(2 * MESSAGES)
                    .containsOnly(MessageState.DELIVERED);
            assertThat(bed.receipts).extracting(Receipt::message).doesNotHaveDuplicates();
            for (int smsc : bed.all()) {
                assertSteady(bed, smsc, stalls);
            }
            long ended = bed.receipts.stream().map(Receipt::message).distinct().count();
            Tried.times(2L * MESSAGES)
                    .faults(AHEAD.size())
                    .lost(2L * MESSAGES - ended)
                    .doubled(bed.arrived() - 2L * MESSAGES)
                    .note("jumps of 1 h and 1 day, at " + RATE + " a second to each of two SMSCs, no bind lost")
                    .tell(reporter);
        }
    }

    private static void assertAllOnOneBind(CarrierBed bed, int smsc) {
        assertThat(bed.port(smsc).submits())
                .extracting(ReceivedSubmit::text)
                .hasSize(MESSAGES)
                .doesNotHaveDuplicates();
        assertThat(bed.port(smsc).report().sessions().total()).as("binds made").isEqualTo(1);
    }

    private static void assertSteady(CarrierBed bed, int smsc, Stalls stalls) throws Exception {
        long[] arrivals = CarrierBed.arrivals(bed.port(smsc));
        double average = (arrivals.length - 1) / CarrierBed.seconds(arrivals);
        System.out.printf("G-01: %.2f/s of %d/s while the clock jumped%n", average, RATE);
        stalls.figures(() -> assertThat(average).isBetween(0.98 * RATE, 1.02 * RATE));
    }
}
