package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.simulator.Outcome;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatedPort;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A message of three parts at an SMSC that takes all of them and loses one answer: the first, the second or the third. Each at SMSCs of its
 * own, over both transports: those below 6 are set to send the part again at once, the others to wait for its receipt.
 */
@Tag("waits")
@Tag("C18")
@Timeout(60)
class LostPartsIT {
    private static final Duration SOON = Duration.ofSeconds(20);
    /** Every so many answers of an SMSC one is lost; messages before make it the one that is meant. */
    private static final int EVERY = 10;

    private static final int PATIENT = 6;
    private static final String[] BEGINNINGS = {"The first of them ", "The second follows ", "At last the third "};

    @TempDir
    static Path directory;

    private static CarrierBed bed;

    @BeforeAll
    static void start() throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 2 * PATIENT)
                .overBothTransports()
                .each("answer-within", "300ms")
                .each("answer-timers", "2")
                .each("receipt-park", "3s")
                .simulator(config -> config.with("receipts", "never"));
        for (int smsc = 0; smsc < PATIENT; smsc++) {
            plan.of(smsc, "uncertain-wait", "0s").of(PATIENT + smsc, "uncertain-wait", "1h");
        }
        bed = plan.start().bound();
        bed.audit.mayDouble(PATIENT, "where no receipt is waited for, each of these SMSCs gets a part once more");
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    private static String text() {
        return BEGINNINGS[0]
                + "x".repeat(153 - BEGINNINGS[0].length())
                + BEGINNINGS[1]
                + "x".repeat(153 - BEGINNINGS[1].length())
                + BEGINNINGS[2];
    }

    private static TaskId send(OutboundSms message) throws Exception {
        SendOutcome outcome = bed.middleWare()
                .send(List.of(message))
                .get(10, TimeUnit.SECONDS)
                .get(0);
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private static String number(int smsc) {
        return CarrierBed.prefix(smsc) + "777777";
    }

    /** Hands over a message whose answer to that part, 1 to 3, is lost; what was sent of it is what the SMSC has of this number. */
    private static TaskId losing(int part, int smsc) throws Exception {
        SimulatedPort port = bed.port(smsc);
        bed.send(EVERY - part, smsc);
        await().atMost(SOON).until(() -> bed.arrived(smsc) == EVERY - part);
        port.set("drop-every", Integer.toString(EVERY));
        TaskId message = send(OutboundSms.to(number(smsc))
                .from("Acme")
                .text(text())
                .receipt(ReceiptWish.FINAL)
                .build());
        await().atMost(SOON).until(() -> port.report().submits().dropped() == 1);
        assertThat(seen(smsc)).hasSizeGreaterThanOrEqualTo(part);
        return message;
    }

    private static List<ReceivedSubmit> seen(int smsc) {
        return bed.port(smsc).submits().stream()
                .filter(submit -> submit.destination().address().equals(number(smsc)))
                .toList();
    }

    /** A receipt of a part, which quotes how its text begins. */
    private static void receipt(int smsc, ReceivedSubmit of) {
        String text = "id:" + of.messageId() + " sub:001 dlvrd:001 submit date:2611210800 done date:2611210801"
                + " stat:DELIVRD err:000 text:" + of.text().substring(0, 12);
        bed.port(smsc).sendDeliver(of.destination(), of.source(), 4, 0, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static List<Receipt> told(TaskId message) {
        synchronized (bed.receipts) {
            return bed.receipts.stream()
                    .filter(receipt -> receipt.message().equals(message))
                    .toList();
        }
    }

    private static void awaitDelivered(TaskId message) {
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(told(message)).extracting(Receipt::state).containsExactly(MessageState.DELIVERED));
    }

    /** What the SMSC reports after all that, has been told, and nothing more of the message. */
    private static void assertToldOnce(TaskId message, int smsc) throws Exception {
        TaskId after = send(OutboundSms.to(CarrierBed.prefix(smsc) + "888888")
                .from("Acme")
                .text("after all that")
                .receipt(ReceiptWish.FINAL)
                .build());
        await().atMost(SOON)
                .until(() -> bed.port(smsc).submits().stream()
                        .anyMatch(submit -> submit.text().equals("after all that")));
        bed.port(smsc)
                .sendReceipt(
                        bed.port(smsc).submits().stream()
                                .filter(submit -> submit.text().equals("after all that"))
                                .findFirst()
                                .orElseThrow(),
                        Outcome.DELIVRD);
        awaitDelivered(after);
        assertThat(told(message)).extracting(Receipt::state).containsExactly(MessageState.DELIVERED);
        assertThat(bed.bridge.stats().smsc("s" + smsc).unmatchedReceipts.sum()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    @Tag("C21")
    void the_part_alone_is_sent_again_and_the_receipts_of_both_its_ids_make_one_verdict(int part) throws Exception {
        int first = 2 * (part - 1);
        TaskId[] messages = {losing(part, first), losing(part, first + 1)};
        for (int smsc = first; smsc < first + 2; smsc++) {
            int here = smsc;
            await().atMost(SOON).until(() -> seen(here).size() == 4);
            List<ReceivedSubmit> seen = seen(smsc);
            assertThat(seen).extracting(ReceivedSubmit::bind).containsExactly(1, 1, 1, 2);
            assertThat(seen).extracting(ReceivedSubmit::messageId).doesNotHaveDuplicates();
            assertThat(seen.get(3).payload())
                    .as("octet by octet")
                    .isEqualTo(seen.get(part - 1).payload());
            // The part's receipt comes by the id that nobody has told; the one of the second id is still missing.
            for (int sent = 0; sent < 3; sent++) {
                receipt(smsc, seen.get(sent));
            }
        }
        for (int transport = 0; transport < 2; transport++) {
            int smsc = first + transport;
            awaitDelivered(messages[transport]);
            assertThat(told(messages[transport]).get(0).possibleDuplicate()).isTrue();
            receipt(smsc, seen(smsc).get(3));
            assertToldOnce(messages[transport], smsc);
            assertThat(seen(smsc)).hasSize(4);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    @Tag("C21")
    @Tag("C62")
    void its_receipt_settles_the_part_and_nothing_is_sent_again(int part) throws Exception {
        int first = PATIENT + 2 * (part - 1);
        TaskId[] messages = {losing(part, first), losing(part, first + 1)};
        for (int transport = 0; transport < 2; transport++) {
            int smsc = first + transport;
            await().atMost(SOON)
                    .until(() -> bed.port(smsc).report().sessions().total() == 2
                            && bed.port(smsc).bindsNow() == 1);
            List<ReceivedSubmit> seen = seen(smsc);
            assertThat(seen).hasSize(3);
            receipt(smsc, seen.get(part - 1));
            await().atMost(SOON)
                    .until(() -> bed.bridge.stats().smsc("s" + smsc).settledLate.sum() == 1);
            assertThat(told(messages[transport])).as("two are still missing").isEmpty();
            receipt(smsc, seen.get(part % 3));
            receipt(smsc, seen.get((part + 1) % 3));
            awaitDelivered(messages[transport]);
            assertToldOnce(messages[transport], smsc);
            assertThat(seen(smsc)).hasSize(3);
            assertThat(bed.port(smsc).report().submits().dropped()).isEqualTo(1);
        }
    }
}
