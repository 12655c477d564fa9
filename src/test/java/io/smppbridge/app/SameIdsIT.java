package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.simulator.Outcome;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.stats.SmscStats;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SMSCs whose ids do not tell messages apart as they should, over both transports. */
@Tag("waits")
@Timeout(60)
class SameIdsIT {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int RECEIPT = 0x04;
    private static final int DELIVERED = 2;
    private static final int UNDELIVERABLE = 5;

    @TempDir
    static Path directory;

    private static CarrierBed bed;

    @BeforeAll
    static void start() throws Exception {
        bed = CarrierBed.with(directory, 6)
                .overBothTransports()
                .simulator(config -> config.with("receipts", "never"))
                .start()
                .bound();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    private static TaskId send(int smsc, int number) throws Exception {
        long before = bed.arrived(smsc);
        SendOutcome outcome = bed.middleWare()
                .send(List.of(CarrierBed.message(smsc, number)))
                .get(10, TimeUnit.SECONDS)
                .get(0);
        await().atMost(SOON)
                .until(() -> bed.port(smsc).report().submits().accepted() == before + 1
                        && bed.bridge.stats().smsc("s" + smsc).accepted.sum() == before + 1);
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private static List<TaskId> sendAll(int smsc, int count) throws Exception {
        List<OutboundSms> list = IntStream.range(0, count)
                .mapToObj(i -> CarrierBed.message(smsc, i))
                .toList();
        List<SendOutcome> outcomes = bed.middleWare().send(list).get(10, TimeUnit.SECONDS);
        await().atMost(SOON)
                .until(() -> bed.bridge.stats().smsc("s" + smsc).accepted.sum() == count);
        return outcomes.stream()
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

    @Test
    @Tag("C64")
    void two_smscs_that_give_the_same_ids_each_tell_of_their_own_messages() throws Exception {
        int count = 20;
        List<TaskId> first = sendAll(0, count);
        List<TaskId> second = sendAll(1, count);
        List<ReceivedSubmit> here = bed.port(0).submits();
        List<ReceivedSubmit> there = bed.port(1).submits();
        assertThat(here).extracting(ReceivedSubmit::messageId).hasSize(count);
        assertThat(there)
                .extracting(ReceivedSubmit::messageId)
                .isEqualTo(here.stream().map(ReceivedSubmit::messageId).toList());
        for (int i = count - 1; i >= 0; i--) { // the other one's first, in the other order
            bed.port(1).sendReceipt(there.get(i), Outcome.UNDELIV);
            bed.port(0).sendReceipt(here.get(count - 1 - i), Outcome.DELIVRD);
        }
        for (int i = 0; i < count; i++) {
            awaitState(first.get(i), MessageState.DELIVERED);
            awaitState(second.get(i), MessageState.UNDELIVERED);
            assertThat(told(first.get(i)).get(0).smsc()).isEqualTo("s0");
            assertThat(told(second.get(i)).get(0).smsc()).isEqualTo("s1");
        }
        assertThat(bed.bridge.stats().smsc("s0").unmatchedReceipts.sum()).isZero();
        assertThat(bed.bridge.stats().smsc("s1").reusedIds.sum()).isZero();
    }

    @Test
    @Tag("C65")
    void an_id_that_is_given_again_means_the_newest_message_that_waits_and_is_counted() throws Exception {
        for (int smsc = 2; smsc < 4; smsc++) {
            SimulatedPort port = bed.port(smsc);
            SmscStats stats = bed.bridge.stats().smsc("s" + smsc);
            TaskId older = send(smsc, 1);
            TaskId between = send(smsc, 2);
            assertThat(stats.reusedIds.sum()).isZero();
            port.set("message-id-start", "1");
            TaskId newest = send(smsc, 3);
            assertThat(port.submits())
                    .extracting(ReceivedSubmit::messageId)
                    .as("the simulator gives an id again")
                    .containsExactly("1", "2", "1");
            await().atMost(SOON).until(() -> stats.reusedIds.sum() == 1);
            port.sendReceipt(port.submits().get(2), Outcome.DELIVRD);
            awaitState(newest, MessageState.DELIVERED);
            port.sendReceipt(port.submits().get(1), Outcome.DELIVRD);
            awaitState(between, MessageState.DELIVERED);
            assertThat(told(older)).isEmpty();
            assertThat(stats.reusedIds.sum()).isEqualTo(1);
        }
    }

    @Test
    @Tag("C67")
    void where_text_and_tlvs_name_other_ids_or_states_the_tlvs_are_believed_and_it_is_counted() throws Exception {
        for (int smsc = 4; smsc < 6; smsc++) {
            SmscStats stats = bed.bridge.stats().smsc("s" + smsc);
            TaskId one = send(smsc, 1);
            TaskId two = send(smsc, 2);
            TaskId three = send(smsc, 3);
            receipt(smsc, 1, "UNDELIV", 0, DELIVERED); // the text is about the second
            awaitState(one, MessageState.DELIVERED);
            assertThat(told(one).get(0).report().networkError()).isEqualTo(0x030022);
            assertThat(told(two)).isEmpty();
            assertThat(stats.disagreeingReceipts.sum()).isEqualTo(1);
            receipt(smsc, 1, "DELIVRD", 1, UNDELIVERABLE);
            awaitState(two, MessageState.UNDELIVERED);
            assertThat(stats.disagreeingReceipts.sum()).isEqualTo(2);
            receipt(smsc, 2, "DELIVRD", 2, DELIVERED);
            awaitState(three, MessageState.DELIVERED);
            assertThat(stats.disagreeingReceipts.sum()).as("one that agrees").isEqualTo(2);
        }
    }

    private static void receipt(int smsc, int textAbout, String stat, int tlvAbout, int state) {
        List<ReceivedSubmit> submits = bed.port(smsc).submits();
        String text = "id:" + submits.get(textAbout).messageId()
                + " sub:001 dlvrd:001 submit date:2611220700 done date:2611220701 stat:" + stat + " err:000 text:";
        byte[] id = submits.get(tlvAbout).messageId().getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream tlvs = new ByteArrayOutputStream();
        tlvs.writeBytes(new byte[] {0, 0x1E, 0, (byte) (id.length + 1)});
        tlvs.writeBytes(id);
        tlvs.writeBytes(new byte[] {0, 0x04, 0x27, 0, 1, (byte) state, 0x04, 0x23, 0, 3, 3, 0, 0x22});
        ReceivedSubmit about = submits.get(tlvAbout);
        bed.port(smsc)
                .sendDeliver(
                        about.destination(),
                        about.source(),
                        RECEIPT,
                        0,
                        text.getBytes(StandardCharsets.US_ASCII),
                        tlvs.toByteArray());
    }
}
