package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.stats.BridgeStats;
import java.time.Duration;
import java.time.Instant;
import java.util.Deque;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hand-back to a listener in the same process. */
class ListenerTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    private final MemoryStore store = new MemoryStore();
    private final Handback handback = new Handback(Given.quick(), store, new BridgeStats(), Surroundings.system());
    private final List<Long> heard = new CopyOnWriteArrayList<>();
    private final Set<String> threads = ConcurrentHashMap.newKeySet();
    private final AtomicInteger failures = new AtomicInteger();

    @AfterEach
    void stop() {
        handback.stop(Duration.ZERO);
    }

    private void offer(Event event) {
        handback.offer(Handback.LISTENER, event.id(), 0, store.put(event));
    }

    private InboundListener listener(int failuresFirst) {
        return new InboundListener() {
            @Override
            public void onMessage(InboundSms message) {
                heard(message.eventId().value());
            }

            @Override
            public void onReceipt(Receipt receipt) {
                heard(receipt.eventId().value());
            }

            private void heard(long id) {
                threads.add(Thread.currentThread().getName());
                if (failures.incrementAndGet() <= failuresFirst) {
                    throw new IllegalStateException("not today");
                }
                heard.add(id);
            }
        };
    }

    @Test
    @Tag("C90")
    void messages_and_receipts_reach_the_listener_in_order_on_one_thread() {
        handback.start();
        handback.listen(listener(0));
        for (int i = 0; i < 1_000; i++) {
            long id = Given.id(Instant.now(), i);
            offer(i % 2 == 0 ? Given.inbound(id, "hej") : Given.state(id, id, MessageState.DELIVERED));
        }
        await().atMost(SOON).until(() -> store.taken.size() == 1_000);
        assertThat(heard).hasSize(1_000).isSorted();
        assertThat(threads).containsExactly("handback-listener");
    }

    @Test
    @Tag("C90")
    void what_a_listener_throws_at_comes_again_and_the_others_pass() {
        handback.start();
        handback.listen(listener(3));
        for (int i = 0; i < 10; i++) {
            offer(Given.inbound(Given.id(Instant.now(), i), "hej"));
        }
        await().atMost(SOON).until(() -> store.taken.size() == 10);
        assertThat(failures).hasValue(13);
        assertThat(store.dead).isEmpty();
    }

    @Test
    @Tag("C90")
    void a_listener_that_always_throws_ends_in_dead_events_that_name_no_content() {
        handback.start();
        handback.listen(listener(Integer.MAX_VALUE));
        offer(Given.inbound(Given.id(Instant.now(), 1), "hej"));
        await().atMost(SOON).until(() -> handback.dead(Handback.LISTENER).size() == 1);
        assertThat(store.dead).hasSize(1);
        assertThat(failures).hasValue(5);
        assertThat(handback.dead(Handback.LISTENER).get(0).why())
                .isEqualTo("after 5 attempts: the listener threw java.lang.IllegalStateException");
    }

    /** The first had ended its thread, and after the last the listener was thought to be still in that call, for a day. */
    @Test
    @Tag("C90")
    void what_throws_an_error_of_whatever_kind_comes_again_and_the_listener_goes_on_hearing() {
        Deque<Error> errors = new ConcurrentLinkedDeque<>(List.of(
                new ServiceConfigurationError("of a test"),
                new Error("of a test"),
                new OutOfMemoryError("unable to create native thread: of a test")));
        handback.start();
        handback.listen(new InboundListener() {
            @Override
            public void onMessage(InboundSms message) {
                Error error = errors.poll();
                if (error != null) {
                    throw error;
                }
                heard.add(message.eventId().value());
            }

            @Override
            public void onReceipt(Receipt receipt) {}
        });
        for (int i = 0; i < 10; i++) {
            offer(Given.inbound(Given.id(Instant.now(), i), "hej"));
        }
        await().atMost(SOON).until(() -> store.taken.size() == 10);
        assertThat(heard).hasSize(10).doesNotHaveDuplicates();
        assertThat(store.dead).isEmpty();
    }

    @Test
    @Tag("C90")
    void no_listener_is_none_to_listen_and_the_one_before_stays() {
        handback.start();
        handback.listen(listener(0));
        assertThatNullPointerException()
                .isThrownBy(() -> handback.listen(null))
                .withMessageContaining("listener is null");
        offer(Given.inbound(Given.id(Instant.now(), 1), "hej"));
        await().atMost(SOON).until(() -> heard.size() == 1);
        assertThat(store.dead).isEmpty();
    }

    @Test
    @Tag("C91")
    void a_listener_that_never_returns_keeps_no_webhook_waiting() {
        CountDownLatch never = new CountDownLatch(1);
        handback.start();
        handback.listen(new InboundListener() {
            @Override
            public void onMessage(InboundSms message) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public void onReceipt(Receipt receipt) {}
        });
        offer(Given.inbound(Given.id(Instant.now(), 1), "hej"));
        try (Receiver receiver = Receiver.answering(200)) {
            handback.apply(List.of(Given.webhook("crm", receiver.url(), 2, 1, Duration.ofSeconds(2))));
            for (int i = 2; i < 100; i++) {
                Event event = store.put(Given.inbound(Given.id(Instant.now(), i), "hej"));
                handback.offer(Handback.webhook("crm"), event.id(), 0, event);
            }
            await().atMost(SOON).until(() -> store.taken.size() == 98);
            EndpointStats stuck = handback.stats(Handback.LISTENER).orElseThrow();
            assertThat(stuck.waiting()).isEqualTo(1);
        }
        never.countDown();
    }
}
