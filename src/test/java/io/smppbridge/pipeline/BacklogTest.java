package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Memory;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.bag.Task;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BacklogTest {
    @TempDir
    Path directory;

    private static final long FIRST_ID = 1L << 40;

    /** What a message at rest must not forget. */
    private record Entry(long position, long packed) {}

    @Test
    void it_holds_what_a_sorted_map_holds_whatever_is_put_in_and_taken_out() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Backlog backlog = new Backlog();
        TreeMap<Long, Entry> model = new TreeMap<>();
        List<Long> awake = new ArrayList<>();
        long id = FIRST_ID;
        long position = 1L << 32;
        for (int step = 0; step < 300_000; step++) {
            int dice = random.nextInt(100);
            if (dice < 55) {
                id += 1 + (random.nextInt(500) == 0 ? random.nextLong(1L << 36) : random.nextInt(3));
                position += 60 + (random.nextInt(2_000) == 0 ? 1L << 32 : random.nextInt(300));
                Entry entry = new Entry(position, packed(random));
                assertThat(backlog.add(id, entry.position, entry.packed)).isTrue();
                model.put(id, entry);
            } else if (dice < 95 && !model.isEmpty()) {
                Long some = random.nextInt(3) == 0 ? model.firstKey() : near(model, random);
                Entry entry = model.remove(some);
                assertThat(backlog.take(some))
                        .as("seed %d, step %d", seed, step)
                        .isTrue();
                assertThat(new Entry(backlog.takenPosition(), backlog.takenPacked()))
                        .isEqualTo(entry);
                assertThat(backlog.take(some)).isFalse();
                awake.add(some);
            } else if (!awake.isEmpty()) { // to rest again, at another place: where the runs have room for it
                Long again = awake.remove(random.nextInt(awake.size()));
                Entry entry = new Entry(position, packed(random));
                if (backlog.add(again, entry.position, entry.packed)) {
                    model.put(again, entry);
                }
            }
            assertThat(backlog.size()).isEqualTo(model.size());
        }
        Map<Long, Long> seen = new TreeMap<>();
        backlog.forEach((one, packed) -> seen.put(one, packed));
        Map<Long, Long> expected = new TreeMap<>();
        model.forEach((one, entry) -> expected.put(one, entry.packed));
        assertThat(seen).as("seed %d", seed).isEqualTo(expected);
        Map<Long, Entry> walked = new LinkedHashMap<>();
        for (Backlog.Walk walk = backlog.walk(); walk.next(); ) {
            walked.put(walk.id(), new Entry(walk.position(), walk.packed()));
        }
        assertThat(List.copyOf(walked.entrySet()))
                .as("seed %d, in the order of ids", seed)
                .isEqualTo(List.copyOf(model.entrySet()));
        assertThat(backlog.notAbove(3, Integer.MAX_VALUE))
                .containsExactlyInAnyOrder(model.entrySet().stream()
                        .filter(e -> e.getValue().packed >>> 32 <= 3)
                        .mapToLong(Map.Entry::getKey)
                        .toArray());
    }

    @Test
    void what_neighbours_have_in_common_is_changed_for_all_and_counted_once() {
        Backlog backlog = new Backlog();
        for (int i = 0; i < 3_000; i++) {
            backlog.add(FIRST_ID + i, i * 100L, 7L << 32 | (i < 2_000 ? 1 : i % 2));
        }
        backlog.take(FIRST_ID + 5);
        int[] counted = {0};

        backlog.change((packed, count) -> {
            counted[0] += count;
            return packed | 4;
        });

        assertThat(counted[0]).isEqualTo(2_999);
        backlog.forEach((id, packed) ->
                assertThat(packed).isEqualTo(7L << 32 | 4 | (id - FIRST_ID < 2_000 ? 1 : (id - FIRST_ID) % 2)));
    }

    @Test
    void an_end_that_has_come_is_found_and_looked_for_only_where_it_may_be() {
        Backlog backlog = new Backlog();
        for (int i = 0; i < 10_000; i++) {
            backlog.add(FIRST_ID + i, i * 100L, (long) (i / 100) << 32);
        }

        assertThat(backlog.notAbove(1, 1_000)).hasSize(200).startsWith(FIRST_ID).endsWith(FIRST_ID + 199);
        assertThat(backlog.notAbove(1, 50)).hasSize(50);
        assertThat(backlog.notAbove(-1, 1_000)).isEmpty();
    }

    @Test
    void a_message_at_rest_takes_no_more_than_ten_octets_and_one_among_taken_ones_few_more() {
        int messages = 4_000_000; // what else the JVM allocates meanwhile is little beside it
        Backlog backlog = new Backlog();
        long before = Memory.used();
        for (int i = 0; i < messages; i++) {
            backlog.add(FIRST_ID + i, i * 300L, 7L << 32);
        }
        long full = Memory.used() - before;
        for (int i = 0; i < messages; i++) {
            if (i % 20 != 0) {
                backlog.take(FIRST_ID + i);
            }
        }
        long sparse = Memory.used() - before;

        assertThat(full / messages).isLessThanOrEqualTo(10);
        assertThat(sparse / backlog.size()).isLessThanOrEqualTo(40);
    }

    @Test
    void the_ledger_wakes_a_message_that_somebody_looks_for_and_knows_all_of_it() {
        Ledger ledger = new Ledger(new SegmentUse());
        for (int i = 0; i < 100; i++) {
            ledger.rest(ledger.open(FIRST_ID + i, i * 300L, 9_000, 3, 5, ReceiptWish.FINAL, false));
        }
        assertThat(ledger.atRest()).isEqualTo(100);
        assertThat(ledger.size()).isEqualTo(100);
        ledger.creditAtRest((lane, count) -> lane == 3);

        int at = ledger.find(FIRST_ID + 50);

        assertThat(ledger.atRest()).isEqualTo(99);
        assertThat(ledger.acceptPosition(at)).isEqualTo(15_000);
        assertThat(ledger.lastPosition(at)).isEqualTo(15_000);
        assertThat(ledger.lane(at)).isEqualTo(3);
        assertThat(ledger.endpoint(at)).isEqualTo(5);
        assertThat(ledger.wish(at)).isEqualTo(ReceiptWish.FINAL);
        assertThat(ledger.expirySeconds(at)).isEqualTo(9);
        assertThat(ledger.credit(at)).isTrue();
        assertThat(ledger.find(FIRST_ID + 100)).isEqualTo(Ledger.NONE);
    }

    @Test
    void a_message_to_which_something_has_happened_does_not_rest() {
        Ledger ledger = new Ledger(new SegmentUse());
        int several = ledger.open(FIRST_ID, 300, 9_000, 3, 5, ReceiptWish.FINAL, true);
        ledger.rest(several);
        int moved = ledger.open(FIRST_ID + 1, 600, 9_000, 3, 5, ReceiptWish.FINAL, false);
        ledger.lastPosition(moved, 900);
        ledger.rest(moved);
        int hot = ledger.open(FIRST_ID + 2, 1_200, 9_000, 3, 5, ReceiptWish.FINAL, false);
        ledger.extra(hot, "a task");
        ledger.rest(hot);

        assertThat(ledger.atRest()).isZero();
        assertThat(ledger.size()).isEqualTo(3);
    }

    @Test
    void what_waits_rests_before_a_restart_and_after_it_and_is_sent_once_each() throws Exception {
        String[] keys = {"pipeline.hot-bytes = 0"};
        Path second = Files.createDirectory(directory.resolve("second"));
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            for (int i = 0; i < 3_000; i++) {
                rig.middleWare().send(OutboundSms.of("+4670" + (1_000_000 + i), "rests"));
            }
            await().until(() -> rig.pipeline.restingMessages() == 3_000);
            assertThat(rig.pipeline.openMessages()).isEqualTo(3_000);
            rig.killedInto(second);
        }
        try (PipelineRig rig = PipelineRig.start(second, keys)) {
            assertThat(rig.pipeline.restingMessages()).isEqualTo(3_000);
            List<Task> tasks = rig.takeAll("a");
            assertThat(tasks).hasSize(3_000).doesNotHaveDuplicates();
            assertThat(tasks).isSortedAccordingTo(Comparator.comparingLong(Task::id));
            for (Task task : tasks) {
                rig.accepted(task, 0, "id" + task.id(), true, Outcomes.Flight.NONE);
            }
            await().until(() -> rig.pipeline.openMessages() == 0);
        }
    }

    private static long packed(Random random) {
        return (long) random.nextInt(6) << 32 | (random.nextInt(50) == 0 ? random.nextInt(5) : 1);
    }

    private static Long near(TreeMap<Long, Entry> model, Random random) {
        long span = model.lastKey() - model.firstKey() + 1;
        return model.ceilingKey(model.firstKey() + random.nextLong(span));
    }
}
