package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.ScriptedSmsc;
import io.smppbridge.pipeline.BeforeSubmit;
import io.smppbridge.settings.Leaving;
import io.smppbridge.settings.QuietHours;
import io.smppbridge.settings.RouteConfig.Hours;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages that plug-ins look at before they are submitted stand aside; all others go on. */
@Tag("S2.15")
class ClearanceTest {
    private static final String ONE = "46700000111";
    private static final String OTHER = "46700000222";

    /** Answers when the test says so. */
    private static final class Slow implements BeforeSubmit {
        final Map<Long, Consumer<Said>> open = new LinkedHashMap<>();
        final List<Long> asked = new ArrayList<>();
        Duration within = Duration.ofMillis(100);

        @Override
        public boolean any() {
            return true;
        }

        @Override
        public Duration within() {
            return within;
        }

        @Override
        public void ask(Task task, Consumer<Said> told) {
            asked.add(task.id());
            open.put(task.id(), told);
        }

        void say(long id, Said said) {
            open.remove(id).accept(said);
        }
    }

    private final Slow slow = new Slow();
    private final Bench bench = new Bench();

    private List<String> sent() {
        List<String> all = new ArrayList<>();
        for (ScriptedSmsc.Link link : bench.smsc.links) {
            link.sent.forEach(one -> all.add(one.to()));
        }
        return all;
    }

    @Test
    @Tag("C89")
    void a_message_that_is_looked_at_keeps_no_other_waiting() {
        bench.before = slow;
        bench.start();
        bench.message(1, ONE);
        bench.message(2, OTHER);
        bench.turn();
        assertThat(slow.asked).containsExactly(1L, 2L);
        assertThat(sent()).isEmpty();
        slow.say(2, BeforeSubmit.Said.PASS);
        bench.turn();
        assertThat(sent()).containsExactly(OTHER);
        slow.say(1, BeforeSubmit.Said.PASS);
        bench.turn();
        assertThat(sent()).containsExactly(OTHER, ONE);
        bench.smsc.last().answer(1, 0x58);
        bench.pass(Duration.ofSeconds(20));
        assertThat(slow.asked).as("tried again, and not asked about again").hasSize(2);
        assertThat(sent()).hasSize(3);
    }

    /** A plug-in that takes its time is asked so far ahead that the rate is kept all the same. */
    @Test
    void as_many_are_looked_at_as_the_rate_lets_go_while_an_answer_takes_its_time() {
        slow.within = Duration.ofMillis(500);
        bench.before = slow;
        bench.rate = 100;
        bench.window = 100;
        bench.start();
        bench.messages(200);
        bench.turn();
        assertThat(slow.asked).hasSize(50);
        slow.say(7, BeforeSubmit.Said.PASS);
        bench.pass(Duration.ofMillis(100), Duration.ofMillis(10));
        assertThat(slow.asked).hasSize(51);
    }

    @Test
    @Tag("C43")
    void one_that_is_refused_lets_the_next_to_its_number_go_at_once() {
        bench.before = slow;
        bench.leaving = new Leaving(true, QuietHours.NONE);
        bench.start();
        bench.message(1, ONE);
        bench.message(2, ONE);
        bench.turn();
        assertThat(slow.asked).containsExactly(1L);
        slow.say(1, new BeforeSubmit.Said.Refused("refused by a plug-in: no"));
        bench.turn();
        assertThat(slow.asked).containsExactly(1L, 2L);
        slow.say(2, BeforeSubmit.Said.PASS);
        bench.turn();
        assertThat(sent()).containsExactly(ONE);
    }

    @Test
    void one_that_is_refused_ends_one_that_cannot_be_decided_comes_again_and_one_withdrawn_is_gone() {
        bench.before = slow;
        bench.start();
        bench.message(1);
        bench.message(2);
        Task third = bench.message(3);
        bench.turn();
        slow.say(1, new BeforeSubmit.Said.Refused("refused by a plug-in: no"));
        slow.say(2, BeforeSubmit.Said.LATER);
        assertThat(third.withdraw()).isTrue();
        slow.say(3, BeforeSubmit.Said.PASS);
        bench.turn();
        assertThat(bench.told.words).containsExactly("ended 1 REJECTED refused by a plug-in: no");
        assertThat(slow.open).isEmpty();
        bench.pass(Duration.ofSeconds(2));
        assertThat(slow.asked).containsExactly(1L, 2L, 3L, 2L);
        assertThat(sent()).isEmpty();
    }

    @Test
    @Tag("C43")
    void order_by_destination_holds_over_what_is_looked_at() {
        bench.before = slow;
        bench.leaving = new Leaving(true, QuietHours.NONE);
        bench.start();
        bench.message(1, ONE);
        bench.message(2, ONE);
        bench.message(3, OTHER);
        bench.turn();
        assertThat(slow.asked).containsExactly(1L, 3L);
        slow.say(3, BeforeSubmit.Said.PASS);
        slow.say(1, BeforeSubmit.Said.PASS);
        bench.turn();
        assertThat(sent()).containsExactly(ONE, OTHER);
        bench.smsc.last().answer(1, 0);
        bench.turn();
        assertThat(slow.asked).containsExactly(1L, 3L, 2L);
    }

    @Test
    @Tag("C43")
    void a_message_whose_number_a_plug_in_changes_keeps_its_line_and_leaves_it_when_it_is_taken() {
        bench.before = slow;
        bench.leaving = new Leaving(true, QuietHours.NONE);
        bench.start();
        Task first = bench.message(1, ONE);
        bench.message(2, ONE);
        bench.turn();
        OutboundSms sms = first.sms();
        first.become(sms.with(sms.from(), Address.of("+" + OTHER), sms.text()), first.parts());
        slow.say(1, BeforeSubmit.Said.PASS);
        bench.turn();
        assertThat(sent()).containsExactly(OTHER);
        assertThat(slow.asked).containsExactly(1L);
        assertThat(bench.account.destinations.size()).isEqualTo(1);
        bench.smsc.last().answer(1, 0);
        bench.turn();
        assertThat(slow.asked).containsExactly(1L, 2L);
        slow.say(2, BeforeSubmit.Said.PASS);
        bench.turn();
        assertThat(sent()).containsExactly(OTHER, ONE);
        bench.smsc.last().answer(2, 0);
        bench.turn();
        assertThat(bench.account.destinations.size()).isZero();
    }

    @Test
    @Tag("C40")
    void no_more_are_looked_at_than_the_rate_lets_go_soon() {
        bench.before = slow;
        bench.rate = 100;
        bench.burst = 100;
        bench.window = 100;
        bench.start();
        bench.messages(200);
        bench.pass(Duration.ofSeconds(2));
        assertThat(slow.asked).hasSize(10);
        assertThat(bench.account.stats.holdUp).contains("plug-ins look at 10 messages");
        new ArrayDeque<>(slow.open.keySet()).forEach(id -> slow.say(id, BeforeSubmit.Said.PASS));
        bench.turn();
        assertThat(sent()).hasSize(10);
        assertThat(slow.asked).hasSize(20);
    }

    @Test
    void what_would_not_go_now_is_not_looked_at_yet() {
        bench.before = slow;
        bench.start();
        bench.message(1, ONE, 1, Priority.NORMAL, bench.nowMs() - 1);
        bench.turn();
        assertThat(slow.asked).isEmpty();
        assertThat(bench.told.words).singleElement().asString().startsWith("ended 1 EXPIRED");
    }

    /** It came into the hand in quiet hours, when it was not to go, behind a long one that waits for the window. */
    @Test
    void a_message_that_quiet_hours_no_longer_keep_is_looked_at_before_it_goes() {
        bench.before = slow;
        bench.window = 5;
        bench.start();
        for (long id = 1; id <= 3; id++) {
            bench.message(id).cleared = true;
        }
        bench.turn();
        assertThat(sent()).hasSize(3);
        bench.accountQuiet = new QuietHours(
                List.of(new Hours(EnumSet.allOf(DayOfWeek.class), LocalTime.of(8, 0), LocalTime.of(20, 0))),
                ZoneOffset.UTC);
        bench.pass(Duration.ofSeconds(1));
        bench.message(4, OTHER, 3, Priority.HIGH, Long.MAX_VALUE).cleared = true;
        bench.message(5, ONE);
        bench.turn();
        assertThat(slow.asked).isEmpty();
        bench.accountQuiet = QuietHours.NONE;
        for (int sequence = 1; sequence <= 3; sequence++) {
            bench.smsc.last().answer(sequence, 0);
        }
        bench.turn();
        assertThat(slow.asked).containsExactly(5L);
        assertThat(sent()).contains(OTHER).doesNotContain(ONE);
        slow.say(5, BeforeSubmit.Said.PASS);
        bench.turn();
        assertThat(sent()).containsOnlyOnce(ONE);
    }

    /** Nor does it go along with one that has been looked at, in the same submit_multi. */
    @Test
    void nor_does_one_go_with_another_that_has_been_looked_at() {
        bench.before = slow;
        bench.window = 6;
        bench.submitMulti = 10;
        bench.start();
        for (long id = 1; id <= 3; id++) {
            Task task = bench.message(id);
            task.cleared = true;
            task.alone = true;
        }
        bench.turn();
        assertThat(sent()).hasSize(3);
        bench.accountQuiet = new QuietHours(
                List.of(new Hours(EnumSet.allOf(DayOfWeek.class), LocalTime.of(8, 0), LocalTime.of(20, 0))),
                ZoneOffset.UTC);
        bench.pass(Duration.ofSeconds(1));
        bench.message(4, 4, Priority.HIGH, Long.MAX_VALUE).cleared = true;
        bench.message(7).cleared = true; // taken first, and put off
        bench.message(5, ONE).cleared = true;
        bench.message(6, OTHER);
        bench.turn();
        bench.accountQuiet = QuietHours.NONE;
        for (int sequence = 1; sequence <= 3; sequence++) {
            bench.smsc.last().answer(sequence, 0);
        }
        bench.turn();
        assertThat(sent()).contains(ONE).doesNotContain(OTHER);
        assertThat(bench.smsc.last().sent)
                .allSatisfy(one -> assertThat(one.others()).isEmpty());
        assertThat(slow.asked).containsExactly(6L);
    }
}
