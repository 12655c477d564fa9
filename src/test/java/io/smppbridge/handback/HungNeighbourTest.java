package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Tried;
import io.smppbridge.settings.WebhookConfig;
import io.smppbridge.stats.BridgeStats;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/** A hundred webhooks to which events come at a steady rate, and one of them that hangs: what the others get meanwhile. */
@Timeout(300)
class HungNeighbourTest {
    private static final int WEBHOOKS = 100;
    private static final int HUNG = 50;
    private static final long TICK = TimeUnit.SECONDS.toNanos(1);
    private static final int TICKS = 20;

    private final MemoryStore store = new MemoryStore();
    private final Instant born = Instant.now();
    private final Handback handback = new Handback(Given.quick(), store, new BridgeStats(), Surroundings.system());
    private final AtomicBoolean hangs = new AtomicBoolean();
    private final Receiver good = Receiver.answering(200);
    private final Receiver bad = Receiver.answering(200);
    private int offered;
    private long requests;

    @AfterEach
    void stop() {
        handback.stop(Duration.ZERO);
        good.close();
        bad.close();
    }

    @Test
    @Tag("long")
    @Tag("C91")
    @Tag("F-05")
    void one_of_a_hundred_that_hangs_costs_the_others_none_of_their_rate(TestReporter reporter) {
        bad.now((request, exchange) -> {
            if (hangs.get()) {
                bad.hang();
                return 0;
            }
            return 200;
        });
        List<WebhookConfig> webhooks = new ArrayList<>();
        for (int i = 0; i < WEBHOOKS; i++) {
            webhooks.add(Given.webhook("w" + i, (i == HUNG ? bad : good).url(), 16, 1, Duration.ofSeconds(2)));
        }
        handback.apply(webhooks);
        handback.start();
        taken(3); // everything is warm from here on
        double alone = taken(TICKS);
        hangs.set(true);
        double beside = taken(TICKS);
        int before = bad.requests.size();
        beside += taken(TICKS);
        hangs.set(false);
        alone += taken(TICKS);
        String words = String.format(
                "99 webhooks had %.0f of %d events in time beside one that hung, %.0f while it did not",
                beside, 2 * TICKS * (WEBHOOKS - 1), alone);
        System.out.println("F-05: " + words);
        assertThat(bad.requests.size()).as("it was tried all the time").isGreaterThan(before);
        assertThat(beside).isGreaterThanOrEqualTo(0.98 * alone);
        await().atMost(Duration.ofSeconds(60)).until(() -> store.taken.size() == offered);
        Tried.times(offered)
                .faults(bad.mostInside.get())
                .lost(offered - store.taken.size())
                .doubled(requests + good.requests.size() + bad.requests.size() - offered)
                .note(words)
                .tell(reporter);
    }

    /** One event to each at each tick; how many of the others had been taken when the time of the last was over. */
    private long taken(int ticks) {
        requests += good.requests.size();
        good.requests.clear();
        int from = offered;
        long due = System.nanoTime();
        for (int tick = 0; tick < ticks; tick++) {
            for (int webhook = 0; webhook < WEBHOOKS; webhook++) {
                long id = Given.id(born, offered++);
                Event event = store.put(Given.state(id, id, MessageState.DELIVERED));
                handback.offer(Handback.webhook("w" + webhook), id, id & 0xffff, event);
            }
            due += TICK;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
        long first = Given.id(born, 0);
        return store.taken.keySet().stream()
                .filter(id -> id - first >= from && (id - first) % WEBHOOKS != HUNG)
                .count();
    }
}
