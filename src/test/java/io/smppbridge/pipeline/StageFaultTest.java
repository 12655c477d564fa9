package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.Messages.Change;
import io.smppbridge.Messages.Content;
import io.smppbridge.Messages.Whole;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.SmppCoding;
import io.smppbridge.TaskId;
import io.smppbridge.Tried;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Delivery;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.Story;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.stats.Tally;
import io.smppbridge.text.EncodeResult;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every stage of the journal thread, with something thrown in the middle of its record: one message fails, nothing else notices. */
@Tag("H-03")
class StageFaultTest {
    @TempDir
    Path directory;

    /** What a stage's code can throw; a failed virtual machine or journal is another matter, and ends the bridge. */
    enum Thrown {
        RUNTIME_EXCEPTION(() -> new IllegalStateException("thrown by a test")),
        STACK_OVERFLOW(StackOverflowError::new),
        ASSERTION(() -> new AssertionError("thrown by a test"));

        private final Supplier<Throwable> made;

        Thrown(Supplier<Throwable> made) {
            this.made = made;
        }
    }

    /** Stands for the counter that each stage moves when its record is whole and not yet closed; throws once when it is set. */
    private static final class Trap extends Tally {
        private static final long serialVersionUID = 1;
        private final transient AtomicInteger left = new AtomicInteger();
        private transient volatile Thrown thrown;

        /** The record after so many others fails. */
        void set(Thrown what, int others) {
            thrown = what;
            left.set(others + 1);
        }

        @Override
        public void increment() {
            if (left.get() > 0 && left.decrementAndGet() == 0) {
                Throwable made = thrown.made.get();
                if (made instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) made;
            }
            super.increment();
        }
    }

    private static Trap trapIn(PipelineRig rig) throws ReflectiveOperationException {
        Trap trap = new Trap();
        Field counter = BridgeStats.class.getField("journalRecords");
        counter.setAccessible(true);
        counter.set(rig.stats, trap);
        return trap;
    }

    private static final class Heard implements InboundListener {
        final List<Receipt> receipts = new CopyOnWriteArrayList<>();
        private Runnable before = () -> {};

        @Override
        public void onMessage(InboundSms message) {}

        @Override
        public void onReceipt(Receipt receipt) {
            before.run();
            receipts.add(receipt);
        }
    }

    private static OutboundSms message(String text, ReceiptWish wish) {
        return OutboundSms.to("46701234567")
                .from("Acme")
                .text(text)
                .receipt(wish)
                .build();
    }

    private static SendOutcome send(PipelineRig rig, String text, ReceiptWish wish) {
        return PipelineRig.get(rig.middleWare().send(message(text, wish)));
    }

    /** What its bag has a little later. */
    private static long takenAgain(PipelineRig rig, ReceiptBed bed) {
        return await().until(
                        () -> {
                            bed.pass(Duration.ofSeconds(1));
                            return rig.takeAll("a");
                        },
                        taken -> taken.size() == 1)
                .get(0)
                .id();
    }

    private static int deliver(PipelineRig rig, String text) {
        byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
        Address from = Address.of("46701234567");
        Delivery delivery = delivery().from(from).octets(octets).made();
        CompletableFuture<Integer> status = new CompletableFuture<>();
        rig.pipeline.inbound().offer("a", delivery, (d, s) -> status.complete(s));
        return PipelineRig.get(status);
    }

    /** One fault counted, nothing fatal, and the next message goes through. */
    private static void assertGoesOn(PipelineRig rig) {
        assertThat(rig.stats.refused("internal").sum()).isEqualTo(1);
        assertThat(rig.fatal).hasNullValue();
        assertThat(send(rig, "after", ReceiptWish.NONE)).isInstanceOf(SendOutcome.Acceptance.class);
        assertThat(deliver(rig, "after")).isEqualTo(CommandStatus.ROK);
        long failed = rig.stats.refused("internal").sum();
        assertThat(failed).isEqualTo(1);
        Tried.times(failed).faults(failed).keep();
    }

    @ParameterizedTest
    @EnumSource
    void at_the_acceptance_one_message_of_a_list_is_refused(Thrown thrown) throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            trapIn(rig).set(thrown, 1);
            List<SendOutcome> outcomes = PipelineRig.get(rig.middleWare()
                    .send(List.of(
                            message("one", ReceiptWish.NONE),
                            message("poisoned", ReceiptWish.NONE),
                            message("three", ReceiptWish.NONE))));
            assertThat(outcomes.get(0)).isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(outcomes.get(1)).isInstanceOf(SendOutcome.NotAccepting.class);
            assertThat(((SendOutcome.Refusal) outcomes.get(1)).reason()).contains("internal error");
            assertThat(outcomes.get(2)).isInstanceOf(SendOutcome.Acceptance.class);
            assertGoesOn(rig);
            assertThat(rig.takeAll("a")).extracting(task -> task.sms().text()).containsExactly("one", "three", "after");
            assertThat(rig.pipeline.bag("a").depth()).isZero();
            assertThat(rig.stats.accepted("middleware").sum()).isEqualTo(3);
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(49_997);
        }
        try (PipelineRig rig = PipelineRig.start(directory)) {
            assertThat(rig.takeAll("a")).extracting(task -> task.sms().text()).containsExactly("one", "three", "after");
        }
    }

    /** There are more webhooks than the tables have numbers for. */
    @Test
    void what_fails_before_its_record_is_begun_gives_its_credit_back() {
        int most = 1_023;
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < most + 3; i++) {
            lines.add("webhook.w" + i + ".url = https://platform.example/");
            lines.add("webhook.w" + i + ".secret = long-enough-for-a-secret-of-tests");
        }
        try (PipelineRig rig = PipelineRig.start(directory, lines.toArray(String[]::new))) {
            List<OutboundSms> messages = IntStream.range(0, most + 3)
                    .mapToObj(i -> OutboundSms.to("46701234567")
                            .text("x")
                            .callback("w" + i)
                            .build())
                    .toList();
            assertThat(PipelineRig.get(rig.middleWare().send(messages)).stream()
                            .filter(SendOutcome.Acceptance.class::isInstance))
                    .hasSize(most);
            assertThat(rig.stats.refused("internal").sum()).isEqualTo(3);
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(50_000 - most);
        }
    }

    @ParameterizedTest
    @EnumSource
    void at_the_outcome_one_message_ends_with_what_is_known_and_its_window_slot_is_free(Thrown thrown)
            throws Exception {
        Heard heard = new Heard();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            rig.middleWare().listen(heard);
            send(rig, "poisoned", ReceiptWish.FINAL);
            send(rig, "sound", ReceiptWish.NONE);
            List<Task> tasks = rig.takeAll("a");
            AtomicBoolean freed = new AtomicBoolean();
            trapIn(rig).set(thrown, 0);
            rig.accepted(tasks.get(0), 0, "1", true, () -> freed.set(true));
            rig.accepted(tasks.get(1), 0, "2", true, Outcomes.Flight.NONE);
            await().until(() -> rig.pipeline.openMessages() == 0 && heard.receipts.size() == 1);
            assertThat(freed).isTrue();
            assertThat(heard.receipts.get(0).message().value())
                    .isEqualTo(tasks.get(0).id());
            assertThat(heard.receipts.get(0).state()).isEqualTo(MessageState.ACCEPTED);
            assertThat(heard.receipts.get(0).detail()).contains("internal error");
            assertGoesOn(rig);
        }
    }

    /** Its sender has it still, and goes on with the other part. */
    @Test
    void at_the_outcome_of_one_part_of_several_the_message_does_not_end() throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            send(rig, "x".repeat(200), ReceiptWish.FINAL);
            Task task = rig.takeAll("a").get(0);
            trapIn(rig).set(Thrown.RUNTIME_EXCEPTION, 0);
            rig.accepted(task, 0, "1", false, Outcomes.Flight.NONE);
            await().until(() -> rig.stats.refused("internal").sum() == 1);
            rig.accepted(task, 1, "2", true, Outcomes.Flight.NONE);
            await().until(() -> rig.stats.smsc("a").awaitingReceipts == 1);
            assertThat(rig.stats.ended("ACCEPTED").sum()).isZero();
        }
    }

    /** Nobody has it any more, and it would be open for ever. */
    @Test
    void at_the_outcome_of_a_last_attempt_without_an_answer_the_message_is_uncertain() throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            send(rig, "x", ReceiptWish.NONE);
            Task task = rig.takeAll("a").get(0);
            trapIn(rig).set(Thrown.RUNTIME_EXCEPTION, 0);
            rig.pipeline.outcomes().lastUnanswered(task, 0, "no answer", Outcomes.Flight.NONE);
            await().until(() -> rig.stats.ended("UNCERTAIN").sum() == 1);
            assertThat(rig.stats.refused("internal").sum()).isEqualTo(1);
        }
    }

    /** No operator would see it among those that are held. */
    @Test
    void at_the_outcome_of_an_attempt_without_an_answer_after_which_it_is_held_the_message_is_uncertain()
            throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            send(rig, "x", ReceiptWish.NONE);
            Task task = rig.takeAll("a").get(0);
            task.unanswered = 1;
            trapIn(rig).set(Thrown.RUNTIME_EXCEPTION, 0);
            rig.pipeline.outcomes().unanswered(task, 0, true, Outcomes.Flight.NONE);
            await().until(() -> rig.stats.ended("UNCERTAIN").sum() == 1);
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(50_000);
        }
    }

    /** Its sender has it still, and sends it again. */
    @Test
    void at_the_outcome_of_an_attempt_without_an_answer_that_is_made_again_the_message_does_not_end() throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            send(rig, "x", ReceiptWish.NONE);
            Task task = rig.takeAll("a").get(0);
            task.unanswered = 1;
            trapIn(rig).set(Thrown.RUNTIME_EXCEPTION, 0);
            rig.pipeline.outcomes().unanswered(task, 0, false, Outcomes.Flight.NONE);
            await().until(() -> rig.stats.refused("internal").sum() == 1);
            rig.accepted(task, 0, "1", true, Outcomes.Flight.NONE);
            await().until(() -> rig.stats.ended("ACCEPTED").sum() == 1);
        }
    }

    /** Nobody has it any more. */
    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    void at_the_outcome_that_no_bind_stands_the_message_goes_back_into_its_bag(String hot) throws Exception {
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "pipeline.hot-bytes = " + hot)) {
            send(rig, "x", ReceiptWish.NONE);
            Task task = rig.takeAll("a").get(0);
            Field sms = Task.class.getDeclaredField("sms");
            sms.setAccessible(true);
            sms.set(task, null); // whatever is asked of it is an error
            rig.pipeline.outcomes().stuck(task);
            await().until(() -> rig.stats.refused("internal").sum() == 1);
            assertThat(takenAgain(rig, bed)).isEqualTo(task.id());
        }
    }

    /** The caller hears that at once, and the message is in its bag again. */
    @ParameterizedTest
    @CsvSource({"16M, RUNTIME_EXCEPTION", "16M, ASSERTION", "0, RUNTIME_EXCEPTION", "0, STACK_OVERFLOW"})
    void at_the_withdrawal_the_message_goes_on_and_its_caller_is_told(String hot, Thrown thrown) throws Exception {
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "pipeline.hot-bytes = " + hot)) {
            SendOutcome outcome = send(rig, "x", ReceiptWish.FINAL);
            TaskId id = ((SendOutcome.Acceptance) outcome).id();
            trapIn(rig).set(thrown, 0);
            assertThat(rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id)).failsWithin(Duration.ofSeconds(9));
            assertThat(takenAgain(rig, bed)).isEqualTo(id.value());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    void at_the_change_of_a_message_it_goes_on_as_it_was(String hot) throws Exception {
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "pipeline.hot-bytes = " + hot)) {
            TaskId id = ((SendOutcome.Acceptance) send(rig, "x", ReceiptWish.FINAL)).id();
            trapIn(rig).set(Thrown.RUNTIME_EXCEPTION, 0);
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            Change change = new Change(Optional.of("y"), Optional.empty(), Optional.empty(), Optional.empty());
            assertThat(messages.change(id, change)).failsWithin(Duration.ofSeconds(9));
            assertThat(takenAgain(rig, bed)).isEqualTo(id.value());
            assertThat(PipelineRig.get(messages.find(id)).orElseThrow().state()).isEqualTo(MessageState.QUEUED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    void at_the_end_that_an_operator_wants_the_message_goes_on(String hot) throws Exception {
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "pipeline.hot-bytes = " + hot)) {
            long id = ((SendOutcome.Acceptance) send(rig, "x", ReceiptWish.FINAL))
                    .id()
                    .value();
            JournalSide side = rig.pipeline.side;
            trapIn(rig).set(Thrown.RUNTIME_EXCEPTION, 0);
            side.loop.command(() -> side.withdrawals.erase(side.books.ledger.find(id), false));
            assertThat(takenAgain(rig, bed)).isEqualTo(id);
        }
    }

    /** Who asks again at once may be heard before the message is in its bag. */
    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    void what_goes_on_as_something_else_before_it_is_put_back_after_an_error_is_there_once(String hot)
            throws Exception {
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "pipeline.hot-bytes = " + hot)) {
            long id = ((SendOutcome.Acceptance) send(rig, "x", ReceiptWish.FINAL))
                    .id()
                    .value();
            JournalSide side = rig.pipeline.side;
            trapIn(rig).set(Thrown.RUNTIME_EXCEPTION, 0);
            CompletableFuture<Boolean> done = new CompletableFuture<>();
            side.loop.command(() -> {
                int at = side.books.ledger.find(id);
                try {
                    side.withdrawals.erase(at, false);
                } catch (IllegalStateException e) {
                    done.complete(side.withdrawals.take(at));
                }
                Story story = Story.read(rig.journal::read, side.books.ledger.lastPosition(at))
                        .orElseThrow();
                AcceptRecord was = story.accept();
                Lane lane = side.books.lane(at);
                var encoded = (EncodeResult.Encoded) lane.encode(was.sms(), story.reference());
                Task anew = new Task(was.account(), lane.name(), was.sms(), was.expiresAtMs(), Lane.parts(encoded));
                side.withdrawals.goOnAs(
                        at, lane, story, new Recasting.Cast(anew, encoded.encoding(), was.trail(), was.given()));
                side.withdrawals.putAstrayBack();
            });
            assertThat(PipelineRig.get(done)).isTrue();
            bed.pass(Duration.ofMinutes(1));
            List<Task> taken = new ArrayList<>();
            await().until(() -> taken.addAll(rig.takeAll("a")));
            taken.addAll(rig.takeAll("a"));
            assertThat(taken).extracting(Task::id).containsExactly(id);
        }
    }

    /** The whole goes out, and none of its parts beside it, nor after a restart. */
    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    void at_the_end_of_a_message_that_has_been_joined_into_another_it_ends_all_the_same(String hot) throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory, "pipeline.hot-bytes = " + hot)) {
            List<TaskId> ids = new ArrayList<>();
            for (byte i = 1; i <= 3; i++) {
                ids.add(sendPart(rig, i, 3));
            }
            trapIn(rig).set(Thrown.RUNTIME_EXCEPTION, 1);
            Content content = new Content(new byte[] {'a', 'a', 'a'}, false, Map.of(), Map.of());
            Whole whole = new Whole(ids.get(2), ids, content, Instant.EPOCH, Instant.EPOCH, Priority.NORMAL);
            assertThat(PipelineRig.get(
                            rig.pipeline.messages(PipelineRig.ACCOUNT).join(whole)))
                    .isTrue();
            assertThat(rig.pipeline.openMessages()).isEqualTo(1);
            assertThat(rig.stats.refused("internal").sum()).isEqualTo(1);
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(49_999);
        }
        try (PipelineRig rig = PipelineRig.start(directory)) {
            assertThat(rig.takeAll("a")).hasSize(1);
        }
    }

    private static TaskId sendPart(PipelineRig rig, byte part, int count) {
        OutboundSms sms = OutboundSms.to("46701234567")
                .binary(new byte[] {5, 0, 3, 7, (byte) count, part, 'a'})
                .coding(SmppCoding.of(true, 0))
                .build();
        return ((SendOutcome.Acceptance) PipelineRig.get(rig.middleWare().send(sms))).id();
    }

    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    void at_the_joining_of_messages_each_goes_on_as_it_was(String hot) throws Exception {
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "pipeline.hot-bytes = " + hot)) {
            List<TaskId> ids = new ArrayList<>();
            for (byte i = 1; i <= 2; i++) {
                ids.add(sendPart(rig, i, 2));
            }
            trapIn(rig).set(Thrown.RUNTIME_EXCEPTION, 0);
            Content content = new Content(new byte[] {'a', 'a'}, false, Map.of(), Map.of());
            Whole whole = new Whole(ids.get(1), ids, content, Instant.EPOCH, Instant.EPOCH, Priority.NORMAL);
            assertThat(PipelineRig.get(
                            rig.pipeline.messages(PipelineRig.ACCOUNT).join(whole)))
                    .isFalse();
            List<TaskId> taken = new ArrayList<>();
            await().until(() -> {
                bed.pass(Duration.ofSeconds(1));
                rig.takeAll("a").forEach(task -> taken.add(new TaskId(task.id())));
                return taken.size() == 2;
            });
            assertThat(taken).hasSameElementsAs(ids);
        }
    }

    /** It is in nobody's hands then, and the credit that it was to have there is nobody's. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void at_the_move_to_another_smsc_or_the_end_instead_the_message_ends_and_no_credit_is_lost(boolean bound)
            throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory, PipelineRig.failingOver("rejected"))) {
            rig.stats.smsc("a").bind("1").bound = true;
            rig.stats.smsc("b").bind("1").bound = bound;
            send(rig, "x", ReceiptWish.NONE);
            Task task = rig.takeAll("a").get(0);
            trapIn(rig).set(Thrown.RUNTIME_EXCEPTION, 0);
            rig.pipeline.outcomes().ended(task, MessageState.REJECTED, "no", Outcomes.Flight.NONE);
            await().until(() -> rig.stats.ended("REJECTED").sum() == 1);
            await().until(() -> rig.pipeline.bag("a").credits() == 50_000);
            assertThat(rig.pipeline.bag("b").credits()).isEqualTo(50_000);
            assertThat(rig.stats.refused("internal").sum()).isEqualTo(1);
        }
    }

    @Test
    void at_the_move_away_from_an_smsc_that_leaves_the_message_ends_and_no_credit_is_lost() throws Exception {
        String[] b = {
            "smsc.b.host = 127.0.0.1",
            "smsc.b.system-id = me",
            "smsc.b.password = secret",
            "smsc.b.rate = unlimited",
            "route.two.smsc = b",
            "route.two.prefix = 46",
            "route.two.order = 1"
        };
        try (PipelineRig rig = PipelineRig.start(directory, b)) {
            send(rig, "x", ReceiptWish.NONE);
            rig.pipeline.apply(PipelineRig.config(directory));
            trapIn(rig).set(Thrown.RUNTIME_EXCEPTION, 0);
            rig.pipeline.remove("b");
            await().until(() -> rig.stats.ended("REJECTED").sum() == 1);
            await().until(() -> rig.pipeline.bag("a").credits() == 50_000);
        }
    }

    @ParameterizedTest
    @EnumSource
    void at_the_delivery_one_deliver_sm_is_refused_to_its_carrier(Thrown thrown) throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            trapIn(rig).set(thrown, 0);
            assertThat(deliver(rig, "poisoned")).isEqualTo(CommandStatus.RX_T_APPN);
            assertGoesOn(rig);
        }
    }

    /** The SMSC sends the receipt again; if it does not, the message goes out again in its time. */
    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    void at_the_receipt_of_what_had_no_answer_the_message_waits_on_for_its_time(String hot) throws Exception {
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "pipeline.hot-bytes = " + hot)) {
            send(rig, "Your code is 1234", ReceiptWish.FINAL);
            Task task = rig.takeAll("a").get(0);
            task.unanswered = 1;
            task.dueAtMs = bed.instant().toEpochMilli() + 30_000;
            rig.pipeline.outcomes().unanswered(task, 0, false, Outcomes.Flight.NONE);
            rig.pipeline.bag("a").giveBack(task, task.dueAtMs);
            await().until(() -> rig.state(new TaskId(task.id())) == MessageState.UNANSWERED);
            trapIn(rig).set(Thrown.RUNTIME_EXCEPTION, 0);
            String text = "id:77aa sub:001 dlvrd:001 submit date:7001010000 done date:7001010000 stat:DELIVRD err:000"
                    + " Text:Your code is 1234";
            Delivery receipt = delivery()
                    .from(Address.of("46701234567"))
                    .to(Address.of("Acme"))
                    .receipt()
                    .text(text)
                    .made();
            assertThat(ReceiptBed.offer(rig, "a", receipt)).isEqualTo(CommandStatus.RX_T_APPN);
            bed.pass(Duration.ofSeconds(29));
            assertThat(rig.takeAll("a")).isEmpty();
            bed.pass(Duration.ofSeconds(2));
            List<Task> taken = new ArrayList<>();
            await().until(() -> taken.addAll(rig.takeAll("a")));
            assertThat(taken.get(0).id()).isEqualTo(task.id());
            assertThat(taken.get(0).unanswered).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void at_the_event_one_event_is_offered_again_after_a_restart_and_the_next_is_not(Thrown thrown) throws Exception {
        Heard heard = new Heard();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            Trap trap = trapIn(rig);
            rig.middleWare().listen(heard);
            // Set while the platform has the event: the next record is the one that says that it was taken.
            heard.before = () -> {
                if (heard.receipts.isEmpty()) {
                    trap.set(thrown, 0);
                }
            };
            for (int i = 0; i < 2; i++) {
                int count = i + 1;
                send(rig, "message " + i, ReceiptWish.FINAL);
                rig.accepted(rig.takeAll("a").get(0), 0, "", true, Outcomes.Flight.NONE);
                await().until(() -> heard.receipts.size() == count
                        && rig.stats.refused("internal").sum() == 1);
            }
            assertGoesOn(rig);
        }
        Heard again = new Heard();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            rig.middleWare().listen(again);
            await().until(() -> !again.receipts.isEmpty());
        }
        assertThat(again.receipts)
                .extracting(Receipt::eventId)
                .containsExactly(heard.receipts.get(0).eventId());
    }

    @Test
    void what_is_done_between_two_batches_and_fails_in_its_record_fails_alone() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            CompletableFuture<Void> failed = new CompletableFuture<>();
            rig.pipeline.side.loop.command(() -> {
                failed.complete(null);
                rig.journal.openRecord(RecordType.CARRY, Books.LONGEST_RECORD).putLong(1);
                throw new IllegalStateException("thrown by a test");
            });
            PipelineRig.get(failed);
            assertThat(send(rig, "next", ReceiptWish.NONE)).isInstanceOf(SendOutcome.Acceptance.class);
        }
    }
}
