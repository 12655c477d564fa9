package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Memory;
import io.smppbridge.MessageState;
import io.smppbridge.Messages.MessageView;
import io.smppbridge.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MultisTest {
    private static final Instant AT = Instant.parse("2026-11-21T01:02:03Z");

    private static List<MessageView> views(MessageState... states) {
        return Stream.of(states)
                .map(state -> new MessageView(
                        new TaskId(1),
                        state,
                        "a",
                        "",
                        1,
                        List.of(),
                        0,
                        0,
                        "",
                        AT,
                        AT,
                        state.isFinal() ? AT : Instant.EPOCH))
                .toList();
    }

    private static MessageState whole(MessageState... states) {
        return Multis.whole(views(states)).state();
    }

    @Test
    void the_whole_is_as_far_as_the_one_that_is_least_far() {
        assertThat(whole(MessageState.DELIVERED, MessageState.SENT, MessageState.REJECTED))
                .isEqualTo(MessageState.SENT);
        assertThat(whole(MessageState.DELIVERED, MessageState.UNDELIVERED)).isEqualTo(MessageState.UNDELIVERED);
        assertThat(whole(MessageState.DELIVERED, MessageState.ACCEPTED)).isEqualTo(MessageState.ACCEPTED);
        assertThat(whole(MessageState.DELIVERED, MessageState.DELIVERED)).isEqualTo(MessageState.DELIVERED);
        assertThat(Multis.ended(views(MessageState.DELIVERED, MessageState.QUEUED)))
                .isEqualTo(Instant.EPOCH);
        assertThat(Multis.ended(views(MessageState.DELIVERED, MessageState.REJECTED)))
                .isEqualTo(AT);
    }

    @Test
    void the_ids_are_those_that_were_given_however_they_lie() {
        List<TaskId> ids = LongStream.of(1_795_000_000_000L << 20, Long.MAX_VALUE, 1, 2, 300, 299, Long.MAX_VALUE - 1)
                .mapToObj(TaskId::new)
                .toList();
        Multis multis = new Multis();
        multis.put("M", ids);
        assertThat(multis.of("M")).isEqualTo(ids);
    }

    @Test
    void those_of_an_account_take_little_memory_though_each_has_as_many_destinations_as_it_may() {
        long first = TaskId.first(1_795_000_000_000L);
        long before = Memory.held();
        Multis multis = new Multis();
        for (int i = 0; i < 10_000; i++) {
            long from = first + ((long) i << 20);
            multis.put(
                    "M" + i,
                    LongStream.range(from, from + 254).mapToObj(TaskId::new).toList());
        }
        assertThat(Memory.held() - before).isLessThan(16 << 20);
        assertThat(multis.of("M9999")).hasSize(254);
    }

    @Test
    void names_are_kept_up_to_a_bound() {
        Multis multis = new Multis();
        for (int i = 0; i <= 10_000; i++) {
            multis.put("M" + i, List.of(new TaskId(i + 1)));
        }
        assertThat(multis.of("M0")).isEmpty();
        assertThat(multis.of("M10000")).containsExactly(new TaskId(10_001));
    }
}
