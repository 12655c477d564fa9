package io.smppbridge.receipts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReceiptIndexTest {
    private static final int TELIA = 0;
    private static final int TELE2 = 1;

    private final ReceiptIndex index = new ReceiptIndex(1, 2);

    @Test
    void an_id_leads_to_its_task_and_part() {
        index.put(TELIA, "4711", 100, 0);
        index.put(TELIA, "4712", 100, 255);
        assertThat(index.find(TELIA, "4711")).isEqualTo(100);
        assertThat(index.part()).isZero();
        assertThat(index.find(TELIA, "4712")).isEqualTo(100);
        assertThat(index.part()).isEqualTo(255);
        assertThat(index.find(TELIA, "4713")).isEqualTo(ReceiptIndex.NONE);
        assertThat(index.size()).isEqualTo(2);
    }

    @Test
    @Tag("C64")
    void two_smscs_that_issue_the_same_id_never_mix() {
        for (int id = 0; id < 10_000; id++) {
            index.put(TELIA, "" + id, 1 + id, 0);
            index.put(TELE2, "" + id, 100_001 + id, 0);
        }
        assertThat(index.collisions()).isZero();
        for (int id = 0; id < 10_000; id++) {
            assertThat(index.find(TELIA, "" + id)).isEqualTo(1 + id);
            assertThat(index.find(TELE2, "" + id)).isEqualTo(100_001 + id);
            assertThat(index.find(2, "" + id)).isEqualTo(ReceiptIndex.NONE);
        }
    }

    @Test
    @Tag("C65")
    void the_newest_message_has_an_id_that_is_used_again() {
        assertThat(index.put(TELIA, "4711", 100, 0)).isEqualTo(ReceiptIndex.NONE);
        assertThat(index.put(TELIA, "4711", 200, 1)).isEqualTo(100);
        assertThat(index.find(TELIA, "4711")).isEqualTo(200);
        assertThat(index.part()).isOne();
        assertThat(index.collisions()).isOne();
        assertThat(index.size()).isOne();
        assertThat(index.remove(TELIA, "4711", 100)).isFalse();
        assertThat(index.find(TELIA, "4711")).isEqualTo(200);
        assertThat(index.remove(TELIA, "4711", 200)).isTrue();
        assertThat(index.find(TELIA, "4711")).isEqualTo(ReceiptIndex.NONE);
    }

    @Test
    @Tag("C65")
    void the_same_entry_again_is_no_collision() {
        index.put(TELIA, "4711", 100, 3);
        assertThat(index.put(TELIA, "4711", 100, 3)).isEqualTo(ReceiptIndex.NONE);
        assertThat(index.collisions()).isZero();
    }

    @Test
    void it_behaves_like_a_hash_map() {
        Random random = new Random(31);
        Map<String, Long> model = new HashMap<>();
        for (int i = 0; i < 400_000; i++) {
            String id = Integer.toHexString(random.nextInt(60_000));
            if (random.nextInt(3) > 0) {
                long task = 1 + random.nextInt(1_000_000);
                index.put(TELIA, id, task, (int) task & 0xFF);
                model.put(id, task);
            } else {
                Long task = model.remove(id);
                assertThat(index.remove(TELIA, id, task == null ? 1 : task)).isEqualTo(task != null);
            }
        }
        assertThat(index.size()).as("seed 31").isEqualTo(model.size());
        model.forEach((id, task) -> {
            assertThat(index.find(TELIA, id)).isEqualTo(task);
            assertThat(index.part()).isEqualTo((int) (task & 0xFF));
        });
    }

    @Test
    void ids_that_have_had_their_receipt_are_found_like_others() {
        Random random = new Random(32);
        Map<String, Long> model = new HashMap<>();
        for (int i = 0; i < 400_000; i++) {
            String id = Integer.toHexString(random.nextInt(20_000));
            int what = random.nextInt(8);
            if (what < 3) {
                long task = 1 + random.nextInt(1_000_000);
                index.put(TELIA, id, task, (int) task & 0xFF);
                model.put(id, task);
            } else if (what < 7) {
                long found = index.find(TELIA, id);
                assertThat(found).as("seed 32").isEqualTo(model.getOrDefault(id, ReceiptIndex.NONE));
                if (found != ReceiptIndex.NONE) {
                    assertThat(index.part()).isEqualTo((int) (found & 0xFF));
                    index.hadReceipt();
                }
            } else {
                Long task = model.remove(id);
                assertThat(index.remove(TELIA, id, task == null ? 1 : task)).isEqualTo(task != null);
            }
        }
        model.forEach((id, task) -> assertThat(index.find(TELIA, id)).isEqualTo(task));
    }

    @Test
    void a_sweep_forgets_those_that_have_had_their_receipt_too() {
        for (int id = 1; id <= 50_000; id++) {
            index.put(TELIA, "" + id, id, 0);
            if (id % 2 == 0) {
                index.find(TELIA, "" + id);
                index.hadReceipt();
            }
        }
        assertThat(index.size()).isEqualTo(50_000);
        for (int call = 0; call < ReceiptIndex.STRETCHES; call++) {
            index.sweep(task -> task % 3 == 0);
        }
        assertThat(index.size()).isEqualTo(50_000 - 16_666);
        for (int id = 1; id <= 50_000; id++) {
            assertThat(index.find(TELIA, "" + id)).isEqualTo(id % 3 == 0 ? ReceiptIndex.NONE : id);
        }
    }

    @Test
    @Tag("C65")
    void a_message_that_gets_the_id_of_one_that_has_had_its_receipt_has_it_from_then_on() {
        index.put(TELIA, "4711", 100, 0);
        index.find(TELIA, "4711");
        index.hadReceipt();
        index.put(TELIA, "4711", 200, 1);
        assertThat(index.find(TELIA, "4711")).isEqualTo(200);
        index.hadReceipt();
        assertThat(index.find(TELIA, "4711")).isEqualTo(200);
        assertThat(index.part()).isOne();
        assertThat(index.find(TELIA, "4712")).isEqualTo(ReceiptIndex.NONE);
        assertThat(index.size()).isOne();
    }

    @Test
    void a_sweep_forgets_the_tasks_that_are_gone() {
        for (int id = 1; id <= 50_000; id++) {
            index.put(TELIA, "" + id, id, 0);
        }
        int removed = 0;
        for (int call = 0; call < 256; call++) {
            removed += index.sweep(task -> task % 3 == 0);
        }
        assertThat(removed).isEqualTo(16_666);
        for (int id = 1; id <= 50_000; id++) {
            assertThat(index.find(TELIA, "" + id)).isEqualTo(id % 3 == 0 ? ReceiptIndex.NONE : id);
        }
    }

    @Test
    void an_entry_takes_at_most_32_octets() {
        for (int id = 1; id <= 2_000_000; id++) {
            index.put(TELIA, "" + id, id, 0);
            if (id >= 100_000 && id % 50_000 == 0) {
                assertThat(index.octets() / (double) id).as("%d entries", id).isBetween(16.0, 32.0);
            }
        }
        assertThat(index.size()).isEqualTo(2_000_000);
        assertThat(index.collisions()).isZero();
    }

    @Test
    void another_key_scatters_ids_otherwise() {
        IdHash one = new IdHash(1, 2);
        IdHash other = new IdHash(1, 3);
        Set<Long> seen = new HashSet<>();
        for (int length = 0; length < 65; length++) {
            String id = "0".repeat(length);
            assertThat(seen.add(one.of(0, id))).isTrue();
            assertThat(seen.add(one.of(1, id))).isTrue();
            assertThat(seen.add(other.of(0, id))).isTrue();
        }
    }

    @Test
    void what_makes_no_sense_is_refused() {
        assertThatThrownBy(() -> index.put(TELIA, "", 1, 0)).hasMessageContaining("expected at least one");
        assertThatThrownBy(() -> index.put(TELIA, "1", 0, 0)).hasMessageContaining("task 0");
        assertThatThrownBy(() -> index.put(TELIA, "1", 1, 256)).hasMessageContaining("part 256");
    }
}
