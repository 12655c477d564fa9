package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.Tried;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Delivery;
import io.smppbridge.records.EraseRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When an order is reported as done, a search of the whole directory finds nothing about the number. */
@Tag("S-49")
class ErasingTest {
    private static final String NUMBER = "46701234567";
    private static final String[] KEYS = {"bridge.validity = 10d"};
    private static final Duration ENOUGH = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final AtomicLong clock =
            new AtomicLong(Instant.parse("2026-11-22T08:00:00Z").toEpochMilli());

    private PipelineRig start() {
        return start(directory);
    }

    private PipelineRig start(Path where) {
        return PipelineRig.start(where, () -> Instant.ofEpochMilli(clock.get()), KEYS);
    }

    private static TaskId send(PipelineRig rig, String to, String text) {
        SendOutcome outcome = PipelineRig.get(
                rig.middleWare().send(OutboundSms.to("+" + to).text(text).build()));
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private static void end(PipelineRig rig) {
        int before = rig.pipeline.openMessages();
        List<Task> tasks = rig.takeAll("a");
        tasks.forEach(task -> rig.accepted(task, 0, "id", true, Outcomes.Flight.NONE));
        await().until(() -> rig.pipeline.openMessages() == before - tasks.size());
    }

    private TaskId order(PipelineRig rig, boolean withdraw) {
        return rig.pipeline.erasing().order(Address.of("+" + NUMBER), withdraw).orElseThrow();
    }

    private static Erasing.Order only(PipelineRig rig) {
        List<Erasing.Order> orders = rig.pipeline.erasing().list().orElseThrow();
        assertThat(orders).hasSize(1);
        return orders.get(0);
    }

    private static void awaitDone(PipelineRig rig) {
        await().atMost(ENOUGH).until(() -> only(rig).done().isPresent());
        assertThat(rig.pipeline.erasing().open()).isZero();
    }

    private boolean isOnDisk(String word) {
        return RetentionTest.isOnDisk(directory, word);
    }

    @Test
    void what_has_ended_is_gone_when_the_order_is_done_and_what_waits_for_others_stays(TestReporter reporter) {
        try (PipelineRig rig = start()) {
            for (int i = 0; i < 50; i++) {
                send(rig, NUMBER, "words for nobody " + i);
            }
            end(rig);
            send(rig, "46709999999", "words that wait");
            assertThat(isOnDisk(NUMBER)).isTrue();
            assertThat(isOnDisk("words for nobody")).isTrue();
            TaskId id = order(rig, false);
            awaitDone(rig);
            assertThat(only(rig).id()).isEqualTo(id);
            assertThat(isOnDisk(NUMBER)).isFalse();
            assertThat(isOnDisk("words for nobody")).isFalse();
            assertThat(isOnDisk("words that wait")).isTrue();
        }
        try (PipelineRig rig = start()) {
            assertThat(only(rig).done()).as("still known after a restart").isPresent();
            assertThat(rig.takeAll("a")).hasSize(1);
        }
        Tried.times(50)
                .note("number and text searched for on the disk, 0 found")
                .tell(reporter);
    }

    @Test
    void an_order_waits_for_what_waits_and_is_done_when_that_has_ended() {
        try (PipelineRig rig = start()) {
            send(rig, NUMBER, "words that wait");
            order(rig, false);
            await().atMost(ENOUGH).until(() -> only(rig).remaining() > 0);
            assertThat(only(rig).last()).isEqualTo("567");
            assertThat(isOnDisk(NUMBER)).isTrue();
            end(rig);
            clock.addAndGet(Erasures.AGAIN_MS);
            awaitDone(rig);
            assertThat(isOnDisk(NUMBER)).isFalse();
            assertThat(isOnDisk("words that wait")).isFalse();
        }
    }

    @Test
    @Tag("G-01")
    void an_order_is_looked_at_again_also_where_the_clock_is_set_back() {
        try (PipelineRig rig = start()) {
            send(rig, NUMBER, "words that wait");
            order(rig, false);
            await().atMost(ENOUGH).until(() -> only(rig).remaining() > 0);
            end(rig);
            clock.addAndGet(Duration.ofDays(-1).toMillis());
            awaitDone(rig);
            assertThat(isOnDisk(NUMBER)).isFalse();
        }
    }

    @Test
    void with_withdraw_what_waits_ends_and_is_not_sent() {
        try (PipelineRig rig = start()) {
            TaskId id = send(rig, NUMBER, "words that wait");
            TaskId other = send(rig, "46709999999", "for another");
            order(rig, true);
            await().atMost(ENOUGH).until(() -> rig.pipeline.openMessages() == 1);
            clock.addAndGet(Erasures.AGAIN_MS);
            awaitDone(rig);
            assertThat(isOnDisk(NUMBER)).isFalse();
            assertThat(rig.takeAll("a")).extracting(Task::id).containsExactly(other.value());
            assertThat(PipelineRig.get(
                                    rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                            .map(view -> view.state())
                            .orElse(MessageState.CANCELLED))
                    .isEqualTo(MessageState.CANCELLED);
        }
    }

    /** Its rest would go on being owed to a subscriber who has its beginning: it ends as ever, and what it ended as is true. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void with_withdraw_a_message_of_which_the_smsc_has_a_part_goes_on(boolean afterRestart) {
        TaskId id;
        try (PipelineRig rig = start()) {
            id = send(rig, NUMBER, "x".repeat(300));
            Task task = rig.takeAll("a").get(0);
            task.parts().submitted(0);
            task.parts().accepted(0);
            rig.accepted(task, 0, "m-1", false, Outcomes.Flight.NONE);
            rig.pipeline.bag("a").giveBack(task, 0);
            if (!afterRestart) {
                orderAndGoOn(rig, id);
            }
        }
        if (afterRestart) {
            try (PipelineRig rig = start()) {
                orderAndGoOn(rig, id);
            }
        }
    }

    private void orderAndGoOn(PipelineRig rig, TaskId id) {
        order(rig, true);
        await().atMost(ENOUGH).until(() -> only(rig).remaining() > 0);
        List<Task> rest = rig.takeAll("a");
        assertThat(rest).extracting(Task::id).containsExactly(id.value());
        assertThat(rest.get(0).parts().isAccepted(0)).isTrue();
        rig.accepted(rest.get(0), 1, "m-2", true, Outcomes.Flight.NONE);
        await().until(() -> rig.pipeline.openMessages() == 0);
        clock.addAndGet(Erasures.AGAIN_MS);
        awaitDone(rig);
        assertThat(isOnDisk(NUMBER)).isFalse();
    }

    @Test
    void the_platform_hears_of_what_an_operator_withdraws_though_it_wanted_final_states_only() {
        try (PipelineRig rig = start()) {
            List<Receipt> heard = new CopyOnWriteArrayList<>();
            rig.middleWare().listen(new InboundListener() {
                @Override
                public void onMessage(InboundSms message) {}

                @Override
                public void onReceipt(Receipt receipt) {
                    heard.add(receipt);
                }
            });
            SendOutcome outcome = PipelineRig.get(rig.middleWare()
                    .send(OutboundSms.to("+" + NUMBER)
                            .text("words that wait")
                            .receipt(ReceiptWish.FINAL)
                            .build()));
            order(rig, true);
            await().atMost(ENOUGH).until(() -> !heard.isEmpty());
            assertThat(heard.get(0).message()).isEqualTo(((SendOutcome.Acceptance) outcome).id());
            assertThat(heard.get(0).state()).isEqualTo(MessageState.CANCELLED);
        }
    }

    @Test
    void an_order_survives_a_kill_at_once_after_it_was_taken() throws Exception {
        Path copy = Files.createDirectory(directory.resolve("copy"));
        Path original = Files.createDirectory(directory.resolve("original"));
        try (PipelineRig rig = start(original)) {
            send(rig, NUMBER, "words that wait");
            order(rig, false);
            rig.killedInto(copy);
        }
        try (PipelineRig rig = start(copy)) {
            await().atMost(ENOUGH).until(() -> only(rig).remaining() > 0);
            end(rig);
            clock.addAndGet(Erasures.AGAIN_MS);
            awaitDone(rig);
            assertThat(RetentionTest.isOnDisk(copy, NUMBER)).isFalse();
        }
    }

    private static Delivery mo(String text) {
        byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
        Address from = Address.of(NUMBER);
        return delivery().from(from).octets(octets).made();
    }

    @Test
    void an_mo_that_was_taken_is_gone_and_one_that_nobody_took_stays_until_it_is_dropped() throws Exception {
        CountDownLatch answered = new CountDownLatch(2);
        List<String> heard = new CopyOnWriteArrayList<>();
        try (PipelineRig rig =
                PipelineRig.start(directory, () -> Instant.ofEpochMilli(clock.get()), "handback.attempts = 1")) {
            rig.middleWare().listen(new InboundListener() {
                @Override
                public void onMessage(InboundSms message) {
                    if (message.text().contains("nobody")) {
                        throw new IllegalStateException("not taken");
                    }
                    heard.add(message.text());
                }

                @Override
                public void onReceipt(Receipt receipt) {}
            });
            rig.pipeline.inbound().offer("a", mo("a word to you"), (d, s) -> answered.countDown());
            rig.pipeline.inbound().offer("a", mo("a word to nobody"), (d, s) -> answered.countDown());
            assertThat(answered.await(10, TimeUnit.SECONDS)).isTrue();
            await().atMost(ENOUGH)
                    .until(() -> heard.size() == 1
                            && rig.pipeline.handback().dead("listener").size() == 1);
            order(rig, false);
            await().atMost(ENOUGH).until(() -> only(rig).remaining() > 0 && !isOnDisk("a word to you"));
            assertThat(isOnDisk("a word to nobody")).isTrue();
            long id = rig.pipeline.handback().dead("listener").get(0).id();
            assertThat(rig.pipeline.handback().drop("listener", List.of(id))).isEqualTo(1);
            clock.addAndGet(Erasures.AGAIN_MS);
            awaitDone(rig);
            assertThat(isOnDisk(NUMBER)).isFalse();
            assertThat(isOnDisk("a word")).isFalse();
        }
    }

    @Test
    void what_comes_after_the_order_is_not_meant() {
        try (PipelineRig rig = start()) {
            order(rig, true);
            clock.addAndGet(1_000);
            send(rig, NUMBER, "new words");
            awaitDone(rig);
            assertThat(rig.takeAll("a")).hasSize(1);
        }
    }

    @Test
    void an_order_does_not_hold_its_number_in_digits() {
        for (String number : List.of("1", "12", NUMBER, "123456789012345")) {
            EraseRecord record = new EraseRecord(7, number, 8, true, 0);
            ByteBuffer out = ByteBuffer.allocate(100);
            record.encode(out);
            assertThat(new String(out.array(), 0, out.position(), StandardCharsets.ISO_8859_1))
                    .doesNotContain(number.length() > 2 ? number : "none");
            assertThat(EraseRecord.decode(out.flip())).isEqualTo(record);
        }
    }
}
