package io.smppbridge.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.Encoding;
import io.smppbridge.text.Assembled.Why;
import io.smppbridge.text.Decoded.Flaw;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("C92")
class ReassemblerTest {
    private static final Address ANNA = Address.of("46701111111");
    private static final Address BERT = Address.of("46702222222");
    private static final Address US = Address.of("72404");

    private Instant now = Instant.parse("2026-11-20T12:00:00Z");
    private final Reassembler reassembler = new Reassembler(Duration.ofHours(1), 3, () -> now);
    private long nextId = 1;

    private MoPart part(Address from, Concat place, String text) {
        Fragment content = new Fragment(0, Udh.NONE, place, GsmAlphabet.encode(text));
        return new MoPart(nextId++, "telia", from, US, content, now);
    }

    private MoPart part(Address from, int reference, int total, int sequence, String text) {
        return part(from, new Concat(Concat.Kind.UDH8, reference, total, sequence), text);
    }

    private static String text(Assembled assembled) {
        return assembled.decode(TextProfile.STANDARD).text();
    }

    private static Assembled only(List<Assembled> ended) {
        assertThat(ended).hasSize(1);
        return ended.get(0);
    }

    @Test
    void a_message_of_one_part_is_ready_at_once() {
        Assembled ready = only(reassembler.add(part(ANNA, Concat.NONE, "hello")));
        assertThat(ready.complete()).isTrue();
        assertThat(text(ready)).isEqualTo("hello");
        assertThat(ready.partIds()).containsExactly(1);
        assertThat(only(reassembler.add(part(ANNA, 1, 1, 1, "one of one"))).complete())
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Concat.Kind.class,
            names = {"UDH8", "UDH16", "SAR"})
    void parts_come_together_in_any_order(Concat.Kind kind) {
        assertThat(reassembler.add(part(ANNA, new Concat(kind, 7, 3, 3), "ccc")))
                .isEmpty();
        assertThat(reassembler.add(part(ANNA, new Concat(kind, 7, 3, 1), "aaa")))
                .isEmpty();
        Assembled ready = only(reassembler.add(part(ANNA, new Concat(kind, 7, 3, 2), "bbb")));
        assertThat(text(ready)).isEqualTo("aaabbbccc");
        assertThat(ready.complete()).isTrue();
        assertThat(ready.partIds()).containsExactly(1, 2, 3);
        assertThat(reassembler.open()).isZero();
    }

    @Test
    void parts_that_are_together_more_than_a_record_holds_are_told_apart() {
        String large = "x".repeat(30_000);
        assertThat(reassembler.add(part(ANNA, 7, 3, 1, large))).isEmpty();
        Assembled first = only(reassembler.add(part(ANNA, 7, 3, 2, large)));
        assertThat(first.why()).isEqualTo(Why.PUSHED_OUT);
        assertThat(first.partIds()).containsExactly(1);
        assertThat(text(first)).startsWith(large);
        Assembled second = only(reassembler.add(part(ANNA, 7, 3, 3, large)));
        assertThat(second.partIds()).containsExactly(2);
        now = now.plus(Duration.ofHours(2));
        assertThat(only(reassembler.expired()).partIds()).containsExactly(3);
    }

    @Test
    void kinds_of_reference_do_not_mix() {
        reassembler.add(part(ANNA, new Concat(Concat.Kind.UDH8, 7, 2, 1), "a"));
        assertThat(reassembler.add(part(ANNA, new Concat(Concat.Kind.UDH16, 7, 2, 2), "b")))
                .isEmpty();
        assertThat(reassembler.open()).isEqualTo(2);
    }

    @Test
    void a_repeated_part_counts_once_and_its_id_is_settled() {
        reassembler.add(part(ANNA, 7, 2, 1, "aaa"));
        assertThat(reassembler.add(part(ANNA, 7, 2, 1, "aaa"))).isEmpty();
        Assembled ready = only(reassembler.add(part(ANNA, 7, 2, 2, "bbb")));
        assertThat(text(ready)).isEqualTo("aaabbb");
        assertThat(ready.partIds()).containsExactly(1, 2, 3);
    }

    @Test
    void two_senders_with_the_same_reference_are_kept_apart() {
        reassembler.add(part(ANNA, 7, 2, 1, "anna1 "));
        reassembler.add(part(BERT, 7, 2, 2, "bert2"));
        assertThat(text(only(reassembler.add(part(ANNA, 7, 2, 2, "anna2"))))).isEqualTo("anna1 anna2");
        assertThat(text(only(reassembler.add(part(BERT, 7, 2, 1, "bert1 "))))).isEqualTo("bert1 bert2");
    }

    @Test
    void two_messages_of_one_sender_may_be_interleaved() {
        reassembler.add(part(ANNA, 7, 2, 1, "x1"));
        reassembler.add(part(ANNA, 8, 2, 1, "y1"));
        assertThat(text(only(reassembler.add(part(ANNA, 7, 2, 2, "x2"))))).isEqualTo("x1x2");
        assertThat(text(only(reassembler.add(part(ANNA, 8, 2, 2, "y2"))))).isEqualTo("y1y2");
    }

    @Test
    void a_missing_part_ends_the_wait_at_its_deadline() {
        reassembler.add(part(ANNA, 7, 3, 1, "aaa"));
        now = now.plus(Duration.ofMinutes(59));
        reassembler.add(part(ANNA, 7, 3, 3, "ccc"));
        assertThat(reassembler.expired()).isEmpty();
        now = now.plus(Duration.ofMinutes(1));
        Assembled late = only(reassembler.expired());
        assertThat(late.why()).isEqualTo(Why.TIMED_OUT);
        assertThat(late.complete()).isFalse();
        assertThat(late.news()).isTrue();
        assertThat(text(late)).isEqualTo("aaaccc");
        assertThat(late.total()).isEqualTo(3);
        assertThat(late.fragments()).hasSize(2);
        assertThat(late.partIds()).containsExactly(1, 2);
        assertThat(reassembler.expired()).isEmpty();
    }

    @Test
    void a_missing_part_is_waited_for_no_longer_where_the_clock_is_set_back_and_no_other_behind_it() {
        reassembler.add(part(ANNA, 7, 2, 1, "aaa"));
        assertThat(reassembler.expired()).isEmpty();
        now = now.minus(Duration.ofHours(5));
        assertThat(reassembler.expired()).isEmpty();
        reassembler.add(part(BERT, 7, 2, 1, "bbb"));
        now = now.plus(Duration.ofHours(1));
        assertThat(reassembler.expired()).extracting(ReassemblerTest::text).containsExactly("aaa", "bbb");
    }

    @Test
    void a_part_that_came_before_a_start_by_a_clock_that_was_ahead_waits_as_if_it_came_at_the_start() {
        Instant start = now;
        now = start.plus(Duration.ofHours(5));
        MoPart ahead = part(ANNA, 7, 2, 1, "aaa");
        now = start;
        reassembler.add(ahead);
        reassembler.add(part(BERT, 7, 2, 1, "bbb"));
        now = start.plus(Duration.ofHours(1));
        assertThat(reassembler.expired()).extracting(ReassemblerTest::text).containsExactly("aaa", "bbb");
    }

    @Test
    void a_message_that_is_like_one_of_before_the_clock_was_set_back_is_no_repeat_of_it_for_hours() {
        reassembler.add(part(ANNA, 7, 2, 1, "aaa"));
        reassembler.add(part(ANNA, 7, 2, 2, "bbb"));
        assertThat(reassembler.expired()).isEmpty();
        now = now.minus(Duration.ofHours(5));
        assertThat(reassembler.expired()).isEmpty();
        now = now.plus(Duration.ofHours(1));
        assertThat(reassembler.add(part(ANNA, 7, 2, 1, "aaa"))).isEmpty();
        assertThat(only(reassembler.add(part(ANNA, 7, 2, 2, "bbb"))).complete()).isTrue();
    }

    @Test
    void the_oldest_makes_room_when_too_many_are_open() {
        for (int reference = 1; reference <= 3; reference++) {
            assertThat(reassembler.add(part(ANNA, reference, 2, 1, "m" + reference)))
                    .isEmpty();
        }
        Assembled pushed = only(reassembler.add(part(ANNA, 4, 2, 1, "m4")));
        assertThat(pushed.why()).isEqualTo(Why.PUSHED_OUT);
        assertThat(text(pushed)).isEqualTo("m1");
        assertThat(reassembler.open()).isEqualTo(3);
    }

    @Test
    void a_reference_used_again_ends_the_earlier_message() {
        reassembler.add(part(ANNA, 7, 2, 1, "old"));
        Assembled old = only(reassembler.add(part(ANNA, 7, 2, 1, "new ")));
        assertThat(old.why()).isEqualTo(Why.REUSED);
        assertThat(text(old)).isEqualTo("old");
        assertThat(text(only(reassembler.add(part(ANNA, 7, 2, 2, "message"))))).isEqualTo("new message");
    }

    @Test
    void a_part_that_comes_again_after_completion_is_only_settled() {
        reassembler.add(part(ANNA, 7, 2, 1, "aaa"));
        reassembler.add(part(ANNA, 7, 2, 2, "bbb"));
        Assembled again = only(reassembler.add(part(ANNA, 7, 2, 2, "bbb")));
        assertThat(again.why()).isEqualTo(Why.REPEATED);
        assertThat(again.news()).isFalse();
        assertThat(again.partIds()).containsExactly(3);
        assertThat(reassembler.open()).isZero();
        now = now.plus(Duration.ofMinutes(6));
        assertThat(reassembler.add(part(ANNA, 7, 2, 2, "bbb"))).isEmpty();
        assertThat(reassembler.open()).isOne();
    }

    @Test
    void a_new_message_that_begins_like_the_last_one_is_not_taken_for_it() {
        reassembler.add(part(ANNA, 7, 2, 1, "Dear all, "));
        reassembler.add(part(ANNA, 7, 2, 2, "yes"));
        assertThat(only(reassembler.add(part(ANNA, 7, 2, 1, "Dear all, "))).why())
                .isEqualTo(Why.REPEATED);
        Assembled second = only(reassembler.add(part(ANNA, 7, 2, 2, "no")));
        assertThat(second.why()).isEqualTo(Why.COMPLETE);
        assertThat(text(second)).isEqualTo("Dear all, no");
        assertThat(second.partIds()).containsExactly(4);
    }

    @Test
    @Tag("C47")
    void an_escape_that_another_sender_parted_is_put_together() {
        Fragment head = new Fragment(0, Udh.NONE, new Concat(Concat.Kind.UDH8, 1, 2, 1), new byte[] {0x41, 0x1B});
        Fragment tail = new Fragment(0, Udh.NONE, new Concat(Concat.Kind.UDH8, 1, 2, 2), new byte[] {0x65});
        reassembler.add(new MoPart(1, "telia", ANNA, US, tail, now));
        assertThat(text(only(reassembler.add(new MoPart(2, "telia", ANNA, US, head, now)))))
                .isEqualTo("A€");
    }

    @Test
    void parts_of_different_coding_are_read_each_by_its_own() {
        Fragment head = new Fragment(0, Udh.NONE, new Concat(Concat.Kind.UDH8, 1, 2, 1), new byte[] {0x41});
        Fragment tail = new Fragment(8, Udh.NONE, new Concat(Concat.Kind.UDH8, 1, 2, 2), new byte[] {0x04, 0x2F});
        reassembler.add(new MoPart(1, "telia", ANNA, US, head, now));
        Decoded read = only(reassembler.add(new MoPart(2, "telia", ANNA, US, tail, now)))
                .decode(TextProfile.STANDARD);
        assertThat(read.text()).isEqualTo("AЯ");
        assertThat(read.encoding()).isEqualTo(Encoding.GSM7);
        assertThat(read.flaws()).containsExactly(Flaw.MIXED_CODING);
    }

    @Test
    void every_part_id_comes_out_exactly_once() {
        java.util.Random random = new java.util.Random(21);
        List<Long> out = new ArrayList<>();
        int parts = 20_000;
        for (int i = 0; i < parts; i++) {
            now = now.plusSeconds(random.nextInt(30));
            int total = 1 + random.nextInt(4);
            MoPart part = part(
                    random.nextBoolean() ? ANNA : BERT,
                    random.nextInt(3),
                    total,
                    1 + random.nextInt(total),
                    random.nextInt(5) == 0 ? "a" : "b");
            collect(out, reassembler.add(part));
            collect(out, reassembler.expired());
        }
        now = now.plus(Duration.ofHours(2));
        collect(out, reassembler.expired());
        assertThat(out).as("seed 21").hasSize(parts).doesNotHaveDuplicates();
    }

    private static void collect(List<Long> out, List<Assembled> ended) {
        for (Assembled assembled : ended) {
            for (long id : assembled.partIds()) {
                out.add(id);
            }
        }
    }

    /** A part of another message that begins as one that was complete before must not be mixed with what came again of that one. */
    @Test
    void what_came_again_of_a_message_is_no_part_of_one_that_begins_when_it_is_forgotten() {
        reassembler.add(part(ANNA, 7, 2, 1, "aaa"));
        assertThat(only(reassembler.add(part(ANNA, 7, 2, 2, "bbb"))).complete()).isTrue();
        assertThat(only(reassembler.add(part(ANNA, 7, 2, 1, "aaa"))).why()).isEqualTo(Why.REPEATED);
        now = now.plus(Duration.ofMinutes(6));
        assertThat(reassembler.add(part(ANNA, 7, 2, 2, "other"))).isEmpty();
        assertThat(reassembler.open()).isEqualTo(1);
    }

    @Test
    void a_part_that_both_messages_of_a_reference_have_is_one_of_the_second_once_that_has_begun() {
        reassembler.add(part(ANNA, 7, 2, 1, "aaa"));
        reassembler.add(part(ANNA, 7, 2, 2, "bbb"));
        assertThat(reassembler.add(part(ANNA, 7, 2, 1, "other"))).isEmpty();
        Assembled second = only(reassembler.add(part(ANNA, 7, 2, 2, "bbb")));
        assertThat(second.why()).isEqualTo(Why.COMPLETE);
        assertThat(text(second)).isEqualTo("otherbbb");
    }

    @Test
    void a_part_is_not_given_up_for_the_repeat_of_the_message_that_had_its_number_before() {
        reassembler.add(part(ANNA, 7, 2, 1, "aaa"));
        reassembler.add(part(ANNA, 7, 2, 2, "bbb"));
        reassembler.add(part(ANNA, 7, 2, 1, "aaa"));
        assertThat(reassembler.add(part(ANNA, 7, 2, 1, "ccc"))).isEmpty();
        Assembled second = only(reassembler.add(part(ANNA, 7, 2, 2, "ddd")));
        assertThat(second.complete()).isTrue();
        assertThat(text(second)).isEqualTo("cccddd");
        assertThat(second.partIds()).containsExactly(4, 5);
    }

    @Test
    void what_came_again_is_no_part_of_a_message_that_has_another_part_of_one_of_its_numbers() {
        reassembler.add(part(ANNA, 7, 2, 1, "aaa"));
        reassembler.add(part(ANNA, 7, 2, 2, "bbb"));
        reassembler.add(part(ANNA, 7, 2, 1, "aaa"));
        reassembler.add(part(ANNA, 7, 2, 2, "bbb"));
        assertThat(reassembler.add(part(ANNA, 7, 2, 1, "ccc"))).isEmpty();
        assertThat(text(only(reassembler.add(part(ANNA, 7, 2, 2, "ddd"))))).isEqualTo("cccddd");
    }

    @Test
    void a_complete_message_is_remembered_no_longer_than_parts_are_awaited_and_no_more_of_them_than_may_be_open() {
        Reassembler small = new Reassembler(Duration.ofMinutes(1), 1, () -> now);
        for (int reference : new int[] {7, 8}) {
            small.add(part(ANNA, reference, 2, 1, "aaa"));
            assertThat(only(small.add(part(ANNA, reference, 2, 2, "bbb"))).complete())
                    .isTrue();
        }
        assertThat(only(small.add(part(ANNA, 8, 2, 1, "aaa"))).why()).isEqualTo(Why.REPEATED);
        assertThat(small.add(part(ANNA, 7, 2, 1, "aaa")))
                .as("forgotten for the other")
                .isEmpty();
        assertThat(only(small.add(part(ANNA, 7, 2, 2, "bbb"))).complete()).isTrue();
        now = now.plus(Duration.ofMinutes(1));
        assertThat(small.add(part(ANNA, 7, 2, 1, "aaa"))).as("a minute later").isEmpty();
    }
}
