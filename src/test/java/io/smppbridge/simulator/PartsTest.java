package io.smppbridge.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The parts that need no socket. */
class PartsTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void the_busiest_second_equals_that_of_a_plain_count() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        SlidingSecond sliding = new SlidingSecond();
        ArrayDeque<Long> plain = new ArrayDeque<>();
        int most = 0;
        long now = -3 * SECOND;
        for (int i = 0; i < 50_000; i++) {
            now += random.nextInt(10) == 0 ? random.nextInt(400_000_000) : random.nextInt(3) * 1000;
            sliding.arrived(now);
            plain.add(now);
            while (now - plain.peek() >= SECOND) {
                plain.poll();
            }
            most = Math.max(most, plain.size());
            assertThat(sliding.most()).isEqualTo(most);
        }
    }

    @Test
    void exactly_one_second_apart_is_another_second() {
        SlidingSecond sliding = new SlidingSecond();
        sliding.arrived(0);
        sliding.arrived(SECOND);
        assertThat(sliding.most()).isEqualTo(1);
        sliding.arrived(SECOND * 2 - 1);
        assertThat(sliding.most()).isEqualTo(2);
    }

    @Test
    void the_gate_never_lets_more_than_its_limit_into_a_second() {
        RateGate gate = new RateGate();
        SlidingSecond passed = new SlidingSecond();
        Random random = new Random(7);
        long now = 0;
        for (int i = 0; i < 20_000; i++) {
            now += random.nextInt(20_000_000);
            if (gate.admits(10, now)) {
                passed.arrived(now);
            }
        }
        assertThat(passed.most()).isEqualTo(10);
    }

    @Test
    void delays_are_read_and_drawn_within_their_bounds() {
        SplittableRandom random = new SplittableRandom(1);
        assertThat(Delay.parse("20ms").draw(random)).isEqualTo(20_000_000);
        assertThat(Delay.fixed(Duration.ofSeconds(1))).isEqualTo(Delay.parse("1s"));
        assertThat(Delay.parse("0").isZero()).isTrue();
        double sum = 0;
        for (int i = 0; i < 10_000; i++) {
            assertThat(Delay.parse("10ms..50ms").draw(random)).isBetween(10_000_000L, 50_000_000L);
            sum += Delay.parse("exp 20ms").draw(random);
        }
        assertThat(sum / 10_000).isBetween(18e6, 22e6);
        assertThatThrownBy(() -> Delay.parse("20")).hasMessageContaining("expected a unit");
        assertThatThrownBy(() -> Delay.parse("50ms..10ms")).hasMessageContaining("expected a delay");
        assertThatThrownBy(() -> Delay.parse("2h")).hasMessageContaining("at most 1h");
    }

    @ParameterizedTest
    @EnumSource(IdForm.class)
    void an_id_is_written_as_it_is_told(IdForm form) {
        for (long number : new long[] {0, 1, 9, 10, 4711, Long.MAX_VALUE, -1}) {
            ByteBuf out = Unpooled.buffer();
            form.write(out, number);
            assertThat(out.toString(StandardCharsets.US_ASCII)).isEqualTo(form.text(number) + "\0");
        }
    }

    @Test
    void ids_have_their_forms() {
        assertThat(IdForm.DECIMAL.text(-1)).isEqualTo("18446744073709551615");
        assertThat(IdForm.PADDED.text(42)).isEqualTo("0000000042");
        assertThat(IdForm.HEX.text(255)).isEqualTo("ff");
        assertThat(IdForm.HEX_PADDED.text(255)).isEqualTo("000000FF");
        assertThat(IdForm.UUID.text(7)).isEqualTo(IdForm.UUID.text(7)).isNotEqualTo(IdForm.UUID.text(8));
        assertThat(java.util.UUID.fromString(IdForm.UUID.text(7)).version()).isEqualTo(4);
    }

    @Test
    void shares_are_kept_and_rules_match_first() {
        Shares shares = Shares.parse("DELIVRD 90, UNDELIV 10, EXPIRED 0");
        SplittableRandom random = new SplittableRandom(1);
        int failed = 0;
        for (int i = 0; i < 10_000; i++) {
            failed += shares.draw(random) == Outcome.UNDELIV ? 1 : 0;
        }
        assertThat(failed).isBetween(900, 1100);
        Rules<String> rules = Rules.parse("46*1=a, 46??=b, *=c", v -> v);
        assertThat(rules.of("46701", "none")).isEqualTo("a");
        assertThat(rules.of("4670", "none")).isEqualTo("b");
        assertThat(rules.of("4770", "none")).isEqualTo("c");
        assertThat(Rules.<String>none().of("1", "none")).isEqualTo("none");
        assertThatThrownBy(() -> Shares.parse("DELIVERED 5")).hasMessageContaining("expected one of");
        assertThatThrownBy(() -> Shares.parse("DELIVRD 0")).hasMessageContaining("above 0");
    }

    @Test
    void a_status_is_read_by_name_and_number_and_named() {
        assertThat(SmppStatus.parse("ESME_RTHROTTLED")).isEqualTo(0x58);
        assertThat(SmppStatus.parse("rmsgqful")).isEqualTo(0x14);
        assertThat(SmppStatus.parse("0x400")).isEqualTo(0x400);
        assertThat(SmppStatus.parse("ok")).isZero();
        assertThat(SmppStatus.name(0x58)).isEqualTo("RTHROTTLED");
        assertThat(SmppStatus.name(0x400)).isEqualTo("0x00000400");
    }

    @Test
    void long_texts_are_cut_between_characters() {
        MoText gsm = MoText.of("€".repeat(81), 9);
        assertThat(gsm.dataCoding()).isZero();
        assertThat(gsm.parts()).hasSize(2).allSatisfy(p -> assertThat(p.length).isLessThanOrEqualTo(159));
        assertThat(gsm.parts().get(0)).hasSize(6 + 152);
        MoText ucs2 = MoText.of("x".repeat(66) + "😀" + "x".repeat(10), 9);
        assertThat(ucs2.dataCoding()).isEqualTo(8);
        assertThat(ucs2.parts().get(0)).hasSize(6 + 132).startsWith(5, 0, 3, 9, 2, 1);
        assertThat(MoText.of("a".repeat(160), 1).udh()).isFalse();
        assertThat(MoText.of("日".repeat(70), 1).udh()).isFalse();
        assertThat(MoText.of("", 1).parts()).hasSize(1);
    }
}
