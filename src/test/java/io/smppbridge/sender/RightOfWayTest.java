package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Priority;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.ScriptedSmsc.Link;
import io.smppbridge.connector.ScriptedSmsc.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How far apart the parts of one message go out. */
class RightOfWayTest {
    private static final String LONG = "467900000";
    /** A worker that finds somebody else's claim asks again so much later, and wakes up late as well. */
    private static final Duration LATE = Duration.ofMillis(30);

    private final Bench bench = new Bench();

    private List<Sent> sent() {
        List<Sent> all = new ArrayList<>();
        bench.smsc.links.forEach(link -> all.addAll(link.sent));
        all.sort(Comparator.comparingLong(Sent::atNanos));
        return all;
    }

    private Map<String, List<Long>> timesOfLongOnes() {
        Map<String, List<Long>> times = new LinkedHashMap<>();
        for (Sent one : sent()) {
            if (one.to().startsWith(LONG)) {
                times.computeIfAbsent(one.to(), to -> new ArrayList<>()).add(one.atNanos());
            }
        }
        return times;
    }

    private static Duration longestGap(List<Long> times) {
        long longest = 0;
        for (int i = 1; i < times.size(); i++) {
            longest = Math.max(longest, times.get(i) - times.get(i - 1));
        }
        return Duration.ofNanos(longest);
    }

    /** As many as a second's worth go at once; then that second, and the guard. */
    private static Duration apart(double rate) {
        return Duration.ofNanos((long) (Math.max(1, Math.ceil(rate)) / rate * 1e9))
                .plusMillis(2);
    }

    @ParameterizedTest
    @CsvSource({"0.5,1,1", "0.5,2,2", "1,1,1", "1,1,4", "1,3,2", "2.5,2,2", "5,1,1", "5,2,2", "5,4,4"})
    @Tag("C42")
    void parts_are_as_far_apart_as_the_rate_makes_them_however_many_others_compete(
            double rate, int workers, int binds) {
        bench.rate = rate;
        bench.binds = binds;
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.start(workers);
        int parts = 12;
        for (int id = 1; id <= 60; id++) {
            boolean isLong = id % 12 == 5;
            Priority priority = id % 3 == 0 ? Priority.HIGH : Priority.NORMAL;
            String to = isLong ? LONG + String.format("%02d", id) : Long.toString(46_700_000_000L + id);
            bench.message(id, to, isLong ? parts : 1, priority, Long.MAX_VALUE);
        }
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int step = 0; bench.told.accepted < 60; step++) {
            assertThat(step).as("steps, seed %d", seed).isLessThan((int) (14_000 / rate));
            bench.pass(Duration.ofMillis(10), Duration.ofMillis(10));
            Collections.shuffle(bench.senders, random); // whichever thread wakes up first
        }

        Map<String, List<Long>> times = timesOfLongOnes();
        assertThat(times).hasSize(5);
        assertThat(times.values()).allSatisfy(those -> {
            assertThat(those).hasSize(parts);
            assertThat(longestGap(those))
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(apart(rate).plus(LATE));
        });
        assertThat(bench.stats.partGaps.sum()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"5,3,1,1", "5,3,5,1", "5,2,1,2", "10,6,1,1", "10,6,10,2", "4,3,1,1", "20,7,1,3", "2.5,2,1,1"})
    @Tag("C37")
    @Tag("C36")
    @Tag("C42")
    void a_backlog_of_long_messages_alone_uses_all_of_the_rate(double rate, int parts, int burst, int workers) {
        bench.rate = rate;
        bench.burst = burst;
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.start(workers);
        for (int id = 1; id <= 80 * rate / parts; id++) {
            bench.message(id, LONG + String.format("%03d", id), parts, Priority.NORMAL, Long.MAX_VALUE);
        }
        bench.pass(Duration.ofSeconds(60), Duration.ofMillis(100));

        List<Sent> all = sent();
        assertThat(all.size()).isGreaterThanOrEqualTo((int) (59.4 * rate));
        int second = (int) Math.ceil(rate);
        for (int i = second; i < all.size(); i++) {
            assertThat(all.get(i).atNanos() - all.get(i - second).atNanos()).isGreaterThanOrEqualTo(1_000_000_000L);
        }
        for (int i = 0; i < all.size(); i++) { // nobody comes between the parts of one
            assertThat(all.get(i).to()).isEqualTo(all.get(i - i % parts).to());
        }
        assertThat(timesOfLongOnes().values())
                .allSatisfy(times -> assertThat(longestGap(times)).isLessThanOrEqualTo(apart(rate)));
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,1", "1,3"})
    @Tag("C42")
    void the_rest_of_a_message_goes_when_the_rate_has_room_whether_or_not_the_smsc_has_answered(int binds, int later) {
        bench.rate = 5;
        bench.binds = binds;
        bench.window = 20;
        bench.start();
        bench.pass(Duration.ofSeconds(1));
        bench.message(1, LONG + "01", 3, Priority.NORMAL, Long.MAX_VALUE);
        for (int id = 2; id <= 1 + later; id++) {
            bench.message(id, LONG + "0" + id, 3, Priority.NORMAL, Long.MAX_VALUE);
        }
        long began = bench.nanos();
        bench.pass(Duration.ofSeconds(2), Duration.ofSeconds(10)); // nothing rings
        List<Sent> all = sent();
        assertThat(all.get(5).to()).isEqualTo(LONG + "02");
        assertThat(all.get(5).atNanos() - began).isLessThanOrEqualTo(1_003_000_000L);
    }

    @Test
    @Tag("C42")
    void a_worker_that_is_to_end_with_a_message_half_submitted_lets_others_pass() {
        bench.rate = 5;
        bench.start(2);
        bench.pass(Duration.ofSeconds(1));
        bench.message(1, LONG + "01", 3, Priority.NORMAL, Long.MAX_VALUE);
        bench.message(2, LONG + "02", 3, Priority.NORMAL, Long.MAX_VALUE);
        long began = bench.nanos();
        bench.pass(Duration.ofMillis(700), Duration.ofMillis(100));
        assertThat(sent()).hasSize(5);
        Sender ending = bench.smsc.links.get(0).sent.isEmpty() ? bench.senders.get(1) : bench.senders.get(0);
        ending.stop(bench.nanos() + 20_000_000_000L);
        bench.message(3);
        bench.pass(Duration.ofSeconds(2), Duration.ofMillis(100));
        assertThat(sent()).hasSize(6);
        assertThat(sent().get(5).atNanos() - began).isLessThanOrEqualTo(1_100_000_000L);
    }

    @Test
    @Tag("C42")
    void parts_that_the_rate_sets_further_apart_than_wanted_are_counted() {
        bench.rate = 0.05;
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.start().message(1, 3, Priority.NORMAL, Long.MAX_VALUE);
        bench.pass(Duration.ofSeconds(70));
        assertThat(bench.told.accepted).isEqualTo(1);
        assertThat(bench.stats.partGaps.sum()).isEqualTo(2);
    }

    @Test
    @Tag("C42")
    @Tag("C38")
    void after_a_pause_that_the_smsc_asked_for_the_rest_goes_before_anything_else() {
        bench.window = 4;
        bench.start();
        Link link = bench.smsc.last();
        bench.message(1, LONG + "01", 3, Priority.LOW, Long.MAX_VALUE);
        bench.turn();
        link.answer(1, 0);
        link.answer(2, CommandStatus.RTHROTTLED);
        link.answer(3, CommandStatus.RTHROTTLED);
        bench.turn();
        bench.message(2, "46700000002", 1, Priority.HIGH, Long.MAX_VALUE);
        bench.pass(Duration.ofMillis(1_100));
        assertThat(link.sent).hasSize(5);
        assertThat(link.sent.subList(3, 5)).allMatch(one -> one.to().equals(LONG + "01"));
        link.answerAll(0);
        bench.turn();
        assertThat(link.sent).hasSize(6);
        link.answerAll(0);
        bench.turn();
        assertThat(bench.told.accepted).isEqualTo(2);
        assertThat(bench.notes.open).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("C42")
    @Tag("C38")
    void after_a_pause_the_worker_that_has_the_rest_probes_whoever_wakes_up_first(boolean idleOneFirst) {
        bench.start(2);
        bench.message(1, LONG + "01", 3, Priority.HIGH, Long.MAX_VALUE);
        bench.turn();
        Link link = bench.smsc.links.stream()
                .filter(one -> !one.sent.isEmpty())
                .findFirst()
                .orElseThrow();
        link.answer(1, 0);
        link.answer(2, CommandStatus.RTHROTTLED);
        link.answer(3, CommandStatus.RTHROTTLED);
        bench.turn();
        for (int id = 2; id <= 5; id++) {
            bench.message(id);
        }
        boolean firstHasIt = link == bench.smsc.links.get(0);
        if (firstHasIt == idleOneFirst) {
            Collections.reverse(bench.senders);
        }
        bench.pass(Duration.ofMillis(1_100));
        assertThat(sent().subList(3, sent().size()))
                .isNotEmpty()
                .allMatch(one -> one.to().equals(LONG + "01"));
        link.answerAll(CommandStatus.RTHROTTLED); // and again, for twice as long
        bench.turn();
        bench.pass(Duration.ofMillis(2_100));
        assertThat(sent().subList(3, sent().size())).allMatch(one -> one.to().equals(LONG + "01"));
        bench.smsc.onFlush = one -> one.answerAll(0);
        link.answerAll(0);
        bench.pass(Duration.ofSeconds(1));
        assertThat(bench.told.accepted).isEqualTo(5);
        assertThat(bench.notes.open).isEmpty();
    }

    @Test
    @Tag("C42")
    @Tag("C38")
    void when_the_worker_that_has_the_rest_says_nothing_another_probes_a_second_after_the_pause() {
        bench.start(2);
        bench.message(1, LONG + "01", 3, Priority.HIGH, Long.MAX_VALUE);
        bench.turn();
        Link link = bench.smsc.links.stream()
                .filter(one -> !one.sent.isEmpty())
                .findFirst()
                .orElseThrow();
        link.answer(1, 0);
        link.answer(2, CommandStatus.RTHROTTLED);
        link.answer(3, CommandStatus.RTHROTTLED);
        bench.turn();
        bench.message(2);
        bench.senders.remove(link == bench.smsc.links.get(0) ? 0 : 1);
        bench.pass(Duration.ofMillis(1_990));
        assertThat(sent()).hasSize(3);
        bench.pass(Duration.ofMillis(20));
        assertThat(sent()).hasSize(4);
    }

    @Test
    @Tag("C44")
    @Tag("C42")
    void a_message_that_has_begun_ends_before_one_of_high_priority_goes_and_no_other_does() {
        bench.rate = 2;
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.start();
        bench.message(1, LONG + "01", 8, Priority.LOW, Long.MAX_VALUE);
        bench.message(2, LONG + "02", 8, Priority.LOW, Long.MAX_VALUE);
        bench.pass(Duration.ofMillis(100));
        assertThat(sent()).isNotEmpty().allMatch(one -> one.to().equals(LONG + "01"));
        bench.message(3, "46700000003", 1, Priority.HIGH, Long.MAX_VALUE);
        bench.pass(Duration.ofSeconds(12));
        assertThat(sent()).extracting(Sent::to).startsWith(new String[] {
            LONG + "01",
            LONG + "01",
            LONG + "01",
            LONG + "01",
            LONG + "01",
            LONG + "01",
            LONG + "01",
            LONG + "01",
            "46700000003",
            LONG + "02"
        });
        assertThat(bench.told.accepted).isEqualTo(3);
    }

    @Test
    @Tag("C42")
    void what_a_pause_has_interrupted_goes_on_elsewhere_when_its_bind_is_lost_and_ends_when_its_time_is_over() {
        bench.start();
        Link first = bench.smsc.last();
        bench.message(1, LONG + "01", 3, Priority.NORMAL, Long.MAX_VALUE);
        bench.message(2, LONG + "02", 3, Priority.NORMAL, bench.nowMs() + 4_500);
        bench.turn();
        assertThat(first.sent).hasSize(6);
        first.answer(1, 0);
        first.answer(2, CommandStatus.RTHROTTLED);
        first.answer(3, 0);
        first.answer(4, 0);
        first.answer(5, CommandStatus.RTHROTTLED);
        first.answer(6, CommandStatus.RTHROTTLED);
        bench.turn();
        first.drop(CloseCause.PEER_CLOSED, 0);
        bench.pass(Duration.ofMillis(3_000));
        Link second = bench.smsc.last();
        assertThat(second).isNotSameAs(first);
        assertThat(second.sent).extracting(Sent::to).containsExactly(LONG + "01");
        second.answer(1, CommandStatus.RTHROTTLED);
        bench.turn();
        bench.pass(Duration.ofSeconds(20));
        assertThat(bench.told.words)
                .contains("ended 2 EXPIRED validity ended before it was handed over; 1 of 3 parts were handed over");
        second.answerAll(0);
        bench.turn();
        assertThat(bench.told.accepted).isEqualTo(1);
        assertThat(bench.notes.open).isEmpty();
        assertThat(bench.stats.inFlight.sum()).isZero();
    }

    /** Its first parts have room in this second, its last one in the next. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("C42")
    @Tag("C21")
    void of_a_message_that_ends_midway_no_part_goes_although_earlier_ones_are_not_answered(boolean expires) {
        bench.rate = 5;
        bench.start();
        bench.message(1, LONG + "01", 3, Priority.NORMAL, Long.MAX_VALUE);
        Task second = bench.message(2, LONG + "02", 3, Priority.NORMAL, expires ? bench.nowMs() + 900 : Long.MAX_VALUE);
        bench.message(3);
        bench.pass(Duration.ofMillis(800));
        assertThat(sent()).hasSize(5);
        second.over = !expires;
        bench.pass(Duration.ofSeconds(2));
        assertThat(sent()).extracting(Sent::to).containsOnlyOnce("46700000003").hasSize(6);
        assertThat(bench.told.words).noneMatch(word -> word.startsWith("ended"));
        bench.smsc.last().answerAll(0);
        bench.pass(Duration.ofSeconds(1));
        assertThat(sent()).hasSize(6);
        assertThat(bench.told.words)
                .filteredOn(word -> word.startsWith("ended 2"))
                .hasSize(1);
        assertThat(bench.told.accepted).isEqualTo(2);
        assertThat(bench.notes.open).isEmpty();
        assertThat(bench.stats.inFlight.sum()).isZero();
    }
}
