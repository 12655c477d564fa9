package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.connector.ScriptedSmsc;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Submissions that were about to be written, and could not be. */
class NotWrittenTest {
    private final Bench bench = new Bench();

    private List<String> sent() {
        List<String> all = new ArrayList<>();
        for (ScriptedSmsc.Link link : bench.smsc.links) {
            link.sent.forEach(one -> all.add(one.to()));
        }
        return all;
    }

    private static String number(long id) {
        return Long.toString(46_700_000_000L + id);
    }

    @Test
    @Tag("C37")
    void one_that_no_submit_sm_can_hold_ends_and_costs_the_rate_its_permit_alone() {
        bench.rate = 1;
        bench.smsc.onSubmit = s -> {
            if (s.to.number().equals(number(1))) {
                throw new IllegalArgumentException("too long");
            }
        };
        bench.start();
        bench.messages(3);
        bench.pass(Duration.ofSeconds(4));
        assertThat(bench.told.words).containsExactly("ended 1 REJECTED cannot be put into a submit_sm: too long");
        assertThat(sent()).containsExactly(number(2), number(3));
        bench.smsc.last().answerAll(0);
        bench.turn();
        assertThat(bench.notes.open).as("notes of what is under way").isEmpty();
    }

    @Test
    @Tag("C-03")
    void what_a_broken_connection_did_not_take_was_never_under_way() {
        AtomicInteger tries = new AtomicInteger();
        bench.rate = 2;
        bench.smsc.onSubmit = s -> {
            if (tries.incrementAndGet() <= 2) {
                throw new IllegalStateException("closed");
            }
        };
        bench.start();
        bench.messages(3);
        bench.pass(Duration.ofSeconds(20));
        assertThat(sent()).containsExactlyInAnyOrder(number(1), number(2), number(3));
        bench.smsc.last().answerAll(0);
        bench.turn();
        assertThat(bench.told.words).hasSize(3).allMatch(word -> word.startsWith("accepted"));
        assertThat(bench.notes.open).isEmpty();
    }

    @Test
    void those_that_one_submit_multi_cannot_hold_go_alone() {
        bench.submitMulti = 10;
        bench.smsc.onSubmit = s -> {
            if (!s.others.isEmpty()) {
                throw new IllegalArgumentException("too long");
            }
        };
        bench.start();
        bench.messages(5);
        bench.pass(Duration.ofSeconds(1));
        assertThat(sent()).containsExactly(number(1), number(2), number(3), number(4), number(5));
        bench.smsc.last().answerAll(0);
        bench.turn();
        assertThat(bench.told.accepted).isEqualTo(5);
        assertThat(bench.notes.open).isEmpty();
    }

    @Test
    void of_those_of_a_submit_multi_as_many_go_as_there_is_room_for_notes() {
        bench.submitMulti = 10;
        bench.notes.room = 3;
        bench.start();
        bench.messages(5);
        bench.turn();
        assertThat(bench.smsc.last().sent)
                .extracting(pdu -> pdu.to() + pdu.others())
                .containsExactly(number(1) + List.of(number(2), number(3)));
        bench.smsc.last().answerAll(0);
        bench.pass(Duration.ofMillis(10));
        bench.smsc.last().answerAll(0);
        bench.turn();
        assertThat(bench.told.accepted).isEqualTo(5);
        assertThat(bench.notes.open).isEmpty();
    }
}
