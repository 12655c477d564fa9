package io.smppbridge.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UnansweredTest {
    private static final byte[] NOTHING = {};

    private static Delivery delivery() {
        return Delivery.mo(new Delivery.Content(false, new byte[6], 0, 0, NOTHING, NOTHING), null);
    }

    @Test
    void each_is_found_by_its_number_and_the_oldest_is_known() {
        Random random = new Random(5);
        Unanswered unanswered = new Unanswered();
        Map<Integer, Delivery> expected = new LinkedHashMap<>();
        int sequence = Integer.MAX_VALUE - 20_000;
        for (int turn = 0; turn < 100_000; turn++) {
            if (expected.size() < 150 && random.nextInt(5) > 1) {
                sequence = sequence == Integer.MAX_VALUE ? 1 : sequence + 1 + random.nextInt(2) * random.nextInt(2);
                sequence = Math.max(1, sequence);
                Delivery delivery = delivery();
                expected.put(sequence, delivery);
                unanswered.add(sequence, delivery);
            } else if (!expected.isEmpty()) {
                List<Integer> numbers = new ArrayList<>(expected.keySet());
                int number = numbers.get(random.nextInt(10) == 0 ? random.nextInt(numbers.size()) : 0);
                assertThat(unanswered.remove(number)).isSameAs(expected.remove(number));
                assertThat(unanswered.remove(number)).isNull();
            }
            assertThat(unanswered.size()).isEqualTo(expected.size());
            assertThat(unanswered.oldest())
                    .isSameAs(
                            expected.isEmpty()
                                    ? null
                                    : expected.values().iterator().next());
        }
    }
}
