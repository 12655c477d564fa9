package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.RetryBudgets;
import io.smppbridge.settings.SmscConfig;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who may submit while a lane is paused. */
class ThrottleTest {
    private static final long SECOND = 1_000_000_000L;
    private final Throttle throttle =
            new Throttle(new RateGate(100, 1, Duration.ZERO), retry(Duration.ofSeconds(1), Duration.ofSeconds(8)));

    private static SmscConfig.Retry retry(Duration throttleMin, Duration throttleMax) {
        return new SmscConfig.Retry(
                5,
                Duration.ofSeconds(5),
                Duration.ofMinutes(10),
                throttleMin,
                throttleMax,
                Map.of(),
                RetryBudgets.USUAL);
    }

    @Test
    @Tag("C38")
    void of_several_workers_one_probes() {
        Object one = new Object();
        Object other = new Object();
        assertThat(throttle.allowance(one, 0)).isEqualTo(Integer.MAX_VALUE);
        throttle.refused(0x58, 1, 2);
        assertThat(throttle.rests(SECOND)).isTrue();
        assertThat(throttle.allowance(one, SECOND)).isZero();
        long due = SECOND + 2;
        assertThat(throttle.allowance(one, due)).isEqualTo(1);
        assertThat(throttle.allowance(other, due)).isZero(); // asked before the first has sent its probe
        throttle.notSubmitting(one); // it had nothing
        assertThat(throttle.allowance(other, due)).isEqualTo(1);
        assertThat(throttle.allowance(one, due)).isZero();
        throttle.submitting(other, due);
        assertThat(throttle.allowance(one, due)).isZero();
        throttle.flowing(due, due + 5);
        assertThat(throttle.allowance(one, due + 5)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    @Tag("C38")
    void a_shorter_longest_pause_holds_for_the_one_that_is_under_way() {
        throttle.apply(retry(Duration.ofHours(1), Duration.ofHours(1)));
        throttle.refused(0x58, 1, 2);
        assertThat(throttle.rests(60 * SECOND)).isTrue();
        throttle.apply(retry(Duration.ofSeconds(1), Duration.ofSeconds(8)));
        assertThat(throttle.rests(8 * SECOND)).isTrue();
        assertThat(throttle.rests(8 * SECOND + 2)).isFalse();
        assertThat(throttle.allowance("one", 8 * SECOND + 2)).isEqualTo(1);
    }

    @Test
    @Tag("C38")
    void a_longer_one_does_not() {
        throttle.refused(0x58, 1, 2);
        throttle.apply(retry(Duration.ofHours(1), Duration.ofHours(1)));
        assertThat(throttle.rests(SECOND + 2)).isFalse();
    }

    @Test
    @Tag("C38")
    void a_worker_that_died_before_its_probe_keeps_the_others_waiting_for_a_second() {
        throttle.refused(0x58, 1, 2);
        long due = SECOND + 2;
        assertThat(throttle.allowance("dead", due)).isEqualTo(1);
        assertThat(throttle.allowance("live", due + SECOND - 1)).isZero();
        assertThat(throttle.allowance("live", due + SECOND)).isEqualTo(1);
    }

    private final RateGate gate = new RateGate(100, 1, Duration.ZERO);
    private final Throttle paced = new Throttle(gate, retry(Duration.ofSeconds(1), Duration.ofSeconds(8)));

    private void probe(long now) {
        assertThat(paced.allowance("prober", now)).isEqualTo(1);
        paced.submitting("prober", now);
    }

    @Test
    @Tag("C38")
    void a_probe_is_the_workers_own_for_a_second_from_when_it_could_be_sent() {
        paced.refused(0x58, 1, 2);
        paced.keepProbeFor("one");
        paced.keepProbeFor("other"); // too late
        long due = SECOND + 2;
        assertThat(paced.allowance("other", due)).isZero();
        assertThat(paced.allowance("other", due + SECOND - 1)).isZero();
        assertThat(paced.allowance("one", due + SECOND - 1)).isEqualTo(1);
        paced.notSubmitting("other"); // it was not its own
        assertThat(paced.allowance("other", due + SECOND)).isZero();
        assertThat(paced.allowance("other", due + 2 * SECOND - 1)).isEqualTo(1);
    }

    @Test
    @Tag("C38")
    void a_second_for_the_probe_begins_with_the_end_of_the_pause_however_that_is_moved() {
        paced.apply(retry(Duration.ofHours(1), Duration.ofHours(1)));
        paced.refused(0x58, 1, 2);
        paced.keepProbeFor("gone");
        paced.apply(retry(Duration.ofSeconds(1), Duration.ofSeconds(8)));
        long due = 8 * SECOND + 2;
        assertThat(paced.allowance("one", due + SECOND - 1)).isZero();
        assertThat(paced.allowance("one", due + SECOND)).isEqualTo(1);
        paced.submitting("one", due + SECOND);
        paced.keepProbeFor("other");
        paced.refused(0x58, due + SECOND, due + SECOND);
        long again = paced.until();
        assertThat(paced.allowance("one", again)).isZero();
        assertThat(paced.allowance("one", again + SECOND)).isEqualTo(1);
    }

    @Test
    @Tag("C38")
    void a_refusal_far_above_the_last_one_s_rate_confirms_no_ceiling() {
        paced.refused(0x58, 1, 2);
        assertThat(gate.rate()).isEqualTo(70);
        gate.apply(300, 1, Duration.ZERO);
        assertThat(gate.rate()).isEqualTo(300);
        paced.refused(0x58, 3, 4);
        assertThat(gate.rate()).isBetween(209.9, 210.1);
    }

    @Test
    @Tag("C38")
    void who_was_to_probe_has_no_claim_on_the_next_pause_once_all_flows() {
        paced.refused(0x58, 1, 2);
        probe(SECOND + 2);
        paced.keepProbeFor("one");
        paced.flowing(SECOND + 2, SECOND + 3);
        paced.refused(0x58, SECOND + 4, SECOND + 5);
        assertThat(paced.allowance("other", paced.until())).isEqualTo(1);
    }

    @Test
    @Tag("C38")
    void what_a_worker_has_taken_before_the_pause_is_no_probe_and_makes_it_no_longer() {
        assertThat(paced.allowance("one", 0)).isEqualTo(Integer.MAX_VALUE);
        assertThat(paced.allowance("other", 1)).isEqualTo(Integer.MAX_VALUE);
        paced.refused(0x58, 1, 2); // told to the one, amid the other's turn
        paced.submitting("other", 1);
        assertThat(paced.until()).isEqualTo(SECOND + 2);
        assertThat(paced.allowance("one", SECOND + 2)).isEqualTo(1);
        paced.flowing(SECOND + 2, SECOND + 3); // an answer to another, as the one is about to send its probe
        paced.submitting("one", SECOND + 2);
        assertThat(paced.allowance("other", SECOND + 3)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    @Tag("C38")
    void a_probe_without_an_answer_is_waited_for_a_quarter_of_the_longest_pause() {
        paced.refused(0x58, 1, 2);
        probe(SECOND + 2);
        assertThat(paced.rests(3 * SECOND + 1)).isTrue();
        assertThat(paced.rests(3 * SECOND + 2)).isFalse();
    }

    @Test
    @Tag("C38")
    void pauses_double_up_to_the_longest_and_what_was_sent_before_one_neither_lengthens_nor_ends_it() {
        long now = 2;
        for (long pause : new long[] {1, 2, 4, 8, 8}) {
            paced.refused(0x58, now, now + 1);
            now++;
            assertThat(paced.until() - now).as("pause").isEqualTo(pause * SECOND);
            paced.refused(0x58, now - 1, now + 5);
            paced.flowing(now - 1, now + 5);
            assertThat(paced.until() - now).as("still").isEqualTo(pause * SECOND);
            assertThat(paced.rests(now + pause * SECOND - 1)).isTrue();
            now += pause * SECOND;
            probe(now);
            now++;
        }
        paced.flowing(now, now + 1);
        paced.refused(0x58, now + 2, now + 3);
        assertThat(paced.until() - now - 3).as("begins small again").isEqualTo(SECOND);
        paced.apply(retry(Duration.ofSeconds(5), Duration.ofSeconds(8)));
        now = paced.until();
        probe(now);
        paced.refused(0x58, now, now + 1);
        assertThat(paced.until() - now - 1).as("no shorter than the shortest").isEqualTo(5 * SECOND);
    }

    private long climb(long from, double above) {
        long now = from;
        while (gate.rate() <= above) {
            now += SECOND;
            paced.flowing(now, now);
        }
        return now;
    }

    @Test
    @Tag("C38")
    void the_rate_is_raised_once_a_second_after_ten_of_calm_and_slower_near_where_it_was_refused() {
        paced.refused(0x58, 1, 2);
        assertThat(gate.rate()).isEqualTo(70);
        long calm = 10 * SECOND + 2;
        paced.flowing(calm - 1, calm - 1);
        assertThat(gate.rate()).isEqualTo(70);
        paced.flowing(calm, calm);
        paced.flowing(calm + SECOND - 1, calm + SECOND - 1);
        assertThat(gate.rate()).isEqualTo(70 * 1.05);
        long now = climb(calm, 90);
        double near = gate.rate();
        paced.flowing(now + SECOND, now + SECOND);
        assertThat(gate.rate()).isEqualTo(near * 1.01);
        now = climb(now + SECOND, 99.999);
        assertThat(gate.rate()).isEqualTo(100);
        now = again(now);
        assertThat(gate.rate()).as("what was raised last is taken back").isEqualTo(97);
        again(now);
        assertThat(gate.rate()).as("and then all of it").isEqualTo(70);
    }

    private long again(long now) {
        paced.refused(0x58, now + 1, now + 2);
        probe(paced.until());
        paced.flowing(paced.until(), paced.until());
        return now + 2;
    }

    @Test
    @Tag("C38")
    void a_refusal_costs_three_tenths_while_no_rate_has_been_kept() {
        again(again(0));
        assertThat(gate.rate()).isEqualTo(70 * 0.7);
        again(again(20));
        assertThat(gate.rate()).isEqualTo(70 * 0.7 * 0.7 * 0.7);
    }

    @Test
    @Tag("C38")
    void a_raise_that_is_refused_leads_back_to_what_was_kept_and_is_risked_again_after_twice_the_calm() {
        long now = again(again(0));
        double kept = gate.rate();
        now = climb(now + 10 * SECOND, 70 * 1.06);
        double far = gate.rate();
        assertThat(far).as("by small steps near where it was refused").isLessThan(70 * 1.071);
        paced.flowing(now + SECOND, now + SECOND);
        assertThat(gate.rate()).as("by large ones above").isEqualTo(far * 1.05);
        far = gate.rate();
        now = again(now + SECOND);
        assertThat(gate.rate())
                .as("a large raise is taken back")
                .isEqualTo(far * 0.9)
                .isGreaterThan(kept);
        double back = gate.rate();
        now = again(now + 2 * SECOND);
        assertThat(gate.rate())
                .as("and when that is refused, too, three tenths more")
                .isEqualTo(back * 0.7)
                .isGreaterThan(kept);
        back = gate.rate();
        paced.flowing(now + 20 * SECOND - 1, now + 20 * SECOND - 1);
        assertThat(gate.rate()).isEqualTo(back);
        paced.flowing(now + 20 * SECOND, now + 20 * SECOND);
        assertThat(gate.rate()).isEqualTo(back * 1.05);
        now = again(now + 20 * SECOND);
        assertThat(gate.rate()).as("never below what was kept").isEqualTo(back);
        paced.flowing(now + 30 * SECOND - 1, now + 30 * SECOND - 1);
        assertThat(gate.rate()).as("half a minute at most").isEqualTo(back);
        paced.flowing(now + 30 * SECOND, now + 30 * SECOND);
        assertThat(gate.rate()).isEqualTo(back * 1.01);
        now = again(again(now + 30 * SECOND));
        assertThat(gate.rate()).as("what was kept is refused, too").isEqualTo(back * 0.9);
        paced.flowing(now + 10 * SECOND, now + 10 * SECOND);
        assertThat(gate.rate()).as("and calm is as long as at first").isEqualTo(back * 0.9 * 1.01);
    }

    @Test
    @Tag("C38")
    void the_rate_is_cut_to_a_fiftieth_of_the_contract_at_most() {
        for (long now = 1; now < 100; now += 2) {
            paced.refused(0x58, now + 1, now + 1);
        }
        assertThat(gate.rate()).isEqualTo(2);
    }
}
