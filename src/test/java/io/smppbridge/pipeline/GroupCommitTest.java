package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Callers, a disk and a clock, none of them real: who is waited for, and what that brings. */
class GroupCommitTest {
    private static final long MICRO = 1_000;
    private static final long FORCE = 120 * MICRO;
    private static final long WAKING = 50 * MICRO;
    private static final long SECOND = 1_000_000_000L;

    private GroupCommit group = new GroupCommit(false);
    private final Random random = new Random(4);
    private long now;
    private long forces;
    private long answered;
    private long waited;

    /** When each message comes that nobody has answered. */
    private final PriorityQueue<Long> coming = new PriorityQueue<>();

    private int here;
    private boolean mayStayAwake;
    private long awake;
    private long slept;
    private long wakingNanos;

    /** How long after its answer a caller's next message comes. */
    private interface Return {
        long after(int placeInTheForce);
    }

    @Test
    @Tag("S2.5")
    void two_callers_who_come_back_sooner_than_a_force_ends_share_one() {
        double alone = rate(2, place -> 60 * MICRO, false);
        double together = rate(2, place -> 60 * MICRO, true);
        assertThat(together / alone).isGreaterThan(1.2);
        assertThat((double) answered / forces).isGreaterThan(1.8);
    }

    /** The processor works for one half of them while the disk works for the other. */
    @Test
    @Tag("S2.5")
    void callers_who_come_back_one_after_the_other_take_turns() {
        double alone = rate(4, place -> (place + 1) * 60 * MICRO, false);
        double together = rate(4, place -> (place + 1) * 60 * MICRO, true);
        assertThat(together / alone).isBetween(0.96, 1.2);
    }

    @Test
    @Tag("S2.5")
    void one_caller_is_never_kept_waiting() {
        rate(1, place -> 60 * MICRO, true);
        assertThat(waited).isZero();
    }

    /** They come when they like, answered or not: to wait for them only makes answers later. */
    @Test
    @Tag("S2.5")
    void those_who_do_not_come_back_are_not_waited_for_but_to_try() {
        long end = 20 * SECOND;
        long due = 0;
        while (now < end) {
            while (due < now + SECOND) {
                due += (long) (-Math.log(1 - random.nextDouble()) * 100 * MICRO);
                coming.add(due);
            }
            turn(place -> 0, true, false);
        }
        assertThat(waited).isLessThan(end / 20);
    }

    @Test
    @Tag("S2.5")
    void in_a_crowd_nobody_is_waited_for() {
        rate(2 * GroupCommit.FEW, place -> 60 * MICRO, true);
        assertThat(waited).isZero();
    }

    @Test
    @Tag("S2.5")
    void nobody_is_waited_for_longer_than_for_a_part_of_a_force_whatever_the_disk() {
        long slow = 50_000 * MICRO;
        group.forced(slow, 1, 1, 0);
        for (int i = 0; i < 1_100; i++) {
            group.forced(slow, 1, 1, i * slow);
        }
        group.forced(slow, 1, 1, 1_100 * slow);
        assertThat(group.holdsOff(1, 1_100 * slow)).isTrue();
        assertThat(group.left(1_100 * slow)).isEqualTo(GroupCommit.LONGEST_NANOS);
        assertThat(group.holdsOff(1, 1_100 * slow + GroupCommit.LONGEST_NANOS)).isFalse();
    }

    @Test
    @Tag("S2.5")
    void who_need_not_be_woken_stays_awake_while_that_answers_more() {
        wakingNanos = WAKING;
        double asleep = rate(1, place -> 60 * MICRO, true);
        mayStayAwake = true;
        double both = rate(1, place -> 60 * MICRO, true);
        assertThat(both / asleep).isGreaterThan(1.15);
        assertThat((double) slept / forces).isLessThan(0.35);
    }

    /** Two callers who share each force by chance, until something parts them: from then on each force answers one of them only. */
    @Test
    @Tag("S2.5")
    void callers_who_fall_into_turns_are_noticed_before_the_term_is_over() {
        long both = 200 * MICRO;
        for (now = both; now < SECOND / 2; now += both) {
            group.forced(FORCE, 20, 0, now);
        }
        assertThat(group.holdsOff(0, now)).as("to wait brought nothing more").isFalse();
        long parted = now;
        do {
            now += FORCE;
            group.forced(FORCE, 10, 10, now);
        } while (!group.holdsOff(10, now) && now < parted + SECOND);
        assertThat(now - parted).isBetween(100 * 1_000 * MICRO, SECOND / 2);
    }

    /** Where waking costs nothing, a core would be busy for nothing. */
    @Test
    @Tag("S2.5")
    void who_gains_nothing_by_staying_awake_sleeps_but_to_try() {
        mayStayAwake = true;
        rate(1, place -> 60 * MICRO, true);
        assertThat((double) awake / now).isLessThan(0.06);
    }

    @Test
    @Tag("S2.5")
    void callers_who_come_seldom_are_not_awaited_awake_though_it_be_faster() {
        wakingNanos = WAKING;
        mayStayAwake = true;
        rate(1, place -> 2_000 * MICRO, true);
        assertThat(awake).isZero();
    }

    @Test
    @Tag("S2.5")
    void nobody_stays_awake_for_longer_than_a_moment() {
        wakingNanos = 300 * MICRO;
        mayStayAwake = true;
        rate(1, place -> GroupCommit.AWAKE_NANOS - 10 * MICRO, true);
        assertThat(awake).isPositive();
        assertThat(group.staysAwake(now + GroupCommit.AWAKE_NANOS)).isFalse();
    }

    /** Messages answered a second, over ten seconds. */
    private double rate(int callers, Return back, boolean mayWait) {
        group = new GroupCommit(mayStayAwake);
        now = 0;
        awake = 0;
        slept = 0;
        forces = 0;
        answered = 0;
        waited = 0;
        here = 0;
        coming.clear();
        for (int i = 0; i < callers; i++) {
            coming.add((long) random.nextInt((int) FORCE));
        }
        while (now < 10 * SECOND) {
            turn(back, mayWait, true);
        }
        return answered / (now / (double) SECOND);
    }

    private void turn(Return back, boolean mayWait, boolean comeAgain) {
        arrive();
        while (mayWait && group.holdsOff(here, now)) {
            waited += sleep(now + group.left(now)) * Integer.signum(here);
            arrive();
        }
        if (here == 0) {
            sleep(Long.MAX_VALUE);
            arrive();
        }
        int batch = here;
        here = 0;
        now += FORCE + random.nextInt((int) (FORCE / 8));
        for (int i = 0; comeAgain && i < batch; i++) {
            coming.add(now + back.after(i));
        }
        arrive();
        forces++;
        answered += batch;
        group.forced(FORCE, batch, here, now);
    }

    /** Until a message comes, for which who sleeps has to be woken, or till then; for how long. */
    private long sleep(long till) {
        long from = now;
        now = Math.min(till, coming.isEmpty() ? Long.MAX_VALUE : coming.peek());
        if (group.staysAwake(now)) {
            awake += now - from;
        } else {
            now += wakingNanos;
            slept++;
        }
        return now - from;
    }

    private void arrive() {
        while (!coming.isEmpty() && coming.peek() <= now) {
            coming.poll();
            here++;
        }
    }
}
