package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateGateTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Duration GUARD = Duration.ofMillis(2);

    /** A worker with a backlog, woken up to a millisecond late, whose socket sometimes holds a write up. */
    private static List<Long> run(RateGate gate, Random random, int parts, long nanos) {
        List<Long> writes = new ArrayList<>();
        long now = random.nextLong(SECOND);
        long end = now + nanos;
        while (now < end) {
            long ticket = gate.reserve(parts, "worker", now);
            if (ticket == RateGate.NOT_NOW) {
                long next = gate.nextAt(parts, "worker", now);
                assertThat(next).isGreaterThanOrEqualTo(now);
                now = Math.max(next, now + 1) + random.nextInt(200_000);
                continue;
            }
            now += random.nextInt(2000) == 0 ? 10_000_000 : 1_000;
            gate.written(ticket, parts, now);
            for (int i = 0; i < parts; i++) {
                writes.add(now);
            }
        }
        return writes;
    }

    private static void assertNeverMoreThan(int most, long within, List<Long> writes) {
        for (int i = most; i < writes.size(); i++) {
            assertThat(writes.get(i) - writes.get(i - most)).as("write %d", i).isGreaterThanOrEqualTo(within);
        }
    }

    @ParameterizedTest
    @Tag("C36")
    @Tag("C37")
    @CsvSource({"0.2,1", "1,1", "2.5,1", "5,1", "5,5", "10,10", "100,1", "100,100", "1000,1", "1000,1000"})
    void no_sliding_second_holds_more_than_the_rate_and_a_minute_gives_it_all(double rate, int burst) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        RateGate gate = new RateGate(rate, burst, GUARD);
        int seconds = rate < 1 ? 600 : 60;
        List<Long> writes = run(gate, random, 1, seconds * SECOND);

        int perPeriod = (int) Math.ceil(rate);
        assertNeverMoreThan(perPeriod, (long) (perPeriod * SECOND / rate), writes);
        assertThat((double) writes.size()).as("seed %d", seed).isGreaterThanOrEqualTo(0.99 * rate * seconds);
    }

    @Test
    @Tag("C36")
    void a_higher_rate_is_in_force_at_once_and_so_is_a_lower_one() {
        RateGate gate = new RateGate(0.1, 1, GUARD);
        gate.written(gate.reserve(1, "worker", 0), 1, 0);
        gate.apply(50, 1, GUARD);
        assertThat(gate.nextAt(1, "worker", SECOND / 10)).isEqualTo(SECOND / 10);
        assertThat(gate.nextAt(1, "worker", SECOND / 100)).isEqualTo(SECOND / 50);
        gate.apply(0.1, 1, GUARD);
        assertThat(gate.nextAt(1, "worker", SECOND)).isEqualTo(10 * SECOND + GUARD.toNanos());
    }

    @Test
    @Tag("C36")
    @Tag("C42")
    void segments_are_admitted_as_a_unit_and_counted_one_by_one() {
        RateGate gate = new RateGate(10, 1, GUARD);
        List<Long> writes = run(gate, new Random(1), 3, 60 * SECOND);
        assertNeverMoreThan(10, SECOND, writes);
        assertThat(writes.size() % 3).isZero();
        assertThat(writes.size()).isGreaterThan(530);
    }

    @Test
    @Tag("C36")
    void a_write_that_is_not_reported_yet_counts_for_as_long_as_that_takes() {
        RateGate gate = new RateGate(2, 2, GUARD);
        long first = gate.reserve(1, "a", 0);
        long second = gate.reserve(1, "b", 0);
        gate.written(first, 1, 0);
        assertThat(gate.reserve(1, "a", 2 * SECOND)).isNotEqualTo(RateGate.NOT_NOW);
        assertThat(gate.reserve(1, "a", 5 * SECOND)).isEqualTo(RateGate.NOT_NOW);
        gate.written(second, 1, 5 * SECOND);
        assertThat(gate.reserve(1, "a", 5 * SECOND + SECOND / 2)).isEqualTo(RateGate.NOT_NOW);
        assertThat(gate.reserve(1, "a", 6 * SECOND + GUARD.toNanos())).isNotEqualTo(RateGate.NOT_NOW);
    }

    @Test
    void a_unit_that_waits_is_not_passed_by_smaller_ones() {
        RateGate gate = new RateGate(4, 4, GUARD);
        gate.written(gate.reserve(1, "small", 0), 1, 0);
        assertThat(gate.reserve(4, "big", 1000)).isEqualTo(RateGate.NOT_NOW);
        assertThat(gate.ready("small", 1000)).isZero();
        assertThat(gate.reserve(1, "small", 1000)).isEqualTo(RateGate.NOT_NOW);
        long later = gate.nextAt(4, "worker", 1000);
        assertThat(gate.reserve(4, "big", later)).isNotEqualTo(RateGate.NOT_NOW);
    }

    @Test
    void a_worker_that_leaves_gives_its_place_in_the_line_up() {
        RateGate gate = new RateGate(4, 4, GUARD);
        gate.written(gate.reserve(1, "small", 0), 1, 0);
        gate.reserve(4, "big", 1000);
        gate.leave("big");
        assertThat(gate.reserve(1, "small", 1000)).isNotEqualTo(RateGate.NOT_NOW);
    }

    @Test
    @Tag("C38")
    void a_slower_rate_holds_until_the_contract_has_another() {
        RateGate gate = new RateGate(20, 1, GUARD);
        gate.slowTo(5);
        gate.easeTo(12);
        gate.apply(20, 3, Duration.ZERO);
        assertThat(gate.rate()).isEqualTo(5);
        gate.apply(19, 3, Duration.ZERO);
        assertThat(gate.rate()).isEqualTo(12);
        assertThat(gate.contract()).isEqualTo(19);
    }

    @Test
    @Tag("C36")
    void another_rate_holds_from_the_next_permit_on_and_old_writes_still_count() {
        RateGate gate = new RateGate(5, 5, GUARD);
        for (int i = 0; i < 5; i++) {
            gate.written(gate.reserve(1, "a", 0), 1, 0);
        }
        gate.apply(8, 8, GUARD);
        int more = 0;
        while (gate.reserve(1, "a", SECOND / 2) != RateGate.NOT_NOW) {
            more++;
        }
        assertThat(more).isEqualTo(3);
        gate.apply(2, 2, GUARD);
        assertThat(gate.reserve(1, "a", SECOND / 2 + 1)).isEqualTo(RateGate.NOT_NOW);
        assertThat(gate.unit()).isEqualTo(2);
    }

    @Test
    @Tag("C36")
    void a_higher_rate_counts_the_writes_of_the_last_second_and_none_twice() {
        RateGate gate = new RateGate(8, 8, GUARD);
        gate.written(gate.reserve(8, "a", 0), 8, 0);
        gate.written(gate.reserve(8, "a", 2 * SECOND), 8, 2 * SECOND);
        gate.apply(16, 16, GUARD);
        assertThat(gate.reserve(8, "a", 2 * SECOND + SECOND / 2)).isNotEqualTo(RateGate.NOT_NOW);
        assertThat(gate.reserve(1, "a", 2 * SECOND + SECOND / 2)).isEqualTo(RateGate.NOT_NOW);
    }

    @Test
    void an_unlimited_lane_gives_every_permit() {
        RateGate gate = new RateGate(Double.POSITIVE_INFINITY, 1, GUARD);
        assertThat(gate.limited()).isFalse();
        assertThat(gate.ready("a", 0)).isEqualTo(Integer.MAX_VALUE);
        assertThat(gate.reserve(255, "a", 0)).isEqualTo(RateGate.UNLIMITED);
        gate.written(RateGate.UNLIMITED, 255, 0);
        assertThat(gate.nextAt(1, "worker", 42)).isEqualTo(42);
    }

    @Test
    void a_slowed_lane_never_gets_faster_than_its_contract() {
        RateGate gate = new RateGate(20, 1, GUARD);
        gate.slowTo(5);
        assertThat(gate.rate()).isEqualTo(5);
        gate.slowTo(40);
        assertThat(gate.rate()).isEqualTo(20);
    }
}
