package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.smppbridge.Address;
import io.smppbridge.Messages;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.SmppCoding;
import io.smppbridge.TaskId;
import io.smppbridge.esme.Gathering.Entered;
import io.smppbridge.settings.EsmeAccount;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts that an ESME has cut itself, until all are there. */
@Tag("C59")
class GatheringTest {
    private static final Instant NOW = Instant.parse("2026-11-21T01:00:00Z");
    private static final EsmeAccount.Gather TERMS = new EsmeAccount.Gather(true, Duration.ofSeconds(10), 4);
    private final Gathering gathering = new Gathering();
    private long nanos = 5;

    private static OutboundSms part(int reference, int total, int sequence, String text) {
        String header = "050003%02x%02x%02x".formatted(reference, total, sequence);
        byte[] octets = HexFormat.of()
                .parseHex(header + HexFormat.of().formatHex(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
        return sms(octets, SmppCoding.of(true, 0));
    }

    private static OutboundSms sms(byte[] octets, SmppCoding coding) {
        return OutboundSms.to("46701234567")
                .from(new Address("Acme", 5, 0))
                .binary(octets)
                .coding(coding)
                .receipt(ReceiptWish.FINAL)
                .build();
    }

    private Entered enter(OutboundSms sms) {
        return gathering.enter(sms, TERMS, nanos, NOW);
    }

    private Gathering.Held held(OutboundSms sms) {
        return ((Entered.Awaits) enter(sms)).part();
    }

    private static TaskId id(int number) {
        return new TaskId(TaskId.first(NOW.toEpochMilli()) + number);
    }

    @Test
    void in_any_order_the_last_that_is_accepted_brings_the_whole() {
        Gathering.Held third = held(part(7, 3, 3, "third"));
        Gathering.Held first = held(part(7, 3, 1, "first "));
        assertThat(first.waiting().schedule()).isEqualTo(NOW.plusSeconds(10));
        assertThat(first.waiting().tags()).containsEntry(OutboundSms.AWAITS_PARTS, "1");
        Gathering.Held second = held(part(7, 3, 2, "second "));
        assertThat(gathering.accepted(first, id(1))).isEmpty();
        assertThat(gathering.accepted(second, id(2))).isEmpty();
        Messages.Whole whole = gathering.accepted(third, id(3)).orElseThrow();
        assertThat(new String(whole.content().octets(), java.nio.charset.StandardCharsets.US_ASCII))
                .isEqualTo("first second third");
        assertThat(whole.content().udhi()).isFalse();
        assertThat(whole.parts()).containsExactly(id(1), id(2), id(3));
        assertThat(whole.schedule()).isEqualTo(Instant.EPOCH);
        assertThat(whole.content().tags().get(Gathering.PARTS))
                .isEqualTo(id(1) + ":1:," + id(2) + ":1:," + id(3) + ":1:");
        assertThat(gathering.size()).isZero();
    }

    @Test
    @Tag("C82")
    void a_part_that_is_withdrawn_leaves_its_place_to_one_that_is_handed_over_anew() {
        Gathering.Held first = held(part(7, 2, 1, "a"));
        assertThat(gathering.accepted(first, id(1))).isEmpty();
        gathering.withdrawn(id(1));
        assertThat(gathering.size()).isZero();
        Gathering.Held again = held(part(7, 2, 1, "a"));
        assertThat(again)
                .as("not answered with the id of the one that is withdrawn")
                .isNotSameAs(first);
        assertThat(gathering.accepted(again, id(2))).isEmpty();
        Gathering.Held second = held(part(7, 2, 2, "b"));
        gathering.withdrawn(id(2));
        assertThat(gathering.size()).isOne();
        assertThat(gathering.accepted(second, id(3)))
                .as("not without the first part")
                .isEmpty();
        Messages.Whole whole =
                gathering.accepted(held(part(7, 2, 1, "c")), id(4)).orElseThrow();
        assertThat(whole.parts()).containsExactly(id(4), id(3));
        assertThat(gathering.size()).isZero();
    }

    @Test
    void a_withdrawal_costs_the_same_however_many_parts_are_held() {
        int many = 60_000;
        EsmeAccount.Gather wide = new EsmeAccount.Gather(true, Duration.ofSeconds(10), many);
        for (int i = 0; i < many; i++) {
            OutboundSms sms = sms(HexFormat.of().parseHex("06080400000201"), SmppCoding.of(true, 0))
                    .with(Address.NONE, new Address(Integer.toString(10_000_000 + i), 1, 1), "");
            gathering.accepted(((Entered.Awaits) gathering.enter(sms, wide, nanos, NOW)).part(), id(i));
        }
        assertThat(gathering.size()).isEqualTo(many);
        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
            for (int i = many - 1; i >= 0; i--) {
                gathering.withdrawn(id(i));
            }
        });
        assertThat(gathering.size()).isZero();
    }

    @Test
    void a_part_is_not_held_beyond_its_validity_nor_is_that_made_longer() {
        Gathering.Held first = held(part(7, 2, 1, "a").withTimes(Duration.ofSeconds(15), Instant.EPOCH));
        assertThat(first.waiting().schedule()).isEqualTo(NOW.plusSeconds(10));
        assertThat(first.waiting().validity()).isEqualTo(Duration.ofSeconds(5));
        Instant later = NOW.plusSeconds(20);
        Gathering.Held scheduled = held(part(8, 2, 1, "a").withTimes(Duration.ofSeconds(15), later));
        assertThat(scheduled.waiting().schedule()).isEqualTo(later);
        assertThat(scheduled.waiting().validity()).isEqualTo(Duration.ofSeconds(15));
        assertThat(enter(part(7, 2, 2, "b").withTimes(Duration.ofSeconds(10), Instant.EPOCH)))
                .isInstanceOf(Entered.Alone.class);
        assertThat(enter(part(9, 2, 1, "a").withTimes(Duration.ofSeconds(5), Instant.EPOCH)))
                .isInstanceOf(Entered.Alone.class);
        assertThat(gathering.size()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    @Tag("C82")
    void the_whole_is_due_when_the_last_of_its_parts_is(int scheduled) {
        Instant later = NOW.plusSeconds(60);
        for (int i = 1; i <= 2; i++) {
            OutboundSms part = part(7, 2, i, "a");
            Gathering.Held held = held(i == scheduled ? part.withTimes(Duration.ZERO, later) : part);
            gathering
                    .accepted(held, id(i))
                    .ifPresent(whole -> assertThat(whole.schedule()).isEqualTo(later));
        }
        assertThat(gathering.size()).isZero();
    }

    private Messages.Whole whole(OutboundSms first, OutboundSms second) {
        Gathering.Held one = held(first);
        Gathering.Held other = held(second);
        assertThat(gathering.accepted(one, id(1))).isEmpty();
        return gathering.accepted(other, id(2)).orElse(null);
    }

    @ParameterizedTest
    @CsvSource({"60, 90, 60", "90, 60, 60", "0, 60, 60", "60, 0, 60"})
    @Tag("C82")
    void the_whole_ends_when_the_first_of_its_parts_does(int first, int second, int end) {
        Messages.Whole whole = whole(
                part(7, 2, 1, "a").withTimes(Duration.ofSeconds(first), Instant.EPOCH),
                part(7, 2, 2, "b").withTimes(Duration.ofSeconds(second), Instant.EPOCH));
        assertThat(whole.until()).isEqualTo(NOW.plusSeconds(end));
    }

    @Test
    @Tag("C82")
    void parts_of_which_one_ends_before_another_is_due_go_as_they_are() {
        OutboundSms first = part(7, 2, 1, "a").withTimes(Duration.ofSeconds(60), Instant.EPOCH);
        OutboundSms due = part(7, 2, 2, "b").withTimes(Duration.ZERO, NOW.plusSeconds(60));
        assertThat(whole(first, due)).isNull();
        assertThat(whole(first.withTimes(Duration.ofSeconds(61), Instant.EPOCH), due))
                .isNotNull();
        assertThat(gathering.size()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"LOW, NORMAL, NORMAL", "HIGH, NORMAL, HIGH", "NORMAL, HIGH, HIGH"})
    void the_whole_has_the_highest_priority_of_its_parts(Priority first, Priority second, Priority highest) {
        Messages.Whole whole =
                whole(part(7, 2, 1, "a").withPriority(first), part(7, 2, 2, "b").withPriority(second));
        assertThat(whole.priority()).isEqualTo(highest);
        assertThat(whole.until()).isEqualTo(Instant.EPOCH);
    }

    @Test
    void a_part_that_comes_again_before_the_others_shares_the_answer_accepted_already_or_not() {
        Gathering.Held first = held(part(7, 2, 1, "a"));
        List<SendOutcome> heard = new ArrayList<>();
        ((Entered.Again) enter(part(7, 2, 1, "a"))).part().whenTold(heard::add);
        assertThat(heard).isEmpty();
        assertThat(gathering.accepted(first, id(1))).isEmpty();
        SendOutcome outcome = new SendOutcome.NoRoute("stands for any");
        first.tell(outcome);
        ((Entered.Again) enter(part(7, 2, 1, "a"))).part().whenTold(heard::add);
        assertThat(heard).containsExactly(outcome, outcome);
        assertThat(gathering.accepted(held(part(7, 2, 2, "b")), id(2))).isPresent();
    }

    @Test
    void the_same_text_again_under_the_same_reference_is_another_message() {
        for (int time = 0; time < 3; time++) {
            Gathering.Held first = held(part(7, 2, 1, "a"));
            assertThat(gathering.accepted(first, id(2 * time))).isEmpty();
            Gathering.Held second = held(part(7, 2, 2, "b"));
            assertThat(gathering
                            .accepted(second, id(2 * time + 1))
                            .orElseThrow()
                            .parts())
                    .containsExactly(id(2 * time), id(2 * time + 1));
        }
        assertThat(gathering.size()).isZero();
    }

    @Test
    void the_next_message_under_the_same_reference_need_not_wait_until_the_one_before_is_accepted() {
        Gathering.Held first = held(part(7, 2, 1, "a"));
        Gathering.Held second = held(part(7, 2, 2, "b"));
        Gathering.Held third = held(part(7, 2, 1, "a"));
        Gathering.Held fourth = held(part(7, 2, 2, "b"));
        assertThat(gathering.accepted(first, id(1))).isEmpty();
        assertThat(gathering.accepted(third, id(3))).isEmpty();
        assertThat(gathering.accepted(second, id(2)).orElseThrow().parts()).containsExactly(id(1), id(2));
        assertThat(gathering.accepted(fourth, id(4)).orElseThrow().parts()).containsExactly(id(3), id(4));
        Gathering.Held fifth = held(part(7, 2, 1, "a"));
        Gathering.Held sixth = held(part(7, 2, 2, "b"));
        gathering.refused(fifth);
        assertThat(gathering.accepted(sixth, id(6))).isEmpty();
        assertThat(gathering.size()).isZero();
    }

    @Test
    void tlvs_tell_a_place_too_and_ports_stay() {
        SmppCoding.Fields fields = SmppCoding.Fields.NONE;
        byte[] ports = HexFormat.of().parseHex("06050423f00000" + "01");
        Gathering.Held first = held(sms(ports, SmppCoding.of(true, 4, fields.withPlace(9, 2, 1))));
        Gathering.Held second = held(sms(new byte[] {2}, SmppCoding.of(false, 4, fields.withPlace(9, 2, 2))));
        gathering.accepted(second, id(2));
        Messages.Whole whole = gathering.accepted(first, id(1)).orElseThrow();
        assertThat(HexFormat.of().formatHex(whole.content().octets())).isEqualTo("06050423f000000102");
        assertThat(whole.content().udhi()).isTrue();
    }

    @Test
    void that_more_parts_are_to_follow_is_said_of_the_parts_and_not_of_the_whole() {
        Gathering.Held first = held(part(7, 2, 1, "a").withTlvs(Map.of("0x0426", "01", "0x1400", "31")));
        Gathering.Held second = held(part(7, 2, 2, "b").withTlvs(Map.of("0x0426", "00")));
        gathering.accepted(first, id(1));
        Messages.Whole whole = gathering.accepted(second, id(2)).orElseThrow();
        assertThat(whole.content().tlvs()).isEqualTo(Map.of("0x1400", "31"));
    }

    @Test
    void where_as_many_wait_as_may_the_last_part_of_a_message_still_joins_those_that_wait() {
        List<Gathering.Held> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiting.add(held(part(i, i == 0 ? 3 : 2, 1, "a")));
            gathering.accepted(waiting.get(i), id(i));
        }
        assertThat(enter(part(4, 2, 1, "a"))).as("another message").isInstanceOf(Entered.Alone.class);
        assertThat(enter(part(0, 3, 2, "b"))).as("not the last").isInstanceOf(Entered.Alone.class);
        for (int i = 1; i < 4; i++) {
            Messages.Whole whole =
                    gathering.accepted(held(part(i, 2, 2, "b")), id(10 + i)).orElseThrow();
            assertThat(whole.parts()).containsExactly(id(i), id(10 + i));
        }
        assertThat(gathering.size()).isOne();
    }

    @Test
    void what_cannot_be_put_together_goes_as_it_is() {
        assertThat(enter(sms(new byte[] {1}, SmppCoding.of(false, 0)))).isInstanceOf(Entered.Alone.class);
        Gathering.Held gsm = held(part(2, 2, 1, "a"));
        byte[] rest = part(2, 2, 2, "b").binary();
        Gathering.Held ucs2 = held(sms(rest, SmppCoding.of(true, 8)));
        gathering.accepted(gsm, id(3));
        assertThat(gathering.accepted(ucs2, id(4))).isEqualTo(Optional.empty());
    }

    @Test
    void of_two_messages_with_one_reference_at_once_no_part_is_put_to_a_strangers() {
        Gathering.Held first = held(part(1, 2, 1, "a"));
        assertThat(enter(part(1, 2, 1, "b"))).isInstanceOf(Entered.Alone.class);
        assertThat(enter(part(1, 2, 2, "a"))).isInstanceOf(Entered.Alone.class);
        assertThat(enter(part(1, 2, 2, "b"))).isInstanceOf(Entered.Alone.class);
        assertThat(gathering.accepted(first, id(1))).isEmpty();
        assertThat(gathering.size()).isEqualTo(1);
        nanos += Duration.ofSeconds(10).toNanos();
        Gathering.Held later = held(part(1, 2, 1, "c"));
        assertThat(gathering.accepted(later, id(2))).isEmpty();
        assertThat(gathering
                        .accepted(held(part(1, 2, 2, "c")), id(3))
                        .orElseThrow()
                        .parts())
                .containsExactly(id(2), id(3));
        assertThat(gathering.size()).isZero();
    }

    @Test
    void bounded_in_number_and_in_time() {
        Gathering.Held first = held(part(1, 6, 1, "a"));
        for (int i = 2; i <= 4; i++) {
            held(part(1, 6, i, "a"));
        }
        assertThat(enter(part(1, 6, 5, "a"))).isInstanceOf(Entered.Alone.class);
        assertThat(gathering.size()).isEqualTo(4);
        nanos += Duration.ofSeconds(10).toNanos();
        Gathering.Held later = held(part(1, 6, 5, "a"));
        assertThat(gathering.size()).isEqualTo(1);
        assertThat(gathering.accepted(first, id(1))).isEmpty();
        assertThat(gathering.accepted(later, id(2))).isEmpty();
    }

    /** Its parts go as they are by then: put together as well, it would reach the subscriber twice. */
    @Test
    void a_message_whose_last_part_is_accepted_after_the_time_is_over_is_not_put_together_any_more() {
        Gathering.Held first = held(part(1, 2, 1, "a"));
        Gathering.Held second = held(part(1, 2, 2, "b"));
        assertThat(gathering.accepted(first, id(1))).isEmpty();
        nanos += Duration.ofSeconds(10).toNanos();
        held(part(2, 2, 1, "c"));
        assertThat(gathering.accepted(second, id(2))).isEmpty();
        assertThat(gathering.size()).isEqualTo(1);
    }
}
