package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.OutboundSms;
import io.smppbridge.PartReport;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Delivery;
import io.smppbridge.journal.Disk;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.settings.BridgeConfig;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Receipts that come while their message waits for them. */
class ReceiptsTest {
    @TempDir
    Path directory;

    private final ReceiptBed bed = new ReceiptBed();

    private PipelineRig rig(String... more) {
        return bed.start(directory, more);
    }

    @Test
    @Tag("C71")
    @Tag("C67")
    void what_the_smsc_says_reaches_the_platform_with_its_dates_in_utc() {
        try (PipelineRig rig = rig("profile.sweden.time-zone = Europe/Stockholm", "smsc.a.profile = sweden")) {
            ReceiptBed.sent(rig, "77", 1);
            ReceiptBed.offer(
                    rig,
                    "a",
                    ReceiptBed.delivery(false, 4, ReceiptBed.text("77", "DELIVRD"), "77", 5, new byte[] {3, 0, 17}));
            bed.awaitReceipts(1);
            Receipt told = bed.last();
            assertThat(told.state()).isEqualTo(MessageState.UNDELIVERED);
            assertThat(told.report())
                    .isEqualTo(new CarrierReport(
                            "DELIVRD",
                            "000",
                            0x030011,
                            Instant.parse("2026-11-20T11:59:00Z"),
                            Instant.parse("2026-11-20T12:00:00Z")));
            assertThat(told.report().networkErrorType()).isEqualTo(3);
            assertThat(told.report().networkErrorCode()).isEqualTo(17);
            assertThat(told.partReports()).isEmpty();
            assertThat(told.before()).isEmpty();
            assertThat(rig.stats.smsc("a").disagreeingReceipts.sum()).isEqualTo(1);
        }
    }

    /** Most receipts say what the one before them said, and their words are made once. */
    @Test
    @Tag("C71")
    void each_receipt_is_told_in_its_own_words_also_where_only_its_error_differs_from_that_of_the_one_before() {
        byte[] none = {};
        byte[] network = {3, 0, 17};
        try (PipelineRig rig = rig()) {
            List<Delivery> said = List.of(
                    said("1", "000", none), said("2", "045", none), said("3", "045", network), said("4", "045", none));
            for (int i = 0; i < said.size(); i++) {
                ReceiptBed.sent(rig, String.valueOf(i + 1), 1);
                ReceiptBed.offer(rig, "a", said.get(i));
                bed.awaitReceipts(i + 1);
            }
            assertThat(bed.receipts)
                    .extracting(Receipt::detail)
                    .containsExactly(
                            "stat:UNDELIV err:000",
                            "stat:UNDELIV err:045",
                            "stat:UNDELIV err:045 network:3/17",
                            "stat:UNDELIV err:045");
        }
    }

    private static Delivery said(String id, String err, byte[] network) {
        String text = ReceiptBed.text(id, "UNDELIV").replace("err:000", "err:" + err);
        return ReceiptBed.delivery(false, 4, text, "", -1, network);
    }

    @Test
    @Tag("C69")
    void a_receipt_in_data_sm_is_one_too() {
        try (PipelineRig rig = rig()) {
            ReceiptBed.sent(rig, "77", 1);
            ReceiptBed.offer(rig, "a", ReceiptBed.delivery(true, 4, "", "77", 2, new byte[0]));
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
            assertThat(bed.last().report().stat()).isEqualTo("DELIVERED");
        }
    }

    @Test
    @Tag("C68")
    void a_text_makes_a_receipt_only_where_the_administrator_says_so() {
        try (PipelineRig rig = rig()) {
            ReceiptBed.sent(rig, "77", 1);
            ReceiptBed.offer(rig, "a", ReceiptBed.delivery(0, ReceiptBed.text("77", "DELIVRD")));
            await().until(() -> bed.messages.size() == 1);
            assertThat(bed.messages.get(0).text()).startsWith("id:77");
            assertThat(bed.receipts).isEmpty();
            rig.pipeline.apply(PipelineRig.config(directory, "smsc.a.receipts-by-text = true"));
            ReceiptBed.offer(rig, "a", ReceiptBed.delivery(0, ReceiptBed.text("77", "DELIVRD")));
            bed.awaitReceipts(1);
            assertThat(bed.messages).hasSize(1);
        }
    }

    @Test
    @Tag("C68")
    void what_waits_for_the_journal_thread_while_the_configuration_changes_is_read_by_the_new_one()
            throws InterruptedException {
        try (PipelineRig rig = rig()) {
            ReceiptBed.sent(rig, "77", 1);
            CountDownLatch reached = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            rig.pipeline.inbound().offer("a", ReceiptBed.delivery(0, "hello"), (delivery, status) -> {
                reached.countDown();
                await().atMost(Duration.ofSeconds(10)).until(() -> goOn.getCount() == 0);
            });
            assertThat(reached.await(10, TimeUnit.SECONDS)).isTrue();
            rig.pipeline
                    .inbound()
                    .offer("a", ReceiptBed.delivery(0, ReceiptBed.text("77", "DELIVRD")), (delivery, status) -> {});
            BridgeConfig changed = PipelineRig.config(directory, "smsc.a.receipts-by-text = true");
            Thread reload = new Thread(() -> rig.pipeline.apply(changed));
            reload.start();
            await().until(() ->
                    reload.getState() == Thread.State.TIMED_WAITING); // for the journal thread, the last it does
            goOn.countDown();
            bed.awaitReceipts(1);
            reload.join(Duration.ofSeconds(10).toMillis());
            await().until(() -> bed.messages.size() == 1);
            assertThat(bed.messages.get(0).text()).isEqualTo("hello");
        }
    }

    @Test
    @Tag("C70")
    void states_on_the_way_are_told_to_whoever_wants_all_and_end_nothing() {
        try (PipelineRig rig = rig()) {
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.ALL));
            ReceiptBed.answered(rig, task, "77");
            bed.awaitReceipts(1);
            int told = 1;
            for (String stat : List.of("ENROUTE", "ACCEPTD", "SCHEDLD")) {
                ReceiptBed.receipt(rig, "77", stat);
                bed.awaitReceipts(++told);
                assertThat(bed.last().state()).isEqualTo(MessageState.SENT);
                assertThat(bed.last().report().stat()).isEqualTo(stat);
            }
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            bed.awaitReceipts(++told);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C76")
    void the_smsc_hears_taken_only_when_a_power_cut_would_leave_the_receipt() {
        String[] keep = {"journal.force-within = 10s", "smsc.a.window = 1000"};
        BridgeConfig config = PipelineRig.config(directory, keep);
        PowerCutDisk disk = new PowerCutDisk(config.journal().directory());
        Path after = directory.resolve("after");
        int[] status = {-1};
        try (PipelineRig rig = new PipelineRig(config, bed, disk)) {
            ReceiptBed.sent(rig, "77", 1);
            CountDownLatch answered = new CountDownLatch(1);
            rig.pipeline.inbound().offer("a", ReceiptBed.delivery(4, ReceiptBed.text("77", "DELIVRD")), (d, s) -> {
                disk.cut(after.resolve("journal"));
                status[0] = s;
                answered.countDown();
            });
            await().until(() -> answered.getCount() == 0);
        }
        assertThat(status[0]).isEqualTo(CommandStatus.ROK);
        try (PipelineRig rig = PipelineRig.start(after, bed)) {
            rig.middleWare().listen(bed);
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C76")
    void a_full_journal_answers_that_the_queue_is_full_and_takes_the_receipt_once_there_is_room() {
        AtomicBoolean full = new AtomicBoolean();
        BridgeConfig config = PipelineRig.config(directory, "journal.spare-segments = 1");
        try (PipelineRig rig = new PipelineRig(config, bed, filling(config, full))) {
            ReceiptBed.sent(rig, "77", 1);
            full.set(true);
            String longText = ReceiptBed.text("77", "DELIVRD") + "y".repeat(60_000);
            int status = CommandStatus.ROK;
            for (int i = 0; i < 100 && status == CommandStatus.ROK; i++) {
                status = ReceiptBed.offer(rig, "a", ReceiptBed.delivery(4, "id:unknown " + longText));
            }
            assertThat(status).isEqualTo(CommandStatus.RMSGQFUL);
            full.set(false);
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> ReceiptBed.offer(rig, "a", ReceiptBed.delivery(4, longText)) == CommandStatus.ROK);
            assertThat(rig.fatal).hasNullValue();
            assertThat(rig.stats.ended("DELIVERED").sum()).isEqualTo(1);
        }
    }

    /** A real disk that at times has no room for another file. */
    static Disk filling(BridgeConfig config, AtomicBoolean full) {
        Disk real = FileDisk.in(config.journal().directory());
        return (Disk) Proxy.newProxyInstance(
                Disk.class.getClassLoader(), new Class<?>[] {Disk.class}, (proxy, method, arguments) -> {
                    if (full.get() && method.getName().equals("create")) {
                        throw new IOException("No space left on device");
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** How long it took is not known then. */
    @Test
    @Tag("G-01")
    void a_receipt_before_which_the_clock_was_set_back_does_not_look_invented() {
        try (PipelineRig rig = rig()) {
            TaskId id = ReceiptBed.sent(rig, "77", 1);
            await().until(() -> rig.state(id) == MessageState.SENT);
            bed.pass(Duration.ofHours(-6));
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            bed.awaitReceipts(1);
            assertThat(rig.stats.smsc("a").instantReceipts.sum()).isZero();
            assertThat(rig.stats.smsc("a").receiptTime.count()).isZero();
        }
    }

    @Test
    void what_looks_invented_is_counted() {
        try (PipelineRig rig = rig()) {
            ReceiptBed.sent(rig, "77", 1);
            ReceiptBed.sent(rig, "78", 1);
            String same = "submit date:261120120000 done date:261120120000 stat:";
            ReceiptBed.offer(rig, "a", ReceiptBed.delivery(4, "id:77 " + same + "DELIVRD"));
            ReceiptBed.offer(rig, "a", ReceiptBed.delivery(4, "id:99 " + same + "UNDELIV"));
            bed.pass(Duration.ofSeconds(2));
            ReceiptBed.receipt(rig, "78", "DELIVRD");
            bed.awaitReceipts(2);
            assertThat(rig.stats.smsc("a").instantReceipts.sum()).isEqualTo(1);
            assertThat(rig.stats.smsc("a").sameTimeReceipts.sum()).isEqualTo(1);
        }
    }

    @Test
    @Tag("C62")
    void a_receipt_ten_seconds_before_its_answer_is_joined_once() {
        try (PipelineRig rig = rig()) {
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.FINAL));
            assertThat(ReceiptBed.receipt(rig, "77", "DELIVRD")).isEqualTo(CommandStatus.ROK);
            bed.pass(Duration.ofSeconds(10));
            ReceiptBed.answered(rig, task, "77");
            bed.awaitReceipts(1);
            assertThat(bed.last().message()).isEqualTo(new TaskId(task.id()));
            await().until(() -> rig.pipeline.openMessages() == 0);
            assertThat(bed.receipts).hasSize(1);
        }
    }

    @Test
    @Tag("C64")
    @Tag("C65")
    void an_id_belongs_to_its_smsc_and_to_the_newest_message_that_waits() {
        String[] two = {
            "smsc.b.host = 127.0.0.1",
            "smsc.b.system-id = me",
            "smsc.b.password = secret",
            "smsc.b.rate = unlimited",
            "route.b.prefix = 47",
            "route.b.smsc = b"
        };
        try (PipelineRig rig = rig(two)) {
            TaskId old = ReceiptBed.sent(rig, "77", 1);
            bed.pass(Duration.ofHours(30));
            TaskId young = ReceiptBed.sent(rig, "77", 1);
            await().until(() -> rig.stats.smsc("a").reusedIds.sum() == 1);
            ReceiptBed.offer(rig, "b", ReceiptBed.delivery(4, ReceiptBed.text("77", "UNDELIV")));
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            bed.awaitReceipts(1);
            assertThat(bed.last().message()).isEqualTo(young);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            assertThat(PipelineRig.get(messages.find(old)).orElseThrow().state())
                    .isEqualTo(MessageState.SENT);
        }
    }

    private static OutboundSms toAnother() {
        return OutboundSms.to("+46707654321")
                .text("hello")
                .receipt(ReceiptWish.FINAL)
                .build();
    }

    @Test
    @Tag("C65")
    void the_id_of_a_message_that_still_waits_means_the_one_under_way_to_the_number_that_the_receipt_is_about() {
        try (PipelineRig rig = rig()) {
            Task old = ReceiptBed.accepted(rig, toAnother());
            ReceiptBed.answered(rig, old, "77");
            Task young = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.FINAL));
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            ReceiptBed.answered(rig, young, "77");
            bed.awaitReceipts(1);
            assertThat(bed.last().message()).isEqualTo(new TaskId(young.id()));
            assertThat(bed.last().state()).isEqualTo(MessageState.UNDELIVERED);
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            assertThat(PipelineRig.get(messages.find(new TaskId(old.id())))
                            .orElseThrow()
                            .state())
                    .isEqualTo(MessageState.SENT);
        }
    }

    @Test
    @Tag("C65")
    void a_receipt_that_writes_the_number_otherwise_is_joined_by_its_id_when_the_other_message_has_another_id() {
        try (PipelineRig rig = rig()) {
            Task old = ReceiptBed.accepted(rig, toAnother());
            ReceiptBed.answered(rig, old, "77");
            Task young = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.FINAL));
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            ReceiptBed.answered(rig, young, "78");
            bed.pass(Duration.ofMinutes(5));
            bed.awaitReceipts(1);
            assertThat(bed.last().message()).isEqualTo(new TaskId(old.id()));
        }
    }

    @Test
    @Tag("C73")
    void five_parts_make_one_event_that_tells_of_each() {
        try (PipelineRig rig = rig()) {
            TaskId id = ReceiptBed.sent(rig, "m", 5);
            for (int part : List.of(3, 1, 5, 2)) {
                ReceiptBed.receipt(rig, "m-" + part, "DELIVRD");
            }
            assertThat(bed.receipts).isEmpty();
            ReceiptBed.receipt(rig, "m-4", "DELIVRD");
            bed.awaitReceipts(1);
            assertThat(bed.last().message()).isEqualTo(id);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
            assertThat(bed.last().partReports())
                    .extracting(PartReport::part, PartReport::messageId, PartReport::state)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple(1, "m-1", MessageState.DELIVERED),
                            org.assertj.core.groups.Tuple.tuple(2, "m-2", MessageState.DELIVERED),
                            org.assertj.core.groups.Tuple.tuple(3, "m-3", MessageState.DELIVERED),
                            org.assertj.core.groups.Tuple.tuple(4, "m-4", MessageState.DELIVERED),
                            org.assertj.core.groups.Tuple.tuple(5, "m-5", MessageState.DELIVERED));
        }
    }

    @Test
    @Tag("C73")
    void parts_told_before_a_restart_count_after_it() {
        TaskId id;
        try (PipelineRig rig = rig("smsc.a.receipt-verdict = all")) {
            id = ReceiptBed.sent(rig, "m", 3);
            ReceiptBed.receipt(rig, "m-1", "DELIVRD");
            ReceiptBed.receipt(rig, "m-3", "DELIVRD");
        }
        try (PipelineRig rig = rig()) {
            ReceiptBed.receipt(rig, "m-2", "UNDELIV");
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.UNDELIVERED);
            assertThat(bed.last().partReports())
                    .extracting(PartReport::state)
                    .containsExactly(MessageState.DELIVERED, MessageState.UNDELIVERED, MessageState.DELIVERED);
            assertThat(bed.last().message()).isEqualTo(id);
        }
    }
}
