package io.smppbridge.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.stats.SmscStats;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When the owner of a bind is woken, and that it is whenever something waits for it. */
class BindListenerTest {
    private final ScriptedSmsc smsc = new ScriptedSmsc();
    private final WakeCount rest = new WakeCount();
    private final Mailbox mailbox = new Mailbox(rest);
    private final List<Integer> answered = new ArrayList<>();
    private final List<Inlet.Answer> askers = new ArrayList<>();

    /** Counts how often somebody who rests would have been woken. */
    private static final class WakeCount implements Rest {
        private int wakes;

        @Override
        public void enter() {}

        @Override
        public void rest(long nanos) {}

        @Override
        public void wake() {
            wakes++;
        }

        @Override
        public void leave() {}
    }

    private BindKeeper bound(BindAs as) {
        Patron patron = new Patron() {
            @Override
            public void answered(int sequence, int status, String messageId, AnswerDetail detail, long readNanos) {
                answered.add(sequence);
            }
        };
        BindKeeper keeper = new BindKeeper(
                new BindKeeper.Setup(
                        "tx-1",
                        as,
                        mailbox,
                        (delivery, answer) -> askers.add(answer),
                        new SmscStats("telia"),
                        new SplittableRandom(42)),
                patron,
                smsc,
                BindKeeperTest.config());
        keeper.want(true);
        keeper.tick(1, false);
        goneToRest();
        return keeper;
    }

    /** What its owner does before it rests; nobody has woken it since. */
    private void goneToRest() {
        mailbox.drain();
        mailbox.park(0);
        rest.wakes = 0;
    }

    private ConnectorListener link() {
        return smsc.last().listener;
    }

    @Test
    void all_answers_of_one_read_wake_the_owner_once_when_the_last_has_been_told() {
        BindKeeper keeper = bound(BindAs.TRANSMITTER);
        for (int i = 1; i <= 10; i++) {
            link().answered(i, 0, "id", i);
        }
        assertThat(rest.wakes).isZero();
        link().turnOver();

        assertThat(rest.wakes).isEqualTo(1);
        goneToRest();
        keeper.drainAnswers();
        assertThat(answered).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    }

    @Test
    void a_read_without_an_answer_wakes_nobody() {
        bound(BindAs.TRANSCEIVER);
        link().delivered(BindKeeperTest.delivery(1));
        link().turnOver();

        assertThat(rest.wakes).isZero();
    }

    @Test
    void an_answer_after_the_last_word_of_a_read_is_found_when_the_bind_ends() {
        bound(BindAs.TRANSMITTER);
        link().answered(1, 0, "id", 1);
        smsc.last().drop(CloseCause.PEER_CLOSED, 0);

        assertThat(rest.wakes).isEqualTo(1);
        goneToRest();
        assertThat(answered).containsExactly(1);
    }

    @Test
    void a_submission_that_is_not_sent_is_told_at_once_and_not_among_what_is_read() {
        bound(BindAs.TRANSMITTER);
        link().answered(1, 0, "id", 1);
        link().refusedHere(2, CommandStatus.RSYSERR, 1);

        assertThat(rest.wakes).isEqualTo(1);
        goneToRest();
        assertThat(answered).containsExactly(2);
    }

    @ParameterizedTest
    @EnumSource(BindAs.class)
    void an_answer_to_a_delivery_that_only_the_owner_can_write_wakes_it(BindAs as) {
        bound(as);
        deliver(1);

        assertThat(rest.wakes).isEqualTo(1);
        goneToRest();
        assertThat(smsc.last().answers).containsExactly("1:0");
    }

    @Test
    void one_that_the_connection_writes_by_itself_does_not_wake_a_sender() {
        smsc.repliesAlone = true;
        BindKeeper keeper = bound(BindAs.TRANSCEIVER);
        deliver(1);

        assertThat(rest.wakes).isZero();
        assertThat(keeper.unansweredDeliveries()).isZero();
        assertThat(smsc.last().answers).containsExactly("1:0");
    }

    @Test
    void it_does_where_the_last_one_is_awaited_before_the_bind_ends() {
        smsc.repliesAlone = true;
        bound(BindAs.TRANSCEIVER);
        link().delivered(BindKeeperTest.delivery(1));
        link().unbindRequested();
        goneToRest();
        reply(1);
        assertThat(rest.wakes).isEqualTo(1);

        bound(BindAs.RECEIVER);
        deliver(2);
        assertThat(rest.wakes).as("a receiver may be waiting for it").isEqualTo(1);
    }

    private void deliver(int sequence) {
        link().delivered(BindKeeperTest.delivery(sequence));
        reply(sequence);
    }

    private void reply(int sequence) {
        Inlet.Answer asker = askers.get(askers.size() - 1);
        asker.answer(BindKeeperTest.delivery(sequence), CommandStatus.ROK);
        asker.told();
    }
}
