package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Delivery;
import io.smppbridge.pipeline.Outcomes.Flight;
import io.smppbridge.threads.NamedThreads;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of messages whose SMSC leaves the configuration. */
class ReroutingTest {
    private static final String[] B = {
        "smsc.b.host = 127.0.0.1",
        "smsc.b.port = 2776",
        "smsc.b.system-id = me",
        "smsc.b.password = secret",
        "smsc.b.rate = unlimited",
        "route.b.prefix = 47",
        "route.b.order = 10",
        "route.b.smsc = b"
    };

    @TempDir
    Path directory;

    private static Set<Long> send(PipelineRig rig, int count) {
        List<OutboundSms> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(OutboundSms.of("4712345" + (1000 + i), "number " + i));
        }
        Set<Long> ids = new HashSet<>();
        for (SendOutcome outcome : PipelineRig.get(rig.middleWare().send(list))) {
            SendOutcome.Acceptance accepted = (SendOutcome.Acceptance) outcome;
            assertThat(accepted.smsc()).isEqualTo("b");
            ids.add(accepted.id().value());
        }
        return ids;
    }

    @Test
    @Tag("C107")
    void messages_of_a_removed_smsc_go_by_another_route_once_each() {
        try (PipelineRig rig = PipelineRig.start(directory, B)) {
            Set<Long> ids = send(rig, 3_000);
            rig.pipeline.apply(PipelineRig.config(directory));
            rig.pipeline.remove("b");
            Set<Long> moved = new HashSet<>();
            await().until(() -> {
                for (Task task : rig.takeAll("a")) {
                    assertThat(task.smsc()).isEqualTo("a");
                    assertThat(moved.add(task.id())).isTrue();
                }
                return moved.size() == ids.size();
            });
            assertThat(moved).isEqualTo(ids);
            assertThat(rig.pipeline.strandedMessages()).isZero();
        }
    }

    /** The answers are in the ring when the SMSC leaves: what has been taken must not be sent again. */
    @Test
    @Tag("C107")
    void messages_that_the_removed_smsc_has_just_taken_are_not_sent_again() {
        try (PipelineRig rig = PipelineRig.start(directory, B)) {
            List<OutboundSms> list = new ArrayList<>();
            for (int i = 0; i < 3_000; i++) {
                list.add(OutboundSms.to("4712345" + (1000 + i))
                        .from("Acme")
                        .text("number " + i)
                        .receipt(ReceiptWish.FINAL)
                        .build());
            }
            PipelineRig.get(rig.middleWare().send(list));
            List<Task> tasks = rig.takeAll("b");
            assertThat(tasks).hasSize(3_000);
            rig.pipeline.apply(PipelineRig.config(directory));
            for (Task task : tasks) {
                rig.accepted(task, 0, "id" + task.id(), true, Outcomes.Flight.NONE);
            }
            rig.pipeline.remove("b");
            await().until(() -> rig.pipeline.strandedMessages() == 0);
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }

    /** The first part bears the new SMSC's encoding: what follows must not bear that of the old one, whose parts begin elsewhere in the text. */
    @Test
    @Tag("C42")
    void one_that_has_begun_in_the_encoding_of_its_new_smsc_does_not_go_on_in_another() {
        ReceiptBed bed = new ReceiptBed();
        OutboundSms sms = OutboundSms.to("47123451000")
                .from("Acme")
                .text("\u20ac".repeat(80) + "x".repeat(30))
                .receipt(ReceiptWish.FINAL)
                .build();
        try (PipelineRig rig = bed.start(directory, B)) {
            PipelineRig.get(rig.middleWare().send(sms));
            rig.pipeline.apply(PipelineRig.config(directory, "smsc.a.alphabet = latin1"));
            rig.pipeline.remove("b");
            List<Task> moved = new ArrayList<>();
            await().until(() -> moved.addAll(rig.takeAll("a")));
            assertThat(moved.get(0).parts().dataCoding()).isEqualTo(8);
            rig.accepted(moved.get(0), 0, "A1", false, Flight.NONE);
        }
        try (PipelineRig rig = bed.start(directory, "smsc.a.alphabet = latin1")) {
            List<Task> rest = new ArrayList<>();
            await().until(() -> rest.addAll(rig.takeAll("a")));
            assertThat(rest.get(0).parts().waiting()).isEqualTo(1);
            assertThat(rest.get(0).parts().dataCoding()).isEqualTo(8);
        }
        try (PipelineRig rig = bed.start(directory)) {
            await().until(() -> rig.takeAll("a").isEmpty() && !bed.receipts.isEmpty());
            assertThat(bed.receipts.get(0).state()).isEqualTo(MessageState.REJECTED);
            assertThat(bed.receipts.get(0).detail()).contains("1 of 2 parts were handed over");
        }
    }

    /** Those of an SMSC that has left are still awaited, and counted as such, so that the sum is that of all. */
    @Test
    void awaited_receipts_are_counted_by_smsc() {
        try (PipelineRig rig = PipelineRig.start(directory, B)) {
            taken(rig, "b", 3);
            await().until(() -> rig.stats.smsc("b").awaitingReceipts == 3);
            rig.pipeline.apply(PipelineRig.config(directory));
            taken(rig, "a", 2);
            await().until(() -> rig.stats.smsc("a").awaitingReceipts == 2 && rig.stats.awaitingOfRemoved == 3);
            assertThat(rig.stats.awaitingReceipts).isEqualTo(5);
            assertThat(rig.stats.smsc("b").awaitingReceipts).as("once only").isZero();
            rig.pipeline.apply(PipelineRig.config(directory, B));
            await().until(() -> rig.stats.smsc("b").awaitingReceipts == 3 && rig.stats.awaitingOfRemoved == 0);
        }
    }

    private static void taken(PipelineRig rig, String smsc, int count) {
        for (int i = 0; i < count; i++) {
            PipelineRig.get(rig.middleWare()
                    .send(OutboundSms.to("4712345" + (1000 + i))
                            .text("number " + i)
                            .receipt(ReceiptWish.FINAL)
                            .build()));
        }
        List<Task> tasks = rig.takeAll(smsc);
        assertThat(tasks).hasSize(count);
        for (Task task : tasks) {
            rig.accepted(task, 0, "id" + task.id(), true, Outcomes.Flight.NONE);
        }
    }

    /** A plug-in looks at it meanwhile: it is in nobody's hand, and what the plug-in says comes too late. */
    @Test
    @Tag("C107")
    @Tag("S2.15")
    void a_verdict_about_a_message_at_the_removed_smsc_means_nothing_for_the_other() {
        try (PipelineRig rig = PipelineRig.start(directory, B)) {
            send(rig, 2);
            List<Task> old = rig.takeAll("b");
            Task aside = old.get(0);
            aside.unclaim();
            Task refused = old.get(1); // its verdict is on its way already
            rig.pipeline.apply(PipelineRig.config(directory));
            rig.pipeline.remove("b");
            List<Task> moved = new ArrayList<>();
            await().until(() -> {
                moved.addAll(rig.takeAll("a"));
                return moved.size() == 2;
            });
            assertThat(aside.claim()).isFalse();
            rig.pipeline.outcomes().ended(refused, MessageState.REJECTED, "refused by a plug-in", Flight.NONE);
            for (Task task : moved) {
                rig.accepted(task, 0, "id", true, Flight.NONE);
            }
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            for (Task task : moved) {
                var id = new TaskId(task.id());
                await().until(() ->
                        PipelineRig.get(messages.find(id)).orElseThrow().state().equals(MessageState.ACCEPTED));
            }
        }
    }

    @Test
    @Tag("C107")
    void messages_that_no_route_takes_wait_for_one_also_over_a_restart() {
        Set<Long> ids;
        try (PipelineRig rig = PipelineRig.start(directory, B)) {
            ids = send(rig, 20);
        }
        try (PipelineRig rig = PipelineRig.start(directory, "route.all.prefix = 46")) {
            await().until(() -> rig.pipeline.strandedMessages() == 20);
            assertThat(rig.takeAll("a")).isEmpty();
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            var id = new TaskId(ids.iterator().next());
            assertThat(PipelineRig.get(messages.find(id)).orElseThrow().state()).isEqualTo(MessageState.QUEUED);
            assertThat(PipelineRig.get(messages.explain(id)).orElseThrow().why())
                    .anyMatch(why -> why.contains("not configured"));
            rig.pipeline.apply(PipelineRig.config(directory));
            Set<Long> moved = new HashSet<>();
            await().until(() -> {
                rig.takeAll("a").forEach(task -> moved.add(task.id()));
                return moved.equals(ids);
            });
        }
    }

    /** The first of its route knows no such TLV. */
    @Test
    @Tag("C107")
    void a_message_goes_by_the_next_smsc_of_its_route_where_the_first_cannot_take_it() {
        String[] b = Stream.concat(Stream.of(B), Stream.of("smsc.b.tlv.ours = 0x1400:text:30"))
                .toArray(String[]::new);
        try (PipelineRig rig = PipelineRig.start(directory, b)) {
            OutboundSms sms = OutboundSms.to("47123451000")
                    .text("x")
                    .tlvs(Map.of("ours", "1"))
                    .build();
            SendOutcome.Acceptance accepted =
                    (SendOutcome.Acceptance) PipelineRig.get(rig.middleWare().send(sms));
            assertThat(accepted.smsc()).isEqualTo("b");
            rig.pipeline.apply(PipelineRig.config(
                    directory,
                    "smsc.c.host = 127.0.0.1",
                    "smsc.c.port = 2777",
                    "smsc.c.system-id = me",
                    "smsc.c.password = secret",
                    "smsc.c.rate = unlimited",
                    "smsc.c.tlv.ours = 0x1400:text:30",
                    "route.all.smsc = a > c"));
            rig.pipeline.remove("b");
            List<Task> moved = new ArrayList<>();
            await().until(() -> moved.addAll(rig.takeAll("c")));
            assertThat(moved)
                    .singleElement()
                    .extracting(Task::id)
                    .isEqualTo(accepted.id().value());
            assertThat(rig.pipeline.bag("a").credits())
                    .isEqualTo(rig.pipeline.bag("a").capacity());
            assertThat(rig.pipeline.strandedMessages()).isZero();
        }
    }

    @Test
    @Tag("C107")
    void messages_of_a_removed_smsc_wait_for_room_in_the_other_bag() {
        try (PipelineRig rig = PipelineRig.start(directory, B)) {
            Set<Long> ids = send(rig, 500);
            rig.pipeline.apply(PipelineRig.config(directory, "smsc.a.bag = 200"));
            rig.pipeline.remove("b");
            Set<Long> moved = new HashSet<>();
            await().until(() -> {
                assertThat(rig.pipeline.bag("a").credits()).isNotNegative();
                for (Task task : rig.takeAll("a")) {
                    assertThat(moved.add(task.id())).isTrue();
                    rig.accepted(task, 0, "1", true, Outcomes.Flight.NONE);
                }
                return moved.equals(ids);
            });
        }
    }

    @Test
    @Tag("C107")
    void one_that_waits_after_a_lost_answer_says_so_also_when_its_smsc_has_left() {
        try (PipelineRig rig = PipelineRig.start(directory, B)) {
            TaskId id = new TaskId(send(rig, 1).iterator().next());
            losesItsAnswerAtB(rig, id);
            rig.pipeline.apply(PipelineRig.config(directory));
            rig.pipeline.remove("b");
            comesTo(rig, id, "a");
            assertThat(PipelineRig.get(
                                    rig.pipeline.messages(PipelineRig.ACCOUNT).explain(id))
                            .orElseThrow()
                            .why())
                    .anyMatch(why -> why.startsWith("an attempt got no answer; the next attempt is due in "))
                    .contains("1 message is in the bag of SMSC a");
            assertThat(found(rig, id).unanswered()).isEqualTo(1);
        }
    }

    /** Two SMSCs leave one after the other, while it waits for a late receipt before it goes out again. */
    @Test
    @Tag("C107")
    @Tag("C18")
    void one_that_waits_after_a_lost_answer_waits_on_when_a_second_smsc_leaves() {
        String[] c = {
            "smsc.c.host = 127.0.0.1",
            "smsc.c.port = 2777",
            "smsc.c.system-id = me",
            "smsc.c.password = secret",
            "smsc.c.rate = unlimited",
            "route.c.prefix = 47",
            "route.c.order = 20",
            "route.c.smsc = c"
        };
        String[] both = Stream.concat(Arrays.stream(B), Arrays.stream(c)).toArray(String[]::new);
        try (PipelineRig rig = PipelineRig.start(directory, both)) {
            TaskId id = new TaskId(send(rig, 1).iterator().next());
            losesItsAnswerAtB(rig, id);
            rig.pipeline.apply(PipelineRig.config(directory, c));
            rig.pipeline.remove("b");
            comesTo(rig, id, "c");
            rig.pipeline.apply(PipelineRig.config(directory));
            rig.pipeline.remove("c");
            comesTo(rig, id, "a");
            assertThat(rig.takeAll("a")).isEmpty();
            assertThat(rig.pipeline.bag("a").depth()).isEqualTo(1);
        }
    }

    /** Its SMSC is put back before it has gone out by the other one. */
    @Test
    @Tag("C107")
    @Tag("C18")
    void the_receipt_of_an_smsc_that_has_come_back_settles_what_it_had_without_an_answer() {
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = PipelineRig.start(directory, B)) {
            rig.middleWare().listen(bed);
            goesFromBToA(rig, "number one");
            rig.pipeline.apply(PipelineRig.config(directory, B));
            int credits = rig.pipeline.bag("a").credits();
            assertThat(ReceiptBed.offer(rig, "b", numberOne("B1"))).isZero();
            await().until(() -> bed.receipts.size() == 1);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
            assertThat(bed.last().smsc()).isEqualTo("b");
            await().until(() -> rig.pipeline.bag("a").credits() == credits + 1);
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }

    /** The same, where the bridge was started anew in between. */
    @Test
    void the_receipt_of_an_smsc_that_has_come_back_settles_what_it_had_without_an_answer_over_a_restart() {
        ReceiptBed bed = new ReceiptBed();
        TaskId id = lostAtBAndMovedToA();
        try (PipelineRig rig = PipelineRig.start(directory, B)) {
            rig.middleWare().listen(bed);
            assertThat(ReceiptBed.offer(rig, "b", numberOne("B1"))).isZero();
            await().until(() -> bed.receipts.size() == 1);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
            assertThat(bed.last().smsc()).isEqualTo("b");
            assertThat(bed.last().message()).isEqualTo(id);
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }

    /** Another one of that number and these words, which others have sent by that SMSC. */
    @Test
    void a_receipt_of_the_smsc_that_has_not_sent_it_yet_does_not_mean_it_after_a_restart() {
        ReceiptBed bed = new ReceiptBed();
        TaskId id = lostAtBAndMovedToA();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            rig.middleWare().listen(bed);
            assertThat(ReceiptBed.offer(rig, "a", numberOne("A1"))).isZero();
            assertThat(found(rig, id).state()).isEqualTo(MessageState.UNANSWERED);
            assertThat(bed.receipts).isEmpty();
            assertThat(rig.pipeline.bag("a").depth()).isEqualTo(1);
        }
    }

    /** The SMSC that has left cuts long texts into parts, the other one takes them whole. */
    @Test
    void a_receipt_of_one_part_does_not_stand_for_a_message_that_goes_on_whole() {
        TaskId id = partAtBAndWholeAtA();
        try (PipelineRig rig = PipelineRig.start(directory, WHOLE_AT_A)) {
            rig.pipeline.apply(PipelineRig.config(directory, both()));
            staysAtA(rig, id);
        }
    }

    @Test
    void nor_where_the_smsc_that_has_left_is_back_at_the_start() {
        TaskId id = partAtBAndWholeAtA();
        try (PipelineRig rig = PipelineRig.start(directory, both())) {
            staysAtA(rig, id);
        }
    }

    @Test
    void nor_where_the_bridge_goes_on() {
        try (PipelineRig rig = PipelineRig.start(directory, both())) {
            TaskId id = goesFromBToA(rig, LONG, WHOLE_AT_A);
            rig.pipeline.apply(PipelineRig.config(directory, both()));
            staysAtA(rig, id);
        }
    }

    private static final String LONG = "number one" + " and on".repeat(30);
    private static final String WHOLE_AT_A = "smsc.a.long-message = payload";

    private static String[] both() {
        return Stream.concat(Arrays.stream(B), Stream.of(WHOLE_AT_A)).toArray(String[]::new);
    }

    private TaskId partAtBAndWholeAtA() {
        try (PipelineRig rig = PipelineRig.start(directory, both())) {
            return goesFromBToA(rig, LONG, WHOLE_AT_A);
        }
    }

    /** @param left of the configuration, without that of {@code b} */
    private TaskId goesFromBToA(PipelineRig rig, String text, String... left) {
        OutboundSms sms = OutboundSms.to("47123451000")
                .from("72404")
                .text(text)
                .receipt(ReceiptWish.FINAL)
                .build();
        TaskId id = ((SendOutcome.Acceptance) PipelineRig.get(rig.middleWare().send(sms))).id();
        losesItsAnswerAtB(rig, id);
        rig.pipeline.apply(PipelineRig.config(directory, left));
        rig.pipeline.remove("b");
        comesTo(rig, id, "a");
        return id;
    }

    private static void staysAtA(PipelineRig rig, TaskId id) {
        assertThat(ReceiptBed.offer(rig, "b", numberOne("B1"))).isZero();
        assertThat(found(rig, id).state()).isEqualTo(MessageState.UNANSWERED);
        assertThat(found(rig, id).smsc()).isEqualTo("a");
        assertThat(rig.pipeline.bag("a").depth()).isEqualTo(1);
    }

    private TaskId lostAtBAndMovedToA() {
        try (PipelineRig rig = PipelineRig.start(directory, B)) {
            return goesFromBToA(rig, "number one");
        }
    }

    private static Delivery numberOne(String id) {
        byte[] octets = ReceiptBed.text(id, "DELIVRD")
                .replace("text:hi", "text:number one")
                .getBytes(StandardCharsets.US_ASCII);
        return delivery()
                .from(Address.of("47123451000"))
                .receipt()
                .octets(octets)
                .made();
    }

    /** The next attempt is due in an hour. */
    private static void losesItsAnswerAtB(PipelineRig rig, TaskId id) {
        Task task = await().until(() -> rig.takeAll("b"), taken -> taken.size() == 1)
                .get(0);
        task.unanswered++;
        task.dueAtMs = System.currentTimeMillis() + 3_600_000;
        rig.pipeline.outcomes().unanswered(task, 0, false, Flight.NONE);
        await().until(() -> found(rig, id).state() == MessageState.UNANSWERED);
    }

    private static void comesTo(PipelineRig rig, TaskId id, String smsc) {
        await().until(() -> found(rig, id).smsc().equals(smsc));
    }

    private static Messages.MessageView found(PipelineRig rig, TaskId id) {
        return PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                .orElseThrow();
    }

    /** Its answer comes while it is read to be routed anew. */
    @Test
    @Tag("C107")
    void what_the_smsc_that_has_left_has_taken_after_all_goes_nowhere_else() {
        CountDownLatch read = new CountDownLatch(1);
        ExecutorService reader = NamedThreads.worker("pipeline-reader", 10_000);
        try (PipelineRig rig = PipelineRig.start(directory, InstantSource.system(), reader, B)) {
            OutboundSms sms = OutboundSms.to("47123451000")
                    .text("number 0")
                    .receipt(ReceiptWish.FINAL)
                    .build();
            PipelineRig.get(rig.middleWare().send(sms));
            Task task = rig.takeAll("b").get(0);
            TaskId id = new TaskId(task.id());
            rig.pipeline.apply(PipelineRig.config(directory));
            reader.execute(() -> pause(read));
            rig.pipeline.remove("b");
            await().until(() -> rig.pipeline.strandedMessages() == 1);
            rig.accepted(task, 0, "B1", true, Flight.NONE);
            await().until(() -> rig.stats.awaitingOfRemoved == 1);
            read.countDown();
            await().until(() -> rig.pipeline.strandedMessages() == 0);
            assertThat(PipelineRig.get(
                                    rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                            .orElseThrow()
                            .state())
                    .isEqualTo(MessageState.SENT);
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }

    /** Another SMSC would send that part once more. */
    @Test
    @Tag("C107")
    void what_the_smsc_that_has_left_has_begun_goes_nowhere_else() {
        try (PipelineRig rig = PipelineRig.start(directory, B)) {
            OutboundSms sms = OutboundSms.of("47123451000", "x".repeat(200));
            PipelineRig.get(rig.middleWare().send(sms));
            Task task = rig.takeAll("b").get(0);
            rig.accepted(task, 0, "B1", false, Flight.NONE);
            rig.pipeline.apply(PipelineRig.config(directory));
            rig.pipeline.remove("b");
            await().until(() -> rig.stats.ended("UNCERTAIN").sum() == 1);
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }

    private static void pause(CountDownLatch until) {
        try {
            until.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
