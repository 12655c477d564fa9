package io.smppbridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

@Tag("S-09")
class AccountRatesTest {
    private static final double PER_SECOND = 50;
    private static final double UNLIMITED = Double.POSITIVE_INFINITY;

    private final AtomicLong nanos = new AtomicLong();
    private final LongAdder refused = new LongAdder();
    private final AccountRates rates = new AccountRates(refused, nanos::get);

    @Test
    void an_account_that_asks_ten_times_too_often_gets_its_rate_and_the_others_lose_nothing(TestReporter reporter) {
        rates.apply(Map.of("greedy", PER_SECOND, "modest", PER_SECOND, "free", UNLIMITED));
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int seconds = 600;
        long greedy = 0;
        long tries = 0;
        for (int ms = 0; ms < seconds * 1000; ms += 10) {
            nanos.set(Duration.ofMillis(ms).toNanos());
            for (int asked = 0; asked < 5; tries++) {
                int count = 1 + random.nextInt(3);
                asked += count;
                greedy += rates.waitNanos("greedy", count) == 0 ? count : 0;
            }
            assertThat(rates.waitNanos("free", 1_000)).isZero();
            if (ms % 20 == 0) {
                assertThat(rates.waitNanos("modest", 1)).isZero();
            }
        }
        Tried.times(tries).refused(refused.sum()).tell(reporter);
        assertThat(greedy).isBetween((long) (PER_SECOND * seconds * 0.99), (long) (PER_SECOND * (seconds + 1)));
    }

    @Test
    void a_list_longer_than_a_second_s_worth_passes_alone_and_is_worked_off_before_the_next() {
        rates.apply(Map.of("a", PER_SECOND));

        assertThat(rates.waitNanos("a", 1_000)).isZero();
        long wait = rates.waitNanos("a", 1);
        assertThat(wait).isBetween(1L, Duration.ofSeconds(20).toNanos());
        nanos.addAndGet(wait - 1);
        assertThat(rates.waitNanos("a", 1)).isPositive();
        nanos.addAndGet(1);
        assertThat(rates.waitNanos("a", 1)).isZero();
    }

    @Test
    void what_is_spent_stays_spent_when_the_rates_are_read_again_and_another_rate_holds_at_once() {
        rates.apply(Map.of("a", PER_SECOND));
        rates.waitNanos("a", 100);

        rates.apply(Map.of("a", PER_SECOND, "b", 1.0));
        assertThat(rates.waitNanos("a", 1)).isPositive();
        rates.apply(Map.of("a", 2 * PER_SECOND));
        assertThat(rates.waitNanos("a", 1)).isZero();
        rates.apply(Map.of("a", UNLIMITED));
        assertThat(rates.waitNanos("a", 1_000_000)).isZero();
    }
}
