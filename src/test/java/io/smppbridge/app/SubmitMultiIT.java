package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.simulator.Outcome;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SmscSimulator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One text to many, in few submit_multi: each message with its own end all the same. */
@Timeout(60)
@Tag("crowd")
class SubmitMultiIT {
    @TempDir
    Path directory;

    private static String number(int last) {
        return CarrierBed.prefix(0) + String.format("%06d", last);
    }

    private static List<OutboundSms> sale(int messages, ReceiptWish wish) {
        List<OutboundSms> list = new ArrayList<>();
        for (int last = 0; last < messages; last++) {
            list.add(OutboundSms.to(number(last))
                    .from("Acme")
                    .text("sale")
                    .receipt(wish)
                    .build());
        }
        return list;
    }

    private static Map<Long, String> send(MiddleWare door, List<OutboundSms> list) throws Exception {
        Map<Long, String> numbers = new HashMap<>();
        var outcomes = door.send(list).get(20, TimeUnit.SECONDS);
        for (int i = 0; i < list.size(); i++) {
            numbers.put(
                    ((Acceptance) outcomes.get(i)).id().value(),
                    list.get(i).to().number());
        }
        return numbers;
    }

    private static Map<String, MessageState> ends(List<Receipt> receipts, Map<Long, String> numbers) {
        synchronized (receipts) {
            return receipts.stream()
                    .filter(receipt -> receipt.state().isFinal())
                    .collect(Collectors.toMap(r -> numbers.get(r.message().value()), Receipt::state));
        }
    }

    @Test
    @Tag("C16")
    void each_of_many_ends_as_the_smsc_says_of_its_number() throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .of(0, "submit-multi", "20")
                .of(0, "window", "3")
                .of(0, "retry-min", "200ms")
                .of(0, "retry-attempts", "100")
                .simulator(config -> config.with("window", "3")
                        .with("refuse", number(7) + "=RINVDSTADR," + number(8) + "=RSYSERR")
                        .with("receipt-outcome-for", number(13) + "=UNDELIV")
                        .with("receipt-after", "20ms"))
                .start()
                .bound()) {
            Map<Long, String> numbers = send(bed.middleWare(), sale(200, ReceiptWish.FINAL));
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.receipts.size() >= 199);
            bed.port(0).set("refuse", number(7) + "=RINVDSTADR"); // whatever was wrong with 8 is over
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.receipts.size() >= 200);
            Map<String, MessageState> ends = ends(bed.receipts, numbers);
            assertThat(ends).hasSize(200);
            assertThat(ends.remove(number(7))).isEqualTo(MessageState.REJECTED);
            assertThat(ends.remove(number(13))).isEqualTo(MessageState.UNDELIVERED);
            assertThat(ends.values()).containsOnly(MessageState.DELIVERED);
            List<ReceivedSubmit> taken =
                    bed.port(0).submits().stream().filter(s -> s.status() == 0).toList();
            assertThat(taken).hasSize(199);
            assertThat(taken.stream().map(ReceivedSubmit::messageId).distinct().count())
                    .isBetween(10L, 100L);
            assertThat(bed.port(0).report().submits().windowViolations()).isZero();
        }
    }

    @Test
    @Tag("A-01")
    void receipts_that_come_after_a_start_find_the_message_to_their_number() throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .of(0, "submit-multi", "254")
                .simulator(config -> config.with("receipts", "never"));
        List<Receipt> receipts = Collections.synchronizedList(new ArrayList<>());
        try (SmscSimulator simulator = plan.startSimulator()) {
            SimulatedPort port = simulator.ports().get(0);
            Map<Long, String> numbers;
            try (Bridge bridge = Bridge.start(plan.write(List.of(port.number())))) {
                bridge.middleWare().listen(CarrierBed.listener(receipts, new ArrayList<>()));
                numbers = send(bridge.middleWare(), sale(50, ReceiptWish.FINAL));
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> bridge.stats().smsc("s0").accepted.sum() == 50);
            }
            try (Bridge bridge = Bridge.start(directory.resolve("bridge.properties"))) {
                bridge.middleWare().listen(CarrierBed.listener(receipts, new ArrayList<>()));
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> bridge.stats().smsc("s0").anyBound());
                for (ReceivedSubmit submit : port.submits()) {
                    boolean odd = submit.destination().address().endsWith("3");
                    port.sendReceipt(submit, odd ? Outcome.UNDELIV : Outcome.DELIVRD);
                }
                await().atMost(Duration.ofSeconds(20)).until(() -> receipts.size() >= 50);
                Map<String, MessageState> ends = ends(receipts, numbers);
                assertThat(ends).hasSize(50);
                ends.forEach((number, state) -> assertThat(state)
                        .as(number)
                        .isEqualTo(number.endsWith("3") ? MessageState.UNDELIVERED : MessageState.DELIVERED));
                assertThat(bridge.stats().smsc("s0").unmatchedReceipts.sum()).isZero();
            }
        }
    }

    @Test
    @Tag("C08")
    void an_smsc_that_does_not_know_it_gets_them_one_by_one_and_the_tlvs_of_its_answers_come_back_by_name()
            throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .of(0, "submit-multi", "10")
                .of(0, "tlv.operator", "0x1402:text:30")
                .simulator(config -> config.with("submit-multi", "0")
                        .with("response-tlvs", "140200026F70" + "3FFF000107")
                        .with("receipt-after", "20ms"))
                .start()
                .bound()) {
            Map<Long, String> numbers = send(bed.middleWare(), sale(20, ReceiptWish.ALL));
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.receipts.size() >= 40);
            assertThat(ends(bed.receipts, numbers)).hasSize(20).containsValue(MessageState.DELIVERED);
            assertThat(bed.receipts)
                    .filteredOn(receipt -> receipt.state() == MessageState.SENT)
                    .hasSize(20)
                    .allMatch(receipt -> receipt.report().tlvs().equals(Map.of("operator", "op", "0x3fff", "07")));
            assertThat(bed.port(0).submits()).hasSize(20);
        }
    }
}
