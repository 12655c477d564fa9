package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.bag.Bunch;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.bag.TaskSource;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.ScriptedSmsc;
import io.smppbridge.settings.Leaving;
import io.smppbridge.settings.QuietHours;
import io.smppbridge.settings.RetryBudgets;
import io.smppbridge.settings.RouteConfig.Hours;
import io.smppbridge.settings.SmscConfig;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What keeps a message in the bag although it could go: an earlier one to the same number, quiet hours, a pause of its own. */
class LeavingTest {
    private static final String ONE = "46700000111";
    private static final String OTHER = "46700000222";

    private final Bench bench = new Bench();

    private ScriptedSmsc.Link link() {
        return bench.smsc.last();
    }

    private List<String> sent() {
        List<String> all = new ArrayList<>();
        bench.smsc.links.forEach(link -> link.sent.forEach(one -> all.add(one.to())));
        return all;
    }

    private void byDestination() {
        bench.leaving = new Leaving(true, QuietHours.NONE);
    }

    private static QuietHours quiet(String from, String until, ZoneId zone) {
        return new QuietHours(
                List.of(new Hours(EnumSet.allOf(DayOfWeek.class), LocalTime.parse(from), LocalTime.parse(until))),
                zone);
    }

    @Test
    @Tag("C43")
    @Tag("C41")
    void a_message_that_is_tried_again_holds_up_its_own_destination_and_no_other() {
        byDestination();
        bench.start();
        bench.message(1, ONE);
        bench.message(2, ONE);
        bench.message(3, OTHER);
        bench.message(4, ONE);
        bench.turn();
        assertThat(sent()).containsExactly(ONE, OTHER);
        link().answer(1, CommandStatus.RSYSERR);
        link().answer(2, 0);
        bench.pass(Duration.ofSeconds(3));
        assertThat(sent()).as("the refused one waits, those behind it too").hasSize(2);
        bench.pass(Duration.ofSeconds(4));
        assertThat(sent()).hasSize(3);
        link().answer(3, 0);
        bench.turn();
        assertThat(bench.told.words).contains("accepted 1/0 id3 last");
        link().answer(4, 0x0B);
        bench.turn();
        link().answer(5, 0);
        bench.turn();
        assertThat(bench.told.words)
                .filteredOn(word -> !word.startsWith("refused"))
                .containsExactly(
                        "accepted 3/0 id2 last",
                        "accepted 1/0 id3 last",
                        "ended 2 REJECTED command_status 0x0b RINVDSTADR",
                        "accepted 4/0 id5 last");
        assertThat(bench.account.destinations.size()).isZero();
    }

    @Test
    @Tag("C43")
    @Tag("D-09")
    void order_holds_for_each_number_over_workers_refusals_throttling_and_lost_binds() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byDestination();
        bench.attempts = 1_000;
        bench.uncertainMax = 3;
        Map<String, Long> last = new HashMap<>();
        List<String> wrong = new ArrayList<>();
        bench.smsc.onFlush = link -> {
            for (ScriptedSmsc.Sent one : List.copyOf(link.sent)) {
                if (!link.unanswered.contains(one.sequence())) {
                    continue;
                }
                int dice = random.nextInt(20);
                if (dice == 0) {
                    link.answer(one.sequence(), CommandStatus.RSYSERR);
                } else if (dice == 1) {
                    link.answer(one.sequence(), CommandStatus.RTHROTTLED);
                } else {
                    link.answer(one.sequence(), 0);
                }
            }
        };
        bench.start(3);
        for (long id = 1; id <= 600; id++) {
            bench.message(id, Long.toString(46_700_000_000L + id % 7));
        }
        bench.pass(Duration.ofMinutes(30), Duration.ofSeconds(2));
        for (String word : bench.told.words) {
            if (word.startsWith("accepted")) {
                long id = Long.parseLong(word.substring(9, word.indexOf('/')));
                Long before = last.put(Long.toString(id % 7), id);
                if (before != null && before > id) {
                    wrong.add(id + " after " + before);
                }
            }
        }
        assertThat(wrong).as("seed %d", seed).isEmpty();
        assertThat(bench.told.accepted).as("seed %d", seed).isEqualTo(600);
    }

    @Test
    @Tag("C43")
    void a_message_withdrawn_while_others_wait_for_it_holds_nobody_up_and_one_that_waits_can_be_withdrawn() {
        byDestination();
        bench.start();
        bench.message(1, ONE);
        bench.message(2, ONE);
        bench.message(3, ONE);
        bench.turn();
        link().answer(1, CommandStatus.RSYSERR);
        bench.turn();
        assertThat(bench.all.get(2L).withdraw()).isTrue();
        assertThat(bench.all.get(1L).withdraw()).isTrue();
        bench.pass(Duration.ofSeconds(2));
        assertThat(sent()).hasSize(2);
        link().answer(2, 0);
        bench.turn();
        assertThat(bench.told.words).contains("accepted 3/0 id2 last");
    }

    @Test
    @Tag("C43")
    @Tag("C20")
    void a_message_that_is_not_sent_again_for_want_of_an_answer_holds_nobody_up() {
        byDestination();
        bench.policy = SmscConfig.Uncertain.Policy.NEVER;
        bench.start();
        bench.message(1, ONE);
        bench.message(2, ONE);
        bench.turn();
        link().drop(CloseCause.PEER_CLOSED, 0);
        bench.pass(Duration.ofSeconds(5));
        assertThat(link().sent).hasSize(1);
        link().answer(link().sent.get(0).sequence(), 0);
        bench.turn();
        assertThat(bench.told.words)
                .anyMatch(word -> word.startsWith("gave-up 1"))
                .contains("accepted 2/0 id" + link().sent.get(0).sequence() + " last");
        bench.pass(Duration.ofMinutes(2));
        assertThat(link().sent).hasSize(1);
        assertThat(bench.bag.depth()).isZero();
    }

    /** As when the receipt of one part of a long message has brought its end, while another part waits to go out again. */
    @Test
    @Tag("C43")
    @Tag("A-07")
    void a_message_that_has_ended_otherwise_is_submitted_no_more_and_holds_nobody_up() {
        byDestination();
        bench.start();
        Task first = bench.message(1, ONE);
        bench.message(2, ONE);
        bench.turn();
        link().answer(1, CommandStatus.RSYSERR);
        bench.turn();
        first.over = true;
        for (int seconds = 0; seconds < 120 && sent().size() < 2; seconds++) {
            bench.pass(Duration.ofSeconds(1));
        }
        link().answer(2, 0);
        bench.turn();
        assertThat(sent()).hasSize(2);
        assertThat(bench.told.words)
                .anyMatch(word -> word.startsWith("ended 1"))
                .contains("accepted 2/0 id2 last");
    }

    @Test
    @Tag("C43")
    void when_order_no_longer_matters_everything_goes() {
        byDestination();
        bench.start();
        for (long id = 1; id <= 5; id++) {
            bench.message(id, ONE);
        }
        bench.turn();
        assertThat(sent()).hasSize(1);
        bench.leaving = Leaving.AT_ONCE;
        bench.apply();
        bench.turn();
        assertThat(sent()).hasSize(5);
    }

    /** As after a start: the first had gone out in the run before, and waits for a late receipt before it goes out again. */
    @Test
    @Tag("C43")
    @Tag("C21")
    void a_message_whose_answer_was_lost_before_a_restart_is_not_passed_after_it() {
        byDestination();
        Task first = waitsAgain(1, Duration.ofSeconds(30));
        bench.message(2, ONE);
        bench.message(3, OTHER);
        bench.start();
        link().answerAll(0);
        bench.pass(Duration.ofSeconds(29));
        assertThat(sent()).containsExactly(OTHER);
        bench.pass(Duration.ofSeconds(2));
        assertThat(sent()).containsExactly(OTHER, ONE);
        assertThat(first.isTaken()).isTrue();
        link().answerAll(0);
        bench.turn();
        link().answerAll(0);
        bench.turn();
        assertThat(bench.told.words)
                .containsExactly("accepted 3/0 id1 last", "accepted 1/0 id2 last", "accepted 2/0 id3 last");
        assertThat(bench.account.destinations.size()).isZero();
    }

    /** Without a bind, those behind it are looked at for their validity, and stand before it in the bag when its time has come. */
    @Test
    @Tag("C43")
    @Tag("A-07")
    void nor_is_it_passed_when_no_bind_stands_before_its_time_has_come() {
        byDestination();
        bench.smsc.onOpen = link -> {};
        waitsAgain(1, Duration.ofSeconds(5));
        bench.message(2, ONE);
        bench.start();
        bench.pass(Duration.ofSeconds(6));
        link().listener.bound("SMSC", 0x34);
        bench.turn();
        link().answerAll(0);
        bench.turn();
        link().answerAll(0);
        bench.turn();
        assertThat(bench.told.words).containsExactly("accepted 1/0 id1 last", "accepted 2/0 id2 last");
    }

    /** Order is asked for by a reload: until then nobody has looked for what others must not pass. */
    @Test
    @Tag("C43")
    @Tag("C21")
    void nor_is_it_passed_where_order_is_asked_for_by_a_reload() {
        bench.start();
        waitsAgain(bench.message(1, ONE), Duration.ofSeconds(9));
        byDestination();
        bench.apply();
        bench.message(2, ONE);
        bench.pass(Duration.ofSeconds(8));
        assertThat(sent()).isEmpty();
        bench.pass(Duration.ofSeconds(2));
        link().answerAll(0);
        bench.turn();
        link().answerAll(0);
        bench.turn();
        assertThat(bench.told.words).containsExactly("accepted 1/0 id1 last", "accepted 2/0 id2 last");
    }

    @Test
    @Tag("C43")
    void nobody_waits_for_one_that_is_held_for_an_operator() {
        byDestination();
        bench.policy = SmscConfig.Uncertain.Policy.HOLD;
        bench.start();
        bench.message(1, ONE);
        bench.message(2, ONE);
        bench.turn();
        link().drop(CloseCause.PEER_CLOSED, 0);
        bench.pass(Duration.ofSeconds(5));
        assertThat(bench.told.words).containsExactly("unanswered 1/0 held");
        assertThat(sent()).containsExactly(ONE, ONE);
    }

    /** It ends while nothing is bound, before anybody has seen that others were to wait for it. */
    @Test
    @Tag("C43")
    void nobody_waits_for_one_whose_validity_ended_while_no_bind_stood() {
        byDestination();
        bench.smsc.onOpen = link -> {};
        Task first =
                waitsAgain(bench.message(1, ONE, 1, Priority.NORMAL, bench.nowMs() + 8_000), Duration.ofSeconds(5));
        bench.message(2, ONE);
        bench.start();
        bench.pass(Duration.ofSeconds(10));
        assertThat(bench.told.words).hasSize(1);
        assertThat(bench.told.words.get(0)).startsWith("ended " + first.id() + " EXPIRED");
        link().listener.bound("SMSC", 0x34);
        bench.turn();
        assertThat(sent()).containsExactly(ONE);
    }

    /** A loss of power has taken the answer to the first, and the second had gone out after it. */
    @Test
    @Tag("C43")
    @Tag("A-07")
    void nor_are_two_to_one_number_and_they_follow_each_other() {
        byDestination();
        waitsAgain(1, Duration.ofSeconds(5));
        waitsAgain(2, Duration.ofSeconds(9));
        bench.message(3, ONE);
        bench.start();
        bench.pass(Duration.ofSeconds(6));
        link().answerAll(0);
        bench.pass(Duration.ofSeconds(2));
        assertThat(bench.told.words).containsExactly("accepted 1/0 id1 last");
        assertThat(sent())
                .as("the second waits until its time, and the third for it")
                .hasSize(1);
        bench.pass(Duration.ofSeconds(3));
        link().answerAll(0);
        bench.turn();
        link().answerAll(0);
        bench.turn();
        assertThat(bench.told.words)
                .containsExactly("accepted 1/0 id1 last", "accepted 2/0 id2 last", "accepted 3/0 id3 last");
        assertThat(bench.account.destinations.size()).isZero();
    }

    @Test
    @Tag("C43")
    @Tag("A-07")
    void of_two_to_one_number_the_second_waits_for_the_first_when_its_time_comes_earlier_and_may_end_meanwhile() {
        byDestination();
        waitsAgain(1, Duration.ofSeconds(9));
        waitsAgain(2, Duration.ofSeconds(3));
        Task third = waitsAgain(3, Duration.ofSeconds(4));
        waitsAgain(4, Duration.ofSeconds(60)).withdraw();
        bench.message(5, ONE);
        bench.start();
        bench.pass(Duration.ofSeconds(8));
        assertThat(sent()).isEmpty();
        assertThat(third.withdraw()).as("while it waits for the others").isTrue();
        bench.pass(Duration.ofSeconds(2));
        for (int i = 0; i < 3; i++) {
            link().answerAll(0);
            bench.turn();
        }
        assertThat(bench.told.words)
                .containsExactly("accepted 1/0 id1 last", "accepted 2/0 id2 last", "accepted 5/0 id3 last");
        assertThat(bench.account.destinations.size()).isZero();
    }

    /** One that had gone out before the process began, and is to go out again after a while. */
    private Task waitsAgain(long id, Duration after) {
        return waitsAgain(bench.message(id, ONE), after);
    }

    private Task waitsAgain(Task task, Duration after) {
        assertThat(bench.bag.take(new Bunch(1), 1, bench.nowMs(), (i, position) -> Optional.empty()))
                .isEqualTo(1);
        bench.bag.giveBack(task, bench.nowMs() + after.toMillis());
        bench.bag.first(task);
        return task;
    }

    /** T0 is 08:53:20 UTC. */
    @Test
    @Tag("C79")
    void in_quiet_hours_of_the_smsc_only_high_priority_goes() {
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.leaving = new Leaving(false, quiet("22:00", "11:00", ZoneId.of("Europe/Stockholm")));
        bench.start();
        bench.message(1, 1, Priority.NORMAL, Long.MAX_VALUE);
        bench.message(2, 1, Priority.HIGH, Long.MAX_VALUE);
        bench.turn();
        assertThat(sent()).containsExactly("46700000002");
        assertThat(bench.stats.holdUp).isEqualTo("quiet hours until 2025-10-09T09:00:00Z, but for high priority");
        assertThat(bench.bag.ready()).isEqualTo(1);
        bench.pass(Duration.ofSeconds(390), Duration.ofSeconds(5));
        assertThat(sent()).hasSize(1);
        bench.pass(Duration.ofSeconds(15), Duration.ofSeconds(1));
        assertThat(sent()).containsExactly("46700000002", "46700000001");
        assertThat(bench.stats.holdUp).isEmpty();
    }

    @Test
    @Tag("C79")
    @Tag("C81")
    void in_quiet_hours_of_its_account_a_message_waits_and_expires_unsent() {
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.accountQuiet = quiet("08:00", "09:00", ZoneOffset.UTC);
        bench.start();
        bench.message(1, 1, Priority.NORMAL, Long.MAX_VALUE);
        bench.message(2, 1, Priority.NORMAL, bench.nowMs() + 300_000);
        bench.message(3, 1, Priority.HIGH, Long.MAX_VALUE);
        bench.turn();
        assertThat(sent()).containsExactly("46700000003");
        assertThat(bench.bag.scheduled()).isEqualTo(2);
        bench.pass(Duration.ofSeconds(398), Duration.ofSeconds(5));
        assertThat(sent()).hasSize(1);
        bench.pass(Duration.ofSeconds(10), Duration.ofSeconds(1));
        assertThat(sent()).containsExactly("46700000003", "46700000001");
        assertThat(bench.told.words).anyMatch(word -> word.startsWith("ended 2 EXPIRED"));
    }

    @Test
    @Tag("C79")
    void what_waits_for_the_end_of_an_accounts_quiet_hours_goes_when_a_reload_ends_them_sooner() {
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.accountQuiet = quiet("08:00", "09:00", ZoneOffset.UTC);
        bench.start();
        bench.message(1);
        bench.message(2, 1, Priority.LOW, Long.MAX_VALUE);
        long nine = bench.nowMs() + 400_000;
        OutboundSms planned = OutboundSms.to("46700000003")
                .text("hello")
                .schedule(Instant.ofEpochMilli(nine))
                .build();
        Task task = new Task("acme", "telia", planned, Long.MAX_VALUE, new Parts(new byte[1][5], 0, false, false, -1))
                .named(3);
        bench.bag.put(3, 0, task, Priority.NORMAL, nine);
        bench.bag.publish();
        bench.turn();
        assertThat(sent()).isEmpty();
        assertThat(bench.bag.scheduled()).isEqualTo(3);

        bench.accountQuiet = quiet("08:00", "08:55", ZoneOffset.UTC);
        bench.turn();
        assertThat(sent()).isEmpty();
        bench.pass(Duration.ofSeconds(101), Duration.ofSeconds(1));
        assertThat(sent()).containsExactlyInAnyOrder("46700000001", "46700000002");
        bench.message(4);
        bench.accountQuiet = quiet("08:00", "08:59", ZoneOffset.UTC);
        bench.pass(Duration.ofSeconds(2), Duration.ofSeconds(1));
        bench.accountQuiet = QuietHours.NONE;
        bench.turn();
        assertThat(sent()).hasSize(3).endsWith("46700000004");
        bench.pass(Duration.ofSeconds(290), Duration.ofSeconds(1));
        assertThat(sent()).as("it was planned for nine").hasSize(3);
        bench.pass(Duration.ofSeconds(10), Duration.ofSeconds(1));
        assertThat(sent()).hasSize(4).endsWith("46700000003");
    }

    /** As they are where a reload ends pass-schedule: 100,000 of them had stayed in memory with all they say. */
    @Test
    @Tag("C79")
    void what_comes_out_of_the_bag_before_its_time_leaves_memory_until_then() {
        bench.smsc.onFlush = link -> link.answerAll(0);
        long nine = bench.nowMs() + 400_000;
        OutboundSms planned = OutboundSms.to("46700000003")
                .text("hello")
                .schedule(Instant.ofEpochMilli(nine))
                .build();
        List<Task> inMemory = new ArrayList<>();
        bench.source = new TaskSource() {
            @Override
            public Optional<Task> load(long id, long position) {
                Task task = new Task(
                                "acme",
                                "telia",
                                planned,
                                Long.MAX_VALUE,
                                new Parts(new byte[1][5], 0, false, false, -1))
                        .named(id);
                inMemory.add(task);
                return Optional.of(task);
            }

            @Override
            public boolean letGo(Task task) {
                return inMemory.remove(task);
            }
        };
        bench.start();
        bench.bag.put(3, 0, null, Priority.NORMAL, 0);
        bench.bag.publish();
        bench.turn();
        assertThat(bench.bag.scheduled()).isEqualTo(1);
        assertThat(inMemory).isEmpty();
        bench.pass(Duration.ofSeconds(390), Duration.ofSeconds(5));
        assertThat(sent()).isEmpty();
        bench.pass(Duration.ofSeconds(15), Duration.ofSeconds(1));
        assertThat(sent()).containsExactly("46700000003");
    }

    @Test
    @Tag("G-02")
    void quiet_hours_hold_each_time_that_the_clock_shows_them_when_it_is_set_back() {
        QuietHours early = new QuietHours(
                List.of(
                        new Hours(EnumSet.allOf(DayOfWeek.class), LocalTime.parse("22:00"), LocalTime.parse("02:30")),
                        new Hours(EnumSet.allOf(DayOfWeek.class), LocalTime.parse("01:00"), LocalTime.parse("02:20"))),
                ZoneId.of("Europe/Stockholm"));
        assertThat(until(early, "2026-10-24T23:00:00Z")).isEqualTo(Instant.parse("2026-10-25T00:30:00Z"));
        assertThat(until(early, "2026-10-25T00:15:00Z")).isEqualTo(Instant.parse("2026-10-25T00:30:00Z"));
        assertThat(until(early, "2026-10-25T00:45:00Z")).isEqualTo(Instant.EPOCH);
        assertThat(until(early, "2026-10-25T01:15:00Z")).isEqualTo(Instant.parse("2026-10-25T01:30:00Z"));
        assertThat(until(early, "2026-10-25T01:30:00Z")).isEqualTo(Instant.EPOCH);
    }

    /** Another sender hears of the reload, and looks at the bag, before the message is there. */
    @Test
    @Tag("C79")
    void what_is_just_being_put_off_as_a_reload_ends_the_quiet_hours_goes_all_the_same() {
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.accountQuiet = quiet("08:00", "09:00", ZoneOffset.UTC);
        bench.source = new TaskSource() {
            @Override
            public Optional<Task> load(long id, long position) {
                return Optional.empty();
            }

            @Override
            public boolean letGo(Task task) {
                bench.accountQuiet = QuietHours.NONE;
                bench.account.putOffs.look(account -> bench.accountQuiet, bench.nowMs(), bench.bag::letGo);
                assertThat(bench.bag.oldestId(bench.nowMs())).isZero();
                return false;
            }
        };
        bench.start();
        bench.message(1);
        bench.turn();
        assertThat(sent()).containsExactly("46700000001");
    }

    @Test
    @Tag("G-02")
    void quiet_hours_follow_one_another_days_and_summer_time() {
        ZoneId stockholm = ZoneId.of("Europe/Stockholm");
        QuietHours nights = new QuietHours(
                List.of(
                        new Hours(EnumSet.allOf(DayOfWeek.class), LocalTime.parse("22:00"), LocalTime.parse("08:00")),
                        new Hours(EnumSet.of(DayOfWeek.SUNDAY), LocalTime.MIDNIGHT, LocalTime.MIDNIGHT)),
                stockholm);
        assertThat(until(nights, "2026-11-20T20:59:59Z")).isEqualTo(Instant.EPOCH);
        assertThat(until(nights, "2026-11-20T21:00:00Z")).isEqualTo(Instant.parse("2026-11-21T07:00:00Z"));
        assertThat(until(nights, "2026-11-21T22:30:00Z"))
                .as("saturday night, sunday, sunday night")
                .isEqualTo(Instant.parse("2026-11-23T07:00:00Z"));
        assertThat(until(nights, "2026-03-27T23:00:00Z"))
                .as("the night of the change is on sunday")
                .isEqualTo(Instant.parse("2026-03-28T07:00:00Z"));
        assertThat(until(nights, "2026-03-29T12:00:00Z")).isEqualTo(Instant.parse("2026-03-30T06:00:00Z"));
        assertThat(nights.neverEnds()).isFalse();
        assertThat(quiet("00:00", "00:00", stockholm).neverEnds()).isTrue();
        assertThat(QuietHours.NONE.neverEnds()).isFalse();
    }

    @Test
    @Tag("G-02")
    void quiet_hours_that_end_in_an_hour_which_the_clock_leaves_out_end_with_the_last_one_that_it_shows() {
        ZoneId stockholm = ZoneId.of("Europe/Stockholm");
        Instant three = Instant.parse("2026-03-29T01:00:00Z"); // the clock goes from two to three
        QuietHours nights = quiet("22:00", "02:30", stockholm);
        assertThat(until(nights, "2026-03-28T22:00:00Z")).isEqualTo(three);
        assertThat(until(nights, "2026-03-29T00:59:59Z")).isEqualTo(three);
        assertThat(nights.until(three.toEpochMilli())).isZero();
        assertThat(until(nights, "2026-03-29T20:30:00Z")).isEqualTo(Instant.parse("2026-03-30T00:30:00Z"));
        QuietHours days = quiet("03:30", "02:30", stockholm);
        assertThat(until(days, "2026-03-28T22:00:00Z"))
                .as("not those of the day after, too")
                .isEqualTo(three);
        assertThat(until(quiet("22:00", "02:00", stockholm), "2026-03-28T22:00:00Z"))
                .isEqualTo(three);
        assertThat(until(quiet("22:00", "03:00", stockholm), "2026-03-28T22:00:00Z"))
                .isEqualTo(three);
    }

    @Test
    void quiet_hours_over_midnight_hold_in_the_morning_after_a_day_that_they_begin_on_and_in_no_other() {
        QuietHours night = new QuietHours(
                List.of(new Hours(EnumSet.of(DayOfWeek.FRIDAY), LocalTime.parse("22:00"), LocalTime.parse("06:00"))),
                ZoneOffset.UTC);
        assertThat(until(night, "2026-11-20T03:00:00Z")).as("friday").isEqualTo(Instant.EPOCH);
        assertThat(until(night, "2026-11-21T03:00:00Z"))
                .as("saturday")
                .isEqualTo(Instant.parse("2026-11-21T06:00:00Z"));
        assertThat(until(night, "2026-11-21T23:00:00Z")).isEqualTo(Instant.EPOCH);
        assertThat(until(night, "2026-11-22T03:00:00Z")).as("sunday").isEqualTo(Instant.EPOCH);
    }

    private static Instant until(QuietHours hours, String at) {
        return Instant.ofEpochMilli(hours.until(Instant.parse(at).toEpochMilli()));
    }

    @Test
    @Tag("C40")
    @Tag("C41")
    void attempts_and_pauses_follow_the_kind_of_failure() {
        bench.attempts = 4;
        bench.budgets = new RetryBudgets(2, 3, Map.of(0x64, 7), Map.of(0x64, Duration.ofMinutes(1)));
        bench.smsc.onFlush = link -> {
            for (ScriptedSmsc.Sent one : List.copyOf(link.sent)) {
                if (link.unanswered.contains(one.sequence())) {
                    int status =
                            switch (one.to()) {
                                case "46700000001" -> CommandStatus.RSYSERR;
                                case "46700000002" -> 0x64;
                                default -> 0x4AB;
                            };
                    link.answer(one.sequence(), status);
                }
            }
        };
        bench.start().messages(3);
        bench.turn();
        assertThat(bench.all.get(1L).dueAtMs - bench.nowMs()).isBetween(5_000L, 6_000L);
        assertThat(bench.all.get(2L).dueAtMs - bench.nowMs()).isBetween(60_000L, 72_000L);
        bench.pass(Duration.ofSeconds(10), Duration.ofSeconds(1));
        assertThat(bench.all.get(1L).dueAtMs - bench.nowMs()).isBetween(6_000L, 18_000L);
        bench.pass(Duration.ofHours(3), Duration.ofSeconds(30));
        assertThat(bench.told.words)
                .contains(
                        "ended 1 REJECTED command_status 0x08 RSYSERR at attempt 4, the last one",
                        "ended 2 REJECTED command_status 0x64 RX_T_APPN at attempt 7, the last one",
                        "ended 3 REJECTED command_status 0x4ab at attempt 2, the last one");
    }

    @Test
    @Tag("C41")
    void no_pause_is_shorter_than_the_first_or_longer_than_the_longest_and_they_do_not_end_together() {
        bench.attempts = 1000;
        bench.smsc.onFlush = link -> link.answerAll(CommandStatus.RSYSERR);
        bench.start().messages(8);
        bench.turn();
        List<Long> pauses = pauses();
        assertThat(pauses).allMatch(pause -> pause >= 5_000 && pause <= 6_000);
        assertThat(pauses.stream().distinct().count()).isGreaterThan(1);
        Set<Long> late = new HashSet<>();
        for (int i = 0; i < 400; i++) {
            bench.pass(Duration.ofSeconds(30), Duration.ofSeconds(30));
            late.addAll(pauses());
        }
        assertThat(late).allMatch(pause -> pause <= 600_000).anyMatch(pause -> pause > 480_000);
    }

    private List<Long> pauses() {
        return bench.all.values().stream()
                .map(task -> task.dueAtMs - bench.nowMs())
                .toList();
    }

    @Test
    @Tag("C43")
    @Tag("C44")
    void an_urgent_message_does_not_wait_for_one_to_its_number_that_is_put_off() {
        byDestination();
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.accountQuiet = quiet("08:00", "09:00", ZoneOffset.UTC);
        bench.start();
        bench.message(1, ONE);
        bench.message(2, ONE, 1, Priority.HIGH, Long.MAX_VALUE);
        bench.turn();
        assertThat(bench.told.words).containsExactly("accepted 2/0 id1 last");
        bench.pass(Duration.ofSeconds(410), Duration.ofSeconds(2));
        assertThat(bench.told.words).containsExactly("accepted 2/0 id1 last", "accepted 1/0 id2 last");
    }

    /** They are worked out once a second. */
    @Test
    void other_quiet_hours_hold_at_once_though_those_before_were_looked_at_in_the_same_second() {
        QuietWatch watch = new QuietWatch(account -> QuietHours.NONE);
        QuietHours night = quiet("00:02", "00:04", ZoneOffset.UTC);
        long now = Instant.parse("2026-11-27T17:30:47.100Z").toEpochMilli();
        assertThat(watch.lane(night, now)).isZero();
        assertThat(watch.lane(quiet("17:00", "18:00", ZoneOffset.UTC), now + 100))
                .isEqualTo(Instant.parse("2026-11-27T18:00:00Z").toEpochMilli());
        assertThat(watch.lane(night, now + 200)).isZero();
    }

    @Test
    void those_of_an_account_do_so_too_though_it_had_none_when_it_was_looked_at_in_the_same_second() {
        QuietHours[] said = {QuietHours.NONE};
        QuietWatch watch = new QuietWatch(account -> said[0]);
        long now = Instant.parse("2026-11-27T17:30:47.100Z").toEpochMilli();
        assertThat(watch.account("shop", now)).isZero();
        said[0] = quiet("17:00", "18:00", ZoneOffset.UTC);
        assertThat(watch.account("shop", now + 100))
                .isEqualTo(Instant.parse("2026-11-27T18:00:00Z").toEpochMilli());
        said[0] = QuietHours.NONE;
        assertThat(watch.account("shop", now + 200)).isZero();
    }

    @Test
    @Tag("C79")
    void senders_made_after_the_quiet_hours_were_taken_out_find_the_bag_open() {
        bench.bag.onlyHigh(true); // as senders before them have left it
        bench.start().message(1);
        bench.turn();
        assertThat(sent()).hasSize(1);
    }

    @Test
    @Tag("C44")
    @Tag("F-08")
    void an_urgent_message_waits_for_no_more_than_a_window_of_others_and_these_keep_their_share() {
        bench.start();
        for (long id = 1; id <= 500; id++) {
            bench.message(id, 1, Priority.LOW, Long.MAX_VALUE);
        }
        bench.turn();
        assertThat(sent()).hasSize(10);
        for (long id = 1_001; id <= 1_500; id++) {
            bench.message(id, 1, Priority.HIGH, Long.MAX_VALUE);
        }
        link().answerAll(0);
        bench.turn();
        assertThat(sent().get(10)).as("the next after the window").isEqualTo("46700001001");
        for (int round = 0; round < 30; round++) {
            link().answerAll(0);
            bench.turn();
        }
        long low = sent().stream()
                .skip(10)
                .filter(to -> to.compareTo("46700000501") < 0)
                .count();
        assertThat(low).isBetween(18L, 22L);
    }

    @Test
    @Tag("C44")
    @Tag("C105")
    void other_floors_hold_from_a_reload_on() {
        bench.window = 16;
        bench.bunch = 16;
        bench.smsc.onFlush = link -> link.answerAll(0);
        for (long id = 1; id <= 100; id++) {
            bench.message(id, 1, Priority.LOW, Long.MAX_VALUE);
            bench.message(1_000 + id, 1, Priority.HIGH, Long.MAX_VALUE);
        }
        bench.rate = 16;
        bench.burst = 16;
        bench.start();
        bench.pass(Duration.ofMillis(1_000));
        long before = low();
        assertThat(before).isBetween(1L, 2L);
        bench.leaving = new Leaving(false, QuietHours.NONE, new Leaving.Floors(4, 8));
        bench.apply();
        bench.pass(Duration.ofMillis(3_000));
        assertThat(low() - before).isBetween(11L, 13L);
    }

    private long low() {
        return sent().stream().filter(to -> to.compareTo("46700000500") < 0).count();
    }

    @Test
    @Tag("C20")
    @Tag("C18")
    void with_one_timer_the_bind_is_made_anew_as_soon_as_an_answer_is_late_and_the_policy_decides() {
        bench.answerTimers = 1;
        bench.window = 2;
        bench.start().message(1);
        bench.message(2);
        bench.turn();
        link().answer(2, 0);
        bench.pass(Duration.ofMillis(9_900));
        assertThat(bench.smsc.links).hasSize(1);
        bench.pass(Duration.ofMillis(1_700));
        assertThat(bench.smsc.links).hasSize(2);
        assertThat(bench.smsc.links.get(0).closed).isTrue();
        assertThat(bench.told.words).containsExactly("accepted 2/0 id2 last", "unanswered 1/0");
        // Too late: that connection has gone, and with it what it might have said.
        bench.smsc.links.get(0).listener.answered(1, 0, "late", bench.nanos());
        bench.pass(Duration.ofSeconds(31));
        assertThat(link().sent).hasSize(1);
        link().answer(1, 0);
        bench.turn();
        assertThat(bench.told.words).last().isEqualTo("accepted 1/0 id1 last");
        assertThat(sent()).hasSize(3);
    }

    @Test
    @Tag("C20")
    @Tag("C18")
    void with_much_patience_an_answer_is_awaited_as_long_as_the_link_lives() {
        bench.answerTimers = 100;
        bench.start().message(1);
        bench.turn();
        bench.pass(Duration.ofMinutes(10), Duration.ofSeconds(5));
        assertThat(bench.smsc.links).hasSize(1);
        assertThat(sent()).hasSize(1);
        link().answer(1, 0);
        bench.turn();
        assertThat(bench.told.words).containsExactly("accepted 1/0 id1 last");
    }

    @Test
    @Tag("C39")
    void throttling_uses_up_no_attempts_and_ends_a_message_only_with_its_validity() {
        bench.attempts = 2;
        bench.smsc.onFlush = link -> link.answerAll(CommandStatus.RTHROTTLED);
        bench.start();
        bench.message(1, 1, Priority.NORMAL, bench.nowMs() + 600_000);
        bench.turn();
        bench.pass(Duration.ofSeconds(590), Duration.ofSeconds(1));
        assertThat(bench.told.words).isEmpty();
        assertThat(bench.all.get(1L).refusals).isZero();
        assertThat(sent()).hasSizeBetween(60, 120);
        bench.pass(Duration.ofSeconds(30), Duration.ofSeconds(1));
        assertThat(bench.told.words).singleElement().asString().startsWith("ended 1 EXPIRED");
    }

    @Test
    @Tag("C43")
    @Tag("C107")
    void order_holds_when_a_worker_leaves_and_what_waits_is_back_in_the_bag_when_the_last_has_left() {
        byDestination();
        bench.start(2);
        for (long id = 1; id <= 3; id++) {
            bench.message(id, ONE);
        }
        bench.turn();
        assertThat(sent()).hasSize(1);
        boolean firstHasIt = bench.smsc.links.get(0).sent.size() == 1;
        Sender idle = bench.senders.get(firstHasIt ? 1 : 0);
        idle.stop(bench.nanos() + 1_000_000_000L);
        bench.pass(Duration.ofSeconds(2));
        assertThat(idle.hasEnded()).isTrue();
        assertThat(sent()).as("the first is under way still").hasSize(1);
        bench.senders.remove(idle);
        bench.sender().stop(bench.nanos() + 1_000_000_000L);
        bench.pass(Duration.ofSeconds(2));
        assertThat(bench.bag.depth()).as("with the one whose answer is lost").isEqualTo(3);
    }
}
