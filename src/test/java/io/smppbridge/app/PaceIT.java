package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.simulator.Outcome;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.stats.SmscStats;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an SMSC sees of refusals, priorities and validity, over both transports: numbers 0 and 1 throttle, 2 and 3 refuse one number, at 4
 * and 5 much waits.
 */
@Tag("waits")
@Timeout(60)
class PaceIT {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int RTHROTTLED = 0x58;
    private static final int RMSGQFUL = 0x14;
    private static final int WINDOW = 10;

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    private static CarrierBed bed;

    @BeforeAll
    static void start() throws Exception {
        CarrierBed.Plan plan =
                CarrierBed.with(shared, 6).overBothTransports().simulator(config -> config.with("receipts", "never"));
        for (int transport = 0; transport < 2; transport++) {
            plan.of(transport, "retry-attempts", "2")
                    .of(transport, "retry-min", "10ms")
                    .of(transport, "throttle-min", "20ms")
                    .of(transport, "throttle-max", "100ms")
                    .of(2 + transport, "window", "1")
                    .of(2 + transport, "retry-attempts", "4")
                    .of(2 + transport, "retry-min", "200ms")
                    .of(2 + transport, "retry-growth", "2")
                    .of(4 + transport, "window", Integer.toString(WINDOW));
        }
        bed = plan.start().bound();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    private static OutboundSms.Builder message(int smsc, int number) {
        return OutboundSms.to(CarrierBed.prefix(smsc) + String.format("%06d", number))
                .from("Acme")
                .text("message " + number)
                .receipt(ReceiptWish.FINAL);
    }

    private static TaskId send(CarrierBed to, OutboundSms message) throws Exception {
        return send(to, List.of(message)).get(0);
    }

    private static List<TaskId> send(CarrierBed to, List<OutboundSms> messages) throws Exception {
        return to.middleWare().send(messages).get(20, TimeUnit.SECONDS).stream()
                .map(outcome -> ((SendOutcome.Acceptance) outcome).id())
                .toList();
    }

    private static List<Receipt> told(TaskId message) {
        synchronized (bed.receipts) {
            return bed.receipts.stream()
                    .filter(receipt -> receipt.message().equals(message))
                    .toList();
        }
    }

    private static void awaitState(TaskId message, MessageState state) {
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(told(message)).extracting(Receipt::state).containsExactly(state));
    }

    private static ReceivedSubmit accepted(SimulatedPort port, String text) {
        return port.submits().stream()
                .filter(submit -> submit.status() == 0 && submit.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError(text + " was not accepted"));
    }

    /** Two attempts is all that a refused message has; it is throttled many times more often. */
    @Test
    @Tag("C39")
    @Tag("D-04")
    void throttling_costs_no_attempt_leaves_receipts_alone_and_ends_a_message_only_with_its_validity()
            throws Exception {
        for (int smsc = 0; smsc < 2; smsc++) {
            SimulatedPort port = bed.port(smsc);
            SmscStats stats = bed.bridge.stats().smsc("s" + smsc);
            TaskId before = send(bed, message(smsc, 1).build());
            await().atMost(SOON).until(() -> port.report().submits().accepted() == 1);
            port.refuseAll(RTHROTTLED);
            Instant accepted = Instant.now();
            TaskId brief =
                    send(bed, message(smsc, 2).validity(Duration.ofSeconds(2)).build());
            List<TaskId> patient = send(
                    bed,
                    List.of(
                            message(smsc, 3).build(),
                            message(smsc, 4).build(),
                            message(smsc, 5).build()));
            await().atMost(SOON).until(() -> port.report().submits().throttled() >= 6);
            port.sendReceipt(accepted(port, "message 1"), Outcome.DELIVRD);
            awaitState(before, MessageState.DELIVERED);
            port.refuseAll(0).refuseAll(RMSGQFUL);
            awaitState(brief, MessageState.EXPIRED);
            assertThat(told(brief).get(0).at()).isAfterOrEqualTo(accepted.plusSeconds(2));
            await().atMost(SOON).until(() -> port.report().submits().queueFull() >= 6);
            port.refuseAll(0);
            await().atMost(SOON).until(() -> port.report().submits().accepted() == 4);
            for (int i = 0; i < patient.size(); i++) {
                port.sendReceipt(accepted(port, "message " + (3 + i)), Outcome.DELIVRD);
                awaitState(patient.get(i), MessageState.DELIVERED);
            }
            assertThat(told(before)).hasSize(1);
            assertThat(stats.throttled.sum()).isGreaterThanOrEqualTo(12);
            assertThat(stats.retried.sum())
                    .as("attempts that throttling has cost")
                    .isZero();
            assertThat(stats.rejected.sum()).isZero();
            assertThat(stats.unmatchedReceipts.sum()).isZero();
        }
    }

    /** With a window of one, whatever holds up the lane holds up all. */
    @Test
    @Tag("C41")
    void a_message_that_is_always_refused_waits_longer_each_time_and_all_others_pass_it() throws Exception {
        int others = 150;
        for (int smsc = 2; smsc < 4; smsc++) {
            SimulatedPort port = bed.port(smsc);
            port.respondAfter(Duration.ofMillis(5));
            String poisoned = CarrierBed.prefix(smsc) + "999999";
            port.refuse(poisoned, 0x08);
            List<OutboundSms> list =
                    new ArrayList<>(List.of(message(smsc, 999_999).build()));
            IntStream.range(0, others).forEach(i -> list.add(CarrierBed.message(port == bed.port(2) ? 2 : 3, i)));
            TaskId refused = send(bed, list).get(0);
            awaitState(refused, MessageState.REJECTED);
            assertThat(told(refused).get(0).detail()).contains("RSYSERR at attempt 4");
            long[] tries = port.submits().stream()
                    .filter(submit -> submit.destination().address().equals(poisoned))
                    .mapToLong(ReceivedSubmit::nanos)
                    .toArray();
            assertThat(tries).hasSize(4);
            for (int i = 1; i < tries.length; i++) {
                assertThat(Duration.ofNanos(tries[i] - tries[i - 1]))
                        .as("pause %d, a fifth of jitter taken off", i)
                        .isGreaterThanOrEqualTo(Duration.ofMillis(200L * (1 << i - 1) * 3 / 4));
            }
            long[] passed = port.submits().stream()
                    .filter(submit -> !submit.destination().address().equals(poisoned))
                    .mapToLong(ReceivedSubmit::nanos)
                    .toArray();
            for (int i = 1; i < 3; i++) {
                long from = tries[i - 1];
                long until = tries[i];
                assertThat(Arrays.stream(passed).filter(at -> at > from && at < until))
                        .as("those that went in pause %d", i)
                        .isNotEmpty();
            }
            await().atMost(SOON).until(() -> port.report().submits().accepted() == others);
        }
    }

    @Test
    @Tag("C44")
    void an_urgent_message_waits_behind_a_window_of_the_others_at_most_and_those_keep_their_share() throws Exception {
        int urgent = 320;
        for (int smsc = 4; smsc < 6; smsc++) {
            SimulatedPort port = bed.port(smsc);
            port.respondAfter(Duration.ofMillis(20));
            List<OutboundSms> low = new ArrayList<>();
            List<OutboundSms> high = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                low.add(message(smsc, i).priority(Priority.LOW).build());
            }
            for (int i = 0; i < urgent; i++) {
                high.add(message(smsc, 500_000 + i).priority(Priority.HIGH).build());
            }
            send(bed, low);
            await().atMost(SOON).until(() -> port.report().submits().total() >= 3 * WINDOW);
            send(bed, high);
            long waiting = System.nanoTime();
            await().atMost(SOON).until(() -> port.report().submits().total() == 400 + urgent);
            List<ReceivedSubmit> since = port.submits().stream()
                    .filter(submit -> submit.nanos() > waiting)
                    .toList();
            String first = CarrierBed.prefix(smsc) + "5";
            int behind = 0;
            while (!since.get(behind).destination().address().startsWith(first)) {
                behind++;
            }
            assertThat(behind).as("of low priority before the first urgent one").isLessThanOrEqualTo(WINDOW);
            long lowMeanwhile = since.subList(behind, behind + 256).stream()
                    .filter(submit -> !submit.destination().address().startsWith(first))
                    .count();
            assertThat(lowMeanwhile).as("of 256, a sixteenth").isBetween(14L, 18L);
        }
    }

    /** Four minutes: the clock is believed a step of five at most, which is what somebody sets who sets it right. */
    @Test
    @Tag("C80")
    @Tag("C81")
    void time_that_a_message_has_spent_here_is_taken_off_what_the_smsc_is_told() throws Exception {
        AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
        InstantSource turned = () -> Instant.now().plus(ahead.get());
        CarrierBed.Plan plan = CarrierBed.with(directory, 4)
                .overBothTransports()
                .clock(turned)
                .each("reconnect-max", "100ms")
                .of(2, "time-form", "absolute")
                .of(3, "time-form", "absolute")
                .simulator(config -> config.with("bind-status", "RSYSERR"));
        try (CarrierBed waiting = plan.start()) {
            Instant accepted = Instant.now();
            for (int smsc = 0; smsc < 4; smsc++) {
                send(waiting, message(smsc, 1).validity(Duration.ofHours(1)).build());
                send(waiting, message(smsc, 2).validity(Duration.ofMinutes(3)).build());
            }
            Instant until = Instant.now();
            ahead.set(Duration.ofMinutes(4));
            for (int smsc = 0; smsc < 4; smsc++) {
                waiting.port(smsc).bindStatus(0);
            }
            waiting.awaitArrived(4, SOON);
            await().atMost(SOON)
                    .until(() -> waiting.receipts.stream()
                                    .filter(receipt -> receipt.state() == MessageState.EXPIRED)
                                    .count()
                            == 4);
            for (int smsc = 0; smsc < 4; smsc++) {
                assertThat(waiting.port(smsc).submits())
                        .extracting(ReceivedSubmit::text)
                        .as("the other one has expired here")
                        .containsExactly("message 1");
                ReceivedSubmit seen = waiting.port(smsc).submits().get(0);
                String validity = seen.times().validity();
                if (smsc < 2) {
                    Duration left = relative(validity);
                    Duration spent = Duration.ofNanos(System.nanoTime() - seen.nanos())
                            .negated()
                            .plus(Duration.between(accepted, Instant.now()));
                    assertThat(left.plusMinutes(4).plus(spent))
                            .as("%s when %s were spent waiting", validity, spent)
                            .isBetween(
                                    Duration.ofHours(1).minusSeconds(2),
                                    Duration.ofHours(1).plusSeconds(1));
                } else {
                    assertThat(absolute(validity))
                            .isBetween(accepted.plusSeconds(3600 - 1), until.plusSeconds(3600 + 1));
                }
            }
        }
    }

    /** {@code YYMMDDhhmmss000R}. */
    private static Duration relative(String validity) {
        assertThat(validity).matches("000000\\d{6}000R");
        return Duration.ofHours(Integer.parseInt(validity.substring(6, 8)))
                .plusMinutes(Integer.parseInt(validity.substring(8, 10)))
                .plusSeconds(Integer.parseInt(validity.substring(10, 12)));
    }

    /** {@code YYMMDDhhmmsst00+} of a bridge whose SMSC keeps UTC. */
    private static Instant absolute(String validity) {
        assertThat(validity).matches("\\d{13}00\\+");
        return LocalDateTime.parse(validity.substring(0, 12), DateTimeFormatter.ofPattern("yyMMddHHmmss"))
                .toInstant(ZoneOffset.UTC);
    }
}
