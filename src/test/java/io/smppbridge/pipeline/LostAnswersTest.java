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
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Delivery;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Receipts for messages whose answer was lost: no id matches them. */
class LostAnswersTest {
    private static final String TO = "46701234567";

    @TempDir
    Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T08:00:00Z"));

    private static TaskId send(PipelineRig rig, String text) {
        return send(rig, text, ReceiptWish.FINAL);
    }

    private static TaskId send(PipelineRig rig, String text, ReceiptWish wish) {
        SendOutcome outcome = PipelineRig.get(rig.middleWare()
                .send(OutboundSms.to(TO).from("Acme").text(text).receipt(wish).build()));
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private static void receipt(PipelineRig rig, String smsc, String from, String to, String quoted) {
        receipt(rig, smsc, from, to, quoted, "77aa");
    }

    private static void receipt(PipelineRig rig, String smsc, String from, String to, String quoted, String id) {
        receipt(rig, smsc, from, to, quoted, id, "DELIVRD");
    }

    private static void receipt(
            PipelineRig rig, String smsc, String from, String to, String quoted, String id, String stat) {
        String text = "id:" + id
                + " sub:001 dlvrd:001 submit date:7001010000 done date:7001010000 stat:" + stat + " err:000 Text:"
                + quoted;
        Delivery delivery = delivery()
                .from(Address.of(from))
                .to(Address.of(to))
                .receipt()
                .text(text)
                .made();
        CompletableFuture<Integer> status = new CompletableFuture<>();
        rig.pipeline.inbound().offer(smsc, delivery, (d, s) -> status.complete(s));
        assertThat(PipelineRig.get(status)).isZero();
    }

    /** Takes the message, loses its answer, and puts it back to be sent again in half a minute. */
    private void lose(PipelineRig rig) {
        for (Task task : rig.takeAll("a")) {
            task.unanswered = 1;
            task.dueAtMs = now.get().toEpochMilli() + 30_000;
            rig.pipeline.outcomes().unanswered(task, 0, false, Outcomes.Flight.NONE);
            rig.pipeline.bag("a").giveBack(task, task.dueAtMs);
        }
    }

    private void assertNothingIsSentAgain(PipelineRig rig) {
        now.set(now.get().plusSeconds(60));
        assertThat(rig.takeAll("a")).isEmpty();
        assertThat(rig.pipeline.bag("a").credits()).isEqualTo(50_000);
        assertThat(rig.stats.smsc("a").settledLate.sum()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    @Tag("C18")
    @Tag("C21")
    void a_receipt_settles_a_message_whose_answer_was_lost_hot_or_cold(String hot) {
        try (PipelineRig rig = PipelineRig.start(directory, now::get, "pipeline.hot-bytes = " + hot)) {
            TaskId id = send(rig, "Your code is 1234");
            lose(rig);
            await().until(() -> rig.state(id) == MessageState.UNANSWERED);
            receipt(rig, "a", "+" + TO, "Acme", "Your code is 9999");
            receipt(rig, "a", TO, "Other", "Your code is 1234");
            receipt(rig, "a", "46701234568", "Acme", "Your code is 1234");
            assertThat(rig.state(id)).isEqualTo(MessageState.UNANSWERED);
            receipt(rig, "a", TO, "Acme", "Your code is 1234");
            await().until(() -> rig.state(id) == MessageState.DELIVERED);
            assertNothingIsSentAgain(rig);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    @Tag("C18")
    void what_a_receipt_settles_is_told_with_the_time_that_the_journal_has_of_it(String hot) {
        List<Receipt> told = new CopyOnWriteArrayList<>();
        InboundListener platform = new InboundListener() {
            @Override
            public void onMessage(InboundSms message) {}

            @Override
            public void onReceipt(Receipt receipt) {
                told.add(receipt);
            }
        };
        try (PipelineRig rig = PipelineRig.start(directory, now::get, "pipeline.hot-bytes = " + hot)) {
            rig.middleWare().listen(platform);
            TaskId id = send(rig, "Your code is 1234");
            lose(rig);
            await().until(() -> rig.state(id) == MessageState.UNANSWERED);
            receipt(rig, "a", TO, "Acme", "Your code is 1234");
            await().until(() -> !told.isEmpty());
            assertThat(told).hasSize(1);
            assertThat(told.get(0).submittedAt()).isEqualTo(now.get());
            assertThat(PipelineRig.get(
                                    rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                            .orElseThrow()
                            .submittedAt())
                    .isEqualTo(now.get());
        }
    }

    @Test
    @Tag("C18")
    @Tag("C62")
    void a_receipt_that_came_while_the_answer_was_awaited_settles_it_once_the_answer_is_lost() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = send(rig, "snö och is");
            receipt(rig, "a", "0701234567", "ACME", "sn");
            lose(rig);
            await().until(() -> rig.state(id) == MessageState.DELIVERED);
            assertNothingIsSentAgain(rig);
        }
    }

    /** The first one ends it, and what waits behind that was dropped: no other receipt says so again. */
    @Test
    @Tag("C18")
    void of_two_receipts_that_came_while_the_answer_was_awaited_the_last_one_counts() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = send(rig, "Your code is 1234");
            receipt(rig, "a", TO, "Acme", "Your code is 1234", "77aa", "UNDELIV");
            receipt(rig, "a", TO, "Acme", "Your code is 1234", "77aa", "DELIVRD");
            lose(rig);
            await().until(() -> rig.state(id) == MessageState.DELIVERED);
            assertNothingIsSentAgain(rig);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Your code is"})
    @Tag("C18")
    @Tag("C21")
    void a_receipt_that_may_overtake_the_answer_to_a_later_message_stands_for_no_lost_one(String quoted) {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId lost = send(rig, "Your code is 1234");
            lose(rig);
            await().until(() -> rig.state(lost) == MessageState.UNANSWERED);
            TaskId later = send(rig, "Your code is 5678");
            Task underWay = rig.takeAll("a").get(0);
            receipt(rig, "a", TO, "Acme", quoted);
            assertThat(rig.state(lost)).isEqualTo(MessageState.UNANSWERED);
            rig.accepted(underWay, 0, "77aa", true, Outcomes.Flight.NONE);
            await().until(() -> rig.state(later) == MessageState.DELIVERED);
            assertThat(rig.state(lost)).isEqualTo(MessageState.UNANSWERED);
            assertThat(rig.stats.smsc("a").settledLate.sum()).isZero();
        }
    }

    @Test
    @Tag("C18")
    void a_later_message_of_other_words_that_is_under_way_does_not_stand_in_the_way() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId lost = send(rig, "Your code is 1234");
            lose(rig);
            await().until(() -> rig.state(lost) == MessageState.UNANSWERED);
            TaskId later = send(rig, "Another one");
            Task underWay = rig.takeAll("a").get(0);
            receipt(rig, "a", TO, "Acme", "Your code");
            await().until(() -> rig.state(lost) == MessageState.DELIVERED);
            rig.accepted(underWay, 0, "78", true, Outcomes.Flight.NONE);
            await().until(() -> rig.state(later) == MessageState.SENT);
        }
    }

    @Test
    @Tag("C18")
    void a_receipt_that_quotes_nothing_settles_only_what_alone_is_in_doubt_and_never_what_is_under_way() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId first = send(rig, "one");
            TaskId second = send(rig, "two");
            lose(rig);
            await().until(() -> rig.state(second) == MessageState.UNANSWERED);
            receipt(rig, "a", TO, "Acme", "");
            assertThat(rig.state(first)).isEqualTo(MessageState.UNANSWERED);
            assertThat(rig.state(second)).isEqualTo(MessageState.UNANSWERED);
            now.set(now.get().plusSeconds(60));
            assertThat(rig.takeAll("a")).hasSize(2);
            receipt(rig, "a", TO, "Acme", "one");
            assertThat(rig.state(first)).isEqualTo(MessageState.UNANSWERED);
            assertThat(rig.stats.smsc("a").settledLate.sum()).isZero();
        }
    }

    @Test
    @Tag("C18")
    @Tag("A-01")
    void a_receipt_settles_it_also_after_a_restart() {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            id = send(rig, "Your code is 1234");
            lose(rig);
            await().until(() -> rig.state(id) == MessageState.UNANSWERED);
        }
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            receipt(rig, "a", TO, "Acme", "Your code is 1234");
            await().until(() -> rig.state(id) == MessageState.DELIVERED);
            assertNothingIsSentAgain(rig);
        }
    }

    /** A sent code, answered in a way that joins no receipt to it; then another, whose answer is lost. */
    private TaskId lostAfter(PipelineRig rig, String earlier, ReceiptWish wish) {
        send(rig, earlier, wish);
        rig.accepted(rig.takeAll("a").get(0), 0, "1911", true, Outcomes.Flight.NONE);
        TaskId id = send(rig, "Your verification code is 2222");
        lose(rig);
        await().until(() -> rig.state(id) == MessageState.UNANSWERED);
        return id;
    }

    @ParameterizedTest
    @EnumSource(
            value = ReceiptWish.class,
            names = {"NONE", "FINAL"})
    @Tag("C22")
    void a_receipt_that_may_be_about_a_message_that_was_answered_stands_for_no_lost_answer(ReceiptWish wish) {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = lostAfter(rig, "Your verification code is 1111", wish);
            receipt(rig, "a", TO, "Acme", "Your verification co");
            await().during(Duration.ofMillis(1_200)).until(() -> rig.state(id) == MessageState.UNANSWERED);
            now.set(now.get().plusSeconds(31));
            assertThat(rig.takeAll("a")).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ReceiptWish.class,
            names = {"NONE", "FINAL"})
    @Tag("C22")
    void nor_does_one_that_may_be_about_a_message_from_before_a_restart(ReceiptWish wish) {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            id = lostAfter(rig, "Your verification code is 1111", wish);
        }
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            receipt(rig, "a", TO, "Acme", "Your verification co");
            await().during(Duration.ofMillis(1_200)).until(() -> rig.state(id) == MessageState.UNANSWERED);
            now.set(now.get().plusSeconds(31));
            assertThat(rig.takeAll("a")).hasSize(1);
        }
    }

    /** Its receipt may come yet. Whoever else was taken for what it means would be told DELIVERED and not be sent at all. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("C22")
    void nor_does_one_that_may_be_about_a_message_that_has_ended_without_an_answer(boolean restarted) {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId ended = send(rig, "Your verification code is 1111");
            lose(rig);
            now.set(now.get().plusSeconds(31));
            Task last = rig.takeAll("a").get(0);
            rig.pipeline.outcomes().ended(last, MessageState.UNCERTAIN, "no answer", Outcomes.Flight.NONE);
            await().until(() -> rig.state(ended) == MessageState.UNCERTAIN);
            id = send(rig, "Your verification code is 2222");
            lose(rig);
            await().until(() -> rig.state(id) == MessageState.UNANSWERED);
            if (!restarted) {
                assertIsSentAgain(rig, id);
                return;
            }
        }
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            assertIsSentAgain(rig, id);
        }
    }

    private void assertIsSentAgain(PipelineRig rig, TaskId id) {
        receipt(rig, "a", TO, "Acme", "Your verification co");
        await().during(Duration.ofMillis(1_200)).until(() -> rig.state(id) == MessageState.UNANSWERED);
        now.set(now.get().plusSeconds(31));
        assertThat(rig.takeAll("a")).hasSize(1);
    }

    /** Its SMSC reports although it was not asked to. */
    @ParameterizedTest
    @EnumSource(
            value = ReceiptWish.class,
            names = {"NONE", "FAILURE", "FINAL"})
    void that_a_receipt_has_settled_it_is_told_to_whoever_wanted_to_hear_of_a_delivery(ReceiptWish wish) {
        ReceiptBed platform = new ReceiptBed();
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            rig.middleWare().listen(platform);
            TaskId first = send(rig, "Your code is 1234", wish);
            lose(rig);
            await().until(() -> rig.state(first) == MessageState.UNANSWERED);
            receipt(rig, "a", TO, "Acme", "Your code is 1234");
            await().until(() -> rig.state(first) == MessageState.DELIVERED);
            TaskId next = send(rig, "Another text", ReceiptWish.FINAL);
            lose(rig);
            await().until(() -> rig.state(next) == MessageState.UNANSWERED);
            receipt(rig, "a", TO, "Acme", "Another text", "77bb");
            platform.awaitReceipts(wish == ReceiptWish.FINAL ? 2 : 1);
            assertThat(platform.last().message()).isEqualTo(next);
        }
    }

    @Test
    @Tag("C18")
    void one_that_is_about_another_text_than_what_was_answered_does() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = lostAfter(rig, "Your parcel is here", ReceiptWish.FINAL);
            receipt(rig, "a", TO, "Acme", "Your verification co");
            await().until(() -> rig.state(id) == MessageState.DELIVERED);
            assertNothingIsSentAgain(rig);
        }
    }

    @Test
    @Tag("C18")
    void nor_does_a_message_that_has_had_its_own_receipt_stand_in_the_way() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId first = send(rig, "Your verification code is 1111");
            rig.accepted(rig.takeAll("a").get(0), 0, "77aa", true, Outcomes.Flight.NONE);
            receipt(rig, "a", TO, "Acme", "Your verification co");
            await().until(() -> rig.state(first) == MessageState.DELIVERED);
            TaskId id = send(rig, "Your verification code is 2222");
            lose(rig);
            await().until(() -> rig.state(id) == MessageState.UNANSWERED);
            receipt(rig, "a", TO, "Acme", "Your verification co", "78ab");
            await().until(() -> rig.state(id) == MessageState.DELIVERED);
            assertNothingIsSentAgain(rig);
        }
    }

    @Test
    @Tag("C22")
    void a_repeated_receipt_of_a_message_that_is_forgotten_stands_for_none() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get, "pipeline.history = 1")) {
            for (String end : new String[] {"77aa", "77ab", "77ac"}) {
                send(rig, "Your verification code is 1111");
                rig.accepted(rig.takeAll("a").get(0), 0, end, true, Outcomes.Flight.NONE);
                receipt(rig, "a", TO, "Acme", "Your verification co", end);
            }
            TaskId id = send(rig, "Your verification code is 2222");
            lose(rig);
            await().until(() -> rig.state(id) == MessageState.UNANSWERED);
            receipt(rig, "a", TO, "Acme", "Your verification co", "77aa");
            await().during(Duration.ofMillis(1_200)).until(() -> rig.state(id) == MessageState.UNANSWERED);
        }
    }

    @Test
    @Tag("C22")
    void a_receipt_that_is_older_than_the_message_is_about_another() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            receipt(rig, "a", TO, "Acme", "Your verification co");
            now.set(now.get().plusSeconds(3));
            TaskId id = send(rig, "Your verification code is 2222");
            lose(rig);
            await().during(Duration.ofMillis(1_200))
                    .until(() -> rig.state(id) != MessageState.DELIVERED && rig.state(id) != MessageState.SENT);
        }
    }

    @Test
    @Tag("C18")
    @Tag("G-01")
    void a_receipt_settles_it_also_where_the_clock_has_been_set_back_since_earlier_messages() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            send(rig, "Your parcel is here");
            rig.accepted(rig.takeAll("a").get(0), 0, "1911", true, Outcomes.Flight.NONE);
        }
        now.set(now.get().minus(Duration.ofDays(1)));
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = send(rig, "Your code is 1234");
            lose(rig);
            await().until(() -> rig.state(id) == MessageState.UNANSWERED);
            receipt(rig, "a", TO, "Acme", "Your code is 1234");
            await().until(() -> rig.state(id) == MessageState.DELIVERED);
            assertNothingIsSentAgain(rig);
        }
    }

    /** The SMSC took both, answered the second, and reports on the first alone. */
    @Test
    @Tag("C18")
    void of_a_message_that_went_out_twice_a_receipt_of_either_id_counts() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = send(rig, "the same");
            lose(rig);
            await().until(() -> rig.state(id) == MessageState.UNANSWERED);
            now.set(now.get().plusSeconds(31));
            Task again = rig.takeAll("a").get(0);
            receipt(rig, "a", TO, "Acme", "the same");
            rig.accepted(again, 0, "88bb", true, Outcomes.Flight.NONE);
            await().until(() -> rig.state(id) == MessageState.SENT);
            await().during(Duration.ofMillis(1_200)).until(() -> rig.state(id) == MessageState.SENT);
            // Until then it could have been about another message, whose answer is on its way.
            now.set(now.get().plusSeconds(280));
            await().until(() -> rig.state(id) == MessageState.DELIVERED);
            assertThat(rig.stats.smsc("a").unmatchedReceipts.sum()).isZero();
        }
    }

    /** The SMSC took both; the second, which it took for a repeat, is told as failed after the first was told as delivered. */
    @Test
    @Tag("C18")
    @Tag("C70")
    void what_one_attempt_delivered_is_delivered_although_the_other_has_failed() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = sendTwice(rig);
            receipt(rig, "a", TO, "Acme", "the same");
            failed(rig, "88bb");
            assertThat(rig.state(id)).isEqualTo(MessageState.DELIVERED);
            now.set(now.get().plusSeconds(600));
            await().until(() -> rig.stats.smsc("a").settledLate.sum() == 1);
            assertThat(rig.stats.smsc("a").unmatchedReceipts.sum()).isZero();
        }
    }

    @Test
    void a_reload_between_the_two_receipts_changes_nothing_of_that() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = sendTwice(rig);
            receipt(rig, "a", TO, "Acme", "the same");
            rig.pipeline.apply(PipelineRig.config(directory));
            failed(rig, "88bb");
            assertThat(rig.state(id)).isEqualTo(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C18")
    @Tag("C70")
    void what_has_failed_by_one_attempt_is_delivered_when_a_receipt_of_the_other_says_so_afterwards() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = sendTwice(rig);
            failed(rig, "88bb");
            assertThat(rig.state(id)).isEqualTo(MessageState.UNDELIVERED);
            now.set(now.get().plusSeconds(3_600));
            receipt(rig, "a", TO, "Acme", "the same");
            now.set(now.get().plusSeconds(280));
            await().until(() -> rig.stats.smsc("a").settledLate.sum() == 1);
            now.set(now.get().plusSeconds(30));
            await().until(() -> rig.state(id) == MessageState.DELIVERED);
            assertThat(rig.stats.smsc("a").unmatchedReceipts.sum()).isZero();
        }
    }

    /** Also where the receipt of delivery has ended it already, and however often the other is said. */
    @Test
    @Tag("C18")
    @Tag("C70")
    void what_one_attempt_has_delivered_stays_so_when_the_other_is_told_as_failed_after_the_end() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = sendTwice(rig);
            receipt(rig, "a", TO, "Acme", "the same");
            now.set(now.get().plusSeconds(280));
            await().until(() -> rig.state(id) == MessageState.DELIVERED);
            for (int i = 1; i <= 2; i++) {
                int late = i;
                failed(rig, "88bb");
                await().until(() -> rig.stats.smsc("a").lateReceipts.values().stream()
                                .mapToLong(LongAdder::sum)
                                .sum()
                        == late);
                assertThat(rig.state(id)).isEqualTo(MessageState.DELIVERED);
            }
        }
    }

    private TaskId sendTwice(PipelineRig rig) {
        TaskId id = send(rig, "the same");
        lose(rig);
        await().until(() -> rig.state(id) == MessageState.UNANSWERED);
        now.set(now.get().plusSeconds(31));
        rig.accepted(rig.takeAll("a").get(0), 0, "88bb", true, Outcomes.Flight.NONE);
        await().until(() -> rig.state(id) == MessageState.SENT);
        return id;
    }

    private static void failed(PipelineRig rig, String id) {
        assertThat(ReceiptBed.receipt(rig, id, "UNDELIV")).isZero();
    }

    @Test
    @Tag("C18")
    void a_receipt_of_the_id_that_nobody_told_counts_also_after_a_restart() {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            id = send(rig, "the same");
            lose(rig);
            await().until(() -> rig.state(id) == MessageState.UNANSWERED);
            now.set(now.get().plusSeconds(31));
            rig.accepted(rig.takeAll("a").get(0), 0, "88bb", true, Outcomes.Flight.NONE);
            await().until(() -> rig.state(id) == MessageState.SENT);
        }
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            receipt(rig, "a", TO, "Acme", "the same");
            now.set(now.get().plusSeconds(280));
            await().until(() -> rig.state(id) == MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C43")
    void where_order_matters_it_is_known_at_a_start_whom_others_must_not_pass() {
        TaskId first;
        TaskId second;
        String[] ordered = {"smsc.a.order = destination"};
        try (PipelineRig rig = PipelineRig.start(directory, now::get, ordered)) {
            first = send(rig, "one");
            lose(rig);
            await().until(() -> rig.state(first) == MessageState.UNANSWERED);
            second = send(rig, "two");
        }
        try (PipelineRig rig = PipelineRig.start(directory, now::get, ordered)) {
            Task ahead = rig.pipeline.bag("a").pollFirst();
            assertThat(ahead.id()).isEqualTo(first.value());
            assertThat(ahead.unanswered).isEqualTo(1);
            assertThat(rig.pipeline.bag("a").pollFirst()).isNull();
            assertThat(rig.takeAll("a")).extracting(Task::id).containsExactly(second.value());
            receipt(rig, "a", TO, "Acme", "one");
            await().until(() -> rig.state(first) == MessageState.DELIVERED);
            assertThat(ahead.isWithdrawn())
                    .as("so that nobody waits for it any more")
                    .isTrue();
            now.set(now.get().plusSeconds(60));
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }

    @Test
    @Tag("C18")
    @Tag("C62")
    void a_receipt_that_found_its_own_answer_settles_no_other_message_of_the_same_words() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId first = send(rig, "the same");
            Task task = rig.takeAll("a").get(0);
            receipt(rig, "a", TO, "Acme", "the same");
            rig.accepted(task, 0, "77aa", true, Outcomes.Flight.NONE);
            await().until(() -> rig.state(first) == MessageState.DELIVERED);
            TaskId second = send(rig, "the same");
            lose(rig);
            await().until(() -> rig.state(second) == MessageState.UNANSWERED);
            await().during(Duration.ofMillis(1_500)).until(() -> rig.state(second) == MessageState.UNANSWERED);
            assertThat(rig.stats.smsc("a").settledLate.sum()).isZero();
        }
    }

    @Test
    @Tag("C21")
    void a_receipt_that_two_messages_of_different_words_may_mean_settles_neither() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId first = send(rig, "Your verification code is 123456");
            TaskId second = send(rig, "Your verification code is 654321");
            lose(rig);
            await().until(() -> rig.state(second) == MessageState.UNANSWERED);
            receipt(rig, "a", TO, "Acme", "Your verification co");
            await().during(Duration.ofMillis(1_500)).until(() -> rig.state(first) == MessageState.UNANSWERED);
            assertThat(rig.state(second)).isEqualTo(MessageState.UNANSWERED);
            now.set(now.get().plusSeconds(60));
            assertThat(rig.takeAll("a")).as("both go out again").hasSize(2);
        }
    }

    /** Of the looks that there are in a second the first that waited took all, each time, as long as it waited. */
    @Test
    void a_receipt_that_has_very_many_to_look_at_keeps_no_other_from_what_it_means() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            sendMany(rig, TO, "Acme", 20_100);
            lose(rig);
            receipt(rig, "a", TO, "Other", "the same");
            String to = "46709876543";
            sendMany(rig, to, "Other", 20);
            lose(rig);
            sendMany(rig, to, "Acme", 1);
            receipt(rig, "a", to, "Acme", "the same", "78ab");
            lose(rig);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> rig.stats.smsc("a").settledLate.sum() == 1);
        }
    }

    private static void sendMany(PipelineRig rig, String to, String from, int count) {
        OutboundSms sms = OutboundSms.to(to).from(from).text("the same").build();
        for (int left = count; left > 0; left -= 100) {
            Stream.generate(() -> rig.middleWare().send(sms))
                    .limit(Math.min(100, left))
                    .toList()
                    .forEach(one -> assertThat(PipelineRig.get(one)).isInstanceOf(SendOutcome.Acceptance.class));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    @Tag("C18")
    @Tag("C21")
    void a_receipt_settles_also_what_was_held_and_waits_to_go_out_again_by_an_operators_word(String hot) {
        String[] hold = {"smsc.a.uncertain = hold", "pipeline.hot-bytes = " + hot};
        try (PipelineRig rig = PipelineRig.start(directory, now::get, hold)) {
            TaskId id = send(rig, "Your code is 1234");
            Task task = rig.takeAll("a").get(0);
            task.unanswered = 1;
            rig.pipeline.outcomes().unanswered(task, 0, true, Outcomes.Flight.NONE);
            await().until(() -> rig.pipeline.held().count() == 1);
            assertThat(rig.pipeline.held().resolve(id.value(), true)).contains(true);
            receipt(rig, "a", TO, "Acme", "Your code is 1234");
            await().until(() -> rig.state(id) == MessageState.DELIVERED);
            assertNothingIsSentAgain(rig);
        }
    }
}
