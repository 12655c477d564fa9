package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Delivery;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.journal.Journal;
import io.smppbridge.receipts.ReceiptIndex;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.AsideRecord;
import io.smppbridge.records.InboundRecord;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.RefKey;
import io.smppbridge.records.Story;
import io.smppbridge.records.StreamPlace;
import io.smppbridge.records.Strings;
import io.smppbridge.records.Trail;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.threads.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong at the edges: callers that throw, messages older than a day, reads that fail. */
class CornersTest {
    /** Two parts in GSM septets, of which the first ends behind the 76th character, and two in UCS-2, where it ends behind the 67th. */
    private static final String AS_MANY_IN_EITHER = "\u20ac".repeat(80) + "x".repeat(30);

    @TempDir
    Path directory;

    private static OutboundSms at(Instant schedule) {
        return OutboundSms.to("46701234567").text("hello").schedule(schedule).build();
    }

    @Test
    @Tag("H-03")
    void a_message_for_the_end_of_time_is_refused_and_those_beside_it_are_taken() throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            CountDownLatch told = new CountDownLatch(1);
            SendOutcome[][] all = {null};
            List<OutboundSms> list = List.of(at(Instant.EPOCH), at(Instant.MAX), at(Instant.MIN), at(Instant.EPOCH));
            rig.middleWare().send(list, outcomes -> {
                all[0] = outcomes;
                told.countDown();
            });
            assertThat(told.await(5, TimeUnit.SECONDS)).isTrue();
            assertThat(all[0][0]).isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(all[0][1]).isInstanceOf(SendOutcome.Invalid.class);
            assertThat(all[0][2]).isInstanceOf(SendOutcome.Invalid.class);
            assertThat(all[0][3]).isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(49_998);
        }
    }

    /** For half a minute. */
    private static void leaveTwoThatPause(PipelineRig rig, Instant now) {
        PipelineRig.get(rig.middleWare().send(OutboundSms.of("46701234567", "in doubt")));
        PipelineRig.get(rig.middleWare().send(OutboundSms.of("46701234568", "refused")));
        List<Task> tasks = rig.takeAll("a");
        for (Task task : tasks) {
            task.dueAtMs = now.toEpochMilli() + 30_000;
        }
        tasks.get(0).unanswered = 1;
        rig.pipeline.outcomes().unanswered(tasks.get(0), 0, false, Outcomes.Flight.NONE);
        tasks.get(1).refusals = 1;
        rig.pipeline.outcomes().refused(tasks.get(1), 0, 8, Outcomes.Flight.NONE);
        rig.pipeline.outcomes().told();
        await().until(() -> rig.stats.journalRecords.sum() >= 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "destination"})
    @Tag("G-01")
    void nor_where_it_is_set_back_after_a_restart(String order) {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T08:00:00Z"));
        String ordered = "smsc.a.order = " + order;
        try (PipelineRig rig = PipelineRig.start(directory, now::get, ordered)) {
            leaveTwoThatPause(rig, now.get());
        }
        try (PipelineRig rig = PipelineRig.start(directory, now::get, ordered)) {
            assertThat(rig.takeAll("a")).isEmpty();
            now.set(now.get().minus(Duration.ofHours(2)));
            assertThat(rig.takeAll("a")).isEmpty();
            now.set(now.get().plusSeconds(31));
            assertThat(rig.takeAll("a")).hasSize(2);
        }
    }

    @Test
    @Tag("G-01")
    void what_waits_for_its_next_attempt_waits_no_longer_where_the_clock_is_set_back_before_a_restart() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T08:00:00Z"));
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            leaveTwoThatPause(rig, now.get());
        }
        now.set(now.get().minus(Duration.ofHours(2)));
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            assertThat(rig.takeAll("a")).isEmpty();
            now.set(now.get().plusSeconds(31));
            assertThat(rig.takeAll("a")).hasSize(2);
        }
    }

    @Test
    @Tag("H-03")
    void a_caller_that_throws_an_error_does_not_end_the_journal_thread() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            CountDownLatch told = new CountDownLatch(1);
            rig.middleWare().send(List.of(at(Instant.EPOCH)), outcomes -> {
                told.countDown();
                throw new AssertionError("thrown by the caller");
            });
            await().until(() -> told.getCount() == 0);
            assertThat(PipelineRig.get(rig.middleWare().send("+46701234567", "next")))
                    .isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(rig.fatal).hasNullValue();
        }
    }

    @Test
    void what_is_carried_on_neither_takes_a_client_ref_from_a_later_message_nor_revives_a_dead_event() {
        Path journalDirectory = PipelineRig.config(directory).journal().directory();
        RefKey ref = new RefKey(5, 6, 7);
        try (Journal journal = Journal.open(
                PipelineRig.config(directory).journal(), FileDisk.in(journalDirectory), InstantSource.system())) {
            var config = PipelineRig.config(directory);
            Lanes lanes = Lanes.of(config, new LaneNumbers(), new BridgeStats(), 1);
            Books books = new Books(
                    journal,
                    new BridgeStats(),
                    InstantSource.system(),
                    () -> lanes,
                    config,
                    new io.smppbridge.receipts.ReceiptIndex(1, 2));
            Replay replay = new Replay(books, null, new LaneNumbers());
            AcceptRecord first = accept(1_000_000, ref);
            AcceptRecord second = accept(2_000_000, ref);
            java.nio.ByteBuffer out = java.nio.ByteBuffer.allocate(10_000);
            second.encode(out);
            replay.visit(1, RecordType.ACCEPT, out.flip());
            out.clear();
            new Story(first, List.of(), List.of(), List.of()).pack(out);
            replay.visit(2, RecordType.CARRY, out.flip());
            assertThat(books.refs.message(ref)).isEqualTo(2_000_000);
            out.clear().putLong(3_000_000);
            Strings.put(out, "nobody took it");
            replay.visit(3, RecordType.EVENT_DEAD, out.flip());
            out.clear();
            new InboundRecord(3_000_000, 1, "a", mo("carried after it was laid aside")).encode(out);
            replay.visit(4, RecordType.INBOUND, out.flip());
            int at = books.events.find(3_000_000);
            assertThat(books.events.dead(at)).isTrue();
            byte[] aside = dead("nobody took it");
            assertThat(EventStages.isLaidAside(books.events, 3_000_000, aside)).isTrue();
            assertThat(EventStages.isLaidAside(books.events, 3_000_000, dead(AsideRecord.AGAIN)))
                    .isFalse();
            replay.visit(5, RecordType.EVENT_DEAD, java.nio.ByteBuffer.wrap(dead(AsideRecord.AGAIN)));
            assertThat(books.events.dead(at)).isFalse();
            assertThat(EventStages.isLaidAside(books.events, 3_000_000, aside)).isFalse();
            replay.visit(6, RecordType.EVENT_DEAD, java.nio.ByteBuffer.wrap(aside));
            assertThat(books.events.dead(at)).isTrue();
        }
    }

    @Test
    void a_message_that_has_ended_is_no_longer_among_those_whose_smsc_is_asked_to_delete_them() {
        var config = PipelineRig.config(directory);
        try (Journal journal =
                Journal.open(config.journal(), FileDisk.in(config.journal().directory()), InstantSource.system())) {
            journal.replay((position, type, payload) -> {});
            Lanes lanes = Lanes.of(config, new LaneNumbers(), new BridgeStats(), 1);
            var index = new io.smppbridge.receipts.ReceiptIndex(1, 2);
            Books books = new Books(journal, new BridgeStats(), InstantSource.system(), () -> lanes, config, index);
            ColdTasks cold = new ColdTasks(journal, () -> lanes, id -> java.util.Optional.empty(), Ticker.SYSTEM);
            int at = books.ledger.open(7, 1, Long.MAX_VALUE, 1, 0, io.smppbridge.ReceiptWish.FINAL, false);
            books.cancelling.put(7L, 1);
            new Settlement(books, cold, null, null).close(at, io.smppbridge.MessageState.NO_RECEIPT, "", "");
            assertThat(books.cancelling).isEmpty();
        }
    }

    private static byte[] dead(String why) {
        java.nio.ByteBuffer out = java.nio.ByteBuffer.allocate(100).putLong(3_000_000);
        Strings.put(out, why);
        return java.util.Arrays.copyOf(out.array(), out.position());
    }

    @Test
    void messages_that_waited_for_a_number_do_not_all_get_the_same_where_too_many_pairs_have_run_ahead() {
        BridgeConfig config = PipelineRig.config(directory, "smsc.a.long-message = udh16");
        try (Journal journal =
                Journal.open(config.journal(), FileDisk.in(config.journal().directory()), InstantSource.system())) {
            Lanes lanes = Lanes.of(config, new LaneNumbers(), new BridgeStats(), 1);
            ReceiptIndex index = new ReceiptIndex(1, 2);
            Books books = new Books(journal, new BridgeStats(), InstantSource.system(), () -> lanes, config, index);
            for (long pair = 1; pair <= 500_000; pair++) {
                books.concat.vouch(pair, books.concat.next(pair, true, books.nowMs(), 0), 1);
            }
            assertThat(numberOfOneThatWaited(1_000_001, lanes, books))
                    .isNotEqualTo(numberOfOneThatWaited(1_000_002, lanes, books));
        }
    }

    private static int numberOfOneThatWaited(long id, Lanes lanes, Books books) {
        OutboundSms sms = OutboundSms.of("46701234567", "x".repeat(200));
        AcceptRecord accept = accept(id, RefKey.NONE, sms, PartsNumber.AWAITED);
        EncodeResult.Encoded cut =
                (EncodeResult.Encoded) lanes.find("a").orElseThrow().encode(sms, 0);
        Task task = new Task("local", "a", sms, accept.expiresAtMs(), Lane.parts(cut));
        Story story = new Story(accept, List.of(), List.of(), List.of());
        return new Recasting(books)
                .number(story, new Recasting.Cast(task, cut.encoding(), Trail.NONE, Optional.empty()));
    }

    private static AcceptRecord accept(long id, RefKey ref) {
        return accept(id, ref, OutboundSms.of("46701234567", "x"), 0);
    }

    private static AcceptRecord accept(long id, RefKey ref, OutboundSms sms, int number) {
        return new AcceptRecord(
                id,
                1,
                Long.MAX_VALUE >> 2,
                0,
                number,
                1,
                io.smppbridge.Encoding.GSM7,
                "a",
                "",
                "local",
                ref,
                StreamPlace.NONE,
                sms,
                Trail.NONE,
                java.util.Optional.empty());
    }

    @Test
    @Tag("D-11")
    void a_message_from_a_phone_that_was_laid_aside_is_found_again_after_a_restart_where_it_was() throws Exception {
        String[] keep = {"handback.attempts = 1"};
        try (PipelineRig rig = PipelineRig.start(directory, keep)) {
            rig.middleWare().listen(new io.smppbridge.InboundListener() {
                @Override
                public void onMessage(io.smppbridge.InboundSms message) {
                    throw new IllegalStateException("never");
                }

                @Override
                public void onReceipt(io.smppbridge.Receipt receipt) {}
            });
            CountDownLatch answered = new CountDownLatch(1);
            rig.pipeline.inbound().offer("a", mo("hello"), (d, s) -> answered.countDown());
            assertThat(answered.await(5, TimeUnit.SECONDS)).isTrue();
            await().atMost(Duration.ofSeconds(8))
                    .until(() -> rig.pipeline.handback().dead("listener").size() == 1);
        }
        try (PipelineRig rig = PipelineRig.start(directory, keep)) {
            assertThat(rig.pipeline.handback().dead("listener")).hasSize(1);
        }
    }

    @Test
    @Tag("D-08")
    void a_message_from_a_phone_reaches_the_platform_though_its_smsc_has_left_the_configuration() throws Exception {
        String[] two = {
            "smsc.b.host = 127.0.0.1",
            "smsc.b.port = 2776",
            "smsc.b.system-id = me",
            "smsc.b.password = secret",
            "smsc.b.rate = unlimited",
            "route.b.prefix = 47",
            "route.b.smsc = b"
        };
        try (PipelineRig rig = PipelineRig.start(directory, two)) {
            CountDownLatch answered = new CountDownLatch(1);
            rig.pipeline.inbound().offer("b", mo("hello"), (d, s) -> answered.countDown());
            assertThat(answered.await(5, TimeUnit.SECONDS)).isTrue();
        }
        List<String> heard = new java.util.concurrent.CopyOnWriteArrayList<>();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            rig.middleWare().listen(new io.smppbridge.InboundListener() {
                @Override
                public void onMessage(io.smppbridge.InboundSms message) {
                    heard.add(message.text());
                }

                @Override
                public void onReceipt(io.smppbridge.Receipt receipt) {}
            });
            await().atMost(Duration.ofSeconds(5)).until(() -> heard.equals(List.of("hello")));
        }
    }

    private static Delivery mo(String text) {
        return delivery().text(text).made();
    }

    @Test
    @Tag("A-06")
    void a_message_that_could_not_be_read_back_for_a_while_is_in_its_bag_again() {
        try (PipelineRig rig = PipelineRig.start(directory, "pipeline.hot-bytes = 0")) {
            assertThat(PipelineRig.get(rig.middleWare().send("+46701234567", "hello")))
                    .isInstanceOf(SendOutcome.Acceptance.class);
            io.smppbridge.bag.Bunch bunch = new io.smppbridge.bag.Bunch(4);
            int taken = rig.pipeline.bag("a").take(bunch, 4, rig.clock.millis(), (id, position) -> {
                // The place it is remembered at has gone, and so has the way to ask: as when the journal is stuck.
                Thread.currentThread().interrupt();
                Optional<Task> none = rig.pipeline.tasks().load(id, position + (1L << 40));
                assertThat(Thread.interrupted()).isTrue();
                return none;
            });
            assertThat(taken).isZero();
            await().atMost(Duration.ofSeconds(9)).until(() -> rig.takeAll("a").size() == 1);
        }
    }

    @ParameterizedTest
    @Tag("C42")
    @ValueSource(
            strings = {"long-message = udh16", "long-message = sar", "long-message = payload", "alphabet = latin1"})
    void a_long_message_that_has_begun_ends_where_the_rest_would_be_cut_otherwise(String changed) {
        ReceiptBed bed = new ReceiptBed();
        OutboundSms sms = ReceiptBed.sms("\u20ac" + "x".repeat(300), ReceiptWish.FINAL);
        TaskId id;
        try (PipelineRig rig = bed.start(directory)) {
            Task task = ReceiptBed.accepted(rig, sms);
            id = new TaskId(task.id());
            rig.accepted(task, 0, "A1", false, Outcomes.Flight.NONE);
            Task other = ReceiptBed.accepted(rig, sms);
            await().until(() -> partsTaken(rig, id) == 1);
            assertThat(other.parts().waiting()).isEqualTo(2);
        }
        try (PipelineRig rig = bed.start(directory, "smsc.a." + changed)) {
            List<Task> sendable = new ArrayList<>();
            await().until(() -> {
                sendable.addAll(rig.takeAll("a"));
                return !bed.receipts.isEmpty() && !sendable.isEmpty();
            });
            assertThat(bed.last().message()).isEqualTo(id);
            assertThat(bed.last().state()).isEqualTo(MessageState.REJECTED);
            assertThat(bed.last().detail()).contains("1 of 2 parts were handed over", "settings have changed");
            assertThat(sendable).extracting(Task::id).doesNotContain(id.value());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "300, long-message = payload, 1, long-message = udh8, 2",
        "300, long-message = udh8, 2, long-message = payload, 1",
        "300, long-message = payload, 1, long-message = sar, 2",
    })
    void one_that_has_not_begun_has_as_many_parts_as_settings_make_of_it_now(
            int length, String before, int parts, String after, int partsNow) {
        ReceiptBed bed = new ReceiptBed();
        OutboundSms sms = ReceiptBed.sms("x".repeat(length), ReceiptWish.FINAL);
        TaskId id;
        try (PipelineRig rig = bed.start(directory, "smsc.a." + before)) {
            Task task = ReceiptBed.accepted(rig, sms);
            id = new TaskId(task.id());
            assertThat(view(rig, id).partCount()).isEqualTo(parts);
        }
        try (PipelineRig rig = bed.start(directory, "smsc.a." + after)) {
            List<Task> sendable = new ArrayList<>();
            await().until(() -> sendable.addAll(rig.takeAll("a")));
            Task task = sendable.get(0);
            assertThat(List.of(task.parts().count(), view(rig, id).partCount())).containsOnly(partsNow);
            for (int part = 0; part < partsNow; part++) {
                rig.accepted(task, part, "A" + part, part == partsNow - 1, Outcomes.Flight.NONE);
            }
            for (int part = 0; part < partsNow; part++) {
                assertThat(bed.receipts).isEmpty();
                assertThat(ReceiptBed.receipt(rig, "A" + part, "DELIVRD")).isZero();
            }
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C42")
    void one_that_has_begun_ends_where_the_rest_would_be_in_another_encoding_though_in_as_many_parts() {
        ReceiptBed bed = new ReceiptBed();
        OutboundSms sms = ReceiptBed.sms(AS_MANY_IN_EITHER, ReceiptWish.FINAL);
        try (PipelineRig rig = bed.start(directory)) {
            rig.accepted(ReceiptBed.accepted(rig, sms), 0, "A1", false, Outcomes.Flight.NONE);
        }
        try (PipelineRig rig = bed.start(directory, "smsc.a.alphabet = latin1")) {
            await().until(() -> rig.takeAll("a").isEmpty() && !bed.receipts.isEmpty());
            assertThat(bed.last().state()).isEqualTo(MessageState.REJECTED);
            assertThat(bed.last().detail()).contains("1 of 2 parts were handed over", "settings have changed");
        }
    }

    @Test
    void one_that_has_begun_in_the_encoding_of_changed_settings_goes_on_in_that_after_another_start() {
        ReceiptBed bed = new ReceiptBed();
        OutboundSms sms = ReceiptBed.sms(AS_MANY_IN_EITHER, ReceiptWish.FINAL);
        try (PipelineRig rig = bed.start(directory)) {
            assertThat(ReceiptBed.accepted(rig, sms).parts().dataCoding()).isZero();
        }
        List<Task> sendable = new ArrayList<>();
        try (PipelineRig rig = bed.start(directory, "smsc.a.alphabet = latin1")) {
            await().until(() -> sendable.addAll(rig.takeAll("a")));
            rig.accepted(sendable.get(0), 0, "A1", false, Outcomes.Flight.NONE);
        }
        try (PipelineRig rig = bed.start(directory, "smsc.a.alphabet = latin1")) {
            await().until(() -> sendable.addAll(rig.takeAll("a")));
            assertThat(sendable).extracting(task -> task.parts().dataCoding()).containsExactly(8, 8);
            assertThat(sendable.get(1).parts().waiting()).isEqualTo(1);
            assertThat(bed.receipts).isEmpty();
        }
    }

    private static Messages.MessageView view(PipelineRig rig, TaskId id) {
        return PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                .orElseThrow();
    }

    private static long partsTaken(PipelineRig rig, TaskId id) {
        return view(rig, id).parts().stream()
                .filter(part -> !part.messageId().isEmpty())
                .count();
    }
}
