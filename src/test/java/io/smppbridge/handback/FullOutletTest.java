package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import io.smppbridge.settings.HandbackConfig;
import io.smppbridge.stats.BridgeStats;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Somebody who takes so many a second and says of all others that he is full, on a clock turned by hand. */
class FullOutletTest {
    private static final String SHOP = Handback.esme("shop");
    private static final int EVENTS = 1_000;
    private static final int WINDOW = 10;
    private static final Duration TICK = Duration.ofMillis(5);

    private final TurnedClock clock = new TurnedClock();
    private final MemoryStore store = new MemoryStore();
    private final HandbackConfig config =
            new HandbackConfig(1, Duration.ofSeconds(1), Duration.ofMinutes(15), 5, Duration.ofHours(72), 100);
    private final Handback handback = SteppedHandback.of(
            config, store, new BridgeStats(), new Surroundings(clock, clock, () -> 0.5, host -> new InetAddress[0]));
    private final Throttling shop = new Throttling();

    FullOutletTest() {
        handback.outlet(SHOP, shop);
        for (int i = 0; i < EVENTS; i++) {
            long id = Given.id(TurnedClock.START, i);
            Event event = store.put(Given.state(id, Given.id(TurnedClock.START, 500_000 + i), MessageState.DELIVERED));
            handback.offer(SHOP, id, i, event);
        }
    }

    @AfterEach
    void stop() {
        handback.stop(Duration.ZERO);
    }

    /** Takes as many as it has credits for, and answers a tick later. */
    private static final class Throttling implements Outlet {
        private final List<Long> taken = new ArrayList<>();
        private final List<Runnable> answers = new ArrayList<>();
        private double perTick;
        private double most;
        private double credits;
        private int refused;

        void allow(double perSecond, double atOnce) {
            perTick = perSecond * TICK.toMillis() / 1_000;
            most = atOnce;
        }

        @Override
        public int room() {
            return WINDOW;
        }

        @Override
        public Attempt deliver(Event event, Said said) {
            answers.add(() -> {
                if (credits < 1) {
                    refused++;
                    said.full("deliver_sm_resp with command_status 0x58");
                    return;
                }
                credits--;
                taken.add(event.id());
                said.taken();
            });
            return () -> {};
        }

        @Override
        public Duration answerWithin() {
            return Duration.ofMinutes(1);
        }

        void tick() {
            credits = Math.min(most, credits + perTick);
            List<Runnable> now = List.copyOf(answers);
            answers.clear();
            now.forEach(Runnable::run);
        }
    }

    private void run(Duration time) {
        for (long left = time.dividedBy(TICK); left > 0; left--) {
            SteppedHandback.turn(handback);
            shop.tick();
            clock.turn(TICK);
        }
    }

    @Test
    @Tag("C78")
    void an_esme_that_takes_fifty_a_second_gets_nearly_that_and_in_order() {
        shop.allow(50, 1);
        run(Duration.ofSeconds(10));
        assertThat(shop.taken).hasSizeBetween(450, 501).isEqualTo(ids(shop.taken.size()));
        assertThat(shop.refused).as("refused meanwhile").isLessThan(10 * shop.taken.size());
        assertThat(store.dead).isEmpty();
    }

    @Test
    @Tag("C78")
    void an_esme_that_is_full_for_a_day_is_asked_now_and_then_and_gets_all_in_order_afterwards() {
        run(Duration.ofSeconds(10));
        int beginning = shop.refused;
        for (int minute = 0; minute < 1_440; minute++) {
            clock.turn(Duration.ofMinutes(1));
            SteppedHandback.turn(handback);
            shop.tick();
        }
        assertThat(beginning).isLessThanOrEqualTo(WINDOW + 11);
        assertThat(shop.refused).isLessThan(beginning + 1_441);
        assertThat(store.dead).as("laid aside though no fault of theirs").isEmpty();
        shop.allow(1_000_000, 1_000_000);
        run(Duration.ofSeconds(15));
        assertThat(shop.taken).isEqualTo(ids(EVENTS));
        assertThat(store.taken).hasSize(EVENTS);
    }

    private static List<Long> ids(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Given.id(TurnedClock.START, i))
                .toList();
    }

    /** Takes nothing of every twentieth, which goes elsewhere, until that works. */
    private static final class TwoPlaces implements Outlet {
        private final List<Long> taken = new ArrayList<>();
        private boolean elsewhereWorks;

        @Override
        public int room() {
            return WINDOW;
        }

        @Override
        public Attempt deliver(Event event, Said said) {
            if (event.id() % 20 != 0 || elsewhereWorks) {
                taken.add(event.id());
                said.taken();
            } else {
                said.away("nobody there");
            }
            return () -> {};
        }

        @Override
        public Duration answerWithin() {
            return Duration.ofMinutes(1);
        }
    }

    @Test
    @Tag("C90")
    @Tag("C91")
    void what_goes_where_nobody_is_lets_all_others_pass_and_is_laid_aside_only_for_its_age() {
        TwoPlaces places = new TwoPlaces();
        handback.outlet(SHOP, places);
        run(Duration.ofSeconds(1));
        assertThat(places.taken).hasSize(EVENTS * 19 / 20);
        for (int i = 0; i < 20; i++) { // more often than an event may be refused
            clock.turn(Duration.ofMinutes(15));
            run(Duration.ofSeconds(1));
        }
        assertThat(store.dead).isEmpty();
        assertThat(places.taken).hasSize(EVENTS * 19 / 20);
        places.elsewhereWorks = true;
        clock.turn(Duration.ofMinutes(15));
        run(Duration.ofSeconds(1));
        assertThat(places.taken).hasSize(EVENTS);
        assertThat(store.dead).isEmpty();
    }

    /** Has no place for one event, as those of a long message have taken them, and has one again a moment later. */
    private static final class PlacesTaken implements Outlet {
        private final List<Long> taken = new ArrayList<>();
        private int asked;

        @Override
        public int room() {
            return WINDOW;
        }

        @Override
        public Attempt deliver(Event event, Said said) {
            asked++;
            if (asked % 3 == 0) {
                return NO_PLACE;
            }
            taken.add(event.id());
            said.taken();
            return () -> {};
        }

        @Override
        public Duration answerWithin() {
            return Duration.ofMinutes(1);
        }
    }

    @Test
    @Tag("C78")
    void an_event_that_finds_no_place_after_all_is_overtaken_by_none() {
        PlacesTaken places = new PlacesTaken();
        handback.outlet(SHOP, places);
        run(Duration.ofSeconds(5));
        assertThat(places.taken).isEqualTo(ids(EVENTS));
        assertThat(store.taken).hasSize(EVENTS);
    }
}
