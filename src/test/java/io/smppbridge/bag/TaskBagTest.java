package io.smppbridge.bag;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.settings.Leaving.Floors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TaskBagTest {
    private static final long T0 = 1_760_000_000_000L;
    private static final TaskSource NO_DISK = (id, position) -> Optional.empty();

    private final TaskBag bag = new TaskBag("telia", 100, T0);
    private final Bunch bunch = new Bunch(64);

    static Task task(long id, Priority priority) {
        OutboundSms sms =
                OutboundSms.to("46701234567").text("hello").priority(priority).build();
        Parts parts = new Parts(new byte[1][5], 0, false, false, -1);
        return new Task("acme", "telia", sms, Long.MAX_VALUE, parts).named(id);
    }

    private Task put(long id, Priority priority, long due) {
        Task task = task(id, priority);
        bag.put(id, 0, task, priority, due);
        return task;
    }

    private List<Long> take(int max, long now) {
        bag.take(bunch, max, now, NO_DISK);
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < bunch.size(); i++) {
            ids.add(bunch.task(i).id());
        }
        return ids;
    }

    @Test
    @Tag("C88")
    void credits_are_taken_for_a_whole_request_or_not_at_all() {
        assertThat(bag.tryAcquire(60)).isTrue();
        assertThat(bag.tryAcquire(41)).isFalse();
        assertThat(bag.tryAcquire(40)).isTrue();
        assertThat(bag.credits()).isZero();
        bag.release(1);
        assertThat(bag.tryAcquire(1)).isTrue();
        bag.acquireAnyway(10);
        bag.release(10);
        assertThat(bag.tryAcquire(1)).isFalse();
    }

    @Test
    @Tag("C79")
    void what_was_put_off_until_a_moment_may_be_taken_before_it_and_nothing_else() {
        long until = T0 + 3 * 86_400_000L;
        for (int i = 0; i < 1_000; i++) {
            put(i + 1, Priority.NORMAL, until + i % 3 - 1);
            put(2_001 + i, Priority.LOW, T0 + 1_000L * i + 500);
        }
        bag.publish();
        assertThat(take(64, T0)).isEmpty();
        AtomicInteger rings = new AtomicInteger();
        bag.addBell(rings::incrementAndGet);
        bag.letGo(until);
        assertThat(rings).hasPositiveValue();
        assertThat(bag.hasDue(T0)).isTrue();
        List<Long> all = new ArrayList<>();
        for (List<Long> some = take(64, T0); !some.isEmpty(); some = take(64, T0)) {
            all.addAll(some);
        }
        assertThat(all).hasSize(333).allMatch(id -> (id - 1) % 3 == 1);
        assertThat(bag.scheduled()).isEqualTo(1_667);
        int later = 0;
        for (long now = T0; now <= until + 500_000; now += 500_000) {
            for (List<Long> some = take(64, now); !some.isEmpty(); some = take(64, now)) {
                later += some.size();
            }
        }
        assertThat(later).isEqualTo(1_667);
        assertThat(bag.scheduled()).isZero();
    }

    @Test
    void what_is_put_is_seen_after_publish_and_rings_once() {
        AtomicInteger rings = new AtomicInteger();
        bag.addBell(rings::incrementAndGet);
        put(1, Priority.NORMAL, 0);
        put(2, Priority.NORMAL, 0);
        assertThat(take(10, T0)).isEmpty();
        bag.publish();
        bag.publish();
        assertThat(rings).hasValue(1);
        assertThat(take(10, T0)).containsExactly(1L, 2L);
    }

    @Test
    @Tag("C44")
    void high_goes_first_and_low_keeps_a_sixteenth() {
        for (int i = 0; i < 100; i++) {
            put(1000 + i, Priority.LOW, 0);
            put(2000 + i, Priority.HIGH, 0);
            put(3000 + i, Priority.NORMAL, 0);
        }
        bag.publish();
        List<Long> ids = take(32, T0);
        assertThat(ids.stream().filter(id -> id < 2000).count()).isEqualTo(2);
        assertThat(ids.stream().filter(id -> id >= 3000).count()).isEqualTo(6);
        assertThat(ids.get(0)).isEqualTo(2000L);
    }

    @Test
    @Tag("C44")
    void the_floors_of_the_lower_priorities_are_spread_evenly_and_can_be_changed() {
        for (int i = 0; i < 200; i++) {
            put(1000 + i, Priority.LOW, 0);
            put(2000 + i, Priority.HIGH, 0);
            put(3000 + i, Priority.NORMAL, 0);
        }
        bag.publish();
        take(16, T0);
        bag.floors(new Floors(4, 8));
        List<Long> ids = take(32, T0);
        assertThat(ids.stream().filter(id -> id < 2000).count()).isEqualTo(8);
        assertThat(ids.stream().filter(id -> id >= 3000).count()).isEqualTo(16);
        for (int from = 0; from + 4 <= 32; from++) {
            assertThat(ids.subList(from, from + 4)).as("from %d", from).anyMatch(id -> id >= 2000 && id < 3000);
        }
        bag.floors(Floors.USUAL);
        assertThat(take(16, T0).stream().filter(id -> id >= 2000 && id < 3000).count())
                .isEqualTo(12);
    }

    @Test
    void a_task_that_is_not_due_is_not_taken_before_its_time_nor_much_later() {
        put(1, Priority.NORMAL, T0 + 5_000);
        put(2, Priority.HIGH, T0 + 90_000_000L);
        bag.publish();
        assertThat(take(10, T0)).isEmpty();
        assertThat(bag.scheduled()).isEqualTo(2);
        assertThat(take(10, T0 + 4_999)).isEmpty();
        assertThat(bag.nextDueMs()).isBetween(T0 + 4_999, T0 + 5_000 + TimerWheel.TICK_MS);
        assertThat(take(10, T0 + 5_000 + TimerWheel.TICK_MS)).containsExactly(1L);
        assertThat(take(10, T0 + 89_999_999L)).isEmpty();
        assertThat(take(10, T0 + 90_000_000L + TimerWheel.TICK_MS)).containsExactly(2L);
        assertThat(bag.depth()).isZero();
        assertThat(bag.nextDueMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    @Tag("G-01")
    void after_the_clock_was_set_back_what_is_due_comes_in_its_time() {
        put(1, Priority.NORMAL, T0 + 5_000);
        put(2, Priority.NORMAL, T0 + 90_000_000L);
        bag.publish();
        long back = T0 - 86_400_000L;
        assertThat(take(10, T0)).isEmpty();
        put(3, Priority.NORMAL, back + 10_000);
        bag.publish();
        assertThat(take(10, back)).isEmpty();
        assertThat(take(10, back + 9_999)).isEmpty();
        assertThat(take(10, back + 10_000 + TimerWheel.TICK_MS)).containsExactly(3L);
        assertThat(take(10, T0 + 5_000 + TimerWheel.TICK_MS)).containsExactly(1L);
        assertThat(take(10, T0 + 90_000_000L + TimerWheel.TICK_MS)).containsExactly(2L);
        assertThat(bag.depth()).isZero();
    }

    @Test
    @Tag("G-01")
    void a_pause_is_no_longer_where_the_clock_is_set_back_and_a_time_of_the_day_stays() {
        Task refused = put(1, Priority.NORMAL, 0);
        Task quiet = put(2, Priority.NORMAL, 0);
        bag.publish();
        assertThat(take(10, T0)).containsExactly(1L, 2L);
        bag.giveBack(refused, T0 + 5_000);
        bag.putOff(quiet, T0 + 5_000, NO_DISK);
        bag.putAgain(3, 0, Priority.NORMAL, T0 + 6_000);
        bag.publish();
        assertThat(bag.hasDue(T0)).isFalse();
        long back = T0 - 86_400_000L;
        assertThat(bag.oldestId(back)).isZero();
        assertThat(bag.hasDue(back + 4_900)).isFalse();
        assertThat(bag.hasDue(back + 6_000 + TimerWheel.TICK_MS)).isTrue();
        assertThat(bag.ready()).isEqualTo(2);
        assertThat(take(1, back + 7_000)).containsExactly(1L);
        bag.oldestId(T0 + 4_900);
        assertThat(bag.scheduled()).isEqualTo(1);
        bag.oldestId(T0 + 5_000 + TimerWheel.TICK_MS);
        assertThat(bag.scheduled()).isZero();
    }

    @Test
    void every_due_time_comes_within_a_tick_whatever_the_steps_of_the_clock() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        TimerWheel wheel = new TimerWheel(T0);
        long[] now = {T0};
        long[] before = {T0};
        int[] ripe = {0};
        long[] due = new long[20_000];
        for (int i = 0; i < due.length; i++) {
            due[i] = T0 + (long) Math.pow(10, random.nextDouble() * 10.5);
            wheel.add(i, 0, null, i & 1, due[i]);
        }
        while (wheel.size() > 0) {
            before[0] = now[0];
            long next = wheel.nextDueMs();
            now[0] = random.nextBoolean()
                    ? Math.max(now[0], next)
                    : now[0] + (long) Math.pow(10, random.nextDouble() * 9);
            wheel.advance(now[0], (id, position, task, priority) -> {
                long at = due[(int) id];
                assertThat(at).as("seed %d", seed).isLessThanOrEqualTo(now[0]);
                assertThat(at + 2 * TimerWheel.TICK_MS).as("seed %d", seed).isGreaterThanOrEqualTo(before[0]);
                assertThat(priority).isEqualTo((int) id & 1);
                ripe[0]++;
            });
        }
        assertThat(ripe[0]).isEqualTo(due.length);
    }

    @Test
    @Tag("C38")
    void tasks_given_back_come_first_in_the_order_of_their_acceptance() {
        for (int i = 1; i <= 6; i++) {
            put(i, Priority.NORMAL, 0);
        }
        bag.publish();
        take(4, T0);
        List<Task> held = List.of(bunch.task(3), bunch.task(1), bunch.task(2), bunch.task(0));
        held.forEach(task -> bag.giveBack(task, 0));
        assertThat(bag.ready()).isEqualTo(6);
        assertThat(take(10, T0)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void a_withdrawn_task_is_passed_over() {
        Task first = put(1, Priority.NORMAL, 0);
        put(2, Priority.NORMAL, 0);
        bag.publish();
        assertThat(first.withdraw()).isTrue();
        assertThat(take(1, T0)).containsExactly(2L);
        assertThat(bunch.task(0).withdraw()).isFalse();
    }

    @Test
    void a_cold_task_is_brought_back_and_one_that_has_ended_is_passed_over() {
        bag.put(7, 700, null, Priority.NORMAL, 0);
        bag.put(8, 800, null, Priority.NORMAL, 0);
        bag.publish();
        bag.take(
                bunch,
                10,
                T0,
                (id, position) -> position == 800 ? Optional.of(task(id, Priority.NORMAL)) : Optional.empty());
        assertThat(bunch.size()).isEqualTo(1);
        assertThat(bunch.task(0).id()).isEqualTo(8);
    }

    @Test
    void what_is_put_off_far_leaves_memory_and_is_brought_back_at_its_time() {
        TaskSource disk = new TaskSource() {
            @Override
            public Optional<Task> load(long id, long position) {
                return Optional.of(task(id, Priority.NORMAL)).filter(task -> position == 77);
            }

            @Override
            public boolean letGo(Task task) {
                return true;
            }
        };
        Task task = put(1, Priority.NORMAL, 0);
        task.position = 77;
        bag.publish();
        assertThat(take(10, T0)).containsExactly(1L);
        bag.putOff(bunch.task(0), T0 + 3_600_000, disk);
        assertThat(bag.take(bunch, 10, T0, disk)).isZero();
        assertThat(bag.scheduled()).isEqualTo(1);
        assertThat(bag.take(bunch, 10, T0 + 3_600_000, disk)).isEqualTo(1);
        assertThat(bunch.task(0).id()).isEqualTo(1);
        assertThat(bunch.task(0)).isNotSameAs(task);
    }

    @Test
    void an_smsc_is_down_since_it_was_first_seen_so_and_not_any_more_once_it_was_up() {
        assertThat(bag.downSince(true, 100)).isZero();
        assertThat(bag.downSince(false, 100)).isZero();
        assertThat(bag.downSince(false, 350)).isEqualTo(250);
        assertThat(bag.downSince(true, 400)).isZero();
        assertThat(bag.downSince(false, 500)).isZero();
        assertThat(bag.downSince(false, 501)).isEqualTo(1);
    }

    @Test
    void the_oldest_is_known_without_taking_it() {
        put(5, Priority.LOW, 0);
        put(9, Priority.HIGH, 0);
        bag.publish();
        assertThat(bag.oldestId(T0)).isEqualTo(5);
        take(10, T0);
        assertThat(bag.oldestId(T0)).isZero();
    }

    @Test
    void what_was_given_back_and_is_due_may_be_the_oldest() {
        Task first = put(5, Priority.NORMAL, 0);
        Task second = put(9, Priority.NORMAL, 0);
        bag.publish();
        take(10, T0);
        bag.giveBack(second, 0);
        bag.giveBack(first, T0 + 1_000);
        assertThat(bag.oldestId(T0)).isEqualTo(9);
        assertThat(bag.ready()).isEqualTo(1);
        assertThat(bag.scheduled()).isEqualTo(1);
        assertThat(bag.oldestId(T0 + 1_000)).isEqualTo(5);
        assertThat(take(10, T0 + 1_000)).containsExactly(9L, 5L);
    }

    @Test
    void many_takers_get_every_task_exactly_once_while_it_is_filled() throws Exception {
        int count = 40_000;
        Set<Long> seen = new HashSet<>();
        ConcurrentLinkedQueue<Long> taken = new ConcurrentLinkedQueue<>();
        AtomicInteger left = new AtomicInteger(count);
        List<Thread> takers = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Random random = new Random(t);
            Thread taker = new Thread(() -> {
                Bunch own = new Bunch(50);
                while (left.get() > 0) {
                    bag.take(own, 50, System.currentTimeMillis(), NO_DISK);
                    for (int i = 0; i < own.size(); i++) {
                        if (random.nextInt(10) == 0) {
                            bag.giveBack(own.task(i), random.nextBoolean() ? 0 : System.currentTimeMillis() + 20);
                        } else {
                            taken.add(own.task(i).id());
                            left.decrementAndGet();
                        }
                    }
                }
            });
            taker.start();
            takers.add(taker);
        }
        for (int i = 1; i <= count; i++) {
            put(i, Priority.values()[i % 3], i % 5 == 0 ? System.currentTimeMillis() + i % 50 : 0);
            if (i % 100 == 0) {
                bag.publish();
            }
        }
        for (Thread taker : takers) {
            taker.join(20_000);
        }
        assertThat(taken).hasSize(count).allMatch(seen::add);
    }

    @Test
    @Tag("C85")
    @Tag("S2.19")
    void a_message_costs_the_same_with_ten_waiting_and_with_a_million() {
        Depth few = new Depth(10);
        Depth many = new Depth(1_000_000);
        // Turn and turn about, so that whatever else the machine does meets both; the best of each is what the code
        // costs.
        double ratio = Double.MAX_VALUE;
        for (int round = 0; round < 60 && (round < 15 || ratio >= 1.5); round++) {
            few.round();
            many.round();
            ratio = many.best / few.best;
        }
        System.out.printf("C85: 10 waiting %.1f ns, 1,000,000 waiting %.1f ns%n", few.best, many.best);
        assertThat(ratio).isLessThan(1.5);
    }

    @Test
    @Tag("C85")
    void a_timer_is_moved_at_most_four_times_whatever_the_number() {
        TimerWheel wheel = new TimerWheel(T0);
        Random random = new Random(7);
        int count = 300_000;
        for (int i = 0; i < count; i++) {
            wheel.add(i, 0, null, 1, T0 + random.nextInt(3_600_000));
        }
        wheel.advance(T0 + 3_700_000, (id, position, task, priority) -> {});
        assertThat(wheel.size()).isZero();
        assertThat(wheel.steps()).isLessThan(4L * count);
    }

    /** A bag with so many waiting, and what one put and one take cost there. */
    private static final class Depth {
        private static final int TURNS = 2_000;
        private static final int BUNCH = 10;

        private final TaskBag bag = new TaskBag("deep", Integer.MAX_VALUE, T0);
        private final Task shared = task(1, Priority.NORMAL);
        private final Optional<Task> loaded = Optional.of(shared);
        private final Bunch bunch = new Bunch(BUNCH);
        private final int depth;
        /** Nanoseconds, in the best round so far. */
        private double best = Double.MAX_VALUE;

        Depth(int depth) {
            this.depth = depth;
            for (int i = 0; i < depth; i++) {
                bag.put(i, i, null, Priority.NORMAL, 0);
            }
            bag.publish();
        }

        void round() {
            TaskSource source = (id, position) -> {
                shared.unclaim();
                return loaded;
            };
            long from = System.nanoTime();
            int taken = 0;
            for (int i = 0; i < TURNS; i++) {
                for (int k = 0; k < BUNCH; k++) {
                    bag.put(i, i, null, Priority.NORMAL, 0);
                }
                bag.publish();
                taken += bag.take(bunch, BUNCH, T0, source);
            }
            best = Math.min(best, (System.nanoTime() - from) / (double) (TURNS * BUNCH));
            assertThat(taken).isEqualTo(TURNS * BUNCH);
            assertThat(bag.depth()).isEqualTo(depth);
        }
    }
}
