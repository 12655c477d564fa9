package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeldTest {
    private static final int MESSAGES = 300;

    private final Held held = new Held();
    private long nextId = 1;

    private Entry event(long message) {
        long id = nextId++;
        Entry entry = new Entry(id, id, Given.state(id, message, MessageState.SENT), id);
        held.add(entry);
        return entry;
    }

    @Test
    void events_of_one_message_go_one_by_one_in_their_order_whatever_others_do() {
        Random random = new Random(11);
        Map<Long, Deque<Entry>> expected = new HashMap<>();
        List<Entry> out = new ArrayList<>();
        for (int turn = 0; turn < 100_000; turn++) {
            boolean more = out.isEmpty() || random.nextInt(100) < (turn < 50_000 ? 55 : 35);
            if (more) {
                Entry entry = event(1 + random.nextInt(MESSAGES) * 64L);
                Deque<Entry> all = expected.computeIfAbsent(
                        ((Event.State) entry.event).receipt().message().value(), m -> new ArrayDeque<>());
                assertThat(held.admit(entry)).isEqualTo(all.isEmpty());
                all.add(entry);
                if (all.size() == 1) {
                    out.add(entry);
                }
                continue;
            }
            Entry done = out.remove(random.nextInt(out.size()));
            Deque<Entry> all = expected.get(done.message);
            assertThat(all.poll()).isSameAs(done);
            held.done(done);
            Entry next = held.next(0);
            assertThat(next).isSameAs(all.peek());
            if (next != null) {
                out.add(next);
            }
        }
        assertThat(held.size())
                .isEqualTo(expected.values().stream().mapToInt(Deque::size).sum());
    }

    @Test
    void the_oldest_is_the_one_that_was_added_first_of_those_that_are_left() {
        Entry first = event(1);
        Entry second = event(2);
        Entry third = event(3);
        List.of(first, second, third).forEach(held::admit);
        held.done(second);
        assertThat(held.oldestMs()).isEqualTo(first.sinceMs);
        held.done(first);
        assertThat(held.oldestMs()).isEqualTo(third.sinceMs);
        held.done(third);
        assertThat(held.oldestMs()).isZero();
        assertThat(held.size()).isZero();
        Entry fourth = event(4);
        held.admit(fourth);
        assertThat(held.oldestMs()).isEqualTo(fourth.sinceMs);
    }
}
