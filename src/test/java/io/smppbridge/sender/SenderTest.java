package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Priority;
import io.smppbridge.Tried;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.ScriptedSmsc.Link;
import io.smppbridge.connector.ScriptedSmsc.Sent;
import io.smppbridge.settings.SmscConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

class SenderTest {
    private final Bench bench = new Bench();

    private Link link() {
        return bench.smsc.last();
    }

    private List<String> told() {
        return bench.told.words;
    }

    @Test
    void a_message_is_submitted_and_its_acceptance_told() {
        bench.start().message(1);
        bench.turn();
        assertThat(link().sent).hasSize(1);
        link().answer(1, 0);
        bench.turn();
        assertThat(told()).containsExactly("accepted 1/0 id1 last");
        assertThat(bench.notes.open).isEmpty();
        assertThat(bench.stats.inFlight.sum()).isZero();
        assertThat(bench.stats.bind("tx-1-1").bound).isTrue();
    }

    @Test
    void one_word_to_the_journal_thread_does_for_all_answers_of_a_turn() {
        bench.window = 50;
        bench.start().messages(50);
        bench.turn();
        assertThat(bench.told.rung).isZero();
        for (int number : List.copyOf(link().unanswered)) {
            link().answer(number, 0);
        }
        bench.turn();
        assertThat(bench.told.accepted).isEqualTo(50);
        assertThat(bench.told.rung).isEqualTo(1);
        bench.turn();
        assertThat(bench.told.rung).isEqualTo(1);
    }

    @Test
    @Tag("C12")
    @Tag("I-02")
    void sequence_numbers_that_wrap_while_one_awaits_its_answer_mix_nothing_up() {
        bench.smsc.firstSequence = 0x7FFFFFFD;
        bench.start().messages(30);
        bench.turn();
        int neverAnswered = link().unanswered.get(0);
        for (int i = 0; i < 10; i++) {
            for (int number : List.copyOf(link().unanswered)) {
                if (number != neverAnswered) {
                    link().answer(number, 0);
                }
            }
            bench.turn();
        }
        assertThat(bench.told.accepted).isEqualTo(29);
        assertThat(bench.stats.strayAnswers.sum()).isZero();
        assertThat(link().sent)
                .extracting(Sent::sequence)
                .doesNotHaveDuplicates()
                .contains(0x7FFFFFFF, 1)
                .doesNotContain(0);
    }

    @Test
    @Tag("C15")
    void answers_may_come_in_any_order() {
        bench.window = 50;
        bench.start().messages(50);
        bench.turn();
        List<Integer> reversed = new ArrayList<>(link().unanswered);
        assertThat(reversed).hasSize(50);
        Collections.reverse(reversed);
        reversed.forEach(number -> link().answer(number, 0));
        bench.turn();
        assertThat(bench.told.accepted).isEqualTo(50);
    }

    @Test
    @Tag("C16")
    void never_more_than_the_window_are_without_an_answer_also_after_a_reconnect() {
        for (int window : new int[] {1, 2, 10, 255}) {
            Bench each = new Bench();
            each.window = window;
            each.binds = 3;
            each.start(2).messages(3_000);
            Random random = new Random(window);
            for (int i = 0; i < 200; i++) {
                for (Link link : List.copyOf(each.smsc.links)) {
                    if (link.closed) {
                        continue;
                    }
                    for (int number : List.copyOf(link.unanswered)) {
                        if (random.nextInt(3) == 0) {
                            link.answer(number, 0);
                        }
                    }
                    if (random.nextInt(60) == 0) {
                        link.drop(CloseCause.PEER_CLOSED, 0);
                    }
                }
                each.pass(Duration.ofMillis(50));
            }
            assertThat(each.smsc.links)
                    .allSatisfy(link -> assertThat(link.mostUnanswered).isLessThanOrEqualTo(window));
            assertThat(each.smsc.links.size()).isGreaterThan(6);
        }
    }

    @Test
    @Tag("C17")
    void a_full_window_keeps_the_enquire_link_going() {
        bench.start().messages(20);
        bench.pass(Duration.ofSeconds(11));
        assertThat(link().unanswered).hasSize(10);
        assertThat(link().enquired).isGreaterThanOrEqualTo(1);
        assertThat(link().closed).isFalse();
    }

    @Test
    @Tag("C18")
    @Tag("C-07")
    void an_answer_that_comes_after_the_time_out_completes_the_message() {
        bench.start().messages(12);
        bench.turn();
        bench.pass(Duration.ofMillis(10_001));
        assertThat(link().sent).as("a suspect bind is not filled").hasSize(10);
        link().answer(1, 0);
        bench.turn();
        assertThat(link().sent).as("the others are still late").hasSize(10);
        link().answerAll(0);
        bench.turn();
        bench.turn();
        assertThat(link().sent).hasSize(12);
        assertThat(told()).filteredOn(word -> !word.startsWith("accepted")).isEmpty();
        assertThat(bench.told.accepted).isEqualTo(10);
    }

    /** A window of ten that is not full holds nothing up, and a bind that is given up is none that stands. */
    @Test
    @Tag("C18")
    void an_overdue_answer_and_the_end_of_its_bind_are_what_people_are_told() {
        bench.start().messages(1);
        bench.turn();
        bench.pass(Duration.ofMillis(10_001));
        bench.messages(1);
        bench.turn();
        assertThat(link().sent).hasSize(1);
        assertThat(bench.stats.holdUp)
                .isEqualTo(
                        "an answer is overdue: nothing more is sent until the SMSC has caught up (1 without an answer)");
        List<String> told = new ArrayList<>();
        for (int i = 0; i < 210; i++) {
            bench.pass(Duration.ofMillis(100));
            told.add(bench.stats.holdUp);
        }
        assertThat(told)
                .filteredOn(word -> word.startsWith("no bind"))
                .isNotEmpty()
                .allSatisfy(word -> assertThat(word)
                        .startsWith("no bind: ")
                        .contains("no answer to submit_sm within 3 times 10000 ms"));
    }

    @Test
    @Tag("C19")
    void an_answer_nobody_waits_for_is_counted_and_harms_nothing() {
        bench.start().message(1);
        bench.turn();
        link().answer(99, 0);
        link().answer(0, CommandStatus.RINVCMDLEN);
        bench.turn();
        assertThat(bench.stats.strayAnswers.sum()).isEqualTo(2);
        link().answer(1, 0);
        link().answer(1, 0);
        bench.turn();
        assertThat(bench.told.accepted).isEqualTo(1);
        assertThat(bench.stats.strayAnswers.sum()).isEqualTo(3);
    }

    @Test
    @Tag("C20")
    @Tag("C-06")
    void answers_that_never_come_end_the_bind_after_all_timers_and_the_message_is_sent_once_more() {
        bench.start().messages(3);
        bench.turn();
        link().answer(2, 0);
        link().answer(3, 0);
        bench.pass(Duration.ofSeconds(29));
        assertThat(link().closed).isFalse();
        bench.pass(Duration.ofSeconds(2));
        assertThat(bench.smsc.links.get(0).closed).isTrue();
        assertThat(told()).contains("unanswered 1/0");
        bench.pass(Duration.ofSeconds(28));
        assertThat(link().sent).as("settle-within has not passed").isEmpty();
        bench.pass(Duration.ofSeconds(4));
        assertThat(link().sent).hasSize(1);
        bench.pass(Duration.ofSeconds(40));
        assertThat(told()).last().asString().startsWith("gave-up 1/0 no answer to submit_sm");
        assertThat(bench.all.get(1L).unanswered).isEqualTo(2);
        assertThat(bench.notes.open).isEmpty();
        bench.messages(0);
        for (int id = 11; id <= 20; id++) {
            bench.message(id);
        }
        bench.pass(Duration.ofSeconds(5));
        assertThat(link().unanswered).as("the whole window is there again").hasSize(10);
    }

    @Test
    @Tag("C20")
    void under_hold_a_message_without_answer_waits_for_a_word() {
        bench.policy = SmscConfig.Uncertain.Policy.HOLD;
        bench.start().message(1);
        bench.turn();
        link().drop(CloseCause.PEER_CLOSED, 0);
        bench.pass(Duration.ofMinutes(2));
        assertThat(told()).containsExactly("unanswered 1/0 held");
        assertThat(bench.bag.depth()).isZero();
    }

    @Test
    @Tag("C21")
    void under_never_a_message_without_answer_ends_and_its_flight_is_on_disk_first() {
        bench.policy = SmscConfig.Uncertain.Policy.NEVER;
        bench.smsc.onFlush = link -> assertThat(bench.notes.forced).isPositive();
        bench.start().messages(15);
        bench.turn();
        link().drop(CloseCause.PEER_CLOSED, 0);
        bench.pass(Duration.ofMinutes(2));
        assertThat(bench.told.count("gave-up")).isGreaterThanOrEqualTo(10);
        Map<String, Integer> received = new HashMap<>();
        bench.smsc.links.forEach(link -> link.sent.forEach(sent -> received.merge(sent.to(), 1, Integer::sum)));
        assertThat(received.values()).allMatch(times -> times == 1);
    }

    @Test
    @Tag("C22")
    @Tag("C21")
    void through_many_breaks_nothing_is_lost_and_doubles_stay_below_the_windows() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        bench.uncertainMax = 3;
        bench.start().messages(400);
        int breaks = 0;
        int uncertain = 0;
        for (int i = 0; i < 3_000 && bench.told.accepted + bench.told.count("gave-up") < 400; i++) {
            Link link = link();
            if (!link.closed) {
                for (int number : List.copyOf(link.unanswered)) {
                    if (random.nextInt(2) == 0) {
                        link.answer(number, 0);
                    }
                }
                if (random.nextInt(20) == 0) {
                    uncertain += link.unanswered.size();
                    breaks++;
                    link.drop(CloseCause.PEER_CLOSED, 0);
                }
            }
            bench.pass(Duration.ofMillis(300));
        }
        int sent = bench.smsc.links.stream().mapToInt(link -> link.sent.size()).sum();
        assertThat(bench.told.accepted + bench.told.count("gave-up"))
                .as("seed %d", seed)
                .isEqualTo(400);
        assertThat(sent - 400).as("seed %d", seed).isLessThanOrEqualTo(Math.min(uncertain, breaks * 10));
        assertThat(bench.notes.open).isEmpty();
        assertThat(bench.stats.inFlight.sum()).isZero();
    }

    @Test
    void messages_that_were_not_submitted_go_back_without_a_mark_when_the_bind_is_lost() {
        bench.start().messages(30);
        bench.turn();
        link().drop(CloseCause.PEER_CLOSED, 0);
        bench.turn();
        assertThat(bench.told.count("unanswered")).isEqualTo(10);
        assertThat(bench.bag.depth()).isEqualTo(30);
        assertThat(bench.all.get(11L).unanswered).isZero();
        bench.pass(Duration.ofSeconds(2));
        assertThat(link().sent.get(0).to()).isEqualTo("46700000011");
    }

    @Test
    @Tag("C38")
    @Tag("C39")
    void throttling_pauses_the_lane_and_the_refused_message_probes_first() {
        bench.start().messages(40);
        bench.turn();
        link().answer(1, CommandStatus.RTHROTTLED);
        link().answer(2, CommandStatus.RMSGQFUL);
        for (int number = 3; number <= 10; number++) {
            link().answer(number, 0);
        }
        bench.turn();
        assertThat(link().sent).hasSize(10);
        assertThat(bench.stats.holdUp).isEqualTo("paused by the SMSC (RTHROTTLED) for 1 s");
        bench.pass(Duration.ofMillis(999));
        assertThat(link().sent).hasSize(10);
        bench.pass(Duration.ofMillis(20));
        assertThat(link().sent).as("one probe").hasSize(11);
        assertThat(link().sent.get(10).to()).isEqualTo("46700000001");
        link().answer(11, CommandStatus.RTHROTTLED);
        bench.turn();
        bench.pass(Duration.ofMillis(1_900));
        assertThat(link().sent).as("twice the pause").hasSize(11);
        bench.pass(Duration.ofMillis(200));
        assertThat(link().sent).hasSize(12);
        link().answer(12, 0);
        bench.turn();
        assertThat(link().sent).hasSize(22);
        assertThat(link().sent.get(12).to()).as("order kept").isEqualTo("46700000002");
        assertThat(bench.all.get(1L).refusals).isZero();
        assertThat(bench.told.count("refused")).isZero();
    }

    @Test
    @Tag("C38")
    void a_probe_that_is_refused_for_good_ends_the_pause_as_one_that_is_taken_does() {
        bench.start().messages(40);
        bench.turn();
        link().answer(1, CommandStatus.RTHROTTLED);
        for (int number = 2; number <= 10; number++) {
            link().answer(number, 0);
        }
        bench.turn();
        bench.pass(Duration.ofMillis(1_020));
        assertThat(link().sent).as("one probe").hasSize(11);
        link().answer(11, 0x0B); // RINVDSTADR
        bench.turn();
        assertThat(link().sent).as("the SMSC has looked at it: all flow").hasSize(21);
    }

    @Test
    @Tag("C38")
    void a_lane_set_too_fast_settles_below_what_the_carrier_allows() {
        bench.rate = 20;
        bench.burst = 1;
        bench.window = 10;
        int[] refusedLate = {0};
        int[] sentLate = {0};
        List<Long> taken = new ArrayList<>();
        bench.smsc.onFlush = link -> {
            for (int number : List.copyOf(link.unanswered)) {
                long now = bench.nanos();
                long within =
                        taken.stream().filter(at -> now - at < 1_000_000_000L).count();
                boolean late = now > 35_000_000_000L;
                sentLate[0] += late ? 1 : 0;
                if (within >= 5) {
                    refusedLate[0] += late ? 1 : 0;
                    link.answer(number, CommandStatus.RTHROTTLED);
                } else {
                    taken.add(now);
                    link.answer(number, 0);
                }
            }
        };
        bench.start().messages(3_000);
        bench.pass(Duration.ofSeconds(300), Duration.ofMillis(20));
        assertThat(bench.stats.effectiveRate).isLessThan(5.5);
        assertThat(refusedLate[0]).isLessThan(sentLate[0] / 50 + 1);
        assertThat(sentLate[0]).isGreaterThan((int) (270 * 5 * 0.8));
        assertThat(taken.size()).isEqualTo(bench.told.accepted);

        double settled = bench.account.gate.rate();
        bench.window = 9;
        bench.burst = 2;
        bench.apply();
        assertThat(bench.stats.effectiveRate).as("what was learned holds").isEqualTo(settled);
        bench.rate = 21;
        bench.apply();
        assertThat(bench.stats.effectiveRate).as("another rate is tried anew").isEqualTo(21);
    }

    @Test
    @Tag("C41")
    void a_refused_message_waits_longer_each_time_and_others_pass_it_until_its_attempts_are_spent() {
        bench.attempts = 3;
        bench.start().messages(5);
        bench.turn();
        link().answer(1, CommandStatus.RSYSERR);
        for (int number = 2; number <= 5; number++) {
            link().answer(number, 0);
        }
        bench.turn();
        assertThat(bench.told.accepted).isEqualTo(4);
        assertThat(bench.all.get(1L).dueAtMs - bench.nowMs()).isBetween(4_000L, 6_000L);
        bench.pass(Duration.ofSeconds(7));
        link().answer(6, CommandStatus.RSYSERR);
        bench.turn();
        assertThat(bench.all.get(1L).dueAtMs - bench.nowMs()).isBetween(8_000L, 12_000L);
        bench.pass(Duration.ofSeconds(13));
        link().answer(7, CommandStatus.RSYSERR);
        bench.turn();
        assertThat(told()).last().isEqualTo("ended 1 REJECTED command_status 0x08 RSYSERR at attempt 3, the last one");
        assertThat(bench.told.count("refused")).isEqualTo(2);
        assertThat(bench.notes.open).isEmpty();
    }

    @Test
    @Tag("C40")
    void a_message_refused_for_good_ends_at_once_with_the_name_of_the_status() {
        bench.statuses = Map.of(0x400, SmscConfig.StatusClass.PERMANENT);
        bench.start().messages(2);
        bench.turn();
        link().answer(1, 0x0B);
        link().answer(2, 0x400);
        bench.turn();
        assertThat(told())
                .containsExactly(
                        "ended 1 REJECTED command_status 0x0b RINVDSTADR", "ended 2 REJECTED command_status 0x400");
    }

    @Test
    @Tag("C42")
    @Tag("C13")
    void parts_go_out_in_order_on_one_bind_each_with_its_own_number() {
        bench.binds = 2;
        bench.rate = 10;
        bench.burst = 10;
        bench.start();
        for (int id = 1; id <= 6; id++) {
            bench.message(id, 3, Priority.NORMAL, Long.MAX_VALUE);
        }
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.pass(Duration.ofSeconds(4), Duration.ofMillis(10));
        assertThat(bench.told.accepted).isEqualTo(6);
        for (Link link : bench.smsc.links) {
            assertThat(link.sent).extracting(Sent::sequence).doesNotHaveDuplicates();
            for (int i = 0; i < link.sent.size(); i += 3) {
                assertThat(link.sent.get(i + 1).to()).isEqualTo(link.sent.get(i).to());
                assertThat(link.sent.get(i + 2).to()).isEqualTo(link.sent.get(i).to());
                assertThat(link.sent.get(i + 2).atNanos() - link.sent.get(i).atNanos())
                        .isLessThanOrEqualTo(1_002_000_000L);
            }
        }
    }

    @Test
    @Tag("C42")
    void when_a_part_is_refused_for_good_the_rest_is_not_sent_and_the_message_ends_once() {
        bench.window = 2;
        bench.start().message(1, 5, Priority.NORMAL, Long.MAX_VALUE);
        bench.turn();
        assertThat(link().sent).hasSize(2);
        link().answer(1, 0x0A);
        bench.turn();
        link().answer(2, 0);
        bench.turn();
        bench.pass(Duration.ofSeconds(30));
        assertThat(link().sent).hasSize(2);
        assertThat(told()).containsExactly("accepted 1/1 id2", "ended 1 REJECTED command_status 0x0a RINVSRCADR");
        assertThat(bench.notes.open).isEmpty();
    }

    @Test
    @Tag("C42")
    void after_a_temporary_refusal_only_the_missing_parts_are_sent_again() {
        bench.start().message(1, 3, Priority.NORMAL, Long.MAX_VALUE);
        bench.turn();
        link().answer(1, 0);
        link().answer(2, CommandStatus.RSYSERR);
        bench.turn();
        assertThat(bench.bag.depth()).as("a part is still under way").isZero();
        link().answer(3, 0);
        bench.pass(Duration.ofSeconds(7));
        assertThat(link().sent).hasSize(4);
        link().answer(4, 0);
        bench.turn();
        assertThat(told()).last().isEqualTo("accepted 1/1 id4 last");
    }

    @Test
    void a_long_message_lost_halfway_is_counted_once_and_goes_on_with_what_is_missing() {
        bench.window = 3;
        bench.start().message(1, 5, Priority.NORMAL, Long.MAX_VALUE);
        bench.turn();
        link().answer(1, 0);
        bench.turn();
        link().drop(CloseCause.PEER_CLOSED, 0);
        bench.turn();
        assertThat(bench.told.count("unanswered")).isEqualTo(3);
        assertThat(bench.all.get(1L).unanswered).isEqualTo(1);
        bench.pass(Duration.ofSeconds(40));
        bench.smsc.onFlush = link -> link.answerAll(0);
        link().answerAll(0);
        bench.pass(Duration.ofSeconds(2));
        assertThat(bench.told.accepted).isEqualTo(1);
        assertThat(bench.smsc.links.get(0).sent.size() + link().sent.size()).isEqualTo(4 + 4);
        assertThat(bench.notes.open).isEmpty();
    }

    @Test
    @Tag("C81")
    void a_message_whose_validity_has_ended_is_never_submitted() {
        bench.start().message(1, 1, Priority.NORMAL, Bench.T0 + 1);
        bench.smsc.onOpen = link -> {};
        bench.pass(Duration.ofMillis(5));
        bench.message(2, 1, Priority.NORMAL, Bench.T0 + 2);
        bench.turn();
        assertThat(link().sent).hasSize(1);
        assertThat(told()).containsExactly("ended 2 EXPIRED validity ended before it was handed over");
    }

    @Test
    @Tag("C95")
    void while_the_smsc_is_away_messages_that_had_better_leave_are_let_go_and_only_then() {
        bench.smsc.onOpen = link -> link.drop(CloseCause.CONNECT_FAILED, 0);
        bench.start().message(1);
        bench.pass(Duration.ofSeconds(3));
        assertThat(told()).isEmpty();
        bench.bag.leaving(true);
        bench.pass(Duration.ofSeconds(3));
        assertThat(told()).containsExactly("stuck 1");
        assertThat(bench.bag.depth()).isZero();
    }

    @Test
    @Tag("C81")
    void while_the_smsc_is_away_messages_at_the_head_of_the_bag_end_in_time() {
        bench.smsc.onOpen = link -> link.drop(CloseCause.CONNECT_FAILED, 0);
        bench.start().message(1, 1, Priority.NORMAL, Bench.T0 + 5_000);
        bench.message(2);
        bench.pass(Duration.ofSeconds(8));
        assertThat(told()).containsExactly("ended 1 EXPIRED validity ended before it was handed over");
        assertThat(bench.bag.depth()).isEqualTo(1);
        assertThat(bench.stats.holdUp).startsWith("no bind: CONNECT_FAILED, next try in");
    }

    @Test
    @Tag("C79")
    @Tag("C80")
    void what_is_left_of_the_validity_goes_along_in_relative_form() {
        bench.passValidity = true;
        bench.start().message(1, 1, Priority.NORMAL, Bench.T0 + 90_061_000);
        bench.turn();
        bench.message(2);
        bench.turn();
        assertThat(link().sent.get(0).validity()).isEqualTo("000001010101000R");
        assertThat(link().sent.get(1).validity()).isEmpty();
        Envelope envelope = new Envelope();
        assertThat(envelope.relative(-5)).isEqualTo("000000000001000R");
        assertThat(envelope.relative(400L * 86_400_000)).isEqualTo("010110000000000R");
    }

    @Test
    @Tag("C30")
    void when_the_smsc_wants_to_unbind_nothing_more_is_submitted_and_answers_are_awaited() {
        bench.start().messages(20);
        bench.turn();
        Link first = link();
        first.listener.unbindRequested();
        first.answer(1, 0);
        bench.turn();
        assertThat(first.sent).hasSize(10);
        assertThat(first.closed).isFalse();
        first.answerAll(0);
        bench.turn();
        assertThat(first.closed).isTrue();
        assertThat(bench.told.count("unanswered")).isZero();
        bench.pass(Duration.ofSeconds(3));
        assertThat(link()).isNotSameAs(first);
        assertThat(link().sent).hasSize(10);
    }

    @Test
    @Tag("C31")
    @Tag("C32")
    void stopping_lets_the_window_drain_then_unbinds() {
        bench.start().messages(25);
        bench.turn();
        bench.sender().stop(bench.nanos() + 30_000 * Bench.MS);
        bench.turn();
        assertThat(link().unbinding).isFalse();
        link().answerAll(0);
        bench.turn();
        assertThat(link().unbinding).isTrue();
        assertThat(link().sent).hasSize(10);
        assertThat(bench.sender().hasEnded()).isTrue();
        assertThat(bench.bag.depth()).isEqualTo(15);
        assertThat(told()).allMatch(word -> word.startsWith("accepted"));
    }

    @Test
    @Tag("C32")
    void stopping_ends_at_its_deadline_with_what_is_unanswered_marked() {
        bench.start().messages(3);
        bench.turn();
        bench.sender().stop(bench.nanos() + 2_000 * Bench.MS);
        bench.pass(Duration.ofSeconds(3));
        assertThat(bench.sender().hasEnded()).isTrue();
        assertThat(bench.told.count("unanswered")).isEqualTo(3);
        assertThat(bench.bag.depth()).isEqualTo(3);
    }

    @Test
    @Tag("C31")
    @Tag("C32")
    void at_the_deadline_of_a_stop_it_unbinds_and_an_answer_before_the_unbind_resp_still_counts() {
        bench.smsc.answersUnbind = false;
        bench.start().messages(3);
        bench.turn();
        bench.sender().stop(bench.nanos() + 2_000 * Bench.MS);
        bench.pass(Duration.ofMillis(1_900));
        assertThat(link().unbinding).isFalse();
        bench.pass(Duration.ofMillis(200));
        assertThat(link().unbinding).isTrue();
        assertThat(link().closed).isFalse();
        link().answer(link().sent.get(0).sequence(), 0);
        bench.turn();
        assertThat(bench.told.accepted).isEqualTo(1);
        link().drop(CloseCause.UNBOUND, 0);
        bench.turn();
        assertThat(bench.sender().hasEnded()).isTrue();
        assertThat(bench.told.count("unanswered")).isEqualTo(2);
        assertThat(bench.bag.depth()).isEqualTo(2);
    }

    @Test
    @Tag("C32")
    void a_stop_waits_two_seconds_for_an_unbind_resp_that_does_not_come() {
        bench.smsc.answersUnbind = false;
        bench.start().messages(3);
        bench.turn();
        bench.sender().stop(bench.nanos() + 2_000 * Bench.MS);
        bench.pass(Duration.ofMillis(3_900));
        assertThat(bench.sender().hasEnded()).isFalse();
        bench.pass(Duration.ofMillis(200));
        assertThat(link().closed).isTrue();
        assertThat(bench.sender().hasEnded()).isTrue();
        assertThat(bench.told.count("unanswered")).isEqualTo(3);
    }

    @Test
    @Tag("S1.6")
    @Tag("C35")
    void on_demand_there_is_no_connection_without_work_and_one_for_each_bunch() {
        bench.onDemand = true;
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.start();
        bench.pass(Duration.ofMinutes(1));
        assertThat(bench.smsc.links).isEmpty();
        bench.bag.put(99, 0, null, Priority.NORMAL, bench.nowMs() + 3_600_000);
        bench.bag.publish();
        bench.pass(Duration.ofSeconds(5));
        assertThat(bench.smsc.links).as("not due").isEmpty();
        bench.messages(30);
        bench.pass(Duration.ofSeconds(1));
        assertThat(bench.told.accepted).isEqualTo(30);
        assertThat(link().closed).isFalse();
        bench.pass(Duration.ofSeconds(11));
        assertThat(link().unbinding).isTrue();
        assertThat(bench.smsc.links).hasSize(1);
        bench.pass(Duration.ofMinutes(5));
        assertThat(bench.smsc.links).hasSize(1);
        bench.message(31);
        bench.pass(Duration.ofSeconds(1));
        assertThat(bench.smsc.links).hasSize(2);
        assertThat(bench.told.accepted).isEqualTo(31);
    }

    /** Where a route has another SMSC, what waits for a dead one leaves it: what comes after it must not lock the account. */
    @Test
    @Tag("S1.6")
    void on_demand_work_that_leaves_while_refused_credentials_pause_and_other_work_make_no_try_sooner() {
        bench.onDemand = true;
        bench.smsc.onOpen = link -> link.listener.closed(CloseCause.BIND_REFUSED, CommandStatus.RINVPASWD, "refused");
        bench.start();
        for (int id = 1; id <= 5; id++) {
            bench.message(id);
            bench.pass(Duration.ofSeconds(1));
            bench.bag.leaving(true);
            bench.pass(Duration.ofSeconds(10));
            bench.bag.leaving(false);
            assertThat(bench.told.count("stuck")).isEqualTo(id);
        }
        assertThat(bench.smsc.links).hasSize(1);
        bench.pass(Duration.ofMinutes(2));
        assertThat(bench.smsc.links).as("without work").hasSize(1);
        bench.message(6);
        bench.turn();
        assertThat(bench.smsc.links).hasSize(2);
    }

    @Test
    @Tag("C-18")
    void a_window_changed_while_full_is_never_exceeded(TestReporter reporter) {
        int messages = 60;
        bench.start().messages(messages);
        bench.turn();
        bench.window = 4;
        bench.apply();
        bench.turn();
        while (link().unanswered.size() > 4) {
            link().answer(link().unanswered.get(0), 0);
            bench.turn();
            assertThat(link().sent).hasSize(10);
        }
        link().answer(link().unanswered.get(0), 0);
        bench.turn();
        assertThat(link().unanswered).hasSize(4);
        bench.window = 40;
        bench.apply();
        bench.turn();
        assertThat(link().unanswered).hasSize(40);
        link().answerAll(0);
        bench.turn();
        link().answerAll(0);
        bench.turn();
        assertThat(bench.told.accepted).isEqualTo(messages);
        Tried.times(messages)
                .lost(messages - bench.told.accepted)
                .doubled(link().sent.size() - messages)
                .note("a window of 10 made 4, then 40")
                .tell(reporter);
    }

    @Test
    void binds_too_many_drain_and_missing_ones_are_made_without_loss() {
        bench.binds = 3;
        bench.start().messages(60);
        bench.turn();
        assertThat(bench.smsc.links).hasSize(3);
        bench.sender().wantBinds(1);
        bench.turn();
        assertThat(bench.smsc.links).noneMatch(link -> link.unbinding);
        bench.smsc.links.forEach(link -> link.answerAll(0));
        bench.turn();
        assertThat(bench.smsc.links).filteredOn(link -> link.unbinding).hasSize(2);
        bench.sender().wantBinds(2);
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.smsc.links.forEach(link -> link.answerAll(0));
        bench.pass(Duration.ofSeconds(2));
        assertThat(bench.smsc.links).hasSize(4);
        assertThat(bench.told.accepted).isEqualTo(60);
    }

    @Test
    void another_port_makes_new_binds_and_drains_the_old() {
        bench.start().messages(5);
        bench.turn();
        bench.port = 2776;
        bench.apply();
        bench.turn();
        assertThat(bench.smsc.links).hasSize(2);
        assertThat(bench.smsc.links.get(0).unbinding).isFalse();
        bench.smsc.links.get(0).answerAll(0);
        bench.turn();
        assertThat(bench.smsc.links.get(0).unbinding).isTrue();
        assertThat(bench.told.accepted).isEqualTo(5);
    }

    @Test
    @Tag("S1.4")
    void five_workers_share_a_bunch_of_ten_thousand_evenly_and_at_once() {
        bench.bunch = 50;
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.start(5);
        bench.messages(10_000);
        bench.pass(Duration.ofMillis(10), Duration.ofMillis(1));
        assertThat(bench.smsc.links).hasSize(5).allMatch(link -> !link.sent.isEmpty());
        bench.pass(Duration.ofSeconds(3), Duration.ofMillis(1));
        assertThat(bench.smsc.links)
                .allSatisfy(link -> assertThat(link.sent.size()).isBetween(1_500, 2_500));
        assertThat(bench.smsc.links.stream().mapToInt(link -> link.sent.size()).sum())
                .isEqualTo(10_000);
    }

    @Test
    @Tag("C36")
    @Tag("C37")
    void the_rate_holds_over_all_workers_and_binds_for_any_second() {
        bench.rate = 5;
        bench.burst = 5;
        bench.binds = 2;
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.start(3).messages(400);
        bench.pass(Duration.ofSeconds(60), Duration.ofMillis(100));
        List<Long> times = new ArrayList<>();
        bench.smsc.links.forEach(link -> link.sent.forEach(sent -> times.add(sent.atNanos())));
        Collections.sort(times);
        for (int i = 5; i < times.size(); i++) {
            assertThat(times.get(i) - times.get(i - 5)).isGreaterThanOrEqualTo(1_000_000_000L);
        }
        assertThat(times.size()).isBetween(297, 305);
        assertThat(bench.stats.holdUp).isEqualTo("rate 5/s");
    }

    /** Over a transport whose own thread writes, what is flushed goes out when that thread comes to it. */
    @Test
    @Tag("C36")
    void the_rate_goes_by_when_octets_were_written_however_long_that_is_after_the_flush() {
        bench.rate = 5;
        bench.burst = 5;
        bench.smsc.writesLater = true;
        bench.start().messages(20);
        bench.turn();
        assertThat(link().sent).hasSize(5);
        bench.pass(Duration.ofMillis(900), Duration.ofMillis(100));
        bench.smsc.awaitingWrite.forEach(Runnable::run);
        bench.smsc.awaitingWrite.clear();
        bench.pass(Duration.ofMillis(990), Duration.ofMillis(10));
        assertThat(link().sent).as("within a second of the writes").hasSize(5);
        bench.pass(Duration.ofMillis(20), Duration.ofMillis(1));
        assertThat(link().sent).as("then").hasSizeBetween(6, 10);
    }

    @Test
    void when_the_journal_is_behind_the_bind_stops_filling() {
        bench.notes.room = 4;
        bench.start().messages(10);
        bench.turn();
        assertThat(link().sent).hasSize(4);
        assertThat(bench.stats.holdUp).contains("journal");
        link().answerAll(0);
        bench.turn();
        assertThat(link().sent).hasSize(8);
    }

    @Test
    void a_withdrawn_message_is_not_submitted_and_a_submitted_one_cannot_be_withdrawn() {
        bench.start();
        Task first = bench.message(1);
        Task second = bench.message(2);
        assertThat(first.withdraw()).isTrue();
        bench.turn();
        assertThat(link().sent).hasSize(1);
        assertThat(second.withdraw()).isFalse();
    }

    @Test
    void every_message_ends_exactly_once_whatever_the_carrier_answers() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int[] statuses = {0, 0, 0, 0x58, 0x14, 0x08, 0x0B, 0x404, 0x04, 0x64};
        bench.binds = 2;
        bench.start(2);
        for (int id = 1; id <= 300; id++) {
            bench.message(id, 1 + id % 4, Priority.values()[id % 3], Long.MAX_VALUE);
        }
        for (int i = 0;
                i < 40_000 && bench.told.accepted + bench.told.count("ended") + bench.told.count("gave-up") < 300;
                i++) {
            for (Link link : List.copyOf(bench.smsc.links)) {
                if (!link.closed) {
                    for (int number : List.copyOf(link.unanswered)) {
                        if (random.nextInt(3) > 0) {
                            link.answer(number, statuses[random.nextInt(statuses.length)]);
                        }
                    }
                    if (random.nextInt(200) == 0) {
                        link.drop(CloseCause.PEER_CLOSED, 0);
                    }
                }
            }
            bench.pass(Duration.ofMillis(500));
        }
        HashSet<String> ended = new HashSet<>();
        for (String word : told()) {
            if (word.startsWith("ended") || word.startsWith("gave-up") || word.endsWith("last")) {
                assertThat(ended.add(word.split("[ /]")[1]))
                        .as("seed %d: %s", seed, word)
                        .isTrue();
            }
        }
        assertThat(ended).as("seed %d", seed).hasSize(300);
        assertThat(bench.notes.open).isEmpty();
        assertThat(bench.bag.depth()).isZero();
        assertThat(bench.stats.inFlight.sum()).isZero();
    }

    /** Four parts are refused for a time, each with a longer pause than the one before, and the fifth gets no answer. */
    @Test
    void a_message_that_was_refused_keeps_its_pause_also_where_another_part_got_no_answer() {
        bench.start();
        bench.message(1, 5, Priority.NORMAL, Long.MAX_VALUE);
        bench.turn();
        for (int sequence = 1; sequence <= 4; sequence++) {
            bench.smsc.last().answer(sequence, CommandStatus.RSYSERR);
        }
        bench.turn();
        bench.smsc.last().drop(CloseCause.PEER_CLOSED, 0);
        bench.pass(Duration.ofSeconds(31)); // longer than a lost answer alone would have it wait
        assertThat(bench.smsc.last().sent).isEmpty();
        bench.pass(Duration.ofSeconds(20));
        assertThat(bench.smsc.last().sent).hasSize(5);
    }

    /** A start after a kill counts by it how often a message may be with a carrier. */
    @Test
    @Tag("C21")
    void a_note_says_the_attempt_and_counts_refusals_and_lost_answers() {
        bench.uncertainMax = 2;
        bench.start();
        bench.message(1);
        bench.turn();
        bench.smsc.last().answer(1, CommandStatus.RSYSERR);
        bench.pass(Duration.ofSeconds(8));
        bench.smsc.last().drop(CloseCause.PEER_CLOSED, 0);
        bench.pass(Duration.ofSeconds(40));
        bench.smsc.last().drop(CloseCause.PEER_CLOSED, 0);
        bench.pass(Duration.ofSeconds(40));
        assertThat(bench.notes.attempts).containsExactly(1, 2, 3, 4);
    }

    @Test
    @Tag("C38")
    void a_part_that_was_too_fast_takes_no_pause_from_a_message_of_which_another_was_refused() {
        bench.start();
        bench.message(1, 2, Priority.NORMAL, Long.MAX_VALUE);
        bench.turn();
        bench.smsc.last().answer(1, CommandStatus.RSYSERR);
        bench.smsc.last().answer(2, CommandStatus.RTHROTTLED);
        bench.pass(Duration.ofMillis(3_500));
        assertThat(bench.smsc.last().sent).hasSize(2);
        bench.pass(Duration.ofMillis(3_500));
        assertThat(bench.smsc.last().sent.size()).isGreaterThan(2);
    }

    @Test
    @Tag("C42")
    void what_is_left_of_a_message_whose_bind_retires_and_breaks_goes_over_another() {
        bench.rate = 1;
        bench.start();
        bench.message(1, 3, Priority.NORMAL, Long.MAX_VALUE);
        bench.turn();
        Link first = bench.smsc.last();
        first.answer(1, 0);
        bench.port = 2776;
        bench.apply();
        first.drop(CloseCause.PEER_CLOSED, 0);
        bench.pass(Duration.ofSeconds(5));
        assertThat(first.sent).hasSize(1);
        assertThat(bench.smsc.last().sent).hasSize(2);
        bench.smsc.last().answerAll(0);
        bench.turn();
        assertThat(bench.told.accepted).isEqualTo(1);
    }

    /** Permits that one bind's flush leaves behind are told of with those of their own bind. */
    @Test
    @Tag("C37")
    void what_goes_over_two_binds_in_one_turn_is_all_told_to_the_rate() {
        bench.binds = 2;
        bench.window = 3;
        bench.rate = 4;
        bench.burst = 4;
        bench.start();
        bench.message(1, 1, Priority.NORMAL, Long.MAX_VALUE);
        bench.message(2, 3, Priority.NORMAL, Long.MAX_VALUE);
        bench.pass(Duration.ofSeconds(2));
        for (long id = 3; id <= 10; id++) {
            bench.message(id);
        }
        for (int i = 0; i < 40; i++) {
            bench.smsc.links.forEach(link -> link.answerAll(0));
            bench.pass(Duration.ofMillis(100));
        }
        assertThat(bench.told.accepted).isEqualTo(10);
    }
}
