package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.Operation;
import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.connector.OperationAnswer.Said;
import io.smppbridge.connector.OperationAnswer.Unanswered;
import io.smppbridge.connector.Rest;
import io.smppbridge.connector.ScriptedSmsc.Link;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Questions to the SMSC share rate and window with submissions, and none waits for ever. */
@Tag("C82")
class ErrandsTest {
    private final Bench bench = new Bench();
    private final List<OperationAnswer> answers = new ArrayList<>();

    private Link link() {
        return bench.smsc.last();
    }

    private void ask(String id) {
        ask(id, Duration.ofSeconds(10));
        bench.turn();
    }

    private void ask(String id, Duration within) {
        bench.account.errands.add(new Errands.Errand(
                new Operation.Query(id, Address.NONE), bench.nanos() + within.toNanos(), answers::add));
    }

    @Test
    void a_question_is_asked_and_its_answer_told() {
        bench.start();
        ask("abc");
        assertThat(link().asked).containsExactly(new Operation.Query("abc", Address.NONE));
        link().asking.get(0).accept(new Said(0, 2, "", 0));
        assertThat(answers).containsExactly(new Said(0, 2, "", 0));
    }

    @Test
    void a_question_counts_towards_the_rate() {
        bench.rate = 2;
        bench.burst = 1;
        bench.start().messages(10);
        for (int i = 0; i < 10; i++) {
            ask("id" + i);
        }
        bench.pass(Duration.ofSeconds(3));
        for (int i = 0; i < link().asking.size(); i++) {
            link().asking.get(i).accept(Said.status(0));
        }
        assertThat(link().sent.size() + link().asked.size()).isBetween(5, 7);
        assertThat(link().asked).isNotEmpty();
    }

    @Test
    @Tag("C15")
    void a_question_takes_a_place_of_the_window_until_it_is_answered() {
        bench.window = 1;
        bench.start();
        ask("abc");
        bench.message(1);
        bench.turn();
        assertThat(link().sent).isEmpty();

        link().asking.get(0).accept(Said.status(0x67));
        bench.turn();
        assertThat(link().sent).hasSize(1);
        ask("def");
        assertThat(link().asked).hasSize(1); // the submission has the place
        link().answer(1, 0);
        bench.turn();
        assertThat(link().asked).hasSize(2);
    }

    @Test
    void a_question_that_stays_without_an_answer_is_given_up_and_its_place_is_free() {
        bench.window = 1;
        bench.start();
        ask("abc");
        bench.pass(Duration.ofSeconds(11));
        assertThat(answers)
                .singleElement()
                .isInstanceOfSatisfying(
                        Unanswered.class, a -> assertThat(a.asked()).isTrue());
        bench.message(1);
        bench.turn();
        assertThat(link().sent).hasSize(1);
        link().asking.get(0).accept(Said.status(0)); // late: told before
        assertThat(answers).hasSize(1);
    }

    @Test
    void without_a_bind_a_question_waits_for_one_but_not_for_ever() {
        bench.start();
        link().drop(CloseCause.PEER_CLOSED, 0);
        bench.smsc.onOpen = link -> {};
        ask("abc");
        assertThat(answers).isEmpty();
        bench.pass(Duration.ofSeconds(11));
        assertThat(answers)
                .singleElement()
                .isInstanceOfSatisfying(
                        Unanswered.class, a -> assertThat(a.asked()).isFalse());
    }

    @Test
    void senders_that_stop_answer_what_nobody_will_ask() {
        bench.start();
        bench.sender().stop(bench.nanos());
        ask("abc");
        assertThat(answers).singleElement().isInstanceOf(Unanswered.class);
    }

    @Test
    void the_worker_looks_again_when_a_question_is_to_be_given_up_and_soon_while_one_waits() {
        bench.window = 1;
        bench.start();
        ask("abc", Duration.ofMillis(300));
        assertThat(bench.sender().turn()).isEqualTo(Duration.ofMillis(300).toNanos());
        ask("def", Duration.ofMillis(200));
        assertThat(bench.sender().turn())
                .as("for a place that becomes free")
                .isEqualTo(Duration.ofMillis(10).toNanos());
        assertThat(link().asked).hasSize(1);
        bench.pass(Duration.ofMillis(195));
        assertThat(bench.sender().turn()).isEqualTo(Duration.ofMillis(5).toNanos());
        assertThat(answers).isEmpty();
        bench.pass(Duration.ofMillis(5));
        assertThat(answers).hasSize(1);
        bench.pass(Duration.ofMillis(100));
        assertThat(answers).hasSize(2);
    }

    @Test
    void an_answer_wakes_the_worker_whose_place_it_frees() {
        AtomicInteger woken = new AtomicInteger();
        bench.rests = () -> new Rest() {
            @Override
            public void enter() {}

            @Override
            public void rest(long nanos) {}

            @Override
            public void wake() {
                woken.incrementAndGet();
            }

            @Override
            public void leave() {}
        };
        bench.start();
        ask("abc");
        bench.sender().mailbox.park(0);
        int before = woken.get();
        link().asking.get(0).accept(Said.status(0));
        assertThat(woken).hasValue(before + 1);
    }

    @Test
    @Tag("C38")
    void while_the_smsc_says_it_is_too_fast_it_is_asked_nothing_either() {
        bench.start().message(1);
        bench.turn();
        link().answer(1, 0x58);
        bench.turn();
        ask("abc");
        assertThat(link().asked).isEmpty();
        bench.pass(Duration.ofSeconds(2));
        link().answerAll(0);
        bench.turn();
        assertThat(link().asked).hasSize(1);
    }

    @Test
    @Tag("C31")
    void a_question_that_is_out_during_a_farewell_is_given_up_at_its_time_all_the_same() {
        bench.start().message(1);
        bench.turn();
        ask("abc");
        bench.sender().stop(bench.nanos() + Duration.ofSeconds(30).toNanos());
        bench.pass(Duration.ofSeconds(9));
        assertThat(answers).isEmpty();
        bench.pass(Duration.ofSeconds(2));
        assertThat(link().unbinding).as("while a message is without an answer").isFalse();
        assertThat(answers)
                .singleElement()
                .isInstanceOfSatisfying(
                        Unanswered.class, a -> assertThat(a.asked()).isTrue());
    }

    @Test
    void one_that_cannot_be_put_into_a_pdu_is_told_so_and_takes_no_place() {
        bench.window = 1;
        bench.smsc.onOperate = operation -> {
            throw new IllegalArgumentException("too long");
        };
        bench.start();
        ask("abc");
        assertThat(answers).containsExactly(new Unanswered(false, "too long"));
        bench.message(1);
        bench.turn();
        assertThat(link().sent).hasSize(1);
        assertThat(link().closed).isFalse();
    }

    @Test
    void a_bind_on_which_no_question_can_be_written_is_closed() {
        bench.smsc.onOperate = operation -> {
            throw new IllegalStateException("broken pipe");
        };
        bench.start();
        Link first = link();
        ask("abc");
        assertThat(first.closed).isTrue();
        bench.smsc.onOperate = operation -> {};
        bench.pass(Duration.ofSeconds(11));
        assertThat(answers).hasSize(1);
        assertThat(link()).isNotSameAs(first);
        bench.message(1);
        bench.turn();
        assertThat(link().sent).hasSize(1);
    }
}
