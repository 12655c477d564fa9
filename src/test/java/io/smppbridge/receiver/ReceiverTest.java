package io.smppbridge.receiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.smppbridge.Logged;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.Deliveries;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Inlet;
import io.smppbridge.connector.ScriptedSmsc;
import io.smppbridge.settings.IdPart;
import io.smppbridge.settings.ReceiptGrammar;
import io.smppbridge.settings.Secret;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.Binds.Receive;
import io.smppbridge.stats.SmscStats;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiverTest {
    private long now = 3_000_000_000L;
    private final Receiver receiver = new Receiver(() -> now, 1);
    private final ScriptedSmsc telia = new ScriptedSmsc();
    private final ScriptedSmsc tele2 = new ScriptedSmsc();
    private final SmscStats teliaStats = new SmscStats("telia");
    private final SmscStats tele2Stats = new SmscStats("tele2");
    private final List<String> handedOver = new ArrayList<>();
    private final List<Runnable> toAnswer = new ArrayList<>();
    private final Inlet inlet = (delivery, answer) -> {
        handedOver.add("" + delivery.sequence());
        return toAnswer.add(() -> answer.answer(delivery, 0));
    };

    private static Duration seconds(long n) {
        return Duration.ofSeconds(n);
    }

    private static SmscConfig config(String name, Receive receive) {
        return new SmscConfig(
                name,
                new SmscConfig.Link("localhost", 2775, "smppclient1", new Secret("password"), "", "", 0x34),
                new SmscConfig.Binds(SmscConfig.Binds.Mode.TRANSMITTER, receive, 1, 1, false, seconds(10)),
                new SmscConfig.Pace(1, 1, Duration.ZERO, 10, 10, 10),
                new SmscConfig.Timers(seconds(10), seconds(10), seconds(10), 3, seconds(30), seconds(5)),
                new SmscConfig.Reconnect(seconds(1), seconds(60), seconds(60), seconds(30)),
                null,
                null,
                null,
                new SmscConfig.Inbound(
                        "text",
                        seconds(60),
                        seconds(5),
                        seconds(300),
                        seconds(60),
                        ZoneOffset.UTC,
                        false,
                        SmscConfig.Verdict.ALL,
                        IdPart.ALL,
                        Duration.ZERO,
                        ReceiptGrammar.USUAL));
    }

    private void pass(Duration time) {
        long end = now + time.toNanos();
        int turns = 0;
        while (true) {
            telia.now = now;
            tele2.now = now;
            long wait = Math.max(100_000, receiver.turn());
            assertThat(++turns).as("turns").isLessThan(200 + 20 * (int) time.toSeconds());
            if (now >= end || receiver.hasEnded()) {
                return;
            }
            now = Math.min(end, now + wait);
        }
    }

    private Delivery delivery(int sequence) {
        return Deliveries.delivery().sequence(sequence).readAt(now).made();
    }

    private void answerAll() {
        toAnswer.forEach(Runnable::run);
        toAnswer.clear();
    }

    @Test
    @Tag("S1.5")
    void an_always_on_receiver_binds_as_receiver_and_comes_back_after_a_loss() {
        receiver.serve(config("telia", Receive.RECEIVER), telia, inlet, teliaStats);
        pass(seconds(1));
        assertThat(telia.last().as).isEqualTo(BindAs.RECEIVER);
        telia.last().listener.delivered(delivery(7));
        pass(seconds(1));
        assertThat(handedOver).containsExactly("7");
        assertThat(telia.last().answers).as("not before it is on disk").isEmpty();
        answerAll();
        pass(seconds(1));
        assertThat(telia.last().answers).containsExactly("7:0");
        telia.last().drop(CloseCause.PEER_CLOSED, 0);
        pass(seconds(3));
        assertThat(telia.links).hasSize(2);
        assertThat(teliaStats.bind("rx-1").bound).isTrue();
        assertThat(teliaStats.anyBound()).as("nothing can be submitted on it").isFalse();
    }

    /** As where jSMPP finds no memory beside the heap to write in: receipts and MO had come from no SMSC any more. */
    @Test
    @Tag("S1.8")
    void it_goes_on_after_an_error_that_ends_no_process() throws Exception {
        CountDownLatch opened = new CountDownLatch(1);
        telia.onOpen = link -> {
            throw new OutOfMemoryError("of a test");
        };
        tele2.onOpen = link -> opened.countDown();
        receiver.start();
        receiver.serve(config("telia", Receive.RECEIVER), telia, inlet, teliaStats);
        receiver.serve(config("tele2", Receive.RECEIVER), tele2, inlet, tele2Stats);
        assertThat(opened.await(10, TimeUnit.SECONDS)).isTrue();
        receiver.drain(Duration.ZERO);
    }

    /** It had stayed "connecting" for good, with a turn after the other and no rest between. */
    @Test
    @Tag("S1.5")
    void a_bind_that_could_not_be_begun_for_a_fault_of_ours_is_made_anew() {
        AtomicBoolean faulty = new AtomicBoolean(true);
        Connector.Factory factory = (as, listener) -> {
            if (faulty.getAndSet(false)) {
                throw new IllegalStateException("a fault of ours");
            }
            return telia.create(as, listener);
        };
        receiver.serve(config("telia", Receive.RECEIVER), factory, inlet, teliaStats);
        assertThatIllegalStateException().isThrownBy(receiver::turn);
        pass(seconds(120));
        assertThat(teliaStats.bind("rx-1").bound).isTrue();
    }

    @Test
    @Tag("S1.8")
    void a_dead_smsc_costs_the_others_nothing() {
        tele2.onOpen = link -> {};
        receiver.serve(config("tele2", Receive.RECEIVER), tele2, inlet, tele2Stats);
        receiver.serve(config("telia", Receive.RECEIVER), telia, inlet, teliaStats);
        for (int i = 0; i < 300; i++) {
            pass(seconds(1));
            telia.last().listener.delivered(delivery(i));
            answerAll();
        }
        pass(seconds(1));
        assertThat(telia.last().answers).hasSize(300);
        assertThat(telia.links).hasSize(1);
        assertThat(tele2.links.size()).isGreaterThan(3);
    }

    @Test
    @Tag("S1.7")
    @Tag("C35")
    void a_poll_drains_until_it_is_silent_unbinds_and_sleeps() {
        receiver.serve(config("telia", Receive.POLL), telia, inlet, teliaStats);
        pass(seconds(1));
        for (int i = 0; i < 4; i++) {
            telia.last().listener.delivered(delivery(i));
            answerAll();
            pass(seconds(4));
        }
        assertThat(telia.last().closed).isFalse();
        pass(seconds(2));
        assertThat(telia.last().unbinding).isTrue();
        assertThat(telia.last().answers).hasSize(4);
        pass(seconds(58));
        assertThat(telia.links).as("asleep").hasSize(1);
        pass(seconds(3));
        assertThat(telia.links).hasSize(2);
        pass(seconds(200));
        assertThat(telia.links).as("every 65 seconds").hasSizeBetween(4, 5);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("S1.7")
    @Tag("C35")
    void a_poll_that_the_smsc_ends_by_unbind_is_over_too_and_nothing_is_lost(boolean closesItself) {
        receiver.serve(config("telia", Receive.POLL), telia, inlet, teliaStats);
        pass(seconds(1));
        for (int polls = 1; polls <= 3; polls++) {
            assertThat(telia.links).hasSize(polls);
            telia.last().listener.unbindRequested();
            if (closesItself) {
                telia.last().drop(CloseCause.PEER_CLOSED, 0);
            }
            pass(seconds(1));
            assertThat(telia.last().closed).isTrue();
            assertThat(teliaStats.bind("rx-1").text).isEqualTo("idle");
            pass(seconds(58));
            assertThat(telia.links).as("asleep").hasSize(polls);
            pass(seconds(2));
        }
        assertThat(teliaStats.bind("rx-1").losses.sum()).isZero();
        telia.last().drop(CloseCause.PEER_CLOSED, 0);
        pass(seconds(2));
        assertThat(telia.links).as("a poll that was cut off goes on soon").hasSize(5);
        assertThat(teliaStats.bind("rx-1").losses.sum()).isOne();
    }

    @Test
    @Tag("C33")
    void a_call_that_the_smsc_ends_by_unbind_is_no_loss_and_none_is_said_to_be_made_anew() {
        receiver.serve(config("telia", Receive.OUTBIND), telia, inlet, teliaStats);
        try (Logged log = Logged.of("io.smppbridge.connector.BindSign")) {
            receiver.called("telia", telia);
            pass(seconds(1));
            telia.last().listener.unbindRequested();
            pass(seconds(1));
            assertThat(log.lines()).containsExactly("telia rx-1: bound");
            assertThat(teliaStats.bind("rx-1").losses.sum()).isZero();
            receiver.called("telia", telia);
            pass(seconds(1));
            telia.last().drop(CloseCause.PEER_CLOSED, 0);
            telia.onOpen = link -> link.drop(CloseCause.BIND_REFUSED, 8);
            pass(seconds(1));
            receiver.called("telia", telia);
            pass(seconds(100));
            assertThat(log.lines())
                    .containsExactly(
                            "telia rx-1: bound",
                            "telia rx-1: bound",
                            "telia rx-1: bind lost: PEER_CLOSED",
                            "telia rx-1: no bind: refused RSYSERR");
        }
        assertThat(telia.links).hasSize(3);
        assertThat(teliaStats.bind("rx-1").losses.sum()).isOne();
    }

    @Test
    @Tag("S1.7")
    void a_poll_does_not_end_before_everything_it_read_is_answered() {
        receiver.serve(config("telia", Receive.POLL), telia, inlet, teliaStats);
        pass(seconds(1));
        telia.last().listener.delivered(delivery(1));
        pass(seconds(20));
        assertThat(telia.last().unbinding).isFalse();
        answerAll();
        pass(seconds(1));
        assertThat(telia.last().answers).containsExactly("1:0");
        assertThat(telia.last().unbinding).isTrue();
    }

    @Test
    void another_configuration_switches_between_always_on_and_none_and_back() {
        receiver.serve(config("telia", Receive.RECEIVER), telia, inlet, teliaStats);
        pass(seconds(1));
        telia.answersUnbind = false;
        receiver.serve(config("telia", Receive.OFF), telia, inlet, teliaStats);
        receiver.serve(config("telia", Receive.RECEIVER), telia, inlet, teliaStats);
        pass(seconds(1));
        assertThat(telia.last().unbinding).isTrue();
        assertThat(telia.links).hasSize(1);
        telia.last().drop(CloseCause.UNBOUND, 0);
        pass(seconds(1));
        assertThat(telia.links).hasSize(2);
        receiver.forget("telia");
        pass(seconds(8));
        assertThat(telia.last().closed).isTrue();
    }

    @Test
    void one_that_comes_back_and_goes_again_while_its_bind_is_given_up_has_none_in_the_end() {
        receiver.serve(config("telia", Receive.RECEIVER), telia, inlet, teliaStats);
        pass(seconds(1));
        telia.answersUnbind = false;
        receiver.forget("telia");
        receiver.serve(config("telia", Receive.RECEIVER), telia, inlet, teliaStats);
        receiver.forget("telia");
        pass(seconds(1));
        telia.last().drop(CloseCause.UNBOUND, 0);
        pass(seconds(10));
        assertThat(telia.links).hasSize(1);
        assertThat(teliaStats.bind("rx-1").bound).isFalse();
    }

    @Test
    @Tag("C32")
    void draining_answers_what_was_read_then_unbinds_and_ends() {
        receiver.serve(config("telia", Receive.RECEIVER), telia, inlet, teliaStats);
        receiver.serve(config("tele2", Receive.RECEIVER), tele2, inlet, tele2Stats);
        pass(seconds(1));
        telia.last().listener.delivered(delivery(1));
        tele2.last().listener.delivered(delivery(2));
        receiver.drain(seconds(5));
        pass(seconds(1));
        assertThat(telia.last().unbinding).isFalse();
        toAnswer.remove(0).run();
        pass(seconds(1));
        assertThat(telia.last().unbinding).isTrue();
        assertThat(receiver.hasEnded()).as("tele2's is not on disk").isFalse();
        pass(seconds(5));
        assertThat(tele2.last().closed).isTrue();
        assertThat(receiver.hasEnded()).isTrue();
    }

    @Test
    void at_its_end_it_rests_no_more_as_a_stop_waits_for_it() {
        receiver.serve(config("telia", Receive.RECEIVER), telia, inlet, teliaStats);
        pass(seconds(1));
        receiver.drain(seconds(5));
        long wait = 0;
        for (int turns = 0; !receiver.hasEnded() && turns < 20; turns++) {
            wait = receiver.turn();
        }
        assertThat(receiver.hasEnded()).isTrue();
        assertThat(wait).isZero();
    }
}
