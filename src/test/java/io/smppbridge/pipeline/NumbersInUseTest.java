package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.Messages.Change;
import io.smppbridge.Messages.Changed;
import io.smppbridge.Messages.Withdrawal;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.text.Concat;
import io.smppbridge.text.Decoder;
import io.smppbridge.text.Incoming;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Eight bits are few: no two unfinished messages of a sender to a recipient bear the same number, whatever happens. */
@Tag("C55")
class NumbersInUseTest {
    private static final Address ACME = Address.of("Acme");
    private static final Address ANNA = Address.of("+46701234567");
    private static final int ALL = 256;
    private static final String TEXT = "a".repeat(200);

    @TempDir
    Path directory;

    private final AtomicLong clock =
            new AtomicLong(Instant.parse("2026-11-21T08:00:00Z").toEpochMilli());

    private PipelineRig rig(Path where, String... keys) {
        List<String> all = new ArrayList<>(List.of(keys));
        all.add("bridge.validity = 3d");
        return PipelineRig.start(where, () -> Instant.ofEpochMilli(clock.get()), all.toArray(new String[0]));
    }

    private static List<TaskId> send(PipelineRig rig, int count, ReceiptWish wish) {
        OutboundSms sms =
                OutboundSms.to(ANNA).from(ACME).text(TEXT).receipt(wish).build();
        return PipelineRig.get(rig.middleWare().send(Collections.nCopies(count, sms))).stream()
                .map(outcome -> ((Acceptance) outcome).id())
                .toList();
    }

    /** The number that all parts of a task show. */
    private static Concat number(Task task) {
        Concat first = place(task, 0);
        for (int part = 1; part < task.parts().count(); part++) {
            assertThat(place(task, part).reference()).isEqualTo(first.reference());
        }
        return first;
    }

    private static Concat place(Task task, int part) {
        return Decoder.open(Incoming.of(0, true, task.parts().octets(part))).concat();
    }

    private static Set<Integer> numbers(List<Task> tasks) {
        Set<Integer> numbers = new HashSet<>();
        tasks.forEach(task -> assertThat(numbers.add(number(task).reference()))
                .as("number %s", number(task))
                .isTrue());
        return numbers;
    }

    private static void answer(PipelineRig rig, Task task) {
        for (int part = 0; part < task.parts().count(); part++) {
            boolean last = part + 1 == task.parts().count();
            rig.pipeline.outcomes().accepted(task, part, "m" + task.id() + part, last, Outcomes.Flight.NONE);
        }
    }

    private static List<Task> take(PipelineRig rig, String smsc, int count) {
        List<Task> tasks = new ArrayList<>();
        await().until(() -> {
            tasks.addAll(rig.takeAll(smsc));
            return tasks.size() >= count;
        });
        return tasks;
    }

    @Test
    void of_300_the_last_44_wait_until_others_have_ended_also_after_a_kill() throws Exception {
        Path second = Files.createDirectory(directory.resolve("second"));
        Set<Integer> free;
        try (PipelineRig rig = rig(directory)) {
            List<TaskId> ids = send(rig, 300, ReceiptWish.NONE);
            List<Task> tasks = take(rig, "a", ALL);
            assertThat(tasks)
                    .extracting(Task::id)
                    .isEqualTo(ids.stream().limit(ALL).map(TaskId::value).toList());
            assertThat(numbers(tasks)).hasSize(ALL);
            assertThat(PipelineRig.get(
                                    rig.pipeline.messages(PipelineRig.ACCOUNT).explain(ids.get(299)))
                            .orElseThrow()
                            .why())
                    .anyMatch(why -> why.contains("all 256"));
            List<Task> ended = tasks.subList(100, 110);
            free = numbers(ended);
            ended.forEach(task -> answer(rig, task));
            List<Task> next = take(rig, "a", 10);
            assertThat(next)
                    .extracting(Task::id)
                    .isEqualTo(ids.subList(ALL, ALL + 10).stream()
                            .map(TaskId::value)
                            .toList());
            assertThat(next.stream().map(task -> number(task).reference()).toList())
                    .as("the one used longest ago first")
                    .isEqualTo(
                            ended.stream().map(task -> number(task).reference()).toList());
            rig.killedInto(second);
        }
        try (PipelineRig rig = rig(second)) {
            List<Task> tasks = take(rig, "a", ALL);
            assertThat(numbers(tasks)).hasSize(ALL).containsAll(free);
            tasks.forEach(task -> answer(rig, task));
            assertThat(numbers(take(rig, "a", 34))).hasSize(34);
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }

    @Test
    void compaction_keeps_what_waits_for_a_number_and_what_has_got_one_late() {
        String[] keys = {
            "journal.keep = 0",
            "smsc.b.host = 127.0.0.1",
            "smsc.b.port = 2776",
            "smsc.b.system-id = me",
            "smsc.b.password = secret",
            "smsc.b.rate = unlimited",
            "route.b.prefix = 47",
            "route.b.order = 10",
            "route.b.smsc = b"
        };
        List<Long> open = new ArrayList<>();
        try (PipelineRig rig = rig(directory, keys)) {
            List<TaskId> ids = send(rig, ALL + 20, ReceiptWish.NONE);
            List<Task> tasks = take(rig, "a", ALL);
            tasks.subList(0, 10).forEach(task -> answer(rig, task));
            take(rig, "a", 10); // they have got the numbers of those that ended
            ids.stream().skip(10).forEach(id -> open.add(id.value()));
            long first = rig.journal.oldestSegment();
            OutboundSms large =
                    OutboundSms.to("4712345678").text("x".repeat(160)).build();
            await().until(() -> {
                PipelineRig.get(rig.middleWare().send(Collections.nCopies(1_000, large)));
                rig.takeAll("b").forEach(task -> answer(rig, task));
                return rig.journal.oldestSegment() > first;
            });
        }
        for (int run = 0; run < 2; run++) {
            try (PipelineRig rig = rig(directory, keys)) {
                List<Task> tasks = take(rig, "a", ALL);
                assertThat(tasks).extracting(Task::id).isEqualTo(open.subList(0, ALL));
                assertThat(numbers(tasks)).hasSize(ALL);
                assertThat(rig.takeAll("a")).isEmpty();
                if (run == 1) {
                    tasks.forEach(task -> answer(rig, task));
                    assertThat(take(rig, "a", 10)).extracting(Task::id).isEqualTo(open.subList(ALL, ALL + 10));
                }
            }
        }
    }

    @Test
    void a_message_that_awaits_its_receipt_is_unfinished_for_as_long_as_a_handset_may_wait() {
        try (PipelineRig rig = rig(directory)) {
            send(rig, ALL + 1, ReceiptWish.FINAL);
            take(rig, "a", ALL).forEach(task -> answer(rig, task));
            await().until(() ->
                    rig.pipeline.bag("a").credits() == rig.pipeline.bag("a").capacity() - 1);
            clock.addAndGet(1_000);
            await().during(Duration.ofMillis(500)).until(() -> rig.takeAll("a").isEmpty());
            clock.addAndGet(NumbersInUse.REASSEMBLY_MS);
            assertThat(take(rig, "a", 1)).hasSize(1);
        }
    }

    @Test
    void where_16_bits_are_allowed_the_others_take_them_also_when_read_from_the_disk() {
        String[] keys = {"smsc.a.long-message = udh8-or-16", "pipeline.hot-bytes = 0"};
        for (int run = 0; run < 2; run++) {
            try (PipelineRig rig = rig(directory, keys)) {
                if (run == 0) {
                    send(rig, 300, ReceiptWish.NONE);
                }
                List<Task> tasks = take(rig, "a", 300);
                List<Task> narrow = tasks.stream()
                        .filter(task -> number(task).kind() == Concat.Kind.UDH8)
                        .toList();
                List<Task> wide = tasks.stream()
                        .filter(task -> number(task).kind() == Concat.Kind.UDH16)
                        .toList();
                assertThat(numbers(narrow)).hasSize(ALL);
                assertThat(numbers(wide)).hasSize(300 - ALL);
            }
        }
    }

    @Test
    @Tag("C107")
    void on_their_way_to_an_smsc_with_fewer_bits_messages_get_numbers_of_those() {
        String[] both = {
            "smsc.a.long-message = udh8",
            "smsc.b.host = 127.0.0.1",
            "smsc.b.port = 2776",
            "smsc.b.system-id = me",
            "smsc.b.password = secret",
            "smsc.b.rate = unlimited",
            "smsc.b.long-message = udh16",
            "route.b.prefix = 4670",
            "route.b.order = 10",
            "route.b.smsc = b"
        };
        try (PipelineRig rig = rig(directory, both)) {
            send(rig, 300, ReceiptWish.NONE);
            assertThat(numbers(take(rig, "b", 300))).hasSize(300);
            rig.pipeline.apply(PipelineRig.config(directory));
            rig.pipeline.remove("b");
            await().until(() -> rig.pipeline.strandedMessages() == 0);
            assertThat(rig.pipeline.bag("a").depth()).isEqualTo(ALL);
        }
        try (PipelineRig rig = rig(directory)) {
            List<Task> tasks = take(rig, "a", ALL);
            assertThat(numbers(tasks)).hasSize(ALL);
            tasks.forEach(task -> answer(rig, task));
            assertThat(numbers(take(rig, "a", 44))).hasSize(44);
        }
    }

    @Test
    void a_message_that_waits_for_a_number_can_be_withdrawn_changed_and_expire() {
        try (PipelineRig rig = rig(directory)) {
            List<TaskId> ids = send(rig, ALL + 3, ReceiptWish.NONE);
            var messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            assertThat(PipelineRig.get(messages.cancel(ids.get(ALL)))).isEqualTo(Withdrawal.CANCELLED);
            Change shorter = new Change(Optional.of("short"), Optional.empty(), Optional.empty(), Optional.empty());
            assertThat(PipelineRig.get(messages.change(ids.get(ALL + 1), shorter)))
                    .isInstanceOf(Changed.Done.class);
            List<Task> tasks = take(rig, "a", ALL + 1);
            assertThat(tasks.get(ALL).sms().text()).isEqualTo("short");
            assertThat(rig.takeAll("a")).isEmpty();
            answer(rig, tasks.get(0));
            assertThat(take(rig, "a", 1))
                    .extracting(Task::id)
                    .containsExactly(ids.get(ALL + 2).value());
            TaskId late = send(rig, 1, ReceiptWish.NONE).get(0);
            clock.addAndGet(Duration.ofDays(3).toMillis() + 1_000);
            await().until(() ->
                    PipelineRig.get(messages.find(late)).orElseThrow().state() == MessageState.EXPIRED);
        }
    }

    @Test
    void the_table_holds_no_more_than_a_few_that_have_ended() {
        Ledger ledger = new Ledger(new SegmentUse());
        NumbersInUse inUse = new NumbersInUse(ledger);
        for (int id = 1; id <= 100_000; id++) {
            inUse.enter(ConcatNumbers.key(ACME, Address.of("4670" + id), false), id, id, clock.get());
            ledger.open(id, 1L << 32, clock.get() + 1_000_000, 1, 0, ReceiptWish.NONE, true);
            ledger.remove(id);
        }
        assertThat(inUse.size()).isLessThan(1_000);
    }

    @Test
    void a_number_is_given_back_only_by_its_bearer_and_one_of_a_finished_message_goes_to_an_older_one_too() {
        Ledger ledger = new Ledger(new SegmentUse());
        NumbersInUse inUse = new NumbersInUse(ledger);
        long pair = ConcatNumbers.key(ACME, ANNA, false);
        for (long id : new long[] {5, 9}) {
            ledger.open(id, 1L << 32, clock.get() + 1_000_000, 1, 0, ReceiptWish.NONE, true);
        }
        inUse.enter(pair, 7, 9, clock.get());
        inUse.leave(pair, 7, 5);
        assertThat(inUse.isFree(pair, 7, clock.get())).isFalse();
        inUse.enter(pair, 7, 5, clock.get());
        inUse.leave(pair, 7, 9);
        assertThat(inUse.isFree(pair, 7, clock.get()))
                .as("an unfinished message's mark stays its own")
                .isTrue();
        inUse.enter(pair, 7, 9, clock.get());
        ledger.state(ledger.find(9), MessageState.EXPIRED);
        inUse.enter(pair, 7, 5, clock.get());
        assertThat(inUse.isFree(pair, 7, clock.get())).isFalse();
    }

    @Test
    void where_more_pairs_than_can_be_remembered_have_run_ahead_numbers_of_the_unfinished_differ_all_the_same() {
        Ledger ledger = new Ledger(new SegmentUse());
        ConcatNumbers none = new ConcatNumbers(0, new SegmentUse(), new NumbersInUse(ledger));
        long pair = ConcatNumbers.key(ACME, ANNA, false);
        Set<Integer> seen = new HashSet<>();
        IntStream.rangeClosed(1, ALL).forEach(id -> {
            ledger.open(id, 1L << 32, clock.get() + 1_000_000, 1, 0, ReceiptWish.NONE, true);
            int number = none.next(pair, false, clock.get(), 7);
            assertThat(ConcatNumbers.isOurs(number)).isFalse();
            none.enter(pair, id, number, 1L << 32);
            assertThat(seen.add(number & 0xFF)).isTrue();
        });
        assertThat(none.next(pair, false, clock.get(), 9)).isEqualTo(ConcatNumbers.AWAITED);
        ledger.remove(77);
        assertThat(ConcatNumbers.isNarrow(none.next(pair, false, clock.get(), 9)))
                .isTrue();
        none.forgetOld(clock.get(), 100_000);
        ledger.forEach(id -> ledger.state(ledger.find(id), MessageState.ACCEPTED));
        none.forgetOld(clock.get(), 100_000);
        assertThat(none.next(pair, false, clock.get(), 9) & 0xFF).isEqualTo(9);
    }
}
