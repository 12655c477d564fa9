package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.SendOutcome.Invalid;
import io.smppbridge.SendOutcome.NoCredit;
import io.smppbridge.SendOutcome.NotAccepting;
import io.smppbridge.StreamDoor;
import io.smppbridge.StreamDoor.Standing;
import io.smppbridge.Streamed;
import io.smppbridge.bag.Task;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every id of a stream with a name is taken once, whatever comes in between. */
@Timeout(60)
@Tag("C94")
class StreamsTest {
    private static final Streamed NEVER = new Invalid(List.of(new SendOutcome.Fault("to", "bad-number", "no number")));

    @TempDir
    Path directory;

    private static StreamDoor door(PipelineRig rig, String client) {
        return rig.pipeline.stream(PipelineRig.ACCOUNT, "tcp", SendOutcome.Durability.FORCED, client);
    }

    private static Standing standing(PipelineRig rig, String client) {
        CompletableFuture<Standing> told = new CompletableFuture<>();
        door(rig, client).standing(told::complete);
        return PipelineRig.get(told);
    }

    private static OutboundSms sms(String client, long id) {
        return OutboundSms.to("46701234567")
                .text(client + " " + id)
                .clientRef(client + "#" + id)
                .build();
    }

    private static SendOutcome[] send(StreamDoor door, long first, List<? extends Streamed> list) {
        CompletableFuture<SendOutcome[]> told = new CompletableFuture<>();
        door.send(first, list, told::complete);
        return PipelineRig.get(told);
    }

    private static SendOutcome[] send(StreamDoor door, String client, long first, long last) {
        return send(
                door,
                first,
                LongStream.rangeClosed(first, last)
                        .mapToObj(id -> sms(client, id))
                        .toList());
    }

    private static long accepted(SendOutcome[] outcomes, boolean repeated) {
        return Arrays.stream(outcomes)
                .filter(one -> one instanceof Acceptance acceptance && acceptance.repeated() == repeated)
                .count();
    }

    private static List<String> texts(PipelineRig rig) {
        return rig.takeAll("a").stream().map(task -> task.sms().text()).toList();
    }

    @Test
    void what_comes_again_is_known_however_long_the_stream_is_also_after_a_kill() throws Exception {
        Path second = Files.createDirectory(directory.resolve("second"));
        String[] few = {"pipeline.client-refs = 10"};
        try (PipelineRig rig = PipelineRig.start(directory, few)) {
            StreamDoor door = door(rig, "orders");
            assertThat(accepted(send(door, "orders", 1, 500), false)).isEqualTo(500);
            SendOutcome[] more = send(door, "orders", 401, 600);
            assertThat(accepted(more, true)).isEqualTo(100);
            assertThat(accepted(more, false)).isEqualTo(100);
            assertThat(rig.stats.streams).isEqualTo(1);
            assertThat(rig.stats.streamRepeats.sum()).isEqualTo(100);
            rig.killedInto(second);
        }
        try (PipelineRig rig = PipelineRig.start(second, few)) {
            assertThat(standing(rig, "orders")).isEqualTo(new Standing(600, ""));
            assertThat(standing(rig, "others")).isEqualTo(new Standing(0, ""));
            StreamDoor door = door(rig, "orders");
            SendOutcome[] again = send(door, "orders", 550, 700);
            assertThat(accepted(again, true)).isEqualTo(51);
            assertThat(accepted(again, false)).isEqualTo(100);
            assertThat(texts(rig))
                    .containsExactlyElementsOf(LongStream.rangeClosed(1, 700)
                            .mapToObj(id -> "orders " + id)
                            .toList());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "orders"})
    void what_waits_for_room_counts_as_refused_however_often_it_is_offered_again_only_when_it_is_told(String client)
            throws Exception {
        try (PipelineRig rig =
                PipelineRig.start(directory, "smsc.a.bag = 10", "smsc.a.bunch = 10", "pipeline.slow-answers = 0s")) {
            StreamDoor door = door(rig, client);
            assertThat(accepted(send(door, client, 1, 15), false)).isEqualTo(10);
            for (int again = 0; again < 3; again++) {
                assertThat(send(door, client, 11, 15)).noneMatch(Acceptance.class::isInstance);
            }
            assertThat(rig.stats.refused("no-credit").sum()).isZero();
            assertThat(rig.stats.refused("not-accepting").sum()).isZero();
            assertThat(send(door, 11, List.of(NEVER))[0]).isSameAs(NEVER);
            assertThat(rig.stats.refused("invalid").sum()).isOne();
        }
    }

    @Test
    void nothing_overtakes_what_has_found_no_room() throws Exception {
        try (PipelineRig rig =
                PipelineRig.start(directory, "smsc.a.bag = 10", "smsc.a.bunch = 10", "pipeline.slow-answers = 0s")) {
            StreamDoor door = door(rig, "orders");
            SendOutcome[] first = send(door, "orders", 1, 15);
            assertThat(accepted(first, false)).isEqualTo(10);
            assertThat(first[10]).isInstanceOf(NoCredit.class);
            assertThat(Arrays.copyOfRange(first, 11, 15)).allMatch(NotAccepting.class::isInstance);
            for (Task task : rig.takeAll("a")) {
                rig.accepted(task, 0, "", true, Outcomes.Flight.NONE);
            }
            await().until(() -> rig.pipeline.openMessages() == 0);
            SendOutcome[] ahead = send(door, "orders", 16, 20);
            assertThat(ahead).allMatch(NotAccepting.class::isInstance);
            assertThat(standing(rig, "orders").last()).isEqualTo(10);
            assertThat(accepted(send(door, "orders", 11, 20), false)).isEqualTo(10);
        }
    }

    @Test
    void a_refusal_covers_its_id_also_after_a_kill_and_is_told_again() throws Exception {
        Path second = Files.createDirectory(directory.resolve("second"));
        try (PipelineRig rig = PipelineRig.start(directory)) {
            StreamDoor door = door(rig, "orders");
            SendOutcome[] said = send(door, 1, List.of(sms("orders", 1), NEVER));
            assertThat(said[0]).isInstanceOf(Acceptance.class);
            assertThat(said[1]).isSameAs(NEVER);
            OutboundSms bad =
                    OutboundSms.to("46").text("x").clientRef("orders#3").build();
            assertThat(send(door, 3, List.of(bad))[0]).isInstanceOf(Invalid.class);
            rig.killedInto(second);
        }
        try (PipelineRig rig = PipelineRig.start(second)) {
            assertThat(standing(rig, "orders").last()).isEqualTo(3);
            SendOutcome[] said = send(door(rig, "orders"), 2, List.of(NEVER, sms("orders", 3), sms("orders", 4)));
            assertThat(said[0]).isSameAs(NEVER);
            assertThat(texts(rig)).containsExactly("orders 1", "orders 4");
        }
    }

    @Test
    void an_id_that_was_taken_with_a_clientRef_of_its_own_stays_taken_though_it_would_be_refused_by_now() {
        OutboundSms own =
                OutboundSms.to("46701234567").text("x").clientRef("order-1").build();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            assertThat(accepted(send(door(rig, "orders"), 1, List.of(own, sms("orders", 2))), false))
                    .isEqualTo(2);
            rig.pipeline.apply(PipelineRig.config(directory, "route.all.prefix = 47"));
            SendOutcome[] again = send(door(rig, "orders"), 1, List.of(own, sms("orders", 2), own));
            assertThat(accepted(Arrays.copyOf(again, 1), true)).isEqualTo(1);
            assertThat(again[1])
                    .isInstanceOf(SendOutcome.NoRoute.class); // all that is known of it is that it was dealt with
            assertThat(accepted(Arrays.copyOfRange(again, 2, 3), true)).isEqualTo(1);
            assertThat(standing(rig, "orders").last()).isEqualTo(3);
        }
    }

    @Test
    void two_connections_of_one_stream_together_take_every_id_once() throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            StreamDoor one = door(rig, "orders");
            StreamDoor other = door(rig, "orders");
            List<CompletableFuture<SendOutcome[]>> told = new ArrayList<>();
            for (int round = 0; round < 20; round++) {
                for (StreamDoor door : List.of(one, other)) {
                    CompletableFuture<SendOutcome[]> now = new CompletableFuture<>();
                    door.send(
                            round * 10L + 1,
                            LongStream.rangeClosed(round * 10L + 1, round * 10L + 10)
                                    .mapToObj(id -> sms("orders", id))
                                    .toList(),
                            now::complete);
                    told.add(now);
                }
            }
            long fresh = 0;
            for (CompletableFuture<SendOutcome[]> one2 : told) {
                fresh += accepted(PipelineRig.get(one2), false);
            }
            assertThat(fresh).isEqualTo(200);
            assertThat(texts(rig)).hasSize(200).doesNotHaveDuplicates();
        }
    }

    /** Whoever takes a name over numbers anew from there: an id told too low would make its message a repetition of another. */
    @Test
    void where_a_stream_stands_is_told_behind_what_an_earlier_connection_has_handed_over() throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            StreamDoor earlier = door(rig, "orders");
            earlier.send(1, List.of(sms("orders", 1)), told -> {
                held.countDown(); // the journal thread, which tells it, goes on when all the others are in the ring
                assertThatCode(go::await).doesNotThrowAnyException();
            });
            held.await();
            CompletableFuture<SendOutcome[]> rest = new CompletableFuture<>();
            earlier.send(
                    2,
                    LongStream.rangeClosed(2, 4_000)
                            .mapToObj(id -> sms("orders", id))
                            .toList(),
                    rest::complete);
            CompletableFuture<Standing> standing = new CompletableFuture<>();
            door(rig, "orders").standing(standing::complete);
            go.countDown();
            assertThat(PipelineRig.get(standing)).isEqualTo(new Standing(4_000, ""));
            assertThat(accepted(PipelineRig.get(rest), false)).isEqualTo(3_999);
        }
    }

    @Test
    void an_id_whose_clientRef_finds_no_room_is_not_covered_and_the_one_after_the_next_is_not_taken() {
        try (PipelineRig rig = PipelineRig.start(directory, "pipeline.client-refs = 10")) {
            for (int i = 0; i < 10; i++) {
                PipelineRig.get(rig.middleWare().send(sms("other", i)));
            }
            OutboundSms own = OutboundSms.to("46701234567")
                    .text("own")
                    .clientRef("order-7")
                    .build();
            StreamDoor door = door(rig, "orders");
            assertThat(send(door, 1, List.of(own))[0]).isInstanceOf(NotAccepting.class);
            assertThat(standing(rig, "orders").last()).isZero();
            assertThat(send(door, "orders", 2, 2)[0]).isInstanceOf(NotAccepting.class);
            assertThat(accepted(send(door, "orders", 1, 2), false)).isEqualTo(2);
            assertThat(standing(rig, "orders").last()).isEqualTo(2);
        }
    }

    @Test
    void a_message_with_a_clientRef_of_its_own_is_known_by_that_too_and_its_id_is_covered() throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            OutboundSms own = OutboundSms.to("46701234567")
                    .text("own")
                    .clientRef("order-7")
                    .build();
            SendOutcome before = PipelineRig.get(rig.middleWare().send(own));
            SendOutcome[] said = send(door(rig, "orders"), 1, List.of(own, sms("orders", 2)));
            assertThat(((Acceptance) said[0]).id()).isEqualTo(((Acceptance) before).id());
            assertThat(said[1]).isInstanceOf(Acceptance.class);
            assertThat(standing(rig, "orders").last()).isEqualTo(2);
            assertThat(texts(rig)).containsExactly("own", "orders 2");
        }
    }

    @Test
    void the_last_id_outlives_the_segment_that_held_it() throws Exception {
        Path second = Files.createDirectory(directory.resolve("second"));
        String[] keys = {"journal.keep = 0"};
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            send(door(rig, "quiet"), "quiet", 1, 7);
            end(rig);
            trimPast(rig, rig.journal.oldestSegment());
            trimPast(rig, rig.journal.oldestSegment()); // what was carried on once is carried on again
            rig.killedInto(second);
        }
        try (PipelineRig rig = PipelineRig.start(second, keys)) {
            assertThat(standing(rig, "quiet").last()).isEqualTo(7);
            assertThat(accepted(send(door(rig, "quiet"), "quiet", 1, 8), true)).isEqualTo(7);
        }
    }

    private static void trimPast(PipelineRig rig, long segment) {
        OutboundSms large = OutboundSms.to("46709999999")
                .text("x".repeat(600))
                .encoding(Encoding.UCS2)
                .build();
        await().pollInterval(PipelineRig.BETWEEN_FILLERS).until(() -> {
            PipelineRig.get(rig.middleWare().send(Collections.nCopies(300, large)));
            end(rig);
            return rig.journal.oldestSegment() > segment;
        });
    }

    private static void end(PipelineRig rig) {
        for (Task task : rig.takeAll("a")) {
            for (int part = 0; part < task.parts().count(); part++) {
                boolean last = part + 1 == task.parts().count();
                rig.accepted(task, part, "", last, Outcomes.Flight.NONE);
            }
        }
    }

    @Test
    void beyond_the_bound_further_streams_are_turned_away_until_one_is_forgotten() throws Exception {
        AtomicLong now = new AtomicLong(Instant.parse("2026-11-21T08:00:00Z").toEpochMilli());
        Path second = Files.createDirectory(directory.resolve("second"));
        String[] keys = {"pipeline.streams = 2", "pipeline.streams-kept = 7d", "bridge.validity = 30d"};
        try (PipelineRig rig = PipelineRig.start(directory, () -> Instant.ofEpochMilli(now.get()), keys)) {
            send(door(rig, "one"), "one", 1, 50);
            now.addAndGet(Duration.ofDays(6).toMillis());
            send(door(rig, "two"), "two", 1, 50);
            assertThat(standing(rig, "three").refusal()).contains("pipeline.streams");
            assertThat(send(door(rig, "three"), "three", 1, 1)[0]).isInstanceOf(NotAccepting.class);
            assertThat(standing(rig, "one")).isEqualTo(new Standing(50, ""));
            now.addAndGet(Duration.ofDays(1).toMillis());
            await().until(() -> standing(rig, "three").refusal().isEmpty());
            assertThat(standing(rig, "two").last()).isEqualTo(50);
            assertThat(standing(rig, "one").last()).isZero();
            // Forgotten, it may begin anew; its old messages, still open, do not bring the old ids back.
            assertThat(accepted(send(door(rig, "one"), "one", 1, 3), false)).isEqualTo(3);
            assertThat(rig.stats.streams).isEqualTo(2);
            rig.killedInto(second);
        }
        try (PipelineRig rig = PipelineRig.start(second, () -> Instant.ofEpochMilli(now.get()), keys)) {
            assertThat(standing(rig, "one").last()).isEqualTo(3);
            assertThat(standing(rig, "two").last()).isEqualTo(50);
        }
    }

    /** There is no answer to wait for, so what becomes of its first messages is told, and the journal thread keeps nothing of the call. */
    @Test
    void a_call_that_ends_in_an_error_of_its_caller_keeps_nothing_of_its_first_messages_back() {
        ReceiptBed bed = new ReceiptBed();
        List<OutboundSms> list = new AbstractList<>() {
            @Override
            public OutboundSms get(int index) {
                if (index == 1) {
                    throw new IllegalStateException("no more");
                }
                return ReceiptBed.sms("hi", ReceiptWish.FINAL);
            }

            @Override
            public int size() {
                return 2;
            }
        };
        try (PipelineRig rig = bed.start(directory)) {
            StreamDoor door =
                    rig.pipeline.stream(PipelineRig.ACCOUNT, "middleware", SendOutcome.Durability.FORCED, "orders");
            assertThatThrownBy(() -> door.send(1, list, told -> {})).hasMessage("no more");
            List<Task> tasks = new ArrayList<>();
            await().until(() -> tasks.addAll(rig.takeAll("a")));
            rig.accepted(tasks.get(0), 0, "m", true, Outcomes.Flight.NONE);
            ReceiptBed.receipt(rig, "m", "DELIVRD");
            bed.awaitReceipts(1);
        }
    }
}
