package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import io.smppbridge.Messages.MessageView;
import io.smppbridge.TaskId;
import java.time.Instant;
import java.util.List;
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
    void names_are_kept_up_to_a_bound() {
        Multis multis = new Multis();
        for (int i = 0; i <= 10_000; i++) {
            multis.put("M" + i, List.of(new TaskId(i + 1)));
        }
        assertThat(multis.of("M0")).isEmpty();
        assertThat(multis.of("M10000")).containsExactly(new TaskId(10_001));
    }
}
