package io.smppbridge.stages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SlotRingTest {
    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE - 10, -10, 0, 1, Integer.MAX_VALUE})
    @Tag("S3.3")
    @Tag("I-02")
    void counters_run_over_2_to_the_31_and_2_to_the_32_and_nothing_is_lost_or_out_of_order(int start) {
        SlotRing<Integer> ring = new SlotRing<>(8, false, false, start);
        int put = 0;
        int taken = 0;
        assertThat(ring.poll()).isNull();
        for (int round = 0; round < 100; round++) {
            while (ring.offer(put)) {
                put++;
            }
            assertThat(put - taken).isEqualTo(8);
            assertThat(ring.size()).isEqualTo(8);
            for (int i = 0; i <= round % 8; i++) {
                assertThat(ring.poll()).isEqualTo(taken++);
            }
        }
        while (taken < put) {
            assertThat(ring.poll()).isEqualTo(taken++);
        }
        assertThat(ring.poll()).isNull();
        assertThat(ring.isEmpty()).isTrue();
        assertThat(ring.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE - 30_000, -30_000})
    @Tag("S3.3")
    void several_threads_on_both_sides_lose_and_double_nothing_while_the_counters_run_over(int start) throws Exception {
        shared(start, 2, 2);
    }

    @Test
    @Tag("S3.3")
    void one_thread_a_side_keeps_the_order_while_the_counters_run_over() throws Exception {
        List<Integer> taken = shared(Integer.MAX_VALUE - 30_000, 1, 1);
        assertThat(taken).isSorted();
    }

    /** @return what was taken, by each taker one after the other */
    private static List<Integer> shared(int start, int putters, int takers) throws Exception {
        int each = 60_000;
        int all = each * putters;
        SlotRing<Integer> ring = new SlotRing<>(64, putters > 1, takers > 1, start);
        ExecutorService pool = Executors.newFixedThreadPool(putters + takers);
        AtomicInteger count = new AtomicInteger();
        List<Future<List<Integer>>> taking = new ArrayList<>();
        for (int t = 0; t < takers; t++) {
            taking.add(pool.submit(() -> {
                List<Integer> mine = new ArrayList<>();
                while (count.get() < all) {
                    Integer got = ring.poll();
                    if (got == null) {
                        Thread.yield();
                    } else {
                        mine.add(got);
                        count.incrementAndGet();
                    }
                }
                return mine;
            }));
        }
        for (int p = 0; p < putters; p++) {
            int from = p * each;
            pool.submit(() -> {
                for (int i = 0; i < each; ) {
                    if (ring.offer(from + i)) {
                        i++;
                    } else {
                        Thread.yield();
                    }
                }
            });
        }
        List<Integer> taken = new ArrayList<>();
        for (Future<List<Integer>> one : taking) {
            taken.addAll(one.get());
        }
        pool.shutdownNow();
        BitSet seen = new BitSet(all);
        taken.forEach(seen::set);
        assertThat(taken).hasSize(all);
        assertThat(seen.cardinality()).isEqualTo(all);
        return taken;
    }

    @Test
    @Tag("S3.3")
    void a_ring_has_room_for_at_least_what_it_was_made_for() {
        for (int slots : new int[] {1, 2, 3, 8, 9, 8193}) {
            SlotRing<Integer> ring = new SlotRing<>(slots, true, true, 0);
            for (int i = 0; i < slots; i++) {
                assertThat(ring.offer(i)).isTrue();
            }
        }
    }
}
