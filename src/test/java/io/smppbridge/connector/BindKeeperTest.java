package io.smppbridge.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.connector.BindKeeper.State;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.StatusClass;
import io.smppbridge.stats.SmscStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BindKeeperTest {
    private static final long MS = 1_000_000L;

    private final ScriptedSmsc smsc = new ScriptedSmsc();
    private final Mailbox mailbox = new Mailbox();
    private final SmscStats stats = new SmscStats("telia");
    private final List<CloseCause> lost = new ArrayList<>();
    private final List<Long> opened = new ArrayList<>();
    private final BindKeeper keeper = keeper(Inlet.CLOSED);
    private long now = 7_000_000_000L;

    private BindKeeper keeper(Inlet inlet) {
        return keeper(inlet, BindAs.TRANSCEIVER);
    }

    private BindKeeper keeper(Inlet inlet, BindAs as) {
        Patron patron = new Patron() {
            @Override
            public void lost(CloseCause cause, long at) {
                lost.add(cause);
            }
        };
        BindKeeper.Setup setup = new BindKeeper.Setup("tx-1", as, mailbox, inlet, stats, new SplittableRandom(42));
        return new BindKeeper(setup, patron, smsc, config());
    }

    static SmscConfig config() {
        return config(new SmscConfig.Reconnect(seconds(1), seconds(60), seconds(60), seconds(30)));
    }

    private static SmscConfig config(SmscConfig.Reconnect reconnect) {
        return new SmscConfig(
                "telia",
                null,
                null,
                new SmscConfig.Pace(1, 1, Duration.ZERO, 10, 10, 10),
                new SmscConfig.Timers(seconds(10), seconds(10), seconds(10), 3, seconds(30), seconds(5)),
                reconnect,
                null,
                null,
                null,
                null);
    }

    private static Duration seconds(long n) {
        return Duration.ofSeconds(n);
    }

    /** Lets time pass, waking when the keeper asks for it and each second, as its owners do. */
    private void pass(Duration time, BindKeeper bind, boolean busy) {
        long end = now + time.toNanos();
        turn(bind, busy);
        long turns = 0;
        while (now < end) {
            now = Math.min(end, Math.max(now + 1, Math.min(bind.nextAt(), now + 1_000 * MS)));
            turn(bind, busy);
            assertThat(++turns).as("turns").isLessThan(10_000 + time.toSeconds());
        }
    }

    private void pass(Duration time) {
        pass(time, keeper, false);
    }

    private void turn(BindKeeper bind, boolean busy) {
        for (int i = 0; i < 3; i++) {
            smsc.now = now;
            bind.now(now);
            mailbox.drain();
            bind.drainAnswers();
            bind.tick(now, busy);
            bind.flush();
        }
    }

    private void up() {
        keeper.want(true);
        turn(keeper, false);
        assertThat(keeper.state()).isEqualTo(State.BOUND);
    }

    private List<Long> pauses(CloseCause cause, int status, int tries) {
        smsc.onOpen = link -> {
            opened.add(now);
            link.drop(cause, status);
        };
        keeper.want(true);
        while (opened.size() <= tries) {
            pass(Duration.ofMillis(100));
        }
        List<Long> pauses = new ArrayList<>();
        for (int i = 1; i <= tries; i++) {
            pauses.add((opened.get(i) - opened.get(i - 1)) / MS);
        }
        return pauses;
    }

    @Test
    @Tag("C24")
    @Tag("C-01")
    void twenty_failing_connects_pause_longer_and_longer_within_floor_and_cap() {
        List<Long> pauses = pauses(CloseCause.CONNECT_FAILED, 0, 20);
        assertThat(pauses).allMatch(ms -> ms >= 1_000 && ms <= 60_101);
        assertThat(pauses.get(0)).isBetween(1_000L, 1_400L);
        assertThat(pauses.get(3)).isBetween(6_000L, 10_100L);
        assertThat(pauses.subList(8, 20)).allMatch(ms -> ms >= 45_000).doesNotHaveDuplicates();
        assertThat(keeper.text()).startsWith("CONNECT_FAILED, next try in ");
    }

    @Test
    @Tag("C24")
    @Tag("S2.11")
    void with_floor_and_cap_at_ten_seconds_a_failed_connect_is_tried_again_after_ten_seconds_each_time() {
        keeper.apply(config(new SmscConfig.Reconnect(seconds(10), seconds(10), seconds(60), seconds(30))), smsc);
        // The clock of this test moves on by up to 100 ms after each try; the deadline itself is exact.
        assertThat(pauses(CloseCause.CONNECT_FAILED, 0, 20)).allMatch(ms -> ms >= 10_000 && ms <= 10_100);
    }

    @ParameterizedTest
    @CsvSource({"CONNECT_FAILED, 0, 2", "BIND_REFUSED, 14, 4"})
    void a_shorter_pause_holds_for_the_one_that_is_under_way(CloseCause cause, int status, long most) {
        keeper.apply(
                config(new SmscConfig.Reconnect(seconds(3_000), seconds(3_000), seconds(3_000), seconds(0))), smsc);
        smsc.onOpen = link -> {
            opened.add(now);
            link.drop(cause, status);
        };
        keeper.want(true);
        pass(seconds(10));
        assertThat(opened).hasSize(1);
        keeper.apply(config(new SmscConfig.Reconnect(seconds(2), seconds(2), seconds(2), seconds(0))), smsc);
        pass(seconds(most));
        assertThat(opened).hasSizeGreaterThan(1);
    }

    @Test
    void other_timers_leave_a_pause_as_long_as_it_is() {
        List<Long> pauses = pauses(CloseCause.CONNECT_FAILED, 0, 1);
        opened.clear();
        long left = keeper.nextAt() - now;
        keeper.apply(config(), smsc);
        assertThat(keeper.nextAt() - now).isEqualTo(left);
        assertThat(pauses).hasSize(1);
    }

    @Test
    void what_is_left_of_a_pause_is_told_as_it_is_now() {
        keeper.apply(config(new SmscConfig.Reconnect(seconds(60), seconds(60), seconds(60), seconds(0))), smsc);
        pauses(CloseCause.CONNECT_FAILED, 0, 1);
        pass(seconds(15));
        assertThat(keeper.text()).isEqualTo("CONNECT_FAILED, next try in 45 s");
        keeper.apply(config(new SmscConfig.Reconnect(seconds(20), seconds(20), seconds(20), seconds(0))), smsc);
        keeper.now(now);
        assertThat(keeper.text()).as("a shorter one, by a reload").isEqualTo("CONNECT_FAILED, next try in 20 s");
    }

    @Test
    void a_pause_below_a_second_is_told_in_tenths() {
        assertThat(BindSign.seconds(400 * MS)).isEqualTo("0.4");
        assertThat(BindSign.seconds(3 * MS)).isEqualTo("0.1");
        assertThat(BindSign.seconds(980 * MS)).isEqualTo("1");
        assertThat(BindSign.seconds(12_400 * MS)).isEqualTo("12");
    }

    @ParameterizedTest
    @Tag("C23")
    @Tag("C-02")
    @CsvSource({"14,RINVPASWD", "15,RINVSYSID", "13,RBINDFAIL"})
    void refused_credentials_are_tried_again_slowly_from_the_first_time(
            int status, String name, TestReporter reporter) {
        List<Long> pauses = pauses(CloseCause.BIND_REFUSED, status, 5);
        assertThat(pauses).allMatch(ms -> ms >= 60_000);
        assertThat(keeper.text()).contains("refused " + name + ", next try in");
        Tried.times(opened.size())
                .refused(opened.size())
                .note(name + ": pauses of " + Collections.min(pauses) / 1000 + " s and more")
                .tell(reporter);
    }

    @Test
    @Tag("C23")
    void a_bind_that_still_stands_over_there_is_tried_again_quickly_with_a_cap() {
        List<Long> pauses = pauses(CloseCause.BIND_REFUSED, CommandStatus.RALYBND, 10);
        assertThat(pauses).allMatch(ms -> ms >= 1_000 && ms <= 10_101);
        assertThat(keeper.text()).contains("RALYBND");
    }

    @Test
    @Tag("C24")
    void the_pause_starts_small_again_only_after_a_stable_bind() {
        pauses(CloseCause.CONNECT_FAILED, 0, 8);
        smsc.onOpen = link -> link.listener.bound("SMSC", 0x34);
        pass(seconds(61));
        smsc.last().drop(CloseCause.PEER_CLOSED, 0);
        turn(keeper, false);
        assertThat(keeper.nextAt() - now).as("bound for a moment only").isGreaterThan(30_000 * MS);
        pass(seconds(100));
        assertThat(keeper.state()).isEqualTo(State.BOUND);
        smsc.last().drop(CloseCause.PEER_CLOSED, 0);
        turn(keeper, false);
        assertThat(keeper.nextAt() - now).as("bound for longer than stable").isLessThan(1_500 * MS);
    }

    @Test
    @Tag("C25")
    @Tag("C26")
    @Tag("S2.11")
    void neither_a_black_hole_nor_a_silent_smsc_holds_it_for_longer_than_the_deadlines() {
        smsc.onOpen = link -> {};
        keeper.want(true);
        pass(seconds(20));
        assertThat(keeper.state()).isEqualTo(State.CONNECTING);
        pass(Duration.ofMillis(1_100));
        assertThat(smsc.last().closed).isTrue();
        assertThat(keeper.state()).isEqualTo(State.BACKOFF);
        assertThat(lost).containsExactly(CloseCause.CLOSED_HERE);
    }

    @Test
    @Tag("C27")
    void an_idle_bind_is_asked_for_a_sign_of_life_all_night() {
        up();
        pass(Duration.ofHours(12));
        assertThat(smsc.links).hasSize(1);
        assertThat(smsc.last().enquired).isBetween(1_430, 1_440);
    }

    @ParameterizedTest
    @EnumSource(BindAs.class)
    @Tag("C27")
    void an_idle_bind_of_each_kind_is_asked_for_a_sign_of_life_all_night_and_then_missed_at_once(BindAs as) {
        BindKeeper bind = keeper(Inlet.CLOSED, as);
        bind.want(true);
        pass(Duration.ofHours(12), bind, false);
        assertThat(smsc.links).hasSize(1);
        assertThat(smsc.last().as).isEqualTo(as);
        assertThat(smsc.last().enquired).isBetween(1_430, 1_440);
        smsc.answersEnquire = false;
        pass(Duration.ofMillis(40_001), bind, false);
        assertThat(smsc.links.get(0).closed).isTrue();
    }

    /** What comes in says nothing about what goes out. */
    @ParameterizedTest
    @EnumSource(value = BindAs.class, names = "TRANSMITTER", mode = EnumSource.Mode.EXCLUDE)
    @Tag("C27")
    void a_bind_on_which_only_receipts_flow_is_asked_all_night_and_then_missed_at_once(BindAs as) {
        List<Runnable> unanswered = new ArrayList<>();
        BindKeeper bind = keeper((delivery, answer) -> unanswered.add(() -> answer.answer(delivery, 0)), as);
        bind.want(true);
        turn(bind, false);
        for (int i = 0; i < 12 * 360; i++) {
            smsc.last().listener.delivered(delivery(i));
            unanswered.forEach(Runnable::run);
            unanswered.clear();
            pass(seconds(10), bind, false);
        }
        assertThat(smsc.links).hasSize(1);
        assertThat(smsc.last().answers).hasSize(12 * 360);
        assertThat(smsc.last().enquired).isBetween(1_430, 1_440);
        smsc.answersEnquire = false;
        for (int i = 0; i < 5; i++) {
            assertThat(smsc.links.get(0).closed).isFalse();
            smsc.links.get(0).listener.delivered(delivery(i));
            pass(Duration.ofMillis(8_001), bind, false);
        }
        assertThat(smsc.links.get(0).closed).isTrue();
    }

    @Test
    @Tag("C27")
    void receipts_alone_are_no_sign_that_the_smsc_still_reads() {
        up();
        for (int i = 0; i < 100; i++) {
            smsc.last().listener.delivered(delivery(i));
            pass(seconds(1));
        }
        assertThat(smsc.last().enquired).isEqualTo(3);
    }

    @Test
    @Tag("C27")
    @Tag("C29")
    void a_dead_link_is_noticed_within_the_interval_and_the_deadline() {
        up();
        smsc.answersEnquire = false;
        pass(Duration.ofMillis(40_001));
        assertThat(smsc.last().closed).isTrue();
        assertThat(keeper.isOpen()).isFalse();
        assertThat(stats.bind("tx-1").losses.sum()).isEqualTo(1);
        assertThat(keeper.text()).startsWith("no answer to enquire_link within 10000 ms");
    }

    @Test
    void while_a_bind_is_being_closed_it_is_told_why() {
        up();
        keeper.close("no answer to submit_sm");
        assertThat(keeper.text()).isEqualTo("closing: no answer to submit_sm");
        turn(keeper, false);
        assertThat(keeper.text()).startsWith("no answer to submit_sm, next try in ");
    }

    @Test
    @Tag("C29")
    void answers_that_were_read_in_time_count_although_the_owner_was_held_up() {
        up();
        smsc.answersEnquire = false;
        pass(seconds(31));
        long readAt = now + 1_000 * MS;
        smsc.last().listener.answered(1, 0, "x", readAt);
        now += 60_000 * MS;
        turn(keeper, false);
        assertThat(smsc.last().closed).isFalse();
    }

    @Test
    @Tag("C29")
    @Tag("G-03")
    void after_a_pause_of_the_whole_process_an_answer_that_is_read_now_is_no_missing_one_and_another_is() {
        for (boolean answered : List.of(true, false)) {
            BindKeeper bind = keeper(Inlet.CLOSED, BindAs.TRANSCEIVER);
            bind.want(true);
            smsc.answersEnquire = false;
            pass(seconds(31), bind, false);
            now += 600_000 * MS;
            turn(bind, false);
            assertThat(smsc.last().closed).as("nobody has read since").isFalse();
            if (answered) {
                smsc.last().listener.answered(1, 0, "x", now + 500 * MS);
            }
            pass(Duration.ofMillis(1_001), bind, false);
            assertThat(smsc.last().closed).isEqualTo(!answered);
        }
    }

    @Test
    @Tag("C30")
    void when_the_peer_unbinds_nothing_more_is_submitted_and_the_bind_ends_once_nothing_is_under_way() {
        up();
        smsc.last().listener.unbindRequested();
        turn(keeper, true);
        assertThat(keeper.isOpen()).isFalse();
        assertThat(smsc.last().closed).isFalse();
        pass(seconds(9), keeper, true);
        assertThat(smsc.last().closed).isFalse();
        turn(keeper, false);
        assertThat(smsc.last().closed).isTrue();
    }

    @Test
    @Tag("C30")
    void what_is_under_way_when_the_peer_unbinds_is_awaited_for_its_time_only() {
        up();
        smsc.last().listener.unbindRequested();
        pass(seconds(11), keeper, true);
        assertThat(smsc.links.get(0).closed).isTrue();
    }

    @Test
    @Tag("C30")
    void what_was_delivered_before_the_peer_unbinds_is_answered_before_the_bind_ends() {
        List<Inlet.Answer> waiting = new ArrayList<>();
        BindKeeper receiving = keeper((delivery, answer) -> waiting.add(answer));
        receiving.want(true);
        turn(receiving, false);
        List<String> written = new ArrayList<>();
        smsc.onFlush = link -> written.addAll(link.closed ? List.of() : link.answers);
        smsc.last().listener.delivered(delivery(5));
        smsc.last().listener.unbindRequested();
        turn(receiving, true);
        waiting.get(0).answer(delivery(5), 0);
        turn(receiving, false);
        assertThat(smsc.last().closed).isTrue();
        assertThat(written).containsExactly("5:0");
    }

    @Test
    @Tag("C31")
    void between_unbind_and_its_answer_deliveries_are_still_answered() {
        List<Inlet.Answer> waiting = new ArrayList<>();
        List<Delivery> read = new ArrayList<>();
        BindKeeper receiving = keeper((delivery, answer) -> {
            read.add(delivery);
            return waiting.add(answer);
        });
        receiving.want(true);
        turn(receiving, false);
        smsc.answersUnbind = false;
        receiving.want(false);
        receiving.unbind();
        for (int i = 0; i < 100; i++) {
            smsc.last().listener.delivered(delivery(i));
        }
        turn(receiving, false);
        assertThat(receiving.unansweredDeliveries()).isEqualTo(100);
        for (int i = 0; i < 100; i++) {
            waiting.get(i).answer(read.get(i), 0);
        }
        turn(receiving, false);
        assertThat(smsc.last().answers).hasSize(100).allMatch(answer -> answer.endsWith(":0"));
        smsc.last().drop(CloseCause.UNBOUND, 0);
        turn(receiving, false);
        assertThat(receiving.state()).isEqualTo(State.IDLE);
        assertThat(lost).containsExactly(CloseCause.UNBOUND);
        assertThat(stats.bind("tx-1").losses.sum()).isZero();
    }

    @Test
    @Tag("C31")
    void a_delivery_that_came_before_the_answer_to_the_unbind_is_answered_before_the_bind_ends() {
        List<Inlet.Answer> waiting = new ArrayList<>();
        BindKeeper receiving = keeper((delivery, answer) -> waiting.add(answer));
        receiving.want(true);
        turn(receiving, false);
        smsc.answersUnbind = false;
        List<String> written = new ArrayList<>();
        smsc.onFlush = link -> written.addAll(link.closed ? List.of() : link.answers);
        receiving.want(false);
        receiving.unbind();
        smsc.last().listener.delivered(delivery(5));
        assertThat(smsc.last().listener.unbindAnswered()).isFalse();
        turn(receiving, false);
        assertThat(smsc.last().closed).isFalse();
        waiting.get(0).answer(delivery(5), 0);
        turn(receiving, false);
        assertThat(written).containsExactly("5:0");
        assertThat(receiving.state()).isEqualTo(State.IDLE);
        assertThat(lost).containsExactly(CloseCause.UNBOUND);
        assertThat(stats.bind("tx-1").losses.sum()).isZero();
    }

    @Test
    @Tag("C31")
    void a_delivery_that_nobody_answers_holds_up_an_answered_unbind_for_its_time_only() {
        BindKeeper receiving = keeper((delivery, answer) -> true);
        receiving.want(true);
        turn(receiving, false);
        smsc.answersUnbind = false;
        receiving.want(false);
        receiving.unbind();
        smsc.last().listener.delivered(delivery(5));
        smsc.last().listener.unbindAnswered();
        pass(seconds(6), receiving, false);
        assertThat(smsc.last().closed).isTrue();
        assertThat(receiving.state()).isEqualTo(State.IDLE);
    }

    @Test
    void an_unbind_without_answer_and_a_close_without_news_both_end() {
        up();
        smsc.answersUnbind = false;
        keeper.want(false);
        keeper.unbind();
        pass(seconds(6));
        assertThat(smsc.last().closed).isTrue();
        assertThat(keeper.state()).isEqualTo(State.IDLE);
    }

    @Test
    void a_bind_that_is_wanted_again_before_its_unbind_is_answered_is_made_anew_at_once() {
        up();
        smsc.answersUnbind = false;
        keeper.want(false);
        keeper.unbind();
        keeper.want(true);
        turn(keeper, false);
        assertThat(keeper.state()).isEqualTo(State.UNBINDING);
        smsc.last().drop(CloseCause.UNBOUND, 0);
        turn(keeper, false);
        assertThat(keeper.state()).isEqualTo(State.BOUND);
        assertThat(smsc.links).hasSize(2);
        assertThat(lost).containsExactly(CloseCause.UNBOUND);
    }

    @Test
    void a_bind_that_is_wanted_again_while_it_is_given_up_before_it_stands_is_made_anew_at_once() {
        smsc.onOpen = link -> {};
        keeper.want(true);
        turn(keeper, false);
        keeper.want(false);
        keeper.unbind();
        keeper.want(true);
        smsc.onOpen = link -> link.listener.bound("SMSC", 0x34);
        turn(keeper, false);
        assertThat(keeper.state()).isEqualTo(State.BOUND);
        assertThat(stats.isUp(true)).isTrue();
    }

    @Test
    void a_bind_that_is_given_up_before_it_stands_makes_up_for_no_failure() {
        smsc.onOpen = link -> link.drop(CloseCause.CONNECT_FAILED, 0);
        keeper.want(true);
        pass(seconds(20));
        smsc.onOpen = link -> {};
        pass(seconds(20));
        assertThat(keeper.state()).isEqualTo(State.CONNECTING);
        keeper.want(false);
        keeper.unbind();
        keeper.want(true);
        turn(keeper, false);
        assertThat(stats.isUp(true))
                .as("the last one that ended by itself failed")
                .isFalse();
        smsc.last().listener.closed(CloseCause.BIND_REFUSED, CommandStatus.RSYSERR, "refused");
        keeper.want(false);
        keeper.unbind();
        keeper.want(true);
        pass(seconds(5));
        assertThat(keeper.state()).as("it was refused before it was given up").isEqualTo(State.BACKOFF);
    }

    @Test
    void a_bind_on_demand_is_down_from_a_failure_until_it_stands_or_is_not_wanted_after_its_pause() {
        assertThat(stats.isUp(true)).isTrue();
        assertThat(stats.isUp(false)).isFalse();
        up();
        smsc.last().drop(CloseCause.PEER_CLOSED, 0);
        turn(keeper, false);
        assertThat(stats.isUp(true)).isFalse();
        pass(seconds(2));
        assertThat(keeper.state()).isEqualTo(State.BOUND);
        assertThat(stats.isUp(true)).isTrue();
        smsc.last().drop(CloseCause.PEER_CLOSED, 0);
        turn(keeper, false);
        assertThat(stats.isUp(true)).isFalse();
        keeper.want(false);
        pass(Duration.ofMillis(700));
        assertThat(stats.isUp(true)).isFalse();
        pass(seconds(2));
        assertThat(smsc.links).hasSize(2);
        assertThat(stats.isUp(true)).isTrue();
        assertThat(stats.isUp(false)).isFalse();
    }

    @Test
    void work_that_leaves_while_a_refused_bind_pauses_and_comes_again_makes_no_try_sooner() {
        smsc.onOpen = link -> link.drop(CloseCause.BIND_REFUSED, CommandStatus.RINVPASWD);
        for (int i = 0; i < 59; i++) {
            keeper.want(true);
            pass(Duration.ofMillis(500));
            keeper.want(false);
            pass(Duration.ofMillis(500));
        }
        assertThat(smsc.links).hasSize(1);
        assertThat(stats.isUp(true)).isFalse();
        pass(seconds(20));
        assertThat(smsc.links).as("nobody wants it").hasSize(1);
        assertThat(keeper.state()).isEqualTo(State.IDLE);
        assertThat(stats.isUp(true)).isTrue();
        keeper.want(true);
        turn(keeper, false);
        assertThat(smsc.links).hasSize(2);
    }

    @Test
    void a_bind_that_is_refused_just_as_nobody_wants_it_any_more_pauses_too() {
        smsc.onOpen = link -> {};
        keeper.want(true);
        turn(keeper, false);
        smsc.last().listener.closed(CloseCause.BIND_REFUSED, CommandStatus.RINVPASWD, "refused");
        keeper.want(false);
        keeper.unbind();
        turn(keeper, false);
        assertThat(keeper.state()).isEqualTo(State.BACKOFF);
        assertThat(stats.isUp(true)).isFalse();
        keeper.want(true);
        pass(seconds(29));
        assertThat(smsc.links).as("tried again no sooner").hasSize(1);
        keeper.want(false);
        keeper.endPause();
        assertThat(keeper.state()).as("who stops does not wait").isEqualTo(State.IDLE);
    }

    @Test
    void losses_of_binds_long_given_up_in_order_make_no_pause_longer() {
        for (int i = 0; i < 10; i++) {
            up();
            smsc.last().drop(CloseCause.PEER_CLOSED, 0);
            pass(Duration.ofMillis(1_300));
            assertThat(keeper.state()).as("after loss %d", i).isEqualTo(State.BOUND);
            keeper.want(false);
            keeper.unbind();
            pass(seconds(60));
            assertThat(keeper.state()).isEqualTo(State.IDLE);
        }
    }

    @Test
    @Tag("C76")
    void a_delivery_without_room_is_refused_for_a_time_and_counted() {
        up();
        smsc.last().listener.delivered(delivery(5));
        turn(keeper, false);
        assertThat(smsc.last().answers).containsExactly("5:" + CommandStatus.RMSGQFUL);
        assertThat(stats.deliveriesRefused.sum()).isEqualTo(1);
        assertThat(keeper.unansweredDeliveries()).isZero();
    }

    @Test
    void what_an_old_connection_still_says_is_dropped() {
        up();
        ScriptedSmsc.Link old = smsc.last();
        old.drop(CloseCause.PEER_CLOSED, 0);
        pass(seconds(2));
        old.listener.unbindRequested();
        old.listener.closed(CloseCause.PEER_CLOSED, 0, "again");
        old.listener.answered(1, 0, "x", now);
        turn(keeper, false);
        assertThat(keeper.isOpen()).isTrue();
        assertThat(lost).hasSize(1);
    }

    @ParameterizedTest
    @Tag("C40")
    @CsvSource({
        "0,OK",
        "11,PERMANENT",
        "10,PERMANENT",
        "1,PERMANENT",
        "260,PERMANENT",
        "102,PERMANENT",
        "8,TEMPORARY",
        "100,TEMPORARY",
        "20,THROTTLED",
        "88,THROTTLED",
        "4,REBIND",
        "1024,TEMPORARY",
        "1279,PERMANENT"
    })
    void statuses_mean_what_the_table_says(int status, StatusClass expected) {
        assertThat(new StatusTable(Map.of(1279, StatusClass.PERMANENT)).of(status))
                .isEqualTo(expected);
    }

    static Delivery delivery(int sequence) {
        return Deliveries.delivery().sequence(sequence).receipt().readAt(1).made();
    }
}
