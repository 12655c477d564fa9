package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import io.smppbridge.MessageState;
import io.smppbridge.Tried;
import io.smppbridge.settings.HandbackConfig;
import io.smppbridge.stats.BridgeStats;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Long outages, on a clock turned by hand. */
class OutageTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String CRM = Handback.webhook("crm");

    private final TurnedClock clock = new TurnedClock();
    private final MemoryStore store = new MemoryStore();
    private final BridgeStats stats = new BridgeStats();
    private Handback handback;

    private void start(int attempts, int hotEvents) {
        HandbackConfig config = new HandbackConfig(
                1, Duration.ofSeconds(1), Duration.ofMinutes(15), attempts, Duration.ofHours(72), hotEvents);
        handback = new Handback(config, store, stats, new Surroundings(clock, clock, () -> 0.5, host ->
                new InetAddress[] {InetAddress.getByName("127.0.0.1")}));
        handback.start();
    }

    @AfterEach
    void stop() {
        handback.stop(Duration.ZERO);
    }

    private void offer(int from, int count, int messages) {
        for (int i = from; i < from + count; i++) {
            long id = Given.id(TurnedClock.START, i);
            Event event =
                    store.put(Given.state(id, Given.id(TurnedClock.START, 500_000 + i % messages), MessageState.SENT));
            handback.offer(CRM, id, i, event);
        }
    }

    private void turn(Duration by) {
        clock.turn(by);
        handback.nudge();
    }

    /** Waits for the hand-back to have nothing to do before the clock turns. */
    private void settle() {
        await().pollInterval(Duration.ofMillis(2)).atMost(SOON).until(() -> {
            EndpointStats now = handback.stats(CRM).orElseThrow();
            return now.waiting() == 0
                    || now.inFlight() == 0 && now.pausedUntil().isPresent();
        });
    }

    /** How a platform fails. */
    private enum Sickness {
        SAYS_500,
        NEVER_ANSWERS,
        /** Its answer begins at once and never ends. */
        DRIPS,
        HANGS_UP
    }

    private static int sick(Sickness how, Receiver receiver, HttpExchange exchange) throws IOException {
        switch (how) {
            case SAYS_500 -> {
                return 500;
            }
            case NEVER_ANSWERS -> receiver.hang();
            case DRIPS -> {
                exchange.sendResponseHeaders(500, 0);
                exchange.getResponseBody().write('x');
                exchange.getResponseBody().flush();
                receiver.hang();
            }
            case HANGS_UP -> {} // closed without a word
        }
        return 0;
    }

    @ParameterizedTest
    @EnumSource
    @Tag("D-06")
    @Tag("C90")
    void an_hour_of_sickness_loses_nothing_repeats_little_and_keeps_the_order_of_each_message(
            Sickness how, TestReporter reporter) {
        int events = 1_000;
        AtomicBoolean sick = new AtomicBoolean(true);
        AtomicInteger whileSick = new AtomicInteger();
        try (Receiver receiver = Receiver.answering(200)) {
            receiver.now((request, exchange) -> {
                if (sick.get()) {
                    whileSick.incrementAndGet();
                    return sick(how, receiver, exchange);
                }
                return 200;
            });
            start(30, 100);
            handback.apply(List.of(Given.webhook("crm", receiver.url(), 16, 1, Duration.ofSeconds(10))));
            offer(0, events, 150);
            await().atMost(SOON).until(() -> {
                EndpointStats now = handback.stats(CRM).orElseThrow();
                return now.inFlight() == 16 || now.pausedUntil().isPresent();
            });
            while (clock.instant().isBefore(TurnedClock.START.plus(Duration.ofHours(1)))) {
                quiet(receiver);
                turn(Duration.ofSeconds(10));
            }
            quiet(receiver);
            assertThat(store.taken).isEmpty();
            assertThat(store.dead).isEmpty();
            assertThat(whileSick.get()).as("requests in an hour").isBetween(17, 16 + 40);
            EndpointStats failing = handback.stats(CRM).orElseThrow();
            assertThat(failing.waiting()).isEqualTo(events);
            assertThat(failing.oldest()).isBetween(Duration.ofMinutes(59), Duration.ofMinutes(61));
            assertThat(failing.failingSince()).isPresent();

            sick.set(false);
            await().atMost(SOON).until(() -> {
                if (handback.stats(CRM).orElseThrow().inFlight() == 0) {
                    turn(Duration.ofSeconds(5)); // one that begins at this moment has as much time again
                }
                return store.taken.size() == events;
            });

            assertThat(store.taken.values()).containsOnly(1);
            assertThat(store.dead).isEmpty();
            assertThat(orderBreaks(receiver)).isZero();
            assertThat(handback.stats(CRM).orElseThrow().failingSince()).isEmpty();
            Tried.times(events)
                    .faults(whileSick.get())
                    .lost(events - store.taken.size())
                    .doubled(receiver.events().size() - events)
                    .note(how + ": " + whileSick.get() + " requests in an hour of it")
                    .tell(reporter);
        }
    }

    /** Waits until whatever is under way has come to the receiver, and nothing more is about to. */
    private void quiet(Receiver receiver) {
        await().pollInterval(Duration.ofMillis(1)).atMost(SOON).until(() -> {
            EndpointStats now = handback.stats(CRM).orElseThrow();
            long over = stats.handback("failed").sum() + stats.handback("taken").sum();
            return receiver.requests.size() == over + now.inFlight()
                    && (now.inFlight() > 0
                            || now.pausedUntil()
                                    .filter(clock.instant()::isBefore)
                                    .isPresent());
        });
    }

    /** How often an event of a message came before one of the same message that is older. */
    private static int orderBreaks(Receiver receiver) {
        int breaks = 0;
        Map<String, String> last = new HashMap<>();
        for (JsonNode event : receiver.events()) {
            String id = event.get("eventId").asText();
            String before = last.put(event.get("messageId").asText(), id);
            breaks += before != null && before.compareTo(id) > 0 ? 1 : 0;
        }
        return breaks;
    }

    @Test
    @Tag("D-06")
    void a_hanging_endpoint_repeats_at_most_its_concurrency_per_time_out(TestReporter reporter) {
        AtomicBoolean sick = new AtomicBoolean(true);
        Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();
        try (Receiver receiver = Receiver.answering(200)) {
            receiver.now((request, exchange) -> {
                seen.computeIfAbsent(request.json().get("eventId").asText(), e -> new AtomicInteger())
                        .incrementAndGet();
                if (sick.get()) {
                    receiver.hang();
                    return 0;
                }
                return 200;
            });
            start(30, 100);
            handback.apply(List.of(Given.webhook("crm", receiver.url(), 16, 1, Duration.ofSeconds(10))));
            offer(0, 200, 200);
            await().atMost(SOON).until(() -> receiver.inside.get() == 16);
            turn(Duration.ofSeconds(10));
            settle();
            assertThat(receiver.requests).hasSize(16);
            turn(Duration.ofSeconds(1)); // one probe
            await().atMost(SOON).until(() -> receiver.requests.size() == 17);
            sick.set(false);
            turn(Duration.ofSeconds(10));
            settle();
            turn(Duration.ofMinutes(1));

            await().atMost(SOON).until(() -> store.taken.size() == 200);
            assertThat(seen).hasSize(200);
            assertThat(seen.values().stream().mapToInt(AtomicInteger::get).sum())
                    .isEqualTo(217);
            Tried.times(200)
                    .faults(receiver.requests.size() - store.taken.size())
                    .lost(200 - store.taken.size())
                    .doubled(receiver.events().size() - seen.size())
                    .tell(reporter);
        }
    }

    @Test
    @Tag("C90")
    void a_dead_endpoint_costs_no_attempts_and_its_events_end_only_after_keep() {
        start(2, 100);
        int closed;
        try (Receiver gone = Receiver.answering(200)) {
            closed = gone.port();
        }
        handback.apply(List.of(Given.webhook(
                "crm", java.net.URI.create("http://127.0.0.1:" + closed + "/"), 16, 1, Duration.ofSeconds(10))));
        offer(0, 500, 500);
        for (int i = 0; i < 20; i++) {
            settle();
            turn(Duration.ofMinutes(15));
        }
        settle();
        assertThat(store.dead).isEmpty();
        assertThat(handback.stats(CRM).orElseThrow().lastError())
                .contains("Connect")
                .doesNotContain("Exception")
                .contains("; check webhook.")
                .contains(".url");

        turn(Duration.ofHours(73));
        await().atMost(SOON).until(() -> {
            turn(Duration.ofMinutes(15));
            return store.dead.size() == 500;
        });
        assertThat(handback.dead(CRM)).hasSize(500);
        assertThat(handback.dead(CRM).get(0).why()).contains("kept for PT72H");
        assertThat(handback.dropAll(CRM)).isEqualTo(500);
        assertThat(store.taken).hasSize(500);
    }

    /** Its name has several addresses, and at the first one nobody answers a call. */
    @Test
    @Tag("C90")
    void where_no_connection_comes_about_in_time_the_next_address_is_tried_and_it_costs_no_attempt()
            throws IOException {
        InetAddress[] addresses = {InetAddress.getByName("127.0.0.2"), InetAddress.getByName("127.0.0.1")};
        try (Receiver receiver = Receiver.answering(200);
                Unreachable first = new Unreachable("127.0.0.2", receiver.port())) {
            handback = new Handback(
                    new HandbackConfig(1, Duration.ofSeconds(1), Duration.ofMinutes(15), 1, Duration.ofHours(72), 100),
                    store,
                    stats,
                    new Surroundings(clock, clock, () -> 0.5, host -> addresses));
            handback.start();
            handback.apply(List.of(Given.webhook(
                    "crm",
                    java.net.URI.create("http://crm.example:" + first.port() + "/"),
                    4,
                    1,
                    Duration.ofSeconds(5))));
            offer(0, 10, 10);
            await().atMost(SOON).until(() -> handback.stats(CRM).orElseThrow().inFlight() == 4);
            turn(Duration.ofSeconds(5));
            settle();
            assertThat(handback.stats(CRM).orElseThrow().lastError())
                    .isEqualTo("no connection within 5000 ms; check webhook.crm.url");
            turn(Duration.ofSeconds(1));
            await().atMost(SOON).until(() -> store.taken.size() == 10);
            assertThat(store.dead).isEmpty();
            assertThat(receiver.requests).hasSize(10);
        }
    }

    @Test
    void events_for_nobody_wait_and_end_after_keep() {
        start(5, 10);
        offer(0, 100, 100);
        assertThat(handback.stats(CRM).orElseThrow().configured()).isFalse();
        assertThat(handback.stats(CRM).orElseThrow().waiting()).isEqualTo(100);
        turn(Duration.ofHours(73));
        await().atMost(SOON).until(() -> store.dead.size() == 100);
    }

    @Test
    void beyond_the_hot_events_contents_are_read_back() {
        try (Receiver receiver = Receiver.answering(200)) {
            start(5, 100);
            offer(0, 5_000, 5_000);
            handback.apply(List.of(Given.webhook("crm", receiver.url(), 8, 100, Duration.ofSeconds(10))));
            await().atMost(SOON).until(() -> store.taken.size() == 5_000);
            assertThat(store.loads.get()).isBetween(4_800, 5_000);
            assertThat(store.taken.values()).containsOnly(1);
        }
    }

    @Test
    @Tag("D-11")
    void a_refused_event_comes_again_after_growing_pauses_while_the_others_pass() {
        try (Receiver receiver = Receiver.answering(200)) {
            String poison = new io.smppbridge.TaskId(Given.id(TurnedClock.START, 0)).toString();
            receiver.now((request, exchange) -> request.text().contains(poison) ? 400 : 200);
            start(4, 100);
            handback.apply(List.of(Given.webhook("crm", receiver.url(), 1, 1, Duration.ofSeconds(10))));
            offer(0, 50, 50);
            await().atMost(SOON).until(() -> store.taken.size() == 49); // the clock stands
            assertThat(receiver.requests).hasSize(50);
            // pauses of 0.75, 1.5, 3 s: chance is 0.5
            for (int millis : new int[] {750, 1_500, 3_000}) {
                int before = receiver.requests.size();
                turn(Duration.ofMillis(millis - 1));
                assertThat(receiver.requests).hasSize(before);
                turn(Duration.ofMillis(1));
                await().atMost(SOON)
                        .until(() -> receiver.requests.size() == before + 1
                                && handback.stats(CRM).orElseThrow().inFlight() == 0);
            }
            await().atMost(SOON).until(() -> store.dead.size() == 1);
        }
    }
}
