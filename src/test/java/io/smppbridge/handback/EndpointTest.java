package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import io.smppbridge.handback.HandOver.Answer;
import io.smppbridge.settings.HandbackConfig;
import io.smppbridge.stats.BridgeStats;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an endpoint sends together, and again, to a platform that the test plays; its clocks are turned by hand. */
class EndpointTest {
    private static final int HOT = 4;
    private static final int ATTEMPTS = 5;

    private final TurnedClock clock = new TurnedClock();
    private final Surroundings world = new Surroundings(clock, clock, () -> 0.0, host -> new InetAddress[0]);
    private final Store store = new Store();
    private final HandbackConfig config =
            new HandbackConfig(1, Duration.ofSeconds(1), Duration.ofMinutes(1), ATTEMPTS, Duration.ofHours(72), HOT);
    private final Lane lane = new Lane("lane", world);
    private final Endpoint endpoint =
            new Endpoint("webhook:crm", lane, new Endpoint.Shared(config, store, new BridgeStats(), world));
    private final Platform platform = new Platform();

    EndpointTest() {
        lane.adopt(endpoint);
        endpoint.handTo(platform);
    }

    /** Reads back what was put into it, but for what fails. */
    private static final class Store implements EventStore {
        final MemoryStore memory = new MemoryStore();
        int failing;

        @Override
        public Optional<Event> load(long id, long position) {
            if (failing > 0) {
                failing--;
                throw new IllegalStateException("a bad disk");
            }
            return memory.load(id, position);
        }

        @Override
        public void taken(long[] ids, int count) {
            memory.taken(ids, count);
        }

        @Override
        public void dead(long id, String why) {
            memory.dead(id, why);
        }

        @Override
        public void again(long id) {
            memory.again(id);
        }
    }

    /** Answers at once. */
    private static final class Platform implements HandOver {
        final List<List<Integer>> sendings = new ArrayList<>();
        Function<List<Integer>, Answer> says = numbers -> Answer.Taken.TAKEN;
        int batch = 8;

        @Override
        public Readiness readiness() {
            return Readiness.READY;
        }

        @Override
        public Sending send(List<Event> events, Answered answered) {
            List<Integer> numbers = events.stream().map(EndpointTest::number).toList();
            sendings.add(numbers);
            answered.accept(says.apply(numbers));
            return () -> Answer.Returned.RETURNED;
        }

        @Override
        public int concurrency() {
            return 1;
        }

        @Override
        public int batch() {
            return batch;
        }

        @Override
        public Duration answerWithin() {
            return Duration.ofSeconds(10);
        }
    }

    private static int number(Event event) {
        return (int) (event.id() - Given.id(TurnedClock.START, 0));
    }

    private void offer(int count) {
        for (int i = 0; i < count; i++) {
            long id = Given.id(TurnedClock.START, i);
            Event event =
                    store.memory.put(Given.state(id, Given.id(TurnedClock.START, 500_000 + i), MessageState.DELIVERED));
            endpoint.waiting.offer(id, i, event);
        }
    }

    private void turn(Duration by) {
        clock.turn(by);
        for (int i = 0; i < 40; i++) {
            lane.turn();
        }
    }

    private List<Integer> sizesWith(int number) {
        return platform.sendings.stream()
                .filter(numbers -> numbers.contains(number))
                .map(List::size)
                .toList();
    }

    @Test
    @Tag("D-11")
    void one_that_was_refused_with_others_comes_again_with_ever_fewer_and_costs_them_no_attempt() {
        platform.says = numbers -> numbers.contains(5) ? new Answer.Refused("no") : Answer.Taken.TAKEN;
        offer(40);
        turn(Duration.ZERO);
        assertThat(store.memory.taken).hasSize(39);
        List<Integer> sizes = sizesWith(5);
        assertThat(sizes).containsExactly(8, 4, 2, 1);
        for (int attempt = 2; attempt <= ATTEMPTS; attempt++) {
            assertThat(store.memory.dead).isEmpty();
            turn(Duration.ofMinutes(1));
        }
        assertThat(sizesWith(5)).containsExactly(8, 4, 2, 1, 1, 1, 1, 1);
        assertThat(store.memory.dead).hasSize(1);
        assertThat(store.memory.taken.values()).containsOnly(1);
        assertThat(endpoint.waiting.hot()).as("contents in memory").isZero();
    }

    @Test
    @Tag("D-11")
    void a_request_that_goes_wrong_lays_nothing_aside_that_has_not_gone_alone() {
        platform.batch = 64;
        platform.says = numbers -> numbers.contains(5) ? new Answer.Failed("500", true, 0) : Answer.Taken.TAKEN;
        offer(64);
        for (int i = 0; i < 60; i++) {
            turn(Duration.ofMinutes(1));
        }
        assertThat(store.memory.taken).hasSize(63);
        assertThat(store.memory.dead).containsOnlyKeys(Given.id(TurnedClock.START, 5));
        List<Integer> sizes = sizesWith(5);
        assertThat(sizes.get(sizes.size() - 1)).isEqualTo(1);
    }

    @Test
    void what_waits_for_another_attempt_keeps_its_content_only_where_it_is_one_of_the_hot() {
        platform.batch = 1;
        platform.says = numbers -> new Answer.Refused("no");
        offer(2 * HOT);
        turn(Duration.ZERO);
        assertThat(store.memory.loads).hasValue(HOT);
        turn(Duration.ofMinutes(1));
        assertThat(platform.sendings).hasSize(4 * HOT);
        assertThat(store.memory.loads).as("read back for each attempt").hasValue(2 * HOT);
    }

    @Test
    @Tag("D-06")
    void an_event_that_cannot_be_read_back_once_is_told_all_the_same_and_none_before_it() {
        platform.batch = 1;
        offer(2 * HOT);
        store.failing = 3;
        for (int i = 0; i < 5; i++) {
            turn(Duration.ofMinutes(1));
        }
        assertThat(platform.sendings.stream().flatMap(List::stream)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(store.memory.dead).isEmpty();
        assertThat(store.memory.taken).hasSize(2 * HOT);
    }

    @Test
    void what_comes_back_from_nobody_goes_first_and_in_its_order() {
        platform.batch = 4;
        platform.says = numbers -> new Answer.Failed("no connection", false, 0);
        offer(8);
        turn(Duration.ZERO);
        platform.says = numbers -> Answer.Taken.TAKEN;
        turn(Duration.ofMinutes(1));
        assertThat(platform.sendings.stream().skip(1).flatMap(List::stream)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }
}
