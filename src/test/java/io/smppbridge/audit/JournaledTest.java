package io.smppbridge.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SmppCoding;
import io.smppbridge.TaskId;
import io.smppbridge.records.Chronicle;
import org.junit.jupiter.api.Test;

/** What the journal adds to the logs of carriers, without one of the callers. */
class JournaledTest {
    private static final TaskId ID = new TaskId((1_760_000_000_000L << 20) + 1);

    private final Audit audit = new Audit(new Audit.Given(false, true, true, false, false, false, 5));
    private final Chronicle.Reader journal = audit.journal();

    private void accepted(TaskId id) {
        journal.accepted(
                id,
                "a",
                OutboundSms.to("+467").from("Acme").text("text").clientRef("r").build());
    }

    /** It failed at its first carrier. */
    private void failedOver() {
        accepted(ID);
        journal.taken(ID, "17", true);
        journal.moved(ID, "b");
        journal.taken(ID, "18", true);
        journal.ended(ID, MessageState.DELIVERED);
    }

    private void came(String carrier, String messageId) {
        audit.submit(new Submit(carrier, "Acme", "467", Said.text("text"), Submit.Part.WHOLE, true, messageId), 1);
    }

    private int unmarked() {
        Verdict verdict = audit.judge();
        assertThat(verdict.count(Fault.LOST) + verdict.count(Fault.PHANTOM)).isZero();
        return verdict.count(Fault.UNMARKED);
    }

    @Test
    void what_was_moved_after_a_carrier_had_taken_it_came_twice_on_purpose() {
        journal.begun(true);
        failedOver();
        came("a", "17");
        came("b", "18");
        assertThat(unmarked()).isZero();
    }

    @Test
    void what_was_moved_and_came_a_third_time_is_a_duplicate() {
        journal.begun(true);
        failedOver();
        came("a", "17");
        came("b", "18");
        came("b", "19");
        assertThat(unmarked()).isEqualTo(1);
    }

    @Test
    void what_was_moved_before_any_carrier_took_it_is_to_come_once() {
        journal.begun(true);
        accepted(ID);
        journal.moved(ID, "b");
        journal.taken(ID, "18", true);
        came("a", "17");
        came("b", "18");
        assertThat(unmarked()).isEqualTo(1);
    }

    @Test
    void a_story_that_is_told_anew_allows_no_more_than_before() {
        journal.begun(true);
        failedOver();
        failedOver();
        came("a", "17");
        came("b", "18");
        came("b", "19");
        assertThat(unmarked()).isEqualTo(1);
    }

    @Test
    void the_words_of_what_came_over_smpp_are_not_compared_and_its_number_is() {
        journal.begun(true);
        for (long n = 0; n < 2; n++) {
            OutboundSms sms = OutboundSms.to("+467")
                    .from("Acme")
                    .binary(new byte[] {'t', 'e', 'x', 't'})
                    .coding(SmppCoding.of(false, 0))
                    .build();
            journal.accepted(new TaskId(ID.value() + n), "a", sms);
        }
        journal.taken(ID, "17", true);
        came("a", "17");
        came("a", "");
        Verdict verdict = audit.judge();
        assertThat(verdict.isClean()).as("%s", verdict).isTrue();
        assertThat(verdict.figures().submits()).isEqualTo(2);
        assertThat(verdict.doubled()).isZero();
    }

    @Test
    void what_came_over_smpp_may_be_what_a_caller_got_no_answer_about_to_that_number_and_no_other() {
        Audit both = new Audit(new Audit.Given(true, true, true, false, false, false, 5));
        both.attempt(
                new Attempt("", "", "Acme", "467", Said.text("x"), Attempt.Answer.UNKNOWN, ReceiptWish.NONE, ""), 1);
        both.journal().begun(true);
        for (String to : new String[] {"+467", "+468"}) {
            OutboundSms sms = OutboundSms.to(to)
                    .binary(new byte[] {'x'})
                    .coding(SmppCoding.of(false, 0))
                    .build();
            both.journal().accepted(new TaskId(ID.value() + to.charAt(3)), "a", sms);
        }
        assertThat(both.judge().count(Fault.PHANTOM)).isEqualTo(1);
    }

    /** By its reference or, where it has none, by number and text. */
    @Test
    void what_a_caller_knows_no_id_of_is_what_the_journal_has_of_it() {
        for (String ref : new String[] {"r", ""}) {
            Audit both = new Audit(new Audit.Given(true, true, true, false, false, false, 5));
            both.attempt(asked(ref, Attempt.Answer.UNKNOWN), 1);
            both.journal().begun(true);
            both.journal().accepted(ID, "a", sms(ref));
            both.submit(new Submit("a", "Acme", "467", Said.text("text"), Submit.Part.WHOLE, true, "17"), 2);
            Verdict verdict = both.judge();
            assertThat(verdict.isClean()).as("%s", verdict).isTrue();
            assertThat(verdict.figures().submits()).isEqualTo(1);
        }
    }

    @Test
    void what_was_refused_and_stands_in_the_journal_by_its_reference_was_sent_all_the_same() {
        Audit both = new Audit(new Audit.Given(true, true, true, false, false, false, 5));
        both.attempt(asked("r", Attempt.Answer.REFUSED), 1);
        both.journal().begun(true);
        both.journal().accepted(ID, "a", sms("r"));
        both.journal().taken(ID, "17", true);
        both.submit(new Submit("a", "Acme", "467", Said.text("text"), Submit.Part.WHOLE, true, "17"), 2);
        Verdict verdict = both.judge();
        assertThat(verdict.count(Fault.REFUSED_BUT_SENT)).isEqualTo(1);
        assertThat(verdict.count(Fault.PHANTOM)).isZero();
    }

    private static Attempt asked(String ref, Attempt.Answer answer) {
        return new Attempt(ref, "", "Acme", "467", Said.text("text"), answer, ReceiptWish.NONE, "");
    }

    private static OutboundSms sms(String ref) {
        return OutboundSms.to("+467").from("Acme").text("text").clientRef(ref).build();
    }

    private static OutboundSms overSmpp(ReceiptWish wish) {
        return OutboundSms.to("+467")
                .from("Acme")
                .binary(new byte[] {'t', 'e', 'x', 't'})
                .coding(SmppCoding.of(false, 0))
                .receipt(wish)
                .build();
    }

    private static Audit withCallers(String id, ReceiptWish wish) {
        Audit all = new Audit(new Audit.Given(true, true, true, true, true, false, 5));
        all.attempt(new Attempt("", id, "Acme", "467", Said.text("text"), Attempt.Answer.ACCEPTED, wish, ""), 1);
        all.journal().begun(true);
        all.journal().accepted(ID, "a", overSmpp(wish));
        return all;
    }

    @Test
    void what_came_over_smpp_is_what_a_caller_knows_by_the_id_in_each_form_that_an_esme_is_told() {
        for (String id : new String[] {ID.toString(), Long.toString(ID.value()), Long.toHexString(ID.value()), ""}) {
            Audit all = withCallers(id, ReceiptWish.NONE);
            all.journal().taken(ID, "17", true);
            all.submit(new Submit("a", "Acme", "467", Said.text("text"), Submit.Part.WHOLE, true, "17"), 2);
            Verdict verdict = all.judge();
            assertThat(verdict.isClean()).as("%s: %s", id, verdict).isTrue();
            assertThat(verdict.figures().asked()).isEqualTo(1);
        }
    }

    @Test
    void what_came_over_smpp_with_another_text_is_not_what_a_caller_asked_for_who_knows_no_id() {
        Audit all = withCallers("", ReceiptWish.NONE);
        all.journal().taken(ID, "17", true);
        all.submit(new Submit("a", "Acme", "467", Said.text("other"), Submit.Part.WHOLE, true, "17"), 2);
        assertThat(all.judge().count(Fault.LOST)).isEqualTo(1);
    }

    @Test
    void what_came_over_smpp_and_never_left_is_lost_to_no_caller_who_knows_no_id_and_to_each_further_one() {
        Audit all = withCallers("", ReceiptWish.NONE);
        all.attempt(new Attempt("", "", "", "467", Said.text("two"), Attempt.Answer.ACCEPTED, ReceiptWish.NONE, ""), 2);
        all.journal().ended(ID, MessageState.EXPIRED);
        assertThat(all.judge().count(Fault.LOST)).isEqualTo(1);
    }

    @Test
    void a_failed_part_of_what_was_delivered_by_the_verdict_on_others_is_no_news_for_who_asked_for_failures() {
        for (MessageState end : new MessageState[] {MessageState.DELIVERED, MessageState.UNDELIVERED}) {
            Audit all = withCallers(ID.toString(), ReceiptWish.FAILURE);
            all.journal().taken(ID, "17", false);
            all.journal().taken(ID, "18", true);
            all.journal().ended(ID, end);
            for (int part = 1; part <= 2; part++) {
                Said half = Said.text(part == 1 ? "te" : "xt");
                Submit.Part place = new Submit.Part(7, 2, part);
                all.submit(new Submit("a", "Acme", "467", half, place, true, part == 1 ? "17" : "18"), part);
            }
            all.receipt("a", "17", "467", Ends.End.REACHED, 3);
            all.receipt("a", "18", "467", Ends.End.MISSED, 4);
            assertThat(all.judge().count(Fault.UNREPORTED))
                    .as("%s", end)
                    .isEqualTo(end == MessageState.DELIVERED ? 0 : 1);
        }
    }

    @Test
    void of_a_hundred_thousand_and_one_that_came_over_smpp_and_never_left_none_is_lost() {
        Audit all = withCallers("", ReceiptWish.NONE);
        for (int i = 1; i <= 100_000; i++) {
            Said text = Said.text("text " + i);
            all.attempt(new Attempt("", "", "Acme", "467", text, Attempt.Answer.ACCEPTED, ReceiptWish.NONE, ""), i + 1);
            all.journal().accepted(new TaskId(ID.value() + i), "a", overSmpp(ReceiptWish.NONE));
        }
        assertThat(all.judge().count(Fault.LOST)).isZero();
    }

    @Test
    void parts_that_an_esme_has_cut_are_messages_each_whether_or_not_all_of_them_come() {
        journal.begun(true);
        for (int part = 1; part <= 2; part++) {
            TaskId id = new TaskId(ID.value() + part);
            OutboundSms sms = OutboundSms.to("+467")
                    .from("Acme")
                    .binary(new byte[] {5, 0, 3, 7, 3, (byte) part, 'a'})
                    .coding(SmppCoding.of(true, 0))
                    .build();
            journal.accepted(id, "a", sms);
            journal.taken(id, "1" + part, true);
            Submit.Part place = new Submit.Part(7, 3, part);
            audit.submit(new Submit("a", "Acme", "467", Said.text("a"), place, true, "1" + part), part);
        }
        Verdict verdict = audit.judge();
        assertThat(verdict.isClean()).as("%s", verdict).isTrue();
        assertThat(verdict.figures().submits()).isEqualTo(2);
    }

    @Test
    void two_messages_of_one_reference_are_two() {
        journal.begun(true);
        accepted(ID);
        accepted(new TaskId(ID.value() + 1));
        came("a", "17");
        came("a", "18");
        assertThat(unmarked()).isZero();
    }

    @Test
    void of_what_the_journal_has_forgotten_nothing_is_said() {
        journal.begun(false);
        came("a", "17");
        audit.receipt("a", "18", "467", Ends.End.REACHED, 2);
        Verdict verdict = audit.judge();
        assertThat(verdict.isClean()).as("%s", verdict).isTrue();
        assertThat(verdict.figures().beyond()).isEqualTo(1);
        assertThat(verdict.gaps(0)).hasSize(1).first().asString().contains("is it the right one?");
    }

    @Test
    void a_journal_that_knows_none_of_what_callers_were_promised_leaves_all_open() {
        Audit callers = new Audit(new Audit.Given(true, true, false, false, false, false, 5));
        callers.journal().begun(true);
        callers.attempt(
                new Attempt(
                        "r", ID.toString(), "", "467", Said.text("a"), Attempt.Answer.ACCEPTED, ReceiptWish.NONE, ""),
                1);
        Verdict verdict = callers.judge();
        assertThat(verdict.isClean()).isTrue();
        assertThat(verdict.gaps(0))
                .containsExactly("all 1 messages are older than what the journal holds: is it the right one?");
    }

    @Test
    void what_a_whole_journal_does_not_know_is_a_phantom() {
        journal.begun(true);
        came("a", "17");
        audit.receipt("a", "18", "467", Ends.End.REACHED, 2);
        Verdict verdict = audit.judge();
        assertThat(verdict.count(Fault.PHANTOM)).isEqualTo(1);
        assertThat(verdict.count(Fault.UNMATCHED)).isEqualTo(1);
        assertThat(verdict.figures().beyond()).isZero();
    }
}
