package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is remembered of lost answers. */
class DoubtsTest {
    private static final OutboundSms SMS =
            OutboundSms.to("46701234567").text("hello").build();
    private static final Address TO = SMS.to();
    private static final int MANY = 20_000;
    private static final Predicate<Doubt> ANY = doubt -> true;

    private final Doubts doubts = new Doubts();
    private int asked;

    private static Doubt of(long message, int part) {
        return of(message, part, SMS.text());
    }

    private static Doubt of(long message, int part, String text) {
        return Doubt.of(message, part, SMS, text, List.of(), 0);
    }

    private Doubt meant(String quoted) {
        return doubts.meant(1, TO, quoted, doubt -> {
            asked++;
            return true;
        });
    }

    private void addMany(IntFunction<String> text) {
        for (int message = MANY; message > 0; message--) {
            doubts.add(1, TO, of(message, 0, text.apply(message)));
        }
    }

    /** Each was compared with all others to its number, on the journal's thread: a minute for these. */
    @Test
    @Timeout(20)
    void very_many_to_one_number_hold_nobody_up() {
        for (int message = 1; message <= 110_000; message++) {
            doubts.add(1, TO, of(message, 0));
        }
        assertThat(doubts.size()).isEqualTo(100_000);
        assertThat(doubts.hasRoom()).isFalse();
        doubts.removeIf(doubt -> doubt.message() > 1, 100_000);
        assertThat(doubts.size()).isEqualTo(1);
    }

    /** A receipt was compared with each of them: 20 ms of the journal's thread for these, and each second anew while the receipt waited. */
    @ParameterizedTest
    @ValueSource(strings = {"Your code is 004711", "", "Nothing of the kind", "Your code is", "Hej då, och välkommen"})
    void a_receipt_is_not_compared_with_each_of_very_many(String quoted) {
        addMany(message -> "Your code is %06d".formatted(message));
        Doubt found = meant(quoted);
        assertThat(asked).isLessThan(10);
        assertThat(found == null ? 0 : found.message()).isEqualTo(quoted.endsWith("4711") ? 4_711 : 0);
    }

    @Test
    void of_very_many_with_the_same_words_the_oldest_is_meant_at_once() {
        addMany(message -> "Your parcel has come");
        assertThat(meant("Your parcel").message()).isEqualTo(1);
        assertThat(asked).isEqualTo(1);
        assertThat(meant("")).as("no text says that it is any of them").isNull();
    }

    /** Each receipt that came, and each that waited anew every second, passed over all of them: a microsecond each. */
    @Test
    void those_that_fit_no_more_are_not_passed_over_without_end_by_each_of_very_many_receipts() {
        addMany(message -> "Your parcel has come");
        for (int second = 1; second <= 3; second++) {
            for (int receipt = 0; receipt < 500; receipt++) {
                assertThat(noneOfThem("Your parcel")).isNull();
            }
            assertThat(asked).isLessThan(second * 2 * MANY);
            doubts.removeIf(doubt -> false, MANY);
        }
        asked = 0;
        noneOfThem("Your parcel");
        assertThat(asked).as("looked at anew").isGreaterThanOrEqualTo(MANY);
    }

    private Doubt noneOfThem(String quoted) {
        return doubts.meant(1, TO, quoted, doubt -> {
            asked++;
            return false;
        });
    }

    /** As when each was compared. */
    @Test
    void what_is_found_is_what_a_look_at_each_would_find() {
        Random random = new Random(20_261_127);
        String[] words = {"", " ", "a", "b", "ab", "å", "aå", "aåb", "\n", "Hello ", "Hello you ", "? ", "~"};
        int found = 0;
        for (int round = 0; round < 2_000; round++) {
            Doubts some = new Doubts();
            List<Doubt> all = new ArrayList<>();
            for (int message = random.nextInt(6); message >= 0; message--) {
                Doubt doubt = of(message, 0, text(random, words));
                some.add(1, TO, doubt);
                all.add(doubt);
            }
            String quoted = text(random, words);
            Predicate<Doubt> fits = doubt -> doubt.message() != 2;
            Doubt meant = some.meant(1, TO, quoted, fits);
            assertThat(meant).as("\"%s\" of %s", quoted, all).isEqualTo(eachCompared(all, quoted, fits));
            found += meant == null ? 0 : 1;
        }
        assertThat(found).isBetween(200, 1_800);
    }

    private static String text(Random random, String[] words) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(words[random.nextInt(words.length)]);
        }
        return text.toString();
    }

    private static Doubt eachCompared(List<Doubt> all, String quoted, Predicate<Doubt> fits) {
        List<Doubt> found = all.stream()
                .filter(fits)
                .filter(doubt -> Likeness.begins(doubt.beginning(), quoted))
                .toList();
        if (found.isEmpty() || quoted.isEmpty() && found.size() > 1) {
            return null;
        }
        Doubt oldest = Collections.min(found, Comparator.comparingLong(Doubt::message));
        return found.stream().allMatch(doubt -> doubt.words() == oldest.words()) ? oldest : null;
    }

    @Test
    void what_is_over_is_dropped_by_and_by() {
        for (int message = 1; message <= 5; message++) {
            doubts.add(1, TO, of(message, 0));
        }
        Predicate<Doubt> over = doubt -> doubt.message() != 2;
        doubts.removeIf(over, 3);
        assertThat(doubts.size()).as("2, 4 and 5").isEqualTo(3);
        doubts.removeIf(over, 2);
        assertThat(doubts.size()).isEqualTo(1);
        doubts.removeIf(over, 3);
        assertThat(doubts.meant(1, TO, "hello", ANY).message()).isEqualTo(2);
    }

    @Test
    void a_part_is_noted_once_for_each_smsc_and_again_when_it_was_removed() {
        doubts.add(1, TO, of(1, 0));
        doubts.add(1, TO, of(1, 0));
        doubts.add(1, TO, of(1, 1));
        doubts.add(2, TO, of(1, 0));
        assertThat(doubts.size()).isEqualTo(3);
        assertThat(meant("hello").part()).isZero();
        doubts.remove(1, of(1, 0));
        doubts.remove(1, of(1, 0));
        assertThat(doubts.size()).isEqualTo(2);
        assertThat(meant("hello").part()).isEqualTo(1);
        doubts.add(1, TO, of(1, 0));
        assertThat(meant("hello").part()).isZero();
        doubts.removeIf(doubt -> doubt.part() == 0, 3);
        assertThat(doubts.size()).isEqualTo(1);
        assertThat(doubts.has(2, TO)).isFalse();
        doubts.add(2, TO, of(1, 0));
        assertThat(doubts.has(2, TO)).isTrue();
    }
}
