package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C12")
class PendingSequencesTest {
    @Test
    void a_number_stays_pending_until_it_is_answered_however_many_come_after() {
        PendingSequences pending = new PendingSequences(10);
        pending.add(7);
        for (int sequence = 8; sequence < 100_000; sequence++) {
            pending.add(sequence);
            assertThat(pending.remove(sequence)).isTrue();
        }

        assertThat(pending.contains(7)).isTrue();
        assertThat(pending.remove(7)).isTrue();
        assertThat(pending.contains(7)).isFalse();
        assertThat(pending.remove(7)).isFalse();
    }

    @Test
    void it_agrees_with_a_set_in_any_order() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        PendingSequences pending = new PendingSequences(16);
        Set<Integer> expected = new HashSet<>();
        for (int i = 0; i < 200_000; i++) {
            int sequence = 1 + random.nextInt(500);
            if (expected.contains(sequence)) {
                assertThat(pending.remove(sequence)).isTrue();
                expected.remove(sequence);
            } else {
                assertThat(pending.remove(sequence)).isFalse();
                pending.add(sequence);
                expected.add(sequence);
            }
            assertThat(pending.contains(sequence)).isEqualTo(expected.contains(sequence));
        }
    }

    @Test
    void an_answer_while_its_slot_is_taken_is_not_lost() throws InterruptedException {
        PendingSequences pending = new PendingSequences(16);
        for (int round = 0; round < 20_000; round++) {
            int first = 1 + round * 128;
            int second = first + 64; // The same slot.
            pending.add(first);
            Thread reader = new Thread(() -> pending.remove(first));
            if (round % 100 == 0) {
                reader.start();
                pending.add(second);
                reader.join();
            } else {
                pending.add(second);
                pending.remove(first);
            }
            assertThat(pending.contains(first)).isFalse();
            assertThat(pending.contains(second)).isTrue();
            pending.remove(second);
        }
    }

    @Test
    void zero_is_never_pending() {
        assertThat(new PendingSequences(1).remove(0)).isFalse();
    }
}
