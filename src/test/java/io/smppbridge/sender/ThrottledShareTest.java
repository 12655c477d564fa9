package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.RetryBudgets;
import io.smppbridge.settings.SmscConfig;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How much of what an SMSC takes it gets, where the configuration says more. */
class ThrottledShareTest {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000 * MILLI;
    private static final SmscConfig.Retry RETRY = new SmscConfig.Retry(
            5,
            Duration.ofSeconds(5),
            Duration.ofMinutes(10),
            Duration.ofSeconds(1),
            Duration.ofSeconds(8),
            Map.of(),
            RetryBudgets.USUAL);

    private final ArrayDeque<Long> lastSecond = new ArrayDeque<>();
    private double byChance;
    private Random random = new Random(0);
    private long taken;
    private long refused;

    /** An SMSC that takes so many in any second, or in each second of its clock, and answers at once. */
    private boolean takes(int limit, boolean sliding, long now) {
        if (!sliding && !lastSecond.isEmpty() && now / SECOND != lastSecond.peekLast() / SECOND) {
            lastSecond.clear();
        }
        while (sliding && !lastSecond.isEmpty() && now - lastSecond.peekFirst() >= SECOND) {
            lastSecond.removeFirst();
        }
        if (lastSecond.size() >= limit) {
            return false;
        }
        lastSecond.addLast(now);
        return true;
    }

    private void run(RateGate gate, Throttle throttle, int limit, boolean sliding, long from, long to) {
        taken = 0;
        refused = 0;
        for (long now = from; now < to; now += MILLI) {
            while (throttle.allowance("worker", now) > 0) {
                long ticket = gate.reserve(1, "worker", now);
                if (ticket == RateGate.NOT_NOW) {
                    throttle.notSubmitting("worker");
                    break;
                }
                throttle.submitting("worker", now);
                gate.written(ticket, 1, now);
                if (random.nextDouble() >= byChance && takes(limit, sliding, now)) {
                    taken++;
                    throttle.flowing(now, now);
                } else {
                    refused++;
                    throttle.refused(0x58, now, now);
                }
            }
        }
    }

    @ParameterizedTest(name = "{0}/s configured, {1}/s taken, in any second: {2}")
    @CsvSource({
        "1000, 500, true",
        "1000, 600, true",
        "1000, 95, true",
        "100, 90, true",
        "100, 72, true",
        "20, 5, true",
        "30, 29, true",
        "1000, 600, false",
        "1000, 95, false",
        "100, 90, false",
        "100, 72, false",
        "20, 5, false",
        "30, 29, false"
    })
    @Tag("C38")
    void it_gets_more_than_nine_in_ten_with_few_refusals_and_the_contract_is_back_ninety_seconds_after(
            int contract, int limit, boolean sliding) {
        RateGate gate = new RateGate(contract, 1, Duration.ofMillis(20));
        Throttle throttle = new Throttle(gate, RETRY);
        run(gate, throttle, limit, sliding, SECOND, 31 * SECOND);
        run(gate, throttle, limit, sliding, 31 * SECOND, 631 * SECOND);
        assertThat(taken / 600.0).as("taken a second").isBetween(0.9 * limit, 1.0 * limit);
        assertThat(refused / (double) (taken + refused)).as("share refused").isLessThan(0.01);
        run(gate, throttle, 2 * contract, sliding, 631 * SECOND, 721 * SECOND);
        assertThat(gate.rate()).isEqualTo(contract);
    }

    /** What comes of it while an SMSC refuses one in so many, whatever the rate: after a minute, for five. */
    private void runByChance(RateGate gate, Throttle throttle, double chance, int seed) {
        random = new Random(seed);
        byChance = chance;
        int noLimit = 10 * (int) gate.contract();
        run(gate, throttle, noLimit, true, SECOND, 61 * SECOND);
        run(gate, throttle, noLimit, true, 61 * SECOND, 361 * SECOND);
    }

    @ParameterizedTest(name = "{0}/s configured, one in {1} refused, seed {2}")
    @CsvSource({
        "500, 100, 1",
        "500, 100, 2",
        "500, 10, 1",
        "500, 10, 2",
        "500, 10, 3",
        "100, 10, 1",
        "100, 100, 2",
        "20, 10, 3"
    })
    @Tag("C38")
    void where_refusals_come_by_chance_it_gets_four_fifths_of_what_is_not_refused(int contract, int oneIn, int seed) {
        RateGate gate = new RateGate(contract, 1, Duration.ofMillis(20));
        Throttle throttle = new Throttle(gate, RETRY);
        runByChance(gate, throttle, 1.0 / oneIn, seed);
        assertThat(taken / 300.0).as("taken a second").isGreaterThan(0.8 * contract * (1 - 1.0 / oneIn));
        assertThat(refused / (double) (taken + refused)).as("share refused").isLessThan(1.2 / oneIn);
        byChance = 0;
        run(gate, throttle, 2 * contract, true, 361 * SECOND, 541 * SECOND);
        assertThat(gate.rate()).isEqualTo(contract);
    }

    /** Ten rounds are some minutes there. */
    @ParameterizedTest(name = "{0}/s configured, one in {1} refused for {2} s, seed {3}")
    @CsvSource({"5, 50, 300, 8", "5, 100, 1200, 10", "20, 200, 300, 5"})
    @Tag("C38")
    void the_contract_is_back_ninety_seconds_after_refusals_by_chance_however_rare_they_were(
            int contract, int oneIn, int seconds, int seed) {
        RateGate gate = new RateGate(contract, 1, Duration.ofMillis(20));
        Throttle throttle = new Throttle(gate, RETRY);
        random = new Random(seed);
        byChance = 1.0 / oneIn;
        long end = (1 + seconds) * SECOND;
        run(gate, throttle, 10 * contract, true, SECOND, end);
        byChance = 0;
        run(gate, throttle, 10 * contract, true, end, end + 90 * SECOND);
        assertThat(gate.rate()).isEqualTo(contract);
    }

    @Test
    @Tag("C38")
    void a_lane_that_a_reload_frees_of_its_rate_pauses_as_long_as_any_without_one() {
        RateGate gate = new RateGate(500, 1, Duration.ofMillis(20));
        Throttle throttle = new Throttle(gate, RETRY);
        runByChance(gate, throttle, 0.1, 1);
        long now = 361 * SECOND;
        gate.apply(Double.POSITIVE_INFINITY, 1, Duration.ofMillis(20));
        throttle.flowing(now, now);
        throttle.refused(0x58, now + 1, now + 1);
        assertThat(throttle.rests(now + SECOND / 2)).isTrue();
    }

    @ParameterizedTest(name = "{0}/s taken, in any second: {1}")
    @CsvSource({"50, true", "50, false", "120, true"})
    @Tag("C38")
    void a_limit_that_comes_after_refusals_by_chance_is_found(int limit, boolean sliding) {
        RateGate gate = new RateGate(500, 1, Duration.ofMillis(20));
        Throttle throttle = new Throttle(gate, RETRY);
        runByChance(gate, throttle, 0.1, 1);
        byChance = 0;
        run(gate, throttle, limit, sliding, 361 * SECOND, 421 * SECOND);
        run(gate, throttle, limit, sliding, 421 * SECOND, 721 * SECOND);
        assertThat(taken / 300.0).as("taken a second").isBetween(0.85 * limit, 1.0 * limit);
        assertThat(refused / (double) (taken + refused)).as("share refused").isLessThan(0.01);
    }

    /** No rate that is gone down to shows that limit; what is left is the pause. */
    @ParameterizedTest(name = "in any second: {0}")
    @ValueSource(booleans = {true, false})
    @Tag("C38")
    void a_limit_far_below_all_rates_is_not_taken_for_chance(boolean sliding) {
        RateGate gate = new RateGate(500, 1, Duration.ofMillis(20));
        Throttle throttle = new Throttle(gate, RETRY);
        run(gate, throttle, 5, sliding, SECOND, 61 * SECOND);
        run(gate, throttle, 5, sliding, 61 * SECOND, 361 * SECOND);
        assertThat(refused / (double) (taken + refused)).as("share refused").isLessThan(0.2);
        assertThat(refused / 300.0).as("refused a second").isLessThan(1);
    }
}
