package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.RetryBudgets;
import io.smppbridge.settings.SmscConfig;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
                throttle.submitting(now);
                gate.written(ticket, 1, now);
                if (takes(limit, sliding, now)) {
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
}
