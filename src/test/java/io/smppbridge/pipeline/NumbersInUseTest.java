package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.Messages.Change;
import io.smppbridge.Messages.Changed;
import io.smppbridge.Messages.Withdrawal;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Delivery;
import io.smppbridge.journal.Disk;
import io.smppbridge.journal.DiskFile;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.records.Bearer;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.text.Concat;
import io.smppbridge.text.Decoder;
import io.smppbridge.text.Incoming;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Eight bits are few: no handset gets parts of two messages that bear the same number, whatever happens. */
@Tag("C55")
class NumbersInUseTest {
    private static final Address ACME = Address.of("Acme");
    private static final Address ANNA = Address.of("+46701234567");
    private static final int ALL = 256;
    private static final Duration LIFE = Duration.ofHours(24);
    private static final String TEXT = "a".repeat(200);

    @TempDir
    Path directory;

    private final AtomicLong clock =
            new AtomicLong(Instant.parse("2026-11-21T08:00:00Z").toEpochMilli());

    private PipelineRig rig(Path where, String... keys) {
        List<String> all = new ArrayList<>(List.of(keys));
        all.add("bridge.validity = 3d");
        if (Stream.of(keys).noneMatch(key -> key.startsWith("smsc.a.long-message"))) {
            all.add("smsc.a.long-message = udh8");
        }
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
            rig.accepted(task, part, "m" + task.id() + part, last, Outcomes.Flight.NONE);
        }
    }

    /** The SMSC wants none of it: its number is free at once. */
    private static void refuse(PipelineRig rig, Task task) {
        rig.pipeline.outcomes().ended(task, MessageState.REJECTED, "no such number", Outcomes.Flight.NONE);
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
            ended.forEach(task -> refuse(rig, task));
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
            tasks.forEach(task -> refuse(rig, task));
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
            tasks.subList(0, 10).forEach(task -> refuse(rig, task));
            take(rig, "a", 10); // they have got the numbers of those that ended
            ids.stream().skip(10).forEach(id -> open.add(id.value()));
            long first = rig.journal.oldestSegment();
            OutboundSms large =
                    OutboundSms.to("4712345678").text("x".repeat(160)).build();
            await().pollInterval(PipelineRig.BETWEEN_FILLERS).until(() -> {
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
                    tasks.forEach(task -> refuse(rig, task));
                    assertThat(take(rig, "a", 10)).extracting(Task::id).isEqualTo(open.subList(ALL, ALL + 10));
                }
            }
        }
    }

    @Test
    void a_message_that_awaits_its_receipt_keeps_its_number_for_as_long_as_a_handset_may_wait() {
        try (PipelineRig rig = rig(directory)) {
            send(rig, ALL + 1, ReceiptWish.FINAL);
            take(rig, "a", ALL).forEach(task -> answer(rig, task));
            await().until(() ->
                    rig.pipeline.bag("a").credits() == rig.pipeline.bag("a").capacity() - 1);
            clock.addAndGet(1_000);
            assertThat(rig.takeAllFor(Duration.ofMillis(500), "a")).isEmpty();
            clock.addAndGet(LIFE.toMillis());
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
                if (run == 0) {
                    assertThat(rig.stats.smsc("a").widened.sum())
                            .as("an operator is told")
                            .isEqualTo(300 - ALL);
                }
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
            rig.pipeline.apply(PipelineRig.config(directory, "smsc.a.long-message = udh8"));
            rig.pipeline.remove("b");
            await().until(() -> rig.pipeline.strandedMessages() == 0);
            assertThat(rig.pipeline.bag("a").depth()).isEqualTo(ALL);
        }
        try (PipelineRig rig = rig(directory)) {
            List<Task> tasks = take(rig, "a", ALL);
            assertThat(numbers(tasks)).hasSize(ALL);
            tasks.forEach(task -> refuse(rig, task));
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
            refuse(rig, tasks.get(0));
            assertThat(take(rig, "a", 1))
                    .extracting(Task::id)
                    .containsExactly(ids.get(ALL + 2).value());
            TaskId late = send(rig, 1, ReceiptWish.NONE).get(0);
            clock.addAndGet(Duration.ofDays(3).toMillis() + 1_000);
            await().until(() ->
                    PipelineRig.get(messages.find(late)).orElseThrow().state() == MessageState.EXPIRED);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "smsc.a.long-message = udh16",
                "smsc.a.long-message = udh8-or-16",
                "smsc.a.long-message = sar",
                "smsc.a.long-message = payload"
            })
    void what_waits_for_a_number_goes_on_by_the_next_reload_that_lets_its_smsc_have_another_form(String form) {
        try (PipelineRig rig = rig(directory)) {
            List<TaskId> ids = send(rig, ALL + 3, ReceiptWish.NONE);
            take(rig, "a", ALL);
            assertThat(rig.takeAll("a")).isEmpty();
            rig.pipeline.apply(PipelineRig.config(directory, form));
            assertAllHaveAnother(take(rig, "a", 3), ids);
        }
    }

    @Test
    void what_waits_for_a_number_goes_on_in_its_order_by_the_next_reload_that_lets_its_smsc_have_another_form() {
        String ordered = "smsc.a.order = destination";
        OutboundSms shorter = OutboundSms.to(ANNA).from(ACME).text("short").build();
        try (PipelineRig rig = rig(directory, ordered)) {
            List<TaskId> ids = new ArrayList<>(send(rig, ALL + 2, ReceiptWish.NONE));
            Acceptance last = (Acceptance)
                    PipelineRig.get(rig.middleWare().send(List.of(shorter))).get(0);
            ids.add(last.id());
            take(rig, "a", ALL).forEach(task -> answer(rig, task));
            assertThat(rig.takeAll("a")).isEmpty();
            rig.pipeline.apply(PipelineRig.config(directory, ordered, "smsc.a.long-message = udh16"));
            assertThat(take(rig, "a", 3))
                    .extracting(Task::id)
                    .containsExactlyElementsOf(ids.subList(ALL, ALL + 3).stream()
                            .map(TaskId::value)
                            .toList());
        }
    }

    @Test
    void very_many_to_one_number_that_keep_their_order_go_on_by_a_reload_together() {
        String ordered = "smsc.a.order = destination";
        try (PipelineRig rig = rig(directory, ordered)) {
            List<TaskId> ids = send(rig, ALL + 300, ReceiptWish.NONE);
            take(rig, "a", ALL).forEach(task -> answer(rig, task));
            rig.pipeline.apply(PipelineRig.config(directory, ordered, "smsc.a.long-message = udh16"));
            assertThat(take(rig, "a", 300))
                    .extracting(Task::id)
                    .containsExactlyElementsOf(ids.subList(ALL, ALL + 300).stream()
                            .map(TaskId::value)
                            .toList());
        }
    }

    @Test
    void what_waits_for_a_number_goes_on_after_a_start_that_lets_its_smsc_have_another_form() {
        List<TaskId> ids;
        try (PipelineRig rig = rig(directory)) {
            ids = send(rig, ALL + 3, ReceiptWish.NONE);
            take(rig, "a", ALL).forEach(task -> answer(rig, task));
        }
        try (PipelineRig rig = rig(directory, "smsc.a.long-message = udh16")) {
            assertAllHaveAnother(take(rig, "a", 3), ids);
        }
    }

    /** An SMSC of its own for what begins with BBB. */
    private static String[] withB(String... more) {
        List<String> lines = new ArrayList<>(List.of(
                "smsc.b.host = 127.0.0.1",
                "smsc.b.port = 2776",
                "smsc.b.system-id = me",
                "smsc.b.password = secret",
                "smsc.b.rate = unlimited",
                "route.b.first-word = BBB",
                "route.b.order = 10",
                "route.b.smsc = b",
                "smsc.a.long-message = udh8"));
        lines.addAll(List.of(more));
        return lines.toArray(String[]::new);
    }

    @Test
    void what_waits_for_a_number_goes_on_by_a_reload_also_behind_what_waits_for_one_at_another_smsc() {
        OutboundSms toB = OutboundSms.to(ANNA).from(ACME).text("BBB " + TEXT).build();
        try (PipelineRig rig = rig(directory, withB("smsc.b.long-message = udh8"))) {
            send(rig, ALL + 1, ReceiptWish.NONE);
            take(rig, "a", ALL);
            PipelineRig.get(rig.middleWare().send(Collections.nCopies(3, toB)));
            assertThat(rig.takeAll("b")).isEmpty();
            rig.pipeline.apply(PipelineRig.config(directory, withB("smsc.b.long-message = udh16")));
            assertThat(numbers(take(rig, "b", 3))).hasSize(3);
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }

    @Test
    void
            what_waits_for_a_number_goes_on_by_a_reload_not_before_its_time_which_the_smsc_that_it_has_left_would_have_kept() {
        OutboundSms later = OutboundSms.to(ANNA)
                .from(ACME)
                .text("BBB " + TEXT)
                .schedule(Instant.ofEpochMilli(clock.get()).plus(Duration.ofHours(2)))
                .build();
        String[] both = withB("smsc.b.pass-schedule = true", "smsc.b.long-message = udh16");
        try (PipelineRig rig = rig(directory, both)) {
            send(rig, ALL, ReceiptWish.NONE);
            take(rig, "a", ALL);
            PipelineRig.get(rig.middleWare().send(List.of(later)));
            rig.pipeline.apply(PipelineRig.config(directory, "smsc.a.long-message = udh8"));
            rig.pipeline.remove("b");
            await().until(() -> rig.stats.unnumbered == 1);
            rig.pipeline.apply(PipelineRig.config(directory, "smsc.a.long-message = udh16"));
            await().until(() -> rig.stats.unnumbered == 0);
            assertThat(rig.takeAllFor(Duration.ofMillis(300), "a")).isEmpty();
            clock.addAndGet(Duration.ofHours(2).toMillis() + 1_000);
            assertThat(take(rig, "a", 1)).hasSize(1);
        }
    }

    @Test
    void what_waits_for_a_number_goes_on_by_a_reload_also_when_the_journal_could_not_be_read_just_then() {
        AtomicInteger refused = new AtomicInteger();
        AtomicBoolean damaged = new AtomicBoolean();
        BridgeConfig narrow = PipelineRig.config(directory, "smsc.a.long-message = udh8", "bridge.validity = 3d");
        Disk disk = hindered(FileDisk.in(narrow.journal().directory()), damaged, refused);
        try (PipelineRig rig = new PipelineRig(narrow, () -> Instant.ofEpochMilli(clock.get()), disk)) {
            List<TaskId> ids = send(rig, ALL + 3, ReceiptWish.NONE);
            take(rig, "a", ALL);
            damaged.set(true);
            rig.pipeline.apply(PipelineRig.config(directory, "smsc.a.long-message = udh16"));
            await().until(() -> refused.get() >= 3);
            assertNothingGoes(rig);
            damaged.set(false);
            clock.addAndGet(Duration.ofSeconds(6).toMillis());
            assertAllHaveAnother(take(rig, "a", 3), ids);
        }
    }

    /** A disk, or a file of it, that does not let the reading thread read as long as it is damaged. */
    @SuppressWarnings("unchecked")
    private static <T> T hindered(T real, AtomicBoolean damaged, AtomicInteger refused) {
        Class<?> kind = real instanceof Disk ? Disk.class : DiskFile.class;
        return (T) Proxy.newProxyInstance(kind.getClassLoader(), new Class<?>[] {kind}, (proxy, method, arguments) -> {
            boolean byReader = Thread.currentThread().getName().startsWith("pipeline-reader");
            if (byReader && damaged.get() && method.getName().startsWith("read")) {
                refused.incrementAndGet();
                throw new IOException("damaged");
            }
            try {
                Object answer = method.invoke(real, arguments);
                return answer instanceof DiskFile ? hindered(answer, damaged, refused) : answer;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    private static void assertAllHaveAnother(List<Task> tasks, List<TaskId> ids) {
        assertThat(tasks)
                .extracting(Task::id)
                .containsExactlyElementsOf(
                        ids.subList(ALL, ALL + 3).stream().map(TaskId::value).toList());
        for (Task task : tasks) {
            boolean numbered = task.parts().count() > 1;
            assertThat(numbered && number(task).kind() == Concat.Kind.UDH8).isFalse();
        }
        tasks.removeIf(task -> task.parts().count() == 1 || task.parts().sarReference() >= 0);
        numbers(tasks);
    }

    private static Map<Integer, Long> byNumber(List<Task> tasks) {
        Map<Integer, Long> byNumber = new HashMap<>();
        tasks.forEach(task -> byNumber.put(number(task).reference(), task.id()));
        return byNumber;
    }

    private void assertNothingGoes(PipelineRig rig) {
        assertThat(rig.takeAllFor(Duration.ofMillis(300), "a")).isEmpty();
    }

    @Test
    @Tag("A-01")
    void without_receipts_a_number_stays_taken_for_a_day_also_over_a_kill_and_when_its_record_has_gone()
            throws Exception {
        Path second = Files.createDirectory(directory.resolve("second"));
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
        OutboundSms large = OutboundSms.to("4712345678").text("x".repeat(160)).build();
        Map<Integer, Long> before;
        long sent = clock.get();
        try (PipelineRig rig = rig(directory, keys)) {
            send(rig, ALL + 2, ReceiptWish.NONE);
            List<Task> tasks = take(rig, "a", ALL);
            before = byNumber(tasks);
            tasks.forEach(task -> answer(rig, task));
            assertNothingGoes(rig);
            rig.killedInto(second);
        }
        clock.set(sent + Duration.ofHours(20).toMillis());
        try (PipelineRig rig = rig(second, keys)) {
            assertNothingGoes(rig);
            long first = rig.journal.oldestSegment();
            await().pollInterval(PipelineRig.BETWEEN_FILLERS).until(() -> {
                PipelineRig.get(rig.middleWare().send(Collections.nCopies(1_000, large)));
                rig.takeAll("b").forEach(task -> answer(rig, task));
                return rig.journal.oldestSegment() > first;
            });
            assertNothingGoes(rig);
        }
        clock.set(sent + LIFE.toMillis() - 60_000);
        try (PipelineRig rig = rig(second, keys)) {
            assertNothingGoes(rig);
            clock.set(sent + LIFE.toMillis() + 2_000);
            List<Task> rest = take(rig, "a", 2);
            assertThat(rest).allMatch(task -> before.containsKey(number(task).reference()));
        }
    }

    @Test
    void a_message_refused_given_up_or_expired_in_the_middle_keeps_its_number_and_one_refused_at_once_does_not() {
        for (int run = 0; run < 2; run++) {
            try (PipelineRig rig = rig(directory)) {
                if (run == 0) {
                    send(rig, ALL + 1, ReceiptWish.NONE);
                    List<Task> tasks = take(rig, "a", ALL);
                    for (int i = 0; i < 3; i++) {
                        rig.accepted(tasks.get(i), 0, "m" + i, false, Outcomes.Flight.NONE);
                    }
                    rig.pipeline.outcomes().ended(tasks.get(0), MessageState.REJECTED, "", Outcomes.Flight.NONE);
                    rig.pipeline.outcomes().ended(tasks.get(1), MessageState.EXPIRED, "", Outcomes.Flight.NONE);
                    rig.pipeline.outcomes().lastUnanswered(tasks.get(2), 0, "", Outcomes.Flight.NONE);
                    rig.pipeline.outcomes().lastUnanswered(tasks.get(3), 0, "", Outcomes.Flight.NONE);
                    rig.pipeline.outcomes().unanswered(tasks.get(4), 1, false, Outcomes.Flight.NONE);
                    rig.pipeline.outcomes().ended(tasks.get(4), MessageState.REJECTED, "", Outcomes.Flight.NONE);
                    assertNothingGoes(rig);
                } else {
                    List<Task> tasks = take(rig, "a", ALL - 5);
                    assertThat(tasks).hasSize(ALL - 5);
                    rig.pipeline.outcomes().refused(tasks.get(7), 0, 0x58, Outcomes.Flight.NONE);
                    refuse(rig, tasks.get(7));
                    assertThat(number(take(rig, "a", 1).get(0)).reference())
                            .isEqualTo(number(tasks.get(7)).reference());
                }
            }
        }
    }

    @Test
    void a_number_is_free_at_once_when_receipts_of_all_parts_say_delivered_and_not_before() throws Exception {
        try (PipelineRig rig = rig(directory, "smsc.a.receipt-verdict = any")) {
            send(rig, ALL + 1, ReceiptWish.FINAL);
            List<Task> tasks = take(rig, "a", ALL);
            tasks.forEach(task -> answer(rig, task));
            Task one = tasks.get(9);
            Task other = tasks.get(10);
            receipt(rig, "m" + one.id() + "1");
            receipt(rig, "m" + other.id() + "1");
            await().until(() ->
                    rig.pipeline.bag("a").credits() == rig.pipeline.bag("a").capacity() - 1);
            assertNothingGoes(rig);
        }
        Path second = Files.createDirectory(directory.resolve("second"));
        try (PipelineRig rig = rig(second)) {
            send(rig, ALL + 1, ReceiptWish.FINAL);
            List<Task> tasks = take(rig, "a", ALL);
            tasks.forEach(task -> answer(rig, task));
            Task one = tasks.get(9);
            receipt(rig, "m" + one.id() + "1");
            assertNothingGoes(rig);
            receipt(rig, "m" + one.id() + "0");
            assertThat(number(take(rig, "a", 1).get(0)).reference())
                    .isEqualTo(number(one).reference());
        }
    }

    private static void receipt(PipelineRig rig, String id) {
        String text = "id:" + id
                + " sub:001 dlvrd:001 submit date:7001010000 done date:7001010000 stat:DELIVRD err:000 Text:";
        Delivery delivery = delivery().from(ANNA).to(ACME).receipt().text(text).made();
        CompletableFuture<Integer> status = new CompletableFuture<>();
        rig.pipeline.inbound().offer("a", delivery, (d, s) -> status.complete(s));
        assertThat(PipelineRig.get(status)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    @Tag("C43")
    void where_order_matters_none_passes_one_to_its_number_that_waits_for_a_number_also_after_a_restart(String hot) {
        String[] keys = {"smsc.a.order = destination", "pipeline.hot-bytes = " + hot};
        TaskId waits;
        TaskId next;
        TaskId last;
        Task refused;
        try (PipelineRig rig = rig(directory, keys)) {
            send(rig, ALL, ReceiptWish.NONE);
            List<Task> tasks = take(rig, "a", ALL);
            waits = send(rig, 1, ReceiptWish.NONE).get(0);
            next = one(rig, ANNA, Priority.NORMAL);
            TaskId urgent = one(rig, ANNA, Priority.HIGH);
            TaskId other = one(rig, Address.of("+46707654321"), Priority.NORMAL);
            assertThat(take(rig, "a", 2))
                    .extracting(Task::id)
                    .as("another number, and what is more urgent, waits for nobody")
                    .containsExactlyInAnyOrder(urgent.value(), other.value());
            assertNothingGoes(rig);
            tasks.subList(1, ALL).forEach(task -> answer(rig, task));
            refused = tasks.get(0);
        }
        try (PipelineRig rig = rig(directory, keys)) {
            last = one(rig, ANNA, Priority.NORMAL);
            List<Task> tasks = take(rig, "a", 3);
            assertThat(tasks).as("without an answer from before").hasSize(3);
            assertThat(tasks).extracting(Task::id).doesNotContain(waits.value(), next.value(), last.value());
            assertNothingGoes(rig);
            refuse(
                    rig,
                    tasks.stream()
                            .filter(task -> task.id() == refused.id())
                            .findFirst()
                            .orElseThrow());
            assertThat(take(rig, "a", 3))
                    .extracting(Task::id)
                    .containsExactly(waits.value(), next.value(), last.value());
        }
    }

    private static TaskId one(PipelineRig rig, Address to, Priority priority) {
        OutboundSms sms =
                OutboundSms.to(to).from(ACME).text("short").priority(priority).build();
        return ((Acceptance) PipelineRig.get(rig.middleWare().send(sms))).id();
    }

    private static NumbersInUse table(Ledger ledger, int most) {
        return new NumbersInUse(ledger, new SegmentUse(), LIFE, most);
    }

    @Test
    void the_table_holds_no_more_than_a_few_that_are_free() {
        NumbersInUse inUse = table(new Ledger(new SegmentUse()), 1_000_000);
        for (int id = 1; id <= 100_000; id++) {
            long pair = PartsNumber.key(ACME, Address.of("4670" + id), false);
            inUse.enter(new Bearer(pair, id, id, clock.get(), 0), 1L << 32, clock.get());
            inUse.mayBeThere(id);
            inUse.ended(id, MessageState.ACCEPTED, false, clock.get());
            clock.addAndGet(LIFE.toMillis() / 500);
        }
        assertThat(inUse.size()).isBetween(499, 1_200);
    }

    @Test
    void a_number_is_given_back_only_by_its_bearer_and_the_younger_bearer_keeps_it() {
        Ledger ledger = new Ledger(new SegmentUse());
        NumbersInUse inUse = table(ledger, 100);
        long pair = PartsNumber.key(ACME, ANNA, false);
        for (long id : new long[] {5, 9}) {
            ledger.open(id, 1L << 32, clock.get() + 1_000_000, 1, 0, ReceiptWish.NONE, true);
        }
        inUse.enter(new Bearer(pair, 7, 9, clock.get(), 0), 1L << 32, clock.get());
        inUse.leave(pair, 7, 5);
        assertThat(inUse.isFree(pair, 7, clock.get())).isFalse();
        inUse.enter(new Bearer(pair, 7, 5, clock.get(), 0), 1L << 32, clock.get());
        inUse.ended(5, MessageState.REJECTED, false, clock.get());
        assertThat(inUse.isFree(pair, 7, clock.get())).isFalse();
        inUse.leave(pair, 7, 9);
        assertThat(inUse.isFree(pair, 7, clock.get())).isTrue();
        inUse.enter(new Bearer(pair, 8, 9, clock.get(), 0), 1L << 32, clock.get());
        inUse.sent(9, clock.get());
        inUse.again(9);
        assertThat(inUse.isFree(pair, 8, clock.get() + LIFE.toMillis() + 1_000)).isFalse();
        inUse.sent(9, clock.get());
        assertThat(inUse.isFree(pair, 8, clock.get() + LIFE.toMillis() - 1_000)).isFalse();
        assertThat(inUse.isFree(pair, 8, clock.get() + LIFE.toMillis() + 1_000)).isTrue();
    }

    @Test
    void where_the_table_has_no_room_no_number_comes_again_within_a_day_all_the_same() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Ledger ledger = new Ledger(new SegmentUse());
        ConcatNumbers few = new ConcatNumbers(1_000, new SegmentUse(), table(ledger, 40));
        Map<Long, Long> lastMs = new HashMap<>();
        int given = 0;
        for (int id = 1; id <= 30_000; id++) {
            clock.addAndGet(random.nextInt(20_000));
            long pair = PartsNumber.key(ACME, Address.of("4670" + random.nextInt(6)), false);
            int number = few.next(pair, false, clock.get(), id);
            few.forgetOld(clock.get(), 10);
            if (number == PartsNumber.AWAITED) {
                continue;
            }
            given++;
            few.enter(new Bearer(pair, number, id, clock.get(), 0), 1L << 32);
            ledger.open(id, 1L << 32, clock.get() + 1_000_000, 1, 0, ReceiptWish.NONE, true);
            ledger.remove(id);
            Long last = lastMs.put(NumbersInUse.place(pair, number), clock.get());
            assertThat(last == null ? Long.MAX_VALUE : clock.get() - last)
                    .as("seed %d, message %d, number %d", seed, id, number)
                    .isGreaterThanOrEqualTo(LIFE.toMillis());
        }
        assertThat(given).isGreaterThan(2_000);
    }

    @Test
    void where_more_pairs_than_can_be_remembered_have_run_ahead_numbers_that_are_taken_differ_all_the_same() {
        Ledger ledger = new Ledger(new SegmentUse());
        NumbersInUse inUse = table(ledger, 1_000);
        ConcatNumbers none = new ConcatNumbers(0, new SegmentUse(), inUse);
        long pair = PartsNumber.key(ACME, ANNA, false);
        Set<Integer> seen = new HashSet<>();
        IntStream.rangeClosed(1, ALL).forEach(id -> {
            ledger.open(id, 1L << 32, clock.get() + 1_000_000, 1, 0, ReceiptWish.NONE, true);
            int number = none.next(pair, false, clock.get(), 7);
            assertThat(PartsNumber.isOurs(number)).isFalse();
            none.enter(new Bearer(pair, number, id, clock.get(), 0), 1L << 32);
            assertThat(seen.add(number & 0xFF)).isTrue();
        });
        assertThat(none.next(pair, false, clock.get(), 9)).isEqualTo(PartsNumber.AWAITED);
        inUse.ended(77, MessageState.REJECTED, false, clock.get());
        assertThat(PartsNumber.isNarrow(none.next(pair, false, clock.get(), 9))).isTrue();
    }
}
