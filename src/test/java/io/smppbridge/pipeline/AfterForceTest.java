package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.smppbridge.Encoding;
import io.smppbridge.InboundListener;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.handback.Event;
import io.smppbridge.handback.EventStore;
import io.smppbridge.handback.Handback;
import io.smppbridge.handback.Surroundings;
import io.smppbridge.stats.BridgeStats;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AfterForceTest {
    private final List<String> freed = new ArrayList<>();
    private final AfterForce after = new AfterForce(null, new SlowAnswers(Duration.ZERO, new LongAdder()));

    @Test
    void a_note_that_is_to_outlive_a_loss_of_power_is_freed_when_its_outcome_is_forced_others_when_it_is_written() {
        after.free(() -> freed.add("one"));
        after.free(kept());
        after.written();
        assertThat(freed).containsExactly("one");
        after.written();
        assertThat(freed).containsExactly("one");

        after.forced();
        after.forced();

        assertThat(freed).containsExactly("one", "kept");
    }

    private Outcomes.Flight kept() {
        return new Outcomes.Flight() {
            @Override
            public void free() {
                freed.add("kept");
            }

            @Override
            public boolean isKeptUntilForced() {
                return true;
            }
        };
    }

    /** A hundred thousand that are kept back, and as many of others: to go through all of the former for each of these takes far longer. */
    @Test
    void what_is_told_of_others_costs_the_same_however_much_is_kept_back() {
        SlowAnswers slow = new SlowAnswers(Duration.ZERO, new LongAdder());
        AfterForce late = new AfterForce(null, slow);
        SendBatch open = new SendBatch(1, "http", SendOutcome.Durability.FORCED, 0, outcomes -> {}, slow);
        slow.unanswered().enter(1, open);
        for (int i = 0; i < 100_000; i++) {
            late.offerOf(1, "shop", i, i, null);
        }
        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
            for (int i = 0; i < 100_000; i++) {
                late.offerOf(2, "shop", i, i, null);
            }
        });
    }

    @Test
    void each_bag_gets_its_own_credits_back_when_their_records_are_written() {
        TaskBag one = new TaskBag("one", 10, 0);
        TaskBag two = new TaskBag("two", 10, 0);
        one.acquireAnyway(5);
        two.acquireAnyway(5);
        after.credit(one);
        after.credit(one);
        after.credit(two);
        after.credit(one);
        after.written();
        after.written();
        assertThat(one.credits()).isEqualTo(8);
        assertThat(two.credits()).isEqualTo(6);
    }

    /** As when nobody is there to read for a message that another one then follows. */
    @Test
    void what_asks_for_the_disk_while_such_are_told_is_told_the_next_time_and_keeps_nobody_from_being_told() {
        List<String> told = new ArrayList<>();
        after.onWritten(() -> after.onWritten(() -> told.add("later")));
        after.onWritten(() -> told.add("other"));

        after.written();
        assertThat(told).containsExactly("other");
        after.written();
        after.written();

        assertThat(told).containsExactly("other", "later");
    }

    /** As when a caller's thread refuses the last message of a call while what is kept back is gone through. */
    @Test
    void what_is_told_of_one_message_keeps_its_order_when_its_answer_is_given_in_between(@TempDir Path directory) {
        List<Long> read = new CopyOnWriteArrayList<>();
        Handback handback = new Handback(
                PipelineRig.config(directory).handback(), store(read), new BridgeStats(), Surroundings.system());
        SlowAnswers slow = new SlowAnswers(Duration.ZERO, new LongAdder());
        AfterForce late = new AfterForce(handback, slow);
        SendBatch one = new SendBatch(1, "http", SendOutcome.Durability.FORCED, 0, outcomes -> {}, slow);
        SendBatch two = new SendBatch(1, "http", SendOutcome.Durability.FORCED, 0, outcomes -> {}, slow);
        slow.unanswered().enter(1, one);
        slow.unanswered().enter(2, two);
        late.offerOf(1, Handback.LISTENER, 11, 1, null);
        late.offerOf(2, Handback.LISTENER, 21, 1, null);
        late.offerOf(1, Handback.LISTENER, 12, 1, null);
        two.abandon();
        SendOutcome[] known = {
            new SendOutcome.Acceptance(
                    new TaskId(2), Encoding.GSM7, 1, "", "", "a", false, SendOutcome.Durability.FORCED)
        };
        slow.after(Duration.ofHours(1).toNanos(), known, one::abandon);

        late.forced();
        late.offerOf(1, Handback.LISTENER, 13, 1, null);
        late.forced();

        handback.listen(InboundListener.ofMessages(message -> {}));
        handback.start();
        try {
            await().until(() -> read.size() == 4);
        } finally {
            handback.stop(Duration.ZERO);
        }
        assertThat(read).containsExactly(21L, 11L, 12L, 13L);
    }

    private static EventStore store(List<Long> read) {
        return new EventStore() {
            @Override
            public Optional<Event> load(long id, long position) {
                read.add(id);
                return Optional.empty();
            }

            @Override
            public void taken(long[] ids, int count) {}

            @Override
            public void dead(long id, String why) {}

            @Override
            public void again(long id) {}
        };
    }
}
