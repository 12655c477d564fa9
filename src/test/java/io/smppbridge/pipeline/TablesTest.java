package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.OutboundSms;
import io.smppbridge.TaskId;
import io.smppbridge.records.RefKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The flat tables against the library's maps, with random use. */
class TablesTest {
    private static final long SEED = 20_261_120;

    @Test
    void a_table_holds_what_a_map_would_hold() {
        Random random = new Random(SEED);
        LongTable table = new LongTable(2, true, 16);
        Map<Long, long[]> model = new HashMap<>();
        for (int i = 0; i < 300_000; i++) {
            long key = 1 + random.nextInt(4_000) * 1_048_576L;
            if (random.nextInt(3) > 0) {
                int slot = table.put(key);
                table.set(slot, 0, i);
                table.set(slot, 1, -i);
                table.extra(slot, key);
                model.put(key, new long[] {i, -i});
            } else {
                assertThat(table.remove(key)).isEqualTo(model.remove(key) != null);
            }
            assertThat(table.size()).isEqualTo(model.size());
        }
        model.forEach((key, values) -> {
            int slot = table.find(key);
            assertThat(slot).isNotEqualTo(LongTable.NONE);
            assertThat(table.get(slot, 0)).isEqualTo(values[0]);
            assertThat(table.get(slot, 1)).isEqualTo(values[1]);
            assertThat(table.extra(slot)).isEqualTo(key);
        });
        List<Long> keys = new ArrayList<>();
        table.forEachKey(keys::add);
        assertThat(keys).containsExactlyInAnyOrderElementsOf(model.keySet());
        assertThat(table.find(0)).isEqualTo(LongTable.NONE);
    }

    @Test
    @Tag("C85")
    void a_table_that_grows_to_a_million_moves_no_more_than_a_page_for_any_entry_and_loses_none() {
        for (int shift : new int[] {0, 20, 40}) {
            LongTable table = new LongTable(1, false, 16);
            long before = 0;
            for (long i = 1; i <= 1_000_000; i++) {
                table.set(table.put(i << shift), 0, i);
                assertThat(table.moved() - before).isLessThanOrEqualTo(2 * LongTable.PAGE);
                before = table.moved();
            }
            assertThat(table.moved())
                    .as("each entry moves a few times in its life")
                    .isLessThan(3_000_000);
            assertThat(table.slots()).as("a third to two thirds of it is taken").isBetween(1_600_000, 4_000_000);
            int seen = 0;
            for (int slot = 0; slot < table.slots(); slot++) {
                if (table.key(slot) != 0) {
                    assertThat(table.get(slot, 0) << shift).isEqualTo(table.key(slot));
                    seen++;
                }
            }
            assertThat(seen).isEqualTo(1_000_000);
            for (long i = 1; i <= 1_000_000; i++) {
                if (table.get(table.find(i << shift), 0) != i || !table.remove(i << shift)) {
                    throw new AssertionError("entry " + i + " is not there");
                }
            }
            assertThat(table.size()).isZero();
        }
    }

    private static RefKey key(int number) {
        return RefKey.of(
                "shop",
                OutboundSms.to("46701234567").text("t").clientRef("r" + number).build());
    }

    @Test
    @Tag("C86")
    void a_clientRef_is_known_for_a_day_and_then_forgotten() {
        SegmentUse use = new SegmentUse();
        ClientRefs refs = new ClientRefs(100_000, new IdTimes(), use);
        long start = 1_700_000_000_000L;
        for (int i = 0; i < 5_000; i++) {
            refs.enter(key(i), TaskId.first(start + i * 1_000L) + 1, (long) (i / 1000 + 1) << 32 | 64);
        }
        assertThat(refs.size()).isEqualTo(5_000);
        assertThat(use.of(1)).isEqualTo(1_000);
        refs.forgetOld(start + Duration.ofHours(24).toMillis() - 1, 1_000_000);
        assertThat(refs.size()).isEqualTo(5_000);
        refs.forgetOld(start + Duration.ofHours(24).toMillis() + 1_999_500, 1_000_000);
        assertThat(refs.size()).isEqualTo(3_000);
        assertThat(use.of(1)).isZero();
        assertThat(use.of(2)).isZero();
        assertThat(use.of(3)).isEqualTo(1_000);
        assertThat(refs.message(key(1_999))).isZero();
        for (int i = 2_000; i < 5_000; i++) {
            assertThat(new TaskId(refs.message(key(i))).epochMs()).isEqualTo(start + i * 1_000L);
        }
    }

    @Test
    @Tag("C86")
    void a_clientRef_entered_anew_elsewhere_moves_its_segment() {
        SegmentUse use = new SegmentUse();
        ClientRefs refs = new ClientRefs(10, new IdTimes(), use);
        refs.enter(key(1), TaskId.first(1_700_000_000_000L), 7L << 32);
        refs.enter(key(1), TaskId.first(1_700_000_000_000L), 9L << 32);
        assertThat(use.of(7)).isZero();
        assertThat(use.of(9)).isEqualTo(1);
        assertThat(refs.segment(key(1))).isEqualTo(9);
        assertThat(refs.segment(key(2))).isEqualTo(-1);
    }

    @Test
    void segments_are_counted_whatever_the_order() {
        SegmentUse use = new SegmentUse();
        Map<Long, Integer> model = new HashMap<>();
        Random random = new Random(SEED);
        for (int i = 0; i < 10_000; i++) {
            long segment = 500 + random.nextInt(300);
            if (model.getOrDefault(segment, 0) > 0 && random.nextBoolean()) {
                use.remove(segment);
                model.merge(segment, -1, Integer::sum);
            } else {
                use.add(segment);
                model.merge(segment, 1, Integer::sum);
            }
        }
        model.forEach((segment, count) -> assertThat(use.of(segment)).isEqualTo(count));
        use.dropBelow(600);
        assertThat(use.of(599)).isZero();
        assertThat(use.of(650)).isEqualTo(model.getOrDefault(650L, 0));
    }

    @Test
    void the_history_lets_the_oldest_go() {
        History history = new History(3);
        for (long id = 1; id <= 5; id++) {
            history.enter(id, id * 10);
        }
        assertThat(history.lastPosition(2)).isZero();
        assertThat(history.lastPosition(3)).isEqualTo(30);
        assertThat(history.lastPosition(5)).isEqualTo(50);
        assertThat(history.size()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_000, 10_000})
    void the_history_knows_what_a_queue_would_hold_whenever_it_is_asked(int most) {
        Random random = new Random(SEED);
        History history = new History(most);
        Map<Long, Long> ends = new LinkedHashMap<>(); // by number, the id
        Map<Long, Long> latest = new HashMap<>();
        Map<Long, Long> positions = new HashMap<>();
        for (long i = 1; i <= 100_000; i++) {
            long id = i + random.nextInt(50);
            history.enter(id, i);
            ends.put(i, id);
            latest.put(id, i);
            positions.put(id, i);
            if (ends.size() > most) {
                long oldest = ends.remove(ends.keySet().iterator().next());
                if (latest.remove(oldest, i - most)) {
                    positions.remove(oldest);
                }
            }
            if (random.nextInt(20) == 0) {
                long asked = i - random.nextInt(most + most / 5 + 1);
                assertThat(history.lastPosition(asked)).isEqualTo(positions.getOrDefault(asked, 0L));
                assertThat(history.size()).isEqualTo(ends.size());
            }
            if (random.nextInt(50) == 0) {
                long moved = i - random.nextInt(most + most / 5 + 1);
                assertThat(history.moved(moved, -i)).isEqualTo(positions.containsKey(moved));
                long position = -i;
                positions.computeIfPresent(moved, (key, before) -> position);
            }
        }
        List<Long> ids = new ArrayList<>();
        history.forEach(ids::add);
        assertThat(ids).containsExactlyInAnyOrderElementsOf(ends.values());
    }
}
