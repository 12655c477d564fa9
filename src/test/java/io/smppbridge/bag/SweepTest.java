package io.smppbridge.bag;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Priority;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is withdrawn before its time leaves the bag before its time. */
@Tag("C85")
class SweepTest {
    private static final long T0 = 1_760_000_000_000L;
    private static final long HOUR = 3_600_000;
    private static final long YEAR = 365 * 24 * HOUR;
    private static final TaskSource NO_DISK = (id, position) -> Optional.empty();

    private final TaskBag bag = new TaskBag("telia", 100, T0);
    private final Set<Long> ended = new HashSet<>();
    private final int[] asked = {0};
    private final Gone gone = (id, position, taskOrNull) -> {
        asked[0]++;
        return taskOrNull == null ? ended.contains(id) : taskOrNull.isWithdrawn();
    };

    private Task put(long id, long due) {
        Task task = TaskBagTest.task(id, Priority.NORMAL);
        bag.put(id, 0, task, Priority.NORMAL, due);
        return task;
    }

    private void withdraw(Task task) {
        assertThat(task.withdraw()).isTrue();
        bag.withdrawn();
    }

    private void withdrawCold(long id) {
        ended.add(id);
        bag.withdrawn();
    }

    private List<Long> take(long now) {
        Bunch bunch = new Bunch(64);
        bag.take(bunch, 64, now, NO_DISK);
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < bunch.size(); i++) {
            ids.add(bunch.task(i).id());
        }
        return ids;
    }

    @Test
    void a_wheel_swept_a_piece_at_a_time_loses_what_is_gone_and_nothing_else() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        TimerWheel wheel = new TimerWheel(T0);
        Set<Long> waits = new HashSet<>();
        Gone dead = (some, position, task) -> ended.remove(some);
        long now = T0;
        long id = 0;
        for (int round = 0; round < 3_000; round++) {
            for (int i = random.nextInt(20); i > 0; i--) {
                // Some soon, many for the same moment, some for a later one than the wheel reaches.
                long due =
                        random.nextInt(3) == 0 ? T0 + 30 * HOUR : now + (long) Math.pow(10, random.nextDouble() * 10.6);
                waits.add(++id);
                wheel.add(id, 0, null, 1, due);
            }
            for (long some = id; some > id - 10; some--) {
                if (random.nextBoolean() && waits.remove(some)) {
                    ended.add(some);
                }
            }
            wheel.sweep(random.nextInt(200), dead);
            now += round % 500 == 499 ? -2 * HOUR : (long) Math.pow(10, random.nextDouble() * 6.5);
            wheel.advance(now, (some, position, task, priority) -> {
                assertThat(ended.remove(some) || waits.remove(some))
                        .as("seed %d, %d", seed, some)
                        .isTrue();
            });
        }
        wheel.sweep(Integer.MAX_VALUE, dead); // to the end of the one under way
        wheel.sweep(Integer.MAX_VALUE, dead);
        assertThat(ended).as("seed %d", seed).isEmpty();
        assertThat(wheel.size()).as("seed %d", seed).isEqualTo(waits.size());
        wheel.advance(now + 20 * YEAR, (some, position, task, priority) -> waits.remove(some));
        assertThat(waits).as("seed %d", seed).isEmpty();
        assertThat(wheel.size()).isZero();
    }

    @Test
    void a_sweep_that_stopped_among_entries_which_came_nearer_meanwhile_does_not_go_on_from_where_they_were() {
        TimerWheel wheel = new TimerWheel(T0);
        long due = T0
                + 2 * 256 * TimerWheel.TICK_MS
                + 80; // in a slot of the second level, from which it is sorted into the first
        wheel.add(1, 0, null, 1, due);
        wheel.add(2, 0, null, 1, due);
        assertThat(wheel.sweep(1, (id, position, task) -> false)).isFalse();
        List<Long> ripe = new ArrayList<>();
        wheel.advance(due - 80, (id, position, task, priority) -> ripe.add(id));
        wheel.sweep(Integer.MAX_VALUE, (id, position, task) -> id == 2);
        wheel.add(3, 0, null, 1, due);
        wheel.advance(due, (id, position, task, priority) -> ripe.add(id));
        assertThat(ripe).containsExactly(1L, 3L);
        assertThat(wheel.size()).isZero();
    }

    @Test
    void what_is_withdrawn_before_its_time_is_no_longer_counted_in_memory_or_not() {
        Task first = put(1, T0 + YEAR);
        put(2, T0 + YEAR);
        bag.put(3, 0, null, Priority.HIGH, T0 + YEAR);
        bag.put(4, 0, null, Priority.HIGH, T0 + HOUR);
        bag.publish();
        assertThat(take(T0)).isEmpty();
        withdraw(first);
        withdrawCold(4);
        bag.sweep(T0, gone);
        assertThat(bag.scheduled()).isEqualTo(2);
        assertThat(bag.depth()).isEqualTo(2);
        withdrawCold(3);
        bag.sweep(T0, gone);
        assertThat(bag.depth()).isEqualTo(1);
        assertThat(take(T0 + YEAR + TimerWheel.TICK_MS)).containsExactly(2L);
        assertThat(bag.nextDueMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void what_ends_while_it_is_due_leaves_the_bag_of_an_smsc_that_is_down() {
        put(1, 0);
        bag.publish();
        for (long id = 2; id <= 100_000; id++) {
            Task task = put(id, 0);
            bag.publish();
            withdraw(task);
            bag.sweep(T0, gone);
            assertThat(bag.depth()).isLessThanOrEqualTo(2);
        }
        assertThat(bag.oldestId(T0)).isEqualTo(1);
        assertThat(take(T0)).containsExactly(1L);
    }

    @Test
    void what_is_due_keeps_its_order_whatever_ends_between_and_whenever_it_is_swept() {
        Random random = new Random(7);
        Map<Long, Task> waiting = new LinkedHashMap<>();
        Bunch bunch = new Bunch(300);
        for (long id = 1; id <= 40_000; ) {
            for (int n = random.nextInt(1_500); n > 0; n--, id++) {
                boolean cold = random.nextBoolean();
                Task task = TaskBagTest.task(id, Priority.NORMAL);
                waiting.put(id, task);
                bag.put(id, 0, cold ? null : task, Priority.NORMAL, 0);
            }
            if (random.nextInt(4) > 0) {
                bag.publish();
            }
            int share = random.nextInt(101);
            waiting.values().removeIf(task -> random.nextInt(100) < share && ends(task));
            bag.sweep(T0, gone);
            bag.take(bunch, random.nextInt(300), T0, (cold, position) -> Optional.ofNullable(waiting.get(cold)));
            for (int i = 0; i < bunch.size(); i++) {
                long next = waiting.keySet().iterator().next();
                assertThat(bunch.task(i).id()).isEqualTo(next);
                waiting.remove(next);
            }
        }
        bag.publish();
        for (int i = 0; i < 20; i++) {
            bag.sweep(T0, gone);
        }
        assertThat(bag.depth()).isEqualTo(waiting.size());
    }

    private boolean ends(Task task) {
        withdraw(task);
        return ended.add(task.id());
    }

    @Test
    void a_bag_that_no_sender_looks_into_is_swept_all_the_same() {
        for (long id = 1; id <= 1_000; id++) {
            Task task = put(id, T0 + YEAR);
            bag.publish();
            withdraw(task);
            bag.sweep(T0, gone);
            assertThat(bag.depth()).isZero();
        }
    }

    @Test
    void while_nothing_is_withdrawn_nothing_is_looked_at() {
        Task task = put(1, T0 + HOUR);
        put(2, T0 + HOUR);
        bag.publish();
        bag.sweep(T0, gone);
        assertThat(asked[0]).isZero();
        withdraw(task);
        bag.sweep(T0, gone);
        bag.sweep(T0, gone);
        assertThat(asked[0]).isEqualTo(2);
    }

    @Test
    void one_withdrawn_before_it_was_published_is_found_after() {
        Task task = put(1, T0 + HOUR);
        withdraw(task);
        bag.sweep(T0, gone);
        bag.publish();
        bag.sweep(T0, gone);
        assertThat(bag.depth()).isZero();
    }

    @Test
    void one_withdrawn_while_it_was_given_back_does_not_come_in_again() {
        put(1, 0);
        bag.publish();
        Bunch bunch = new Bunch(1);
        bag.take(bunch, 1, T0, NO_DISK);
        bag.giveBack(bunch.task(0), T0 + HOUR);
        withdraw(bunch.task(0));
        bag.sweep(T0, gone);
        assertThat(bag.depth()).isZero();
        assertThat(asked[0]).isZero();
    }

    @Test
    void a_sender_is_rung_when_the_sweep_finds_something_due() {
        AtomicInteger rings = new AtomicInteger();
        put(1, T0 + 1_000);
        Task task = put(2, T0 + HOUR);
        bag.publish();
        assertThat(take(T0)).isEmpty();
        bag.addBell(rings::incrementAndGet);
        withdraw(task);
        bag.sweep(T0 + 1_000 + TimerWheel.TICK_MS, gone);
        assertThat(rings).hasValue(1);
        assertThat(bag.ready()).isEqualTo(1);
    }

    @Test
    void those_withdrawn_are_never_more_than_a_share_and_each_costs_the_same() {
        int stay = 100_000;
        for (long id = 1; id <= stay; id++) {
            bag.put(id, 0, null, Priority.NORMAL, T0 + YEAR);
        }
        bag.publish();
        long id = stay;
        int rounds = 200;
        int each = 2_000;
        Deque<Long> open = new ArrayDeque<>();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < each; i++) {
                bag.put(++id, 0, null, Priority.NORMAL, T0 + YEAR);
                open.add(id);
            }
            bag.publish();
            while (!open.isEmpty()) {
                withdrawCold(open.poll());
            }
            bag.sweep(T0, gone);
            assertThat(bag.depth()).isLessThan(stay + stay / 3);
        }
        assertThat(asked[0]).isLessThanOrEqualTo(rounds * (8 * each + Broom.FEW));
        for (int turn = 0; turn < 2 * stay / Broom.FEW; turn++) {
            bag.sweep(T0, gone);
        }
        assertThat(bag.depth()).isEqualTo(stay);
        int before = asked[0];
        bag.sweep(T0, gone);
        assertThat(asked[0]).isEqualTo(before);
    }
}
