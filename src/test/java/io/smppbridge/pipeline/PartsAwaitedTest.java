package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import io.smppbridge.settings.SmscConfig.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Five parts, in each of their 120 orders. */
@Tag("C73")
class PartsAwaitedTest {
    private static final int PARTS = 5;

    private static List<List<Integer>> orders() {
        List<List<Integer>> orders = new ArrayList<>();
        grow(new ArrayList<>(), orders);
        assertThat(orders).hasSize(120);
        return orders;
    }

    private static void grow(List<Integer> begun, List<List<Integer>> orders) {
        if (begun.size() == PARTS) {
            orders.add(List.copyOf(begun));
        }
        for (int part = 0; part < PARTS; part++) {
            if (!begun.contains(part)) {
                begun.add(part);
                grow(begun, orders);
                begun.remove(begun.size() - 1);
            }
        }
    }

    /** The verdict after each receipt; {@code failed} is the part that is not delivered, -1 for none. */
    private static List<MessageState> verdicts(Verdict policy, List<Integer> order, int failed, int missing) {
        PartsAwaited parts = new PartsAwaited(PARTS);
        List<MessageState> verdicts = new ArrayList<>();
        for (int part : order) {
            if (part != missing) {
                parts.enter(part, MessageState.SENT);
                parts.enter(part, part == failed ? MessageState.EXPIRED : MessageState.DELIVERED);
            }
            verdicts.add(parts.verdict(policy));
        }
        return verdicts;
    }

    @Test
    void all_wait_for_every_part_and_fail_with_the_first_that_does() {
        for (List<Integer> order : orders()) {
            List<MessageState> good = verdicts(Verdict.ALL, order, -1, -1);
            assertThat(good.subList(0, 4)).containsOnly(MessageState.SENT);
            assertThat(good.get(4)).isEqualTo(MessageState.DELIVERED);
            List<MessageState> bad = verdicts(Verdict.ALL, order, 3, -1);
            int at = order.indexOf(3);
            assertThat(bad.subList(0, at)).allMatch(state -> state == MessageState.SENT);
            assertThat(bad.subList(at, 5)).containsOnly(MessageState.EXPIRED);
            assertThat(verdicts(Verdict.ALL, order, -1, 2)).containsOnly(MessageState.SENT);
        }
    }

    @Test
    void any_is_delivered_with_the_first_that_is_and_fails_with_the_last() {
        for (List<Integer> order : orders()) {
            int first = order.get(0) == 3 ? 1 : 0;
            List<MessageState> good = verdicts(Verdict.ANY, order, 3, 2);
            int told = order.get(first) == 2 ? first + (order.get(first + 1) == 3 ? 2 : 1) : first;
            assertThat(good.indexOf(MessageState.DELIVERED)).isEqualTo(told);
            PartsAwaited none = new PartsAwaited(PARTS);
            for (int i = 0; i < PARTS; i++) {
                assertThat(none.verdict(Verdict.ANY)).isEqualTo(MessageState.SENT);
                none.enter(order.get(i), order.get(i) == 0 ? MessageState.REJECTED : MessageState.UNDELIVERED);
            }
            assertThat(none.verdict(Verdict.ANY)).isEqualTo(MessageState.REJECTED);
        }
    }

    @Test
    void first_and_last_look_at_one_part_only() {
        for (List<Integer> order : orders()) {
            List<MessageState> first = verdicts(Verdict.FIRST, order, 0, 4);
            assertThat(first.indexOf(MessageState.EXPIRED)).isEqualTo(order.indexOf(0));
            assertThat(first).doesNotContain(MessageState.DELIVERED);
            List<MessageState> last = verdicts(Verdict.LAST, order, 0, 1);
            assertThat(last.indexOf(MessageState.DELIVERED)).isEqualTo(order.indexOf(4));
            assertThat(verdicts(Verdict.LAST, order, 0, 4)).containsOnly(MessageState.SENT);
        }
    }

    @Test
    void a_later_final_state_of_a_part_replaces_an_earlier_one() {
        PartsAwaited parts = new PartsAwaited(2);
        parts.enter(0, MessageState.DELIVERED);
        parts.enter(1, MessageState.EXPIRED);
        assertThat(parts.verdict(Verdict.ALL)).isEqualTo(MessageState.EXPIRED);
        parts.enter(1, MessageState.DELIVERED);
        parts.enter(1, MessageState.SENT);
        parts.enter(7, MessageState.EXPIRED);
        assertThat(parts.verdict(Verdict.ALL)).isEqualTo(MessageState.DELIVERED);
        assertThat(parts.told()).isEqualTo(2);
    }
}
