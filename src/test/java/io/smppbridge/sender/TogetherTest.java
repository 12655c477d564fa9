package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.AnswerDetail;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.ScriptedSmsc.Link;
import io.smppbridge.connector.ScriptedSmsc.Sent;
import io.smppbridge.receipts.SharedId;
import io.smppbridge.settings.SmscConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several messages of one text in one submit_multi. */
class TogetherTest {
    private final Bench bench = new Bench();

    private Bench multi(int most) {
        bench.submitMulti = most;
        return bench;
    }

    private Link link() {
        return bench.smsc.last();
    }

    private List<String> told() {
        return bench.told.words;
    }

    private static String number(long id) {
        return Long.toString(46_700_000_000L + id);
    }

    /** What the SMSC says of the message of that id. */
    private static String shared(int pdu, long id) {
        return SharedId.of("id" + pdu, number(id));
    }

    private void answer(Sent pdu, AnswerDetail detail) {
        link().unanswered.remove((Integer) pdu.sequence());
        link().listener.answered(pdu.sequence(), 0, "id" + pdu.sequence(), detail, bench.nanos());
    }

    private Task message(long id, String text, OutboundSms.Builder sms) {
        Parts octets = new Parts(new byte[][] {text.getBytes(StandardCharsets.US_ASCII)}, 0, false, false, -1);
        OutboundSms built = sms.text(text).build();
        Task task = new Task("acme", "telia", built, Long.MAX_VALUE, octets).named(id);
        bench.all.put(id, task);
        bench.bag.put(id, 0, task, built.priority(), 0);
        bench.bag.publish();
        return task;
    }

    @Test
    void messages_of_one_text_go_in_one_submission_which_is_one_of_the_window() {
        multi(4).window = 2;
        bench.messages(10);
        bench.start().turn();
        assertThat(link().sent).hasSize(2);
        assertThat(link().sent.get(0).to()).isEqualTo(number(1));
        assertThat(link().sent.get(0).others()).containsExactly(number(2), number(3), number(4));
        assertThat(link().sent.get(1).others()).containsExactly(number(6), number(7), number(8));
        assertThat(bench.stats.inFlight.sum()).isEqualTo(8);

        answer(link().sent.get(0), AnswerDetail.NONE);
        bench.turn();
        assertThat(told())
                .containsExactly(
                        "accepted 1/0 " + shared(1, 1) + " last",
                        "accepted 2/0 " + shared(1, 2) + " last",
                        "accepted 3/0 " + shared(1, 3) + " last",
                        "accepted 4/0 " + shared(1, 4) + " last");
        assertThat(link().sent.get(2).others()).containsExactly(number(10));
        answer(link().sent.get(1), AnswerDetail.NONE);
        answer(link().sent.get(2), AnswerDetail.NONE);
        bench.turn();
        assertThat(bench.told.accepted).isEqualTo(10);
        assertThat(bench.notes.open).isEmpty();
        assertThat(bench.stats.inFlight.sum()).isZero();
        assertThat(link().mostUnanswered).isEqualTo(2);
    }

    @Test
    void without_the_setting_each_goes_alone() {
        bench.messages(3);
        bench.start().turn();
        assertThat(link().sent).hasSize(3).allMatch(pdu -> pdu.others().isEmpty());
    }

    @Test
    @Tag("C58")
    void a_text_that_only_an_smsc_of_5_takes_as_short_message_goes_alone() {
        multi(4).start();
        for (int id = 1; id <= 2; id++) {
            message(id, "x".repeat(255), OutboundSms.to(number(id)));
        }
        for (int id = 3; id <= 4; id++) {
            message(id, "x".repeat(254), OutboundSms.to(number(id)));
        }
        bench.turn();
        assertThat(link().sent)
                .extracting(pdu -> pdu.to() + pdu.others())
                .containsExactly(number(1) + "[]", number(2) + "[]", number(3) + List.of(number(4)));
    }

    @Test
    void only_what_one_pdu_can_say_of_all_goes_together_and_the_order_stays() {
        multi(100).start();
        message(1, "sale", OutboundSms.to(number(1)));
        message(2, "sale", OutboundSms.to(number(2)));
        message(3, "other", OutboundSms.to(number(3)));
        message(4, "sale", OutboundSms.to(number(4)).from("Acme"));
        message(5, "sale", OutboundSms.to(number(5)).from("Acme"));
        message(6, "sale", OutboundSms.to(number(6)).from("Acme").receipt(io.smppbridge.ReceiptWish.FINAL));
        message(7, "sale", OutboundSms.to(number(6)).from("Acme").receipt(io.smppbridge.ReceiptWish.FINAL));
        bench.turn();
        assertThat(link().sent)
                .extracting(pdu -> pdu.to() + pdu.others())
                .containsExactly(
                        number(1) + List.of(number(2)),
                        number(3) + "[]",
                        number(4) + List.of(number(5)),
                        number(6) + "[]", // two to one number cannot be told apart by their answer or receipts
                        number(6) + "[]");
        bench.message(8, 3, Priority.NORMAL, Long.MAX_VALUE); // of three parts
        bench.message(9, 3, Priority.NORMAL, Long.MAX_VALUE);
        link().answerAll(0);
        bench.turn();
        assertThat(link().sent.subList(5, link().sent.size()))
                .hasSize(6)
                .allMatch(pdu -> pdu.others().isEmpty());
    }

    /** One PDU asks for notifications on the way of all its messages, or of none. */
    @Test
    void who_wants_to_hear_of_all_states_goes_with_nobody_who_does_not() {
        multi(10).start();
        message(1, "sale", OutboundSms.to(number(1)).receipt(io.smppbridge.ReceiptWish.FINAL));
        message(2, "sale", OutboundSms.to(number(2)).receipt(io.smppbridge.ReceiptWish.ALL));
        message(3, "sale", OutboundSms.to(number(3)).receipt(io.smppbridge.ReceiptWish.ALL));
        bench.turn();
        assertThat(link().sent)
                .extracting(pdu -> pdu.to() + pdu.others())
                .containsExactly(number(1) + "[]", number(2) + List.of(number(3)));
    }

    @Test
    void what_is_not_to_be_sent_any_more_goes_with_no_others_either() {
        multi(10).start();
        bench.messages(5);
        bench.told.unwanted.add(3L);
        bench.all.get(5L).over = true;
        bench.turn();
        assertThat(link().sent)
                .extracting(pdu -> pdu.to() + pdu.others())
                .containsExactly(number(1) + List.of(number(2)), number(4) + "[]");
        assertThat(told()).hasSize(2);
        assertThat(told().get(0)).startsWith("ended 3 REJECTED opted-out");
        assertThat(told().get(1)).startsWith("ended 5 ");
    }

    /** What it has not taken, it says of each: for good, for a time, or as too fast. */
    @Test
    @Tag("C40")
    void each_destination_has_its_own_outcome() {
        multi(10).attempts = 2;
        bench.messages(5);
        bench.start().turn();
        Sent pdu = link().sent.get(0);
        answer(
                pdu,
                new AnswerDetail(
                        List.of(
                                new AnswerDetail.Refused(new Address(number(2), 1, 1), 0x0B),
                                new AnswerDetail.Refused(
                                        new Address("0" + number(4).substring(2), 0, 1), 0x08)),
                        new byte[0]));
        bench.turn();
        assertThat(told())
                .containsExactly(
                        "accepted 1/0 " + shared(1, 1) + " last",
                        "ended 2 REJECTED command_status 0x0b RINVDSTADR",
                        "accepted 3/0 " + shared(1, 3) + " last",
                        "refused 4/0 1",
                        "accepted 5/0 " + shared(1, 5) + " last");
        bench.pass(Duration.ofSeconds(7));
        assertThat(link().sent).hasSize(2);
        assertThat(link().sent.get(1).to()).isEqualTo(number(4));
        assertThat(bench.notes.open).hasSize(1);
    }

    @Test
    @Tag("C41")
    void one_that_is_refused_as_a_whole_goes_message_by_message_so_that_none_suffers_for_another() {
        multi(10).messages(3);
        bench.start().turn();
        link().answer(1, 0x0B);
        bench.turn();
        assertThat(told()).isEmpty();
        assertThat(link().sent.subList(1, 4)).extracting(Sent::to).containsExactly(number(1), number(2), number(3));
        assertThat(link().sent.subList(1, 4)).allMatch(pdu -> pdu.others().isEmpty());
        link().answer(2, 0);
        link().answer(3, 0x0B);
        link().answer(4, 0);
        bench.turn();
        assertThat(told())
                .containsExactly(
                        "accepted 1/0 id2 last",
                        "ended 2 REJECTED command_status 0x0b RINVDSTADR",
                        "accepted 3/0 id4 last");
        assertThat(bench.notes.open).isEmpty();
    }

    @Test
    @Tag("C21")
    void a_failure_that_lists_who_has_failed_is_none_of_the_others() {
        multi(10).messages(3);
        bench.start().turn();
        AnswerDetail detail =
                new AnswerDetail(List.of(new AnswerDetail.Refused(new Address(number(2), 1, 1), 0x0B)), new byte[0]);
        link().unanswered.remove((Integer) 1);
        link().listener.answered(1, 0x45, "id1", detail, bench.nanos());
        bench.turn();
        assertThat(told())
                .containsExactly(
                        "accepted 1/0 " + shared(1, 1) + " last",
                        "ended 2 REJECTED command_status 0x0b RINVDSTADR",
                        "accepted 3/0 " + shared(1, 3) + " last");
        bench.pass(Duration.ofSeconds(30));
        assertThat(link().sent).hasSize(1);
    }

    @Test
    @Tag("C22")
    void of_whom_a_broken_list_does_not_tell_nothing_is_known() {
        multi(10).messages(2);
        bench.start().turn();
        answer(
                link().sent.get(0),
                new AnswerDetail(
                        List.of(new AnswerDetail.Refused(new Address(number(2), 1, 1), 0x0B)), new byte[0], false));
        bench.turn();
        assertThat(told()).contains("ended 2 REJECTED command_status 0x0b RINVDSTADR");
        assertThat(told()).noneMatch(word -> word.startsWith("accepted 1"));
        assertThat(told()).anyMatch(word -> word.contains(" 1/0") || word.contains(" 1 "));
    }

    /** Whichever it means has not been taken, and it may be any of those that it does not name. */
    @Test
    @Tag("C22")
    void of_a_list_that_names_a_number_nobody_has_sent_to_nothing_is_known_but_of_those_it_knows() {
        multi(10).messages(3);
        bench.start().turn();
        answer(
                link().sent.get(0),
                new AnswerDetail(
                        List.of(
                                new AnswerDetail.Refused(new Address(number(2), 1, 1), 0x0B),
                                new AnswerDetail.Refused(new Address("4670999", 1, 1), 0x0B)),
                        new byte[0]));
        bench.turn();
        assertThat(told())
                .containsExactly("unanswered 1/0", "ended 2 REJECTED command_status 0x0b RINVDSTADR", "unanswered 3/0");
    }

    @Test
    @Tag("C40")
    void a_plus_that_the_smsc_puts_before_a_short_number_makes_it_no_other() {
        multi(10).start();
        message(1, "sale", OutboundSms.to("4671001"));
        message(2, "sale", OutboundSms.to("4671002"));
        bench.turn();
        answer(
                link().sent.get(0),
                new AnswerDetail(List.of(new AnswerDetail.Refused(new Address("+4671002", 0, 0), 0x0B)), new byte[0]));
        bench.turn();
        assertThat(told())
                .containsExactly(
                        "accepted 1/0 " + SharedId.of("id1", "4671001") + " last",
                        "ended 2 REJECTED command_status 0x0b RINVDSTADR");
    }

    @Test
    void an_smsc_that_does_not_know_the_command_is_asked_once() {
        multi(10).window = 1;
        bench.messages(12);
        bench.start().turn();
        link().answer(1, CommandStatus.RINVCMDID);
        bench.turn();
        for (int i = 0; i < 12; i++) {
            link().answerAll(0);
            bench.turn();
        }
        assertThat(bench.told.accepted).isEqualTo(12);
        assertThat(link().sent).hasSize(13);
        assertThat(link().sent.subList(1, 13)).allMatch(pdu -> pdu.others().isEmpty());
        bench.apply(); // somebody has looked into it
        bench.message(20);
        bench.message(21);
        bench.turn();
        assertThat(link().sent.get(13).others()).containsExactly(number(21));
    }

    @Test
    void one_that_comes_too_fast_puts_all_back_in_order() {
        multi(10).messages(3);
        bench.start().turn();
        link().answer(1, CommandStatus.RTHROTTLED);
        bench.turn();
        assertThat(link().sent).hasSize(1);
        bench.pass(Duration.ofSeconds(2));
        assertThat(link().sent.get(1).to()).isEqualTo(number(1));
        assertThat(told()).isEmpty();
        assertThat(bench.all.values()).allMatch(task -> task.refusals == 0);
    }

    /** A carrier's rate is messages: a submit_multi of ten counts ten. */
    @Test
    @Tag("C36")
    @Tag("C16")
    void each_destination_counts_for_the_rate() {
        bench.rate = 20;
        multi(10).window = 100;
        bench.messages(100);
        bench.start();
        bench.smsc.onFlush = link -> {};
        List<Long> written = new ArrayList<>();
        bench.pass(Duration.ofMillis(4_900), Duration.ofMillis(10));
        for (Sent pdu : link().sent) {
            for (int i = 0; i <= pdu.others().size(); i++) {
                written.add(pdu.atNanos());
            }
        }
        assertThat(written.size()).isBetween(80, 100);
        assertThat(link().sent.size()).isLessThan(20);
        for (int i = 20; i < written.size(); i++) {
            assertThat(written.get(i) - written.get(i - 20)).isGreaterThanOrEqualTo(1_000_000_000L);
        }
    }

    @Test
    @Tag("C37")
    @Tag("C36")
    void many_at_once_use_all_of_a_rate_that_is_no_multiple_of_them() {
        bench.rate = 15;
        multi(10).window = 100;
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.messages(400);
        bench.start();
        bench.pass(Duration.ofSeconds(20), Duration.ofMillis(100));
        List<Long> written = new ArrayList<>();
        for (Sent pdu : link().sent) {
            for (int i = 0; i <= pdu.others().size(); i++) {
                written.add(pdu.atNanos());
            }
        }
        assertThat(written.size()).isGreaterThanOrEqualTo(297);
        assertThat(link().sent.size()).isLessThan(80);
        for (int i = 15; i < written.size(); i++) {
            assertThat(written.get(i) - written.get(i - 15)).isGreaterThanOrEqualTo(1_000_000_000L);
        }
    }

    @Test
    @Tag("C37")
    void what_is_in_hand_goes_on_one_by_one_when_the_rate_comes_down_to_one_at_once() {
        bench.rate = 15;
        multi(10).window = 100;
        bench.smsc.onFlush = link -> link.answerAll(0);
        bench.messages(40);
        bench.start();
        bench.pass(Duration.ofMillis(900), Duration.ofMillis(100));
        assertThat(bench.told.accepted).isEqualTo(15); // five of those that were taken last wait in hand
        bench.rate = 1;
        bench.apply();
        bench.pass(Duration.ofSeconds(20), Duration.ofMillis(100));
        assertThat(bench.told.accepted).isBetween(15 + 20 - 5, 15 + 20); // five were ahead of their time
    }

    @Test
    @Tag("C21")
    void a_bind_that_ends_leaves_each_in_doubt_and_none_is_sent_again_under_never() {
        bench.policy = SmscConfig.Uncertain.Policy.NEVER;
        multi(4).window = 2;
        bench.messages(10);
        bench.start().turn();
        link().drop(CloseCause.PEER_CLOSED, 0);
        bench.pass(Duration.ofSeconds(2));
        assertThat(bench.told.count("gave-up")).isEqualTo(8); // the window of two, four messages each
        assertThat(bench.notes.forced).isPositive();
        assertThat(link().sent).hasSize(1);
        assertThat(link().sent.get(0).to()).isEqualTo(number(9));
    }

    @Test
    @Tag("C21")
    void a_bind_that_ends_lets_each_be_sent_once_more_under_resend() {
        multi(4).window = 2;
        bench.messages(8);
        bench.start().turn();
        link().drop(CloseCause.PEER_CLOSED, 0);
        bench.pass(Duration.ofSeconds(40));
        assertThat(bench.told.count("unanswered")).isEqualTo(8);
        assertThat(bench.smsc.links).hasSize(2);
        Set<String> again = new HashSet<>();
        for (Sent pdu : link().sent) {
            again.add(pdu.to());
            again.addAll(pdu.others());
        }
        assertThat(again).hasSize(8);
    }

    @Test
    void as_many_go_as_can_be_noted() {
        bench.notes.room = 3;
        multi(10).messages(5);
        bench.start().turn();
        assertThat(link().sent).hasSize(1);
        assertThat(link().sent.get(0).others()).hasSize(2);
        answer(link().sent.get(0), AnswerDetail.NONE);
        bench.pass(Duration.ofMillis(10), Duration.ofMillis(2));
        assertThat(link().sent.get(1).others()).containsExactly(number(5));
    }

    /** There was room to note but one: it goes by itself, and what is said of it is said of it alone. */
    @Test
    @Tag("C41")
    void one_of_which_only_it_is_left_has_an_id_of_its_own_and_a_refusal_of_it_is_final() {
        bench.notes.room = 1;
        multi(10).messages(2);
        bench.start().turn();
        assertThat(link().sent).hasSize(1).allMatch(pdu -> pdu.others().isEmpty());
        assertThat(bench.stats.inFlight.sum()).isEqualTo(1);
        answer(link().sent.get(0), AnswerDetail.NONE);
        bench.pass(Duration.ofMillis(10), Duration.ofMillis(2));
        assertThat(told()).containsExactly("accepted 1/0 id1 last");
        link().answer(2, 0x0B);
        bench.pass(Duration.ofSeconds(2));
        assertThat(told()).containsExactly("accepted 1/0 id1 last", "ended 2 REJECTED command_status 0x0b RINVDSTADR");
        assertThat(link().sent).hasSize(2);
        assertThat(bench.stats.inFlight.sum()).isZero();
        assertThat(bench.notes.open).isEmpty();
    }

    /** Whatever the SMSC answers, each message ends once, and no note is left. */
    @Test
    void at_random_each_message_comes_to_one_end() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        multi(7).window = 3;
        bench.attempts = 3;
        bench.statuses = Map.of();
        bench.messages(300);
        bench.start();
        int[] statuses = {0, 0, 0, 0x0B, 0x08, 0x58, 0x14};
        for (int round = 0; round < 4_000 && bench.told.accepted + bench.told.count("ended") < 300; round++) {
            for (int sequence : List.copyOf(link().unanswered)) {
                Sent pdu = link().sent.stream()
                        .filter(s -> s.sequence() == sequence)
                        .findFirst()
                        .orElseThrow();
                int status = statuses[random.nextInt(statuses.length)];
                List<AnswerDetail.Refused> refused = new ArrayList<>();
                for (String other : pdu.others()) {
                    if (random.nextInt(4) == 0) {
                        refused.add(
                                new AnswerDetail.Refused(new Address(other, 1, 1), statuses[3 + random.nextInt(4)]));
                    }
                }
                link().unanswered.remove((Integer) sequence);
                link().listener
                        .answered(
                                sequence,
                                status,
                                status == 0 ? "id" + sequence : "",
                                new AnswerDetail(refused, new byte[0]),
                                bench.nanos());
            }
            bench.pass(Duration.ofSeconds(2), Duration.ofSeconds(1));
        }
        Set<String> ended = new HashSet<>();
        for (String word : told()) {
            if (word.startsWith("accepted") || word.startsWith("ended")) {
                assertThat(ended.add(word.split("[ /]")[1]))
                        .as(word + ", seed " + seed)
                        .isTrue();
            }
        }
        assertThat(ended).as("seed " + seed).hasSize(300);
        assertThat(bench.notes.open).as("seed " + seed).isEmpty();
        assertThat(bench.stats.inFlight.sum()).as("seed " + seed).isZero();
    }
}
