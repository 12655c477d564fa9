package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import io.smppbridge.settings.HandbackConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.GuardedClock;
import java.net.InetAddress;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The wall clock jumps while events wait for somebody who is away. */
class JumpingClockTest {
    private static final String AWAY = Handback.esme("shop");
    private static final int EVENTS = 100;

    private final TurnedClock clock = new TurnedClock();
    private Duration ahead = Duration.ZERO;
    private final MemoryStore store = new MemoryStore();
    private final Handback handback = SteppedHandback.of(
            new HandbackConfig(1, Duration.ofSeconds(1), Duration.ofMinutes(15), 5, Duration.ofHours(72), EVENTS),
            store,
            new BridgeStats(),
            new Surroundings(() -> clock.instant().plus(ahead), clock, () -> 0.5, host -> new InetAddress[0]));

    @AfterEach
    void stop() {
        handback.stop(Duration.ZERO);
    }

    @Test
    @Tag("G-01")
    void no_event_is_too_old_by_a_clock_that_has_jumped_before_that_has_lasted() {
        for (int i = 0; i < EVENTS; i++) {
            long id = Given.id(TurnedClock.START, i);
            handback.offer(
                    AWAY,
                    id,
                    i,
                    store.put(Given.state(id, Given.id(TurnedClock.START, 500_000 + i), MessageState.DELIVERED)));
        }
        turn(Duration.ZERO);

        ahead = Duration.ofDays(4);
        turn(Duration.ofSeconds(1));
        assertThat(handback.stats(AWAY).orElseThrow().oldest()).isLessThan(Duration.ofHours(1));
        turn(GuardedClock.GRACE.minusSeconds(2));
        assertThat(store.dead).isEmpty();

        turn(Duration.ofSeconds(2));
        assertThat(store.dead).hasSize(EVENTS);
    }

    private void turn(Duration by) {
        clock.turn(by);
        SteppedHandback.turn(handback);
    }
}
