package io.smppbridge.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.StreamDoor;
import io.smppbridge.Streamed;
import io.smppbridge.TaskId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Batches of a stream before a door that has no room for a while, on a clock turned by hand. */
class StreamBacklogTest {
    private static final SendOutcome TAKEN = new SendOutcome.Acceptance(
            new TaskId(7), Encoding.GSM7, 1, "", "", "telia", false, SendOutcome.Durability.FORCED);
    private static final SendOutcome NO_ROOM = new SendOutcome.NoCredit("telia", Duration.ofSeconds(1));

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<Long> offered = new ArrayList<>();
    private final Deque<Consumer<SendOutcome[]>> open = new ArrayDeque<>();
    private final StreamAcks acks = new StreamAcks(channel);
    private StreamBacklog backlog;

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private void begin() {
        channel.freezeTime();
        backlog = new StreamBacklog(channel, acks, () -> backlog.answer());
        backlog.begin(
                new StreamDoor() {
                    @Override
                    public void standing(Consumer<Standing> told) {
                        told.accept(new Standing(0, ""));
                    }

                    @Override
                    public void send(long firstId, List<? extends Streamed> list, Consumer<SendOutcome[]> done) {
                        for (int i = 0; i < list.size(); i++) {
                            offered.add(firstId + i);
                        }
                        open.add(done);
                    }
                },
                false);
    }

    private void read(long firstId, int count) {
        StreamBatch batch = new StreamBatch(firstId, true, count);
        for (int i = 0; i < count; i++) {
            batch.add(OutboundSms.to("46701234567").text("hello").build());
        }
        backlog.add(batch);
        backlog.answer();
    }

    private void decide(SendOutcome... outcomes) {
        open.remove().accept(outcomes);
        channel.runPendingTasks();
    }

    private void pass(long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runPendingTasks();
    }

    private static SendOutcome[] all(SendOutcome outcome, int count) {
        return Collections.nCopies(count, outcome).toArray(SendOutcome[]::new);
    }

    @Test
    void what_is_read_behind_ids_that_have_found_no_room_is_offered_once_they_are_taken() {
        begin();
        read(1, 3);
        decide(TAKEN, NO_ROOM, NO_ROOM);
        assertThat(backlog.isStuck()).isTrue();
        assertThat(backlog.unanswered()).isEqualTo(2);
        read(4, 2);
        assertThat(offered).containsExactly(1L, 2L, 3L);
        pass(20);
        assertThat(offered).containsExactly(1L, 2L, 3L, 2L, 3L);
        decide(all(TAKEN, 2));
        assertThat(offered).containsExactly(1L, 2L, 3L, 2L, 3L, 4L, 5L);
        decide(all(TAKEN, 2));
        assertThat(backlog.isStuck()).isFalse();
        assertThat(backlog.unanswered()).isZero();
        assertThat(backlog.isEmpty()).isTrue();
    }

    @Test
    void what_was_offered_before_the_one_in_front_found_no_room_comes_behind_it_again() {
        begin();
        read(1, 2);
        read(3, 2);
        decide(all(NO_ROOM, 2));
        decide(all(NO_ROOM, 2));
        pass(20);
        assertThat(offered).containsExactly(1L, 2L, 3L, 4L, 1L, 2L);
        decide(all(TAKEN, 2));
        assertThat(offered).containsExactly(1L, 2L, 3L, 4L, 1L, 2L, 3L, 4L);
        pass(5_000);
        assertThat(offered).hasSize(8);
        decide(all(TAKEN, 2));
        assertThat(backlog.isStuck()).isFalse();
        assertThat(backlog.isEmpty()).isTrue();
    }

    @Test
    void what_comes_behind_one_that_waits_is_not_offered_before_it() {
        begin();
        read(1, 1);
        decide(NO_ROOM);
        read(2, 1);
        read(3, 1);
        pass(20);
        decide(TAKEN);
        read(4, 1);
        assertThat(offered).containsExactly(1L, 1L, 2L);
        decide(TAKEN);
        decide(TAKEN);
        decide(TAKEN);
        assertThat(offered).containsExactly(1L, 1L, 2L, 3L, 4L);
        assertThat(backlog.isStuck()).isFalse();
        assertThat(backlog.isEmpty()).isTrue();
    }

    @Test
    void what_has_found_no_room_is_offered_again_after_ever_longer_pauses_up_to_a_second() {
        begin();
        read(1, 1);
        int offers = 1;
        for (int pause : new int[] {20, 40, 80, 160, 320, 640, 1_000, 1_000}) {
            decide(NO_ROOM);
            pass(pause - 1);
            assertThat(offered).hasSize(offers);
            pass(1);
            assertThat(offered).hasSize(++offers);
        }
    }

    /** Its client could not hear of it, and sends it again. */
    @Test
    void what_waits_for_room_is_not_offered_again_once_the_bridge_closes_or_the_client_has_gone() {
        begin();
        read(1, 1);
        decide(NO_ROOM);
        backlog.leave();
        backlog.answer();
        pass(5_000);
        assertThat(offered).containsExactly(1L);
        assertThat(backlog.isEmpty()).isTrue();

        begin();
        read(2, 1);
        decide(NO_ROOM);
        read(3, 1);
        pass(20);
        assertThat(offered).containsExactly(1L, 2L, 2L);
        channel.close();
        decide(TAKEN);
        assertThat(offered).containsExactly(1L, 2L, 2L);
    }
}
