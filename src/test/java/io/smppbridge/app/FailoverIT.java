package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.TaskId;
import io.smppbridge.audit.Fault;
import io.smppbridge.plugin.Jars;
import io.smppbridge.simulator.ReceivedSubmit;
import java.nio.charset.StandardCharsets;
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

/**
 * A bridge before six SMSCs, five of which come to grief each in a way of its own; what they do not deliver goes to the sixth. The platform
 * sees one id and one final state, the subscriber one message, and a plug-in each message for each SMSC.
 */
@Timeout(90)
@Tag("crowd")
class FailoverIT {
    private static final int DOWN = 0;
    private static final int STATUS = 1;
    private static final int SILENT = 2;
    private static final int BAD_RECEIPT = 3;
    private static final int NO_RECEIPT = 4;
    private static final int GOOD = 5;
    private static final int EACH = 4;

    @TempDir
    Path directory;

    private CarrierBed start() throws Exception {
        String[] ways = {"down", "refused, rejected", "unanswered", "undelivered", "no-receipt"};
        CarrierBed.Plan plan = CarrierBed.with(directory, 6)
                .node("routing.down-for", "1s")
                .node("routing.receipt-after", "1s")
                .of(DOWN, "rate", "0.1")
                .of(STATUS, "retry-attempts", "1")
                .of(SILENT, "answer-within", "500ms")
                .of(SILENT, "answer-timers", "1")
                .of(SILENT, "uncertain", "never")
                .of(SILENT, "uncertain-wait", "1s")
                .simulator(config -> config.with("receipt-after", "0"));
        Jars.of(directory, "Signer", """
                import io.smppbridge.OutboundSms;
                import io.smppbridge.plugin.*;
                public class Signer implements SubmitHook {
                    public String name() { return "signer"; }
                    public Verdict beforeSubmit(String account, OutboundSms sms, String smsc) {
                        return new Verdict.Change(sms.withText(sms.text() + " by " + smsc));
                    }
                }
                """);
        plan.node("plugin.directory", directory.resolve("plugins").toString()).node("plugin.answer-within", "5s");
        for (int i = 0; i < ways.length; i++) {
            plan.node("route.f" + i + ".smsc", "s" + i + " > s" + GOOD)
                    .node("route.f" + i + ".prefix", CarrierBed.prefix(i))
                    .node("route.f" + i + ".order", "1")
                    .node("route.f" + i + ".failover", ways[i]);
        }
        return plan.start().bound();
    }

    private static Map<TaskId, OutboundSms> send(CarrierBed bed) throws Exception {
        List<OutboundSms> list = new ArrayList<>();
        for (int smsc = 0; smsc < GOOD; smsc++) {
            for (int number = 0; number < EACH; number++) {
                list.add(OutboundSms.to(CarrierBed.prefix(smsc) + String.format("%06d", number))
                        .from("Acme")
                        .text(number == 0 && smsc != DOWN ? "x".repeat(200) : "short")
                        .receipt(ReceiptWish.FINAL)
                        .build());
            }
        }
        Map<TaskId, OutboundSms> sent = new HashMap<>();
        var outcomes = bed.middleWare().send(list).get(10, TimeUnit.SECONDS);
        for (int i = 0; i < list.size(); i++) {
            sent.put(((Acceptance) outcomes.get(i)).id(), list.get(i));
        }
        return sent;
    }

    @Test
    @Tag("C95")
    @Tag("C96")
    @Tag("S2.15")
    @Tag("D-04")
    void whatever_befalls_a_message_at_one_smsc_the_next_one_delivers_it_once_and_the_platform_hears_of_one_end()
            throws Exception {
        try (CarrierBed bed = start()) {
            bed.audit
                    .expects(Fault.WRONG_BYTES, "a plug-in signs each text with the name of the SMSC")
                    .expects(Fault.PHANTOM, "so do those of which an SMSC says nothing");
            bed.port(STATUS).refuse("*1", 0x08).refuse("*", 0x0B);
            bed.port(SILENT).stopAnswering();
            bed.port(BAD_RECEIPT).set("receipt-outcomes", "UNDELIV 1");
            bed.port(NO_RECEIPT).set("receipts", "never");
            Map<TaskId, OutboundSms> sent = send(bed);
            // One has gone through; the others wait for the rate.
            await().pollInterval(Duration.ofMillis(10))
                    .until(() -> bed.receipts.stream()
                            .anyMatch(receipt -> receipt.smsc().equals("s" + DOWN)));
            bed.port(DOWN).stopListening();
            bed.port(DOWN).dropAllBinds();

            await().atMost(Duration.ofSeconds(40)).until(() -> bed.receipts.size() >= sent.size());
            await().pollDelay(Duration.ofMillis(300)).until(() -> true);
            assertThat(bed.receipts).extracting(Receipt::message).containsExactlyInAnyOrderElementsOf(sent.keySet());
            for (Receipt receipt : bed.receipts) {
                OutboundSms sms = sent.get(receipt.message());
                String to = sms.to().number();
                int first = Integer.parseInt(to.substring(5, 8));
                int last = first == DOWN && receipt.smsc().equals("s" + DOWN) ? DOWN : GOOD;
                assertThat(receipt.state()).as(to).isEqualTo(MessageState.DELIVERED);
                assertThat(receipt.smsc()).as(to).isEqualTo("s" + last);
                assertThat(receipt.possibleDuplicate()).as(to).isEqualTo(first == SILENT || first == NO_RECEIPT);
                assertThat(submits(bed, last, to)).as(to).isEqualTo(sms.text().length() > 160 ? 2 : 1);
                assertThat(submits(bed, DOWN, to)).as(to).isEqualTo(last == DOWN ? 1 : 0);
            }
            assertThat(bed.receipts)
                    .filteredOn(receipt -> receipt.smsc().equals("s" + DOWN))
                    .as("the one that went before the binds did")
                    .hasSize(1);
            for (int smsc = DOWN; smsc <= GOOD; smsc++) {
                String name = " by s" + smsc;
                assertThat(bed.port(smsc).submits().stream()
                                .map(FailoverIT::text)
                                .filter(text -> text.startsWith("short")))
                        .as("what the plug-in made of it for SMSC %d, and of nothing that it made for another", smsc)
                        .isNotEmpty()
                        .allMatch(text -> text.equals("short" + name));
            }
        }
    }

    private static String text(ReceivedSubmit submit) {
        return new String(submit.shortMessage(), StandardCharsets.US_ASCII);
    }

    private static long submits(CarrierBed bed, int smsc, String to) {
        return bed.port(smsc).submits().stream()
                .filter(submit -> submit.destination().address().equals(to))
                .count();
    }
}
