package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.PartReport;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.simulator.Outcome;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatedPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages of several parts, whose receipts an SMSC sends in any order. */
@Tag("crowd")
@Timeout(60)
class PartsIT {
    private static final int PARTS = 5;
    private static final int ORDERS = 120;

    @TempDir
    Path directory;

    private static void grow(List<Integer> begun, List<List<Integer>> orders) {
        if (begun.size() == PARTS) {
            orders.add(List.copyOf(begun));
        }
        for (int part = 1; part <= PARTS; part++) {
            if (!begun.contains(part)) {
                begun.add(part);
                grow(begun, orders);
                begun.remove(begun.size() - 1);
            }
        }
    }

    private static Map<String, Map<Integer, ReceivedSubmit>> byDestination(SimulatedPort port) {
        Map<String, Map<Integer, ReceivedSubmit>> all = new HashMap<>();
        for (ReceivedSubmit submit : port.submits()) {
            int part = submit.shortMessage()[5];
            all.computeIfAbsent(submit.destination().address(), to -> new HashMap<>())
                    .put(part, submit);
        }
        return all;
    }

    /** Of each message with an even number one receipt, another each time, never comes. */
    @Test
    @Tag("C73")
    void of_five_parts_the_receipts_in_each_of_their_orders_make_one_event_and_none_while_one_is_missing()
            throws Exception {
        List<List<Integer>> orders = new ArrayList<>();
        grow(new ArrayList<>(), orders);
        assertThat(orders).hasSize(ORDERS);
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .each("window", "200")
                .simulator(config -> config.with("receipts", "never"))
                .start()
                .bound()) {
            SimulatedPort port = bed.port(0);
            List<OutboundSms> messages = new ArrayList<>();
            for (int n = 0; n < 2 * ORDERS; n++) {
                messages.add(OutboundSms.to(CarrierBed.prefix(0) + (100_000 + n))
                        .from("Acme")
                        .text("x".repeat(4 * 153 + 10))
                        .receipt(ReceiptWish.FINAL)
                        .build());
            }
            List<SendOutcome> outcomes = bed.middleWare().send(messages).get(10, TimeUnit.SECONDS);
            await().atMost(Duration.ofSeconds(20)).until(() -> port.submits().size() == 2 * ORDERS * PARTS);
            Map<String, Map<Integer, ReceivedSubmit>> sent = byDestination(port);
            for (int n = 0; n < 2 * ORDERS; n++) {
                Map<Integer, ReceivedSubmit> parts = sent.get(CarrierBed.prefix(0) + (100_000 + n));
                int missing = n % 2 == 0 ? 1 + n / 2 % PARTS : 0;
                for (int part : orders.get(n / 2)) {
                    if (part != missing) {
                        port.sendReceipt(parts.get(part), Outcome.DELIVRD);
                    }
                }
            }
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> port.report().receipts().acked() == ORDERS * (2 * PARTS - 1));
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.receipts.size() >= ORDERS);
            assertThat(bed.receipts).extracting(Receipt::state).containsOnly(MessageState.DELIVERED);
            List<TaskId> whole = new ArrayList<>();
            for (int n = 1; n < 2 * ORDERS; n += 2) {
                whole.add(((SendOutcome.Acceptance) outcomes.get(n)).id());
            }
            assertThat(bed.receipts).extracting(Receipt::message).containsExactlyInAnyOrderElementsOf(whole);
            assertThat(bed.receipts)
                    .allSatisfy(receipt -> assertThat(receipt.partReports())
                            .extracting(PartReport::part)
                            .containsExactly(1, 2, 3, 4, 5));
        }
    }
}
