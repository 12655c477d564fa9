package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import io.smppbridge.handback.HandOver.Answer;
import io.smppbridge.settings.HandbackConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Rounds;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
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
    private final Terms terms = new Terms(config, world.chance());
    private final Lane lane = new Lane("lane", world);
    private final Endpoint endpoint =
            new Endpoint("webhook:crm", lane, new Endpoint.Shared(terms, store, new BridgeStats(), world));
    private final Platform platform = new Platform();

    EndpointTest() {
        lane.adopt(endpoint);
        endpoint.handTo(platform);
    }

    /** Reads back what was put into it, but for what fails. */
    private static final class Store implements EventStore {
        final MemoryStore memory = new MemoryStore();
        int failing;
        /** So many readings find no memory beside the heap. */
        int starving;

        @Override
        public Optional<Event> load(long id, long position) {
            if (failing > 0) {
                failing--;
                throw new IllegalStateException("a bad disk");
            }
            if (starving > 0) {
                starving--;
                throw new OutOfMemoryError("Cannot reserve direct buffer memory: of a test");
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

    /** Answers at once, or not at all. */
    private static final class Platform implements HandOver {
        final List<List<Integer>> sendings = new ArrayList<>();
        Function<List<Integer>, Answer> says = numbers -> Answer.Taken.TAKEN;
        final List<Answered> open = new ArrayList<>();
        boolean answers = true;
        int batch = 8;
        int concurrency = 1;
        Duration answerWithin = Duration.ofSeconds(10);
        boolean hasPlace = true;
        int over;

        @Override
        public void over() {
            over++;
        }

        @Override
        public Readiness readiness() {
            return Readiness.READY;
        }

        @Override
        public Sending send(List<Event> events, Answered answered) {
            List<Integer> numbers = events.stream().map(EndpointTest::number).toList();
            sendings.add(numbers);
            if (!hasPlace) {
                return Sending.NO_PLACE;
            }
            if (answers) {
                answered.accept(says.apply(numbers));
            } else {
                open.add(answered);
            }
            return () -> Answer.Returned.RETURNED;
        }

        @Override
        public int concurrency() {
            return concurrency;
        }

        @Override
        public int batch() {
            return batch;
        }

        @Override
        public Duration answerWithin() {
            return answerWithin;
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

    /** Its thread had ended, and all webhooks of the lane with it. */
    @Test
    void a_lane_goes_on_after_an_error_that_ends_no_process() {
        List<Error> errors = List.of(
                new AssertionError("of a test"),
                new StackOverflowError("of a test"),
                new OutOfMemoryError("of a test"));
        AtomicInteger done = new AtomicInteger();
        for (Error error : errors) {
            lane.post(() -> {
                throw error;
            });
            lane.post(done::incrementAndGet);
        }
        lane.turn();
        assertThat(done).hasValue(errors.size());
    }

    /** It had been in no queue any more, until the next start. */
    @Test
    @Tag("D-11")
    void what_cannot_be_read_back_for_want_of_memory_comes_later() {
        store.starving = 1;
        offer(HOT + 1);
        turn(Duration.ZERO);
        turn(Duration.ofMinutes(1));
        assertThat(store.memory.taken).hasSize(HOT + 1);
        assertThat(store.memory.dead).isEmpty();
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
        offer(3 * HOT);
        turn(Duration.ZERO);
        assertThat(store.memory.loads).hasValue(2 * HOT);
        turn(Duration.ofMinutes(1));
        assertThat(platform.sendings).hasSize(6 * HOT);
        assertThat(store.memory.loads)
                .as("the others read back for each attempt")
                .hasValue(4 * HOT);
    }

    @Test
    @Tag("D-06")
    void an_event_that_cannot_be_read_back_once_is_told_all_the_same_and_none_before_it() {
        platform.batch = 1;
        offer(2 * HOT);
        store.failing = 3;
        turn(Duration.ZERO);
        assertThat(store.failing).as("left alone for a while after it failed").isEqualTo(2);
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

    /** What a lane that nobody wakes does next, it does when it is due, and not when it would look around anyway. */
    @Test
    @Tag("C90")
    void a_lane_rests_until_a_pause_is_over_an_attempt_is_due_or_an_answer_is_missed() {
        platform.batch = 1;
        platform.says = numbers -> new Answer.Full("too many");
        offer(1);
        lane.turn();
        assertThat(lane.turn()).as("a full endpoint's pause").isEqualTo(10_000_000);
        clock.turn(Duration.ofMillis(4));
        assertThat(lane.turn()).as("what is left of it").isEqualTo(6_000_000);
        clock.turn(Duration.ofMillis(6));
        platform.says = numbers -> new Answer.Refused("no");
        lane.turn();
        lane.turn();
        assertThat(platform.sendings).hasSize(2);
        clock.turn(Duration.ofMillis(700));
        assertThat(lane.turn()).as("the next attempt of a refused one").isEqualTo(300_000_000);
        platform.answers = false;
        platform.answerWithin = Duration.ofMillis(200);
        clock.turn(Duration.ofMillis(300));
        assertThat(lane.turn()).as("a sending without an answer").isEqualTo(200_000_000);
        clock.turn(Duration.ofMillis(150));
        assertThat(lane.turn()).isEqualTo(50_000_000);
        assertThat(platform.sendings).hasSize(3);
    }

    /** The one that has failed may be the cause, and what comes after it would share its fate. */
    @Test
    @Tag("C90")
    void a_failing_endpoint_is_tried_with_what_has_not_failed_yet_and_what_has_goes_alone() {
        platform.says = numbers -> new Answer.Failed("500", true, 1_000);
        offer(2);
        turn(Duration.ZERO);
        platform.says = numbers -> Answer.Taken.TAKEN;
        long id = Given.id(TurnedClock.START, 2);
        endpoint.waiting.offer(id, 2, store.memory.put(Given.inbound(id, "x")));
        turn(Duration.ofMinutes(1));
        assertThat(platform.sendings).containsExactly(List.of(0, 1), List.of(2), List.of(0), List.of(1));
    }

    @Test
    void of_what_is_refused_again_and_again_no_more_is_held_than_may_be_and_all_is_told_in_the_end() {
        platform.batch = 1;
        platform.says = numbers -> new Answer.Refused("no");
        offer(1_000);
        for (int i = 0; i < 10; i++) {
            turn(Duration.ofMillis(1));
        }
        assertThat(platform.sendings).hasSize(64);
        assertThat(endpoint.waiting.size()).isEqualTo(1_000 - 64);
        platform.says = numbers -> Answer.Taken.TAKEN;
        for (int i = 0; i < 60; i++) {
            turn(Duration.ofMinutes(1));
        }
        assertThat(store.memory.taken).hasSize(1_000);
    }

    @Test
    @Tag("C90")
    void no_pause_that_a_platform_asks_for_is_longer_than_the_longest() {
        platform.says =
                numbers -> new Answer.Failed("503", true, Duration.ofDays(1).toMillis());
        offer(1);
        lane.turn();
        lane.turn();
        assertThat(endpoint.stats().pausedUntil()).contains(TurnedClock.START.plus(Duration.ofMinutes(1)));
        platform.says = numbers -> Answer.Taken.TAKEN;
        turn(Duration.ofMinutes(1));
        assertThat(store.memory.taken).hasSize(1);
    }

    @Test
    @Tag("C90")
    void the_age_of_the_oldest_is_told_also_of_one_that_has_not_left_the_queue() {
        endpoint.handTo(NobodyThere.INSTANCE);
        offer(2);
        turn(Duration.ofHours(3));
        assertThat(endpoint.stats().oldest()).isEqualTo(Duration.ofHours(3));
    }

    @Test
    @Tag("C90")
    void what_nobody_is_there_for_ends_after_its_time_and_not_before() {
        endpoint.handTo(NobodyThere.INSTANCE);
        offer(600);
        turn(Duration.ofHours(72));
        assertThat(store.memory.dead).isEmpty();
        turn(Duration.ofMillis(1));
        assertThat(store.memory.dead).hasSize(600);
    }

    @Test
    void one_whose_content_is_gone_is_laid_aside_and_keeps_none_behind_it() {
        platform.batch = 1;
        offer(HOT);
        endpoint.waiting.offer(Given.id(TurnedClock.START, 900), 900, null);
        long id = Given.id(TurnedClock.START, HOT);
        endpoint.waiting.offer(id, HOT, store.memory.put(Given.inbound(id, "x")));
        turn(Duration.ZERO);
        assertThat(store.memory.dead).containsOnlyKeys(Given.id(TurnedClock.START, 900));
        assertThat(store.memory.dead.values()).allMatch(why -> why.contains("journal"));
        assertThat(store.memory.taken).hasSize(HOT + 1);
        assertThat(endpoint.dead.count()).isEqualTo(1);
    }

    @Test
    void a_hand_over_that_cannot_even_begin_is_an_attempt_that_failed() {
        platform.batch = 1;
        platform.says = numbers -> {
            throw new IllegalStateException("no descriptor");
        };
        offer(1);
        turn(Duration.ZERO);
        assertThat(endpoint.stats().inFlight()).isZero();
        platform.says = numbers -> Answer.Taken.TAKEN;
        turn(Duration.ofMinutes(1));
        assertThat(store.memory.taken).hasSize(1);
    }

    @Test
    @Tag("C90")
    void a_lane_rests_although_something_may_go_where_no_more_may_be_under_way_and_looks_again_where_more_may() {
        platform.says = numbers -> new Answer.Refused("no");
        offer(8);
        lane.turn();
        platform.answers = false;
        assertThat(lane.turn()).as("four under way, four to come").isEqualTo(Rounds.EVERY.toNanos());
        assertThat(platform.sendings).hasSize(2);
    }

    @Test
    @Tag("C90")
    void what_is_due_later_is_looked_for_then_also_while_others_are_under_way() {
        platform.batch = 1;
        platform.concurrency = 2;
        platform.says = numbers -> new Answer.Refused("no");
        offer(1);
        lane.turn();
        lane.turn();
        clock.turn(Duration.ofMillis(400));
        platform.answers = false;
        long id = Given.id(TurnedClock.START, 1);
        endpoint.waiting.offer(id, 1, store.memory.put(Given.inbound(id, "x")));
        assertThat(lane.turn()).isEqualTo(600_000_000);
        assertThat(platform.sendings).containsExactly(List.of(0), List.of(1));
    }

    @Test
    @Tag("C78")
    void one_that_was_full_gets_one_more_at_once_with_each_answer() {
        endpoint.health.full("too many");
        assertThat(endpoint.health.inFlight(4)).isEqualTo(1);
        List<Integer> atOnce = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            endpoint.health.lives();
            atOnce.add(endpoint.health.inFlight(4));
        }
        assertThat(atOnce).containsExactly(2, 3, 4, 4, 4);
    }

    /** In pieces: the lane has other endpoints. */
    @Test
    @Tag("C90")
    void what_waits_for_one_that_fails_ends_after_its_time_without_being_tried_and_in_pieces() {
        platform.says = numbers -> new Answer.Failed("no connection", false, 0);
        offer(600);
        turn(Duration.ZERO);
        turn(Duration.ofHours(72));
        assertThat(store.memory.dead).isEmpty();
        int tried = platform.sendings.size();
        clock.turn(Duration.ofMillis(1));
        lane.turn();
        assertThat(store.memory.dead).hasSize(256);
        turn(Duration.ZERO);
        assertThat(store.memory.dead).hasSize(600);
        assertThat(store.memory.dead.values()).allMatch(why -> why.contains("no connection"));
        assertThat(platform.sendings).hasSize(tried);
    }

    @Test
    @Tag("C90")
    void one_that_is_refused_once_its_time_is_over_comes_no_more() {
        platform.says = numbers -> new Answer.Refused("no");
        offer(1);
        turn(Duration.ZERO);
        turn(Duration.ofHours(72).plusMillis(1));
        assertThat(platform.sendings).hasSize(2);
        assertThat(store.memory.dead.values())
                .allMatch(why -> why.contains("kept for"))
                .hasSize(1);
    }

    private void offerAYoungerOne() {
        long young = Given.id(clock.instant(), 1);
        endpoint.waiting.offer(young, 1, store.memory.put(Given.inbound(young, "x")));
    }

    private void theFirstAloneIsLaidAsideWithinTheHour() {
        for (int minute = 0; minute < 62; minute++) {
            turn(Duration.ofMinutes(1));
        }
        assertThat(store.memory.dead).containsOnlyKeys(Given.id(TurnedClock.START, 0));
    }

    /** What was refused before waits behind what comes while nobody can be reached. */
    @Test
    @Tag("C90")
    void one_that_is_too_old_is_laid_aside_also_behind_a_younger_one_while_nobody_can_be_reached() {
        turn(Duration.ofHours(71));
        platform.says = numbers -> new Answer.Refused("no");
        offer(1);
        turn(Duration.ZERO);
        platform.says = numbers -> new Answer.Failed("no connection", false, 0);
        offerAYoungerOne();
        turn(Duration.ZERO);
        turn(Duration.ofSeconds(2));
        assertThat(platform.sendings.get(platform.sendings.size() - 1)).hasSize(2);
        theFirstAloneIsLaidAsideWithinTheHour();
    }

    /** It is the younger one that is tried again and again, as the one that has not failed for itself. */
    @Test
    @Tag("C90")
    void one_that_is_too_old_is_laid_aside_also_behind_a_younger_one_that_is_sent_alone() {
        platform.batch = 1;
        turn(Duration.ofHours(71));
        platform.says = numbers -> new Answer.Refused("no");
        offer(1);
        turn(Duration.ZERO);
        platform.says = numbers -> new Answer.Failed("no connection", false, 0);
        offerAYoungerOne();
        turn(Duration.ZERO);
        theFirstAloneIsLaidAsideWithinTheHour();
    }

    /** Both were under way, and the answer to the younger came last. */
    @Test
    @Tag("C90")
    void one_that_is_too_old_is_laid_aside_also_behind_a_younger_one_that_came_back_after_it() {
        platform.batch = 1;
        platform.concurrency = 2;
        platform.answers = false;
        turn(Duration.ofHours(71));
        offer(1);
        offerAYoungerOne();
        turn(Duration.ZERO);
        assertThat(platform.open).hasSize(2);
        platform.answers = true;
        platform.says = numbers -> new Answer.Failed("no connection", false, 0);
        platform.open.forEach(answered -> answered.accept(platform.says.apply(List.of())));
        theFirstAloneIsLaidAsideWithinTheHour();
    }

    @Test
    @Tag("C90")
    void what_only_waited_for_the_endpoint_goes_as_soon_as_that_works_and_in_its_order() {
        platform.says = numbers -> new Answer.Failed("500", true, 1_000);
        offer(8);
        turn(Duration.ZERO);
        turn(Duration.ofSeconds(1));
        assertThat(platform.sendings).containsExactly(List.of(0, 1, 2, 3, 4, 5, 6, 7), List.of(0, 1, 2, 3));
        platform.says = numbers -> Answer.Taken.TAKEN;
        platform.batch = 1;
        endpoint.health.resume();
        long id = Given.id(TurnedClock.START, 8);
        endpoint.waiting.offer(id, 8, store.memory.put(Given.inbound(id, "x")));
        turn(Duration.ZERO);
        assertThat(platform.sendings.stream().skip(2).flatMap(List::stream)).containsExactly(8, 0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    @Tag("C90")
    void one_that_was_refused_keeps_its_pause_when_an_endpoint_works_again_that_it_had_waited_for_before() {
        platform.batch = 1;
        platform.says = numbers -> new Answer.Failed("500", true, 1_000);
        offer(1);
        turn(Duration.ZERO);
        platform.says = numbers -> new Answer.Refused("no");
        turn(Duration.ofSeconds(1)); // comes again in two seconds
        platform.says = numbers -> new Answer.Failed("500", true, 1);
        for (int i = 1; i <= 2; i++) {
            long id = Given.id(TurnedClock.START, i);
            endpoint.waiting.offer(id, i, store.memory.put(Given.inbound(id, "x")));
            turn(Duration.ZERO);
            platform.says = numbers -> Answer.Taken.TAKEN;
            turn(Duration.ofSeconds(1));
        }
        assertThat(platform.sendings.stream().flatMap(List::stream)).containsExactly(0, 0, 1, 1, 2, 0);
    }

    @Test
    @Tag("C90")
    void where_nobody_is_is_asked_after_ever_longer_pauses() {
        platform.says = numbers -> new Answer.Away("nobody there");
        offer(1);
        List<Integer> asked = new ArrayList<>();
        for (int second = 0; second <= 8; second++) {
            turn(second == 0 ? Duration.ZERO : Duration.ofSeconds(1));
            asked.add(platform.sendings.size());
        }
        assertThat(asked).containsExactly(1, 2, 2, 3, 3, 3, 3, 4, 4);
    }

    @Test
    @Tag("C90")
    void as_many_as_come_in_one_answer_are_taken_once_each() {
        platform.batch = 300;
        offer(300);
        turn(Duration.ZERO);
        assertThat(platform.sendings).hasSize(1);
        assertThat(store.memory.taken).hasSize(300);
        assertThat(store.memory.taken.values()).containsOnly(1);
        assertThat(endpoint.stats().taken()).isEqualTo(300);
    }

    @Test
    @Tag("C90")
    void one_that_comes_back_without_an_answer_once_its_time_is_over_is_laid_aside() {
        platform.answers = false;
        offer(1);
        turn(Duration.ZERO);
        turn(Duration.ofHours(72).plusMillis(1));
        assertThat(store.memory.dead).hasSize(1);
        assertThat(platform.sendings).hasSize(1);
    }

    @Test
    @Tag("C90")
    void one_whose_next_attempt_is_due_goes_before_those_that_have_come_since() {
        platform.batch = 1;
        platform.says = numbers -> new Answer.Refused("no");
        offer(1);
        turn(Duration.ZERO);
        platform.says = numbers -> Answer.Taken.TAKEN;
        clock.turn(Duration.ofSeconds(1));
        for (int i = 1; i <= 3; i++) {
            long id = Given.id(TurnedClock.START, i);
            endpoint.waiting.offer(id, i, store.memory.put(Given.inbound(id, "x")));
        }
        turn(Duration.ZERO);
        assertThat(platform.sendings.stream().flatMap(List::stream)).containsExactly(0, 0, 1, 2, 3);
    }

    @Test
    @Tag("C90")
    void a_lane_rests_while_there_is_no_place_for_what_may_go() {
        platform.hasPlace = false;
        offer(1);
        assertThat(lane.turn()).isEqualTo(Rounds.EVERY.toNanos());
        assertThat(lane.turn()).isEqualTo(Rounds.EVERY.toNanos());
        platform.hasPlace = true;
        turn(Duration.ZERO);
        assertThat(store.memory.taken).hasSize(1);
    }

    private HandbackConfig fresh(int attempts, Duration retryMin, Duration keep) {
        return new HandbackConfig(1, retryMin, Duration.ofMinutes(1), attempts, keep, 1_000_000);
    }

    @Test
    @Tag("C90")
    void other_terms_hold_for_what_has_been_tried_under_the_former_ones() {
        platform.says = numbers -> new Answer.Refused("no");
        offer(1);
        turn(Duration.ZERO);
        terms.apply(fresh(3, Duration.ofSeconds(10), Duration.ofHours(72)));
        turn(Duration.ofSeconds(1));
        assertThat(platform.sendings).hasSize(2);
        turn(Duration.ofSeconds(19)); // twice the new shortest pause
        assertThat(platform.sendings).hasSize(2);
        turn(Duration.ofSeconds(1));
        assertThat(platform.sendings).hasSize(3);
        assertThat(store.memory.dead).hasSize(1);
        assertThat(terms.hotEvents()).isEqualTo(HOT);
    }

    @Test
    @Tag("C90")
    void what_waits_already_is_laid_aside_when_it_is_older_than_is_kept_now() {
        endpoint.handTo(NobodyThere.INSTANCE);
        offer(1);
        turn(Duration.ofHours(2));
        assertThat(store.memory.dead).isEmpty();
        terms.apply(fresh(ATTEMPTS, Duration.ofSeconds(1), Duration.ofHours(1)));
        turn(Duration.ZERO);
        assertThat(store.memory.dead).hasSize(1);
    }

    @Test
    @Tag("C90")
    void the_pause_of_a_platform_that_is_down_goes_by_the_terms_of_now() {
        platform.says = numbers -> new Answer.Failed("no connection", false, 0);
        terms.apply(fresh(ATTEMPTS, Duration.ofSeconds(7), Duration.ofHours(72)));
        offer(1);
        turn(Duration.ZERO);
        assertThat(endpoint.health.pauseLeft(clock.nanos())).isEqualTo(7_000_000_000L);
    }

    @Test
    void whoever_takes_over_is_asked_at_once_and_the_former_one_is_told_that_it_is_over() {
        platform.says = numbers -> new Answer.Failed("no connection", false, 0);
        offer(1);
        turn(Duration.ZERO);
        Platform next = new Platform();
        endpoint.handTo(next);
        assertThat(platform.over).isEqualTo(1);
        turn(Duration.ZERO);
        assertThat(next.sendings).containsExactly(List.of(0));
        assertThat(next.over).isZero();
    }
}
