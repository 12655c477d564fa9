package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Memory;
import io.smppbridge.settings.HandbackConfig;
import io.smppbridge.stats.BridgeStats;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** More events laid aside than are listed. */
class DeadLettersTest {
    private static final String CRM = Handback.webhook("crm");

    private final DeadLetters dead = new DeadLetters();
    private final MemoryStore store = new MemoryStore();
    private final Handback handback = new Handback(
            new HandbackConfig(1, Duration.ofSeconds(1), Duration.ofSeconds(1), 5, Duration.ofHours(72), 100),
            store,
            new BridgeStats(),
            Surroundings.system());

    @AfterEach
    void stop() {
        handback.stop(Duration.ZERO);
    }

    private static DeadEvent event(long id) {
        return new DeadEvent(id, 7 * id, "HTTP " + id % 3, Instant.ofEpochMilli(1_000 + id));
    }

    private static List<DeadEvent> events(long from, long to) {
        return LongStream.range(from, to).mapToObj(DeadLettersTest::event).toList();
    }

    @Test
    void the_oldest_are_listed_and_the_others_follow_as_they_were_laid_aside() {
        events(0, 25_000).forEach(dead::add);
        assertThat(dead.count()).isEqualTo(25_000);
        assertThat(dead.list()).isEqualTo(events(0, 10_000));
        assertThat(dead.remove(List.of(3L, 4L, 99_000L))).isEqualTo(events(3, 5));
        assertThat(dead.list()).hasSize(10_000).endsWith(event(10_001));
        dead.add(event(25_000));
        List<DeadEvent> all = new ArrayList<>(events(0, 3));
        all.addAll(events(5, 25_001));
        List<DeadEvent> removed = new ArrayList<>(dead.removeFirst(4_000));
        removed.addAll(dead.removeFirst(50_000));
        removed.addAll(dead.removeFirst(50_000));
        removed.addAll(dead.removeFirst(50_000));
        assertThat(removed).isEqualTo(all);
        assertThat(dead.count()).isZero();
        dead.add(event(1));
        assertThat(dead.list()).containsExactly(event(1));
    }

    @Test
    void what_is_named_is_found_behind_those_that_are_listed_too() {
        events(0, 11_000).forEach(dead::add);
        dead.removeFirst(800);
        events(11_000, 12_500).forEach(dead::add); // they lie across the end of their room
        assertThat(dead.remove(List.of(12_000L, 900L, 10_800L, 12_499L, 12_000L, 99_000L)))
                .containsExactly(event(900), event(10_800), event(12_000), event(12_499));
        assertThat(dead.count()).isEqualTo(11_696);
        List<DeadEvent> left = new ArrayList<>(events(800, 12_499));
        left.removeAll(List.of(event(900), event(10_800), event(12_000)));
        List<DeadEvent> removed = new ArrayList<>(dead.removeFirst(10_000));
        removed.addAll(dead.removeFirst(10_000));
        assertThat(removed).isEqualTo(left);
        assertThat(dead.remove(List.of(12_000L))).isEmpty();
    }

    @Test
    void one_that_is_not_listed_is_dropped_and_replayed_by_its_id() {
        handback.start();
        events(0, 12_500).forEach(event -> handback.recoverDead(CRM, event));
        assertThat(handback.drop(CRM, List.of(12_000L))).isEqualTo(1);
        assertThat(store.taken).containsOnlyKeys(12_000L);
        assertThat(handback.replay(CRM, List.of(12_000L, 12_001L))).isEqualTo(1);
        assertThat(handback.stats(CRM).orElseThrow().dead()).isEqualTo(12_498);
    }

    @Test
    void of_very_many_reasons_some_are_only_in_the_log() {
        events(0, 10_000).forEach(dead::add);
        LongStream.range(0, 200)
                .forEach(i -> dead.add(new DeadEvent(10_000 + i, 1, "reason " + i, Instant.ofEpochMilli(1))));
        dead.removeFirst(10_000);
        assertThat(dead.list()).hasSize(200);
        assertThat(dead.list().get(98).why()).isEqualTo("reason 98");
        assertThat(dead.list().get(99).why()).contains("log");
        assertThat(dead.list().get(199).why()).contains("log");
    }

    @Test
    void all_means_those_that_are_not_listed_too() {
        handback.start();
        events(0, 12_500).forEach(event -> handback.recoverDead(CRM, event));
        assertThat(handback.dead(CRM)).hasSize(10_000);
        assertThat(handback.dropAll(CRM)).isEqualTo(12_500);
        assertThat(store.taken).hasSize(12_500);
        events(0, 12_500).forEach(event -> handback.recoverDead(CRM, event));
        assertThat(handback.replayAll(CRM)).isEqualTo(12_500);
        assertThat(handback.dead(CRM)).isEmpty();
    }

    @Test
    void of_those_that_are_offered_again_no_more_are_held_than_of_others() throws Exception {
        int many = 30_000;
        handback.start();
        events(0, many).forEach(event -> handback.recoverDead(CRM, event));
        assertThat(handback.replayAll(CRM)).isEqualTo(many);
        await().until(() -> handback.stats(CRM).orElseThrow().waiting() == many);
        assertThat(Memory.objects(Entry.class.getName())).isLessThanOrEqualTo(1_000);
    }

    /** What came first has gone before it has to make room for more: the rest lies across its end. */
    @Test
    void those_behind_keep_their_order_also_where_some_have_gone_before_more_come() {
        events(0, 11_000).forEach(dead::add);
        List<DeadEvent> all = new ArrayList<>(dead.removeFirst(700));
        events(11_000, 11_700).forEach(dead::add);
        all.addAll(dead.removeFirst(100));
        events(11_700, 15_000).forEach(dead::add);
        assertThat(dead.count()).isEqualTo(15_000 - 800);
        while (dead.count() > 0) {
            all.addAll(dead.removeFirst(3_000));
        }
        assertThat(all).isEqualTo(events(0, 15_000));
    }

    /** No more of them than there has been room for: those that come take the places of those that went, round and round. */
    @Test
    void those_behind_keep_their_order_where_as_many_come_as_go() {
        events(0, 10_900).forEach(dead::add);
        List<DeadEvent> all = new ArrayList<>();
        for (int next = 10_900; next < 15_000; next += 100) {
            all.addAll(dead.removeFirst(100));
            events(next, next + 100).forEach(dead::add);
        }
        all.addAll(dead.removeFirst(10_000));
        all.addAll(dead.removeFirst(10_000));
        assertThat(all).isEqualTo(events(0, 15_000));
    }

    @Test
    void all_that_are_offered_again_go_out_in_the_order_in_which_they_were_laid_aside() {
        int many = 1_000;
        long first = Given.id(Instant.now(), 0);
        List<Long> ids = LongStream.range(0, many).map(i -> first + i).boxed().toList();
        for (Long id : ids) {
            store.put(Given.inbound(id, "x"));
            store.dead(id, "why");
            String shop = Handback.esme("shop");
            // Their places in the journal are in no order.
            handback.recoverDead(shop, new DeadEvent(id, 1 + id * 7 % 1_009, "why", Instant.now()));
        }
        List<Long> order = new CopyOnWriteArrayList<>();
        handback.outlet(Handback.esme("shop"), new Outlet() {
            @Override
            public int room() {
                return 1;
            }

            @Override
            public Attempt deliver(Event event, Said said) {
                order.add(event.id());
                said.taken();
                return () -> {};
            }

            @Override
            public Duration answerWithin() {
                return Duration.ofMinutes(1);
            }
        });
        assertThat(handback.replayAll(Handback.esme("shop"))).isEqualTo(many);
        handback.start();
        await().until(() -> order.size() == many);
        assertThat(order).isEqualTo(ids);
        assertThat(store.dead).as("said to be laid aside, for the next start").isEmpty();
    }
}
