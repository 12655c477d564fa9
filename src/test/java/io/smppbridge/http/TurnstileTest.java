package io.smppbridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("F-20")
class TurnstileTest {
    private static final long MS = 1_000_000;

    private final List<String> gone = new ArrayList<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>((a, b) -> Long.compare(a.at, b.at));
    private long now = 77;
    private boolean isShort = true;
    private boolean full = true;
    private final Turnstile turnstile =
            new Turnstile(() -> now, () -> isShort, (time, work) -> timers.add(new Timer(now + time.toNanos(), work)));

    private record Timer(long at, Runnable work) {}

    private class Client implements Turnstile.Waiting {
        private final String name;

        Client(String name) {
            this.name = name;
        }

        @Override
        public boolean isVain() {
            return full;
        }

        @Override
        public void goOn() {
            gone.add(name);
            if (full) {
                turnstile.refused(MS);
            }
        }
    }

    private boolean comes(String name) {
        return turnstile.holds(new Client(name));
    }

    private void pass(long nanos) {
        long end = now + nanos;
        while (!timers.isEmpty() && timers.peek().at <= end) {
            Timer next = timers.poll();
            now = Math.max(now, next.at);
            next.work.run();
        }
        now = end;
    }

    /** Until what refusals take is known well. */
    private void refuseMany() {
        for (int i = 0; i < 200; i++) {
            turnstile.refused(MS);
        }
        pass(200 * Turnstile.SHARE * MS);
    }

    @Test
    void nobody_waits_who_may_be_taken() {
        full = false;
        refuseMany();
        turnstile.refused(MS);
        assertThat(comes("a")).isFalse();
    }

    @Test
    void nobody_waits_while_processors_are_not_short() {
        isShort = false;
        refuseMany();
        turnstile.refused(MS);
        assertThat(comes("a")).isFalse();
    }

    @Test
    void each_refusal_is_followed_by_a_hundred_times_as_much_other_work() {
        refuseMany();
        assertThat(comes("first")).isFalse();
        turnstile.refused(MS);
        for (int i = 0; i < 100; i++) {
            assertThat(comes("c" + i)).isTrue();
        }
        pass(1_000 * MS);
        assertThat(gone).hasSizeBetween(7, 11).startsWith("c0", "c1", "c2");
    }

    @Test
    void those_that_wait_go_on_in_their_order_as_soon_as_something_may_be_taken() {
        refuseMany();
        turnstile.refused(MS);
        comes("a");
        comes("b");
        comes("c");
        full = false;
        assertThat(comes("d")).as("nobody passes those who wait").isTrue();
        pass(Turnstile.LOOKS.toNanos());
        assertThat(gone).containsExactly("a", "b", "c", "d");
        assertThat(comes("e")).isFalse();
    }

    @Test
    void whoever_goes_on_ends_the_others_turn_by_taking_the_last_room() {
        refuseMany();
        turnstile.refused(MS);
        Turnstile.Waiting last = new Client("last") {
            @Override
            public void goOn() {
                super.goOn();
                full = true;
            }
        };
        assertThat(turnstile.holds(last)).isTrue();
        comes("b");
        full = false;
        pass(Turnstile.LOOKS.toNanos());
        assertThat(gone).containsExactly("last");
    }

    @Test
    void many_that_may_go_on_leave_the_loop_to_others_in_between() {
        refuseMany();
        turnstile.refused(MS);
        for (int i = 0; i < 3 * Turnstile.AT_ONCE; i++) {
            comes("c" + i);
        }
        full = false;
        pass(Turnstile.LOOKS.toNanos());
        assertThat(gone).hasSize(Turnstile.AT_ONCE);
        pass(MS);
        assertThat(gone).hasSize(3 * Turnstile.AT_ONCE);
    }

    @Test
    void nobody_waits_longer_than_five_seconds() {
        for (int i = 0; i < 1_000; i++) {
            turnstile.refused(10 * MS);
        }
        comes("a");
        pass(Turnstile.LONGEST.toNanos() - Turnstile.LOOKS.toNanos() * 2);
        assertThat(gone).isEmpty();
        pass(Turnstile.LOOKS.toNanos() * 3);
        assertThat(gone).containsExactly("a");
    }

    @Test
    void a_pause_of_the_process_counts_as_ten_milliseconds() {
        for (int i = 0; i < 200; i++) {
            turnstile.refused(Duration.ofMinutes(1).toNanos());
        }
        pass(200L * Turnstile.SHARE * 10 * MS);
        turnstile.refused(1);
        comes("a");
        pass(Turnstile.SHARE * 10 * MS + 2 * Turnstile.LOOKS.toNanos());
        assertThat(gone).containsExactly("a");
    }

    @Test
    void whoever_has_gone_is_not_called() {
        refuseMany();
        turnstile.refused(MS);
        Client client = new Client("a");
        turnstile.holds(client);
        turnstile.leaves(client);
        pass(Turnstile.LONGEST.toNanos() * 2);
        assertThat(gone).isEmpty();
        assertThat(timers).as("no timer without need").isEmpty();
    }
}
