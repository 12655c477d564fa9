package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import io.smppbridge.settings.HandbackConfig;
import io.smppbridge.stats.BridgeStats;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An ESME that goes without a word for what it was sent, and does not come back. */
class AbandonedOutletTest {
    private static final String SHOP = Handback.esme("shop");
    private static final int EVENTS = 1_000;
    private static final int WINDOW = 10;

    private final TurnedClock clock = new TurnedClock();
    private final MemoryStore store = new MemoryStore();
    private final HandbackConfig config =
            new HandbackConfig(1, Duration.ofSeconds(1), Duration.ofMinutes(15), 5, Duration.ofHours(72), 100);
    private final Handback handback = SteppedHandback.of(
            config, store, new BridgeStats(), new Surroundings(clock, clock, () -> 0.5, host -> new InetAddress[0]));
    private final Going shop = new Going();

    @AfterEach
    void stop() {
        handback.stop(Duration.ZERO);
    }

    private static final class Going implements Outlet {
        private final List<Said> open = new ArrayList<>();
        private int room = WINDOW;

        @Override
        public int room() {
            return room;
        }

        @Override
        public Attempt deliver(Event event, Said said) {
            open.add(said);
            return () -> {};
        }

        @Override
        public Duration answerWithin() {
            return Duration.ofMinutes(1);
        }

        void goes() {
            room = 0;
            open.forEach(Said::returned);
            open.clear();
        }
    }

    /** Two events of each message: the second one waits for the first. */
    private void offer() {
        for (int i = 0; i < EVENTS; i++) {
            long id = Given.id(TurnedClock.START, i);
            Event event =
                    store.put(Given.state(id, Given.id(TurnedClock.START, 500_000 + i / 2), MessageState.DELIVERED));
            handback.offer(SHOP, id, i, event);
        }
    }

    @Test
    void what_had_been_sent_and_came_back_is_kept_no_longer_than_what_had_not() {
        handback.outlet(SHOP, shop);
        offer();
        SteppedHandback.turn(handback);
        assertThat(shop.open).hasSize(WINDOW);
        shop.goes();
        SteppedHandback.turn(handback);
        clock.turn(Duration.ofHours(71));
        SteppedHandback.turn(handback);
        assertThat(store.dead).isEmpty();
        clock.turn(Duration.ofHours(2));
        for (int i = 0; i < 10; i++) {
            SteppedHandback.turn(handback);
        }
        assertThat(store.dead).hasSize(EVENTS);
        assertThat(handback.stats(SHOP).orElseThrow().waiting()).isZero();
    }
}
