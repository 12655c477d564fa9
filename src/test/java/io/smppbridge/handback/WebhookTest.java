package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.SubscriberAlert;
import io.smppbridge.TaskId;
import io.smppbridge.ThreadsSince;
import io.smppbridge.Tried;
import io.smppbridge.settings.HandbackConfig;
import io.smppbridge.settings.Secret;
import io.smppbridge.settings.WebhookConfig;
import io.smppbridge.stats.BridgeStats;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Hand-back by webhook, against a receiver on this machine. */
class WebhookTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private final ThreadsSince since = ThreadsSince.now();
    private final MemoryStore store = new MemoryStore();
    private final BridgeStats stats = new BridgeStats();
    private final List<Receiver> receivers = new ArrayList<>();
    private final Instant born = Instant.now();
    private Handback handback = started(Given.quick());

    private Handback started(HandbackConfig config) {
        Handback fresh = new Handback(config, store, stats, Surroundings.system());
        fresh.start();
        return fresh;
    }

    @AfterEach
    void stop() {
        handback.stop(Duration.ZERO);
        receivers.forEach(Receiver::close);
    }

    private Receiver receiver(Receiver.Behaviour behaviour) {
        Receiver receiver = new Receiver(behaviour);
        receivers.add(receiver);
        return receiver;
    }

    private long id(int n) {
        return Given.id(born, n);
    }

    private String text(int n) {
        return new TaskId(id(n)).toString();
    }

    private void offer(String webhook, Event event) {
        handback.offer(Handback.webhook(webhook), event.id(), event.id() & 0xffff, store.put(event));
    }

    private void offerStates(String webhook, int from, int count) {
        for (int i = from; i < from + count; i++) {
            offer(webhook, Given.state(id(i), id(i), MessageState.DELIVERED));
        }
    }

    @Test
    @Tag("C90")
    void a_receipt_arrives_as_json_and_is_taken_by_a_2xx() {
        Receiver receiver = receiver((request, exchange) -> 204);
        handback.apply(List.of(Given.webhook("crm", receiver.url(), 4, 1, ANSWER)));

        offer("crm", Given.state(id(1), id(100), MessageState.DELIVERED));

        await().atMost(SOON).until(() -> store.taken.size() == 1);
        Receiver.Request request = receiver.requests.get(0);
        assertThat(request.uri().toString()).isEqualTo("/hook?k=v");
        assertThat(request.headers().getFirst("Content-Type")).startsWith("application/json");
        assertThat(request.headers().getFirst("Host")).isEqualTo("127.0.0.1:" + receiver.port());
        JsonNode json = request.json();
        assertThat(json.get("type").asText()).isEqualTo("message.state");
        assertThat(json.get("eventId").asText()).isEqualTo(text(1));
        assertThat(json.get("messageId").asText()).isEqualTo(text(100));
        assertThat(json.get("clientRef").asText()).isEqualTo("order-" + id(100));
        assertThat(json.get("state").asText()).isEqualTo("DELIVERED");
        assertThat(json.get("final").asBoolean()).isTrue();
        assertThat(json.get("smsc").asText()).isEqualTo("telia");
        assertThat(json.get("to").asText()).isEqualTo("+46701234567");
        assertThat(json.get("parts").asInt()).isEqualTo(2);
        assertThat(json.get("detail").asText()).isEqualTo("stat:DELIVRD err:000");
        assertThat(json.get("report").toString())
                .isEqualTo("{\"stat\":\"DELIVRD\",\"err\":\"000\",\"networkErrorType\":3,\"networkErrorCode\":17,"
                        + "\"submitDate\":\"2026-11-20T11:59:00Z\",\"doneDate\":\"2026-11-20T12:00:00Z\","
                        + "\"tlvs\":{\"0x1400\":\"07\"}}");
        assertThat(json.get("partReports").toString())
                .isEqualTo("[{\"part\":2,\"smscMessageId\":\"id-2\",\"state\":\"UNDELIVERED\",\"stat\":\"UNDELIV\"}]");
        assertThat(json.get("previousState").asText()).isEqualTo("UNDELIVERED");
        assertThat(json.get("possibleDuplicate").asBoolean()).isFalse();
        assertThat(json.get("submittedAt").asText()).isEqualTo("2026-11-20T11:59:58Z");
        assertThat(json.get("at").asText()).isEqualTo("2026-11-20T12:00:00Z");
        assertThat(json.get("tags").get("campaign").asText()).isEqualTo("å\"1");
    }

    @Test
    @Tag("C90")
    void letters_beyond_ascii_in_the_address_are_octets_of_utf_8() {
        Receiver receiver = receiver((request, exchange) -> 204);
        URI address = URI.create("http://127.0.0.1:" + receiver.port() + "/möte/世?dörr=%C3%B6");
        handback.apply(List.of(Given.webhook("crm", address, 4, 1, ANSWER)));

        offer("crm", Given.state(id(1), id(100), MessageState.DELIVERED));

        await().atMost(SOON).until(() -> store.taken.size() == 1);
        assertThat(receiver.requests.get(0).uri()).hasToString("/m%C3%B6te/%E4%B8%96?d%C3%B6rr=%C3%B6");
    }

    /** Not those of a letter that looks the same: a grave accent that Unicode calls equal to this one is none that a URL may hold. */
    @Test
    @Tag("C90")
    void letters_of_the_address_stay_those_that_were_written() {
        Receiver receiver = receiver((request, exchange) -> 204);
        URI address = URI.create("http://127.0.0.1:" + receiver.port() + "/e\u0301/\u1fef");
        handback.apply(List.of(Given.webhook("crm", address, 4, 1, ANSWER)));

        offer("crm", Given.state(id(1), id(100), MessageState.DELIVERED));

        await().atMost(SOON).until(() -> store.taken.size() == 1);
        assertThat(receiver.requests.get(0).uri()).hasToString("/e%CC%81/%E1%BF%AF");
    }

    @Test
    @Tag("C90")
    void an_inbound_message_arrives_with_its_text_or_its_octets() {
        Receiver receiver = receiver((request, exchange) -> 200);
        handback.apply(List.of(Given.webhook("crm", receiver.url(), 1, 1, ANSWER)));

        offer("crm", Given.inbound(id(1), "hej då € \uD83D\uDE00"));

        await().atMost(SOON).until(() -> store.taken.size() == 1);
        JsonNode json = receiver.requests.get(0).json();
        assertThat(json.get("type").asText()).isEqualTo("message.inbound");
        assertThat(json.get("text").asText()).isEqualTo("hej då € \uD83D\uDE00");
        assertThat(json.get("from").asText()).isEqualTo("+46707654321");
        assertThat(json.get("to").asText()).isEqualTo("72404");
        assertThat(json.has("binary")).isFalse();
    }

    @Test
    @Tag("C90")
    void an_alert_arrives_with_subscriber_and_availability() {
        Receiver receiver = receiver((request, exchange) -> 200);
        handback.apply(List.of(Given.webhook("crm", receiver.url(), 1, 1, ANSWER)));
        offer(
                "crm",
                new Event.Alert(new SubscriberAlert(
                        new TaskId(id(1)),
                        "telia",
                        Address.of("+46707654321"),
                        Address.of("72404"),
                        SubscriberAlert.Availability.DENIED,
                        java.time.Instant.EPOCH)));
        await().atMost(SOON).until(() -> store.taken.size() == 1);
        JsonNode json = receiver.requests.get(0).json();
        assertThat(json.get("type").asText()).isEqualTo("subscriber.alert");
        assertThat(json.get("subscriber").asText()).isEqualTo("+46707654321");
        assertThat(json.get("to").asText()).isEqualTo("72404");
        assertThat(json.get("availability").asText()).isEqualTo("DENIED");
        assertThat(json.get("at").asText()).isEqualTo("1970-01-01T00:00:00Z");
    }

    @Test
    @Tag("S-41")
    @Tag("C91")
    void the_body_is_signed_so_that_the_reference_library_accepts_it() throws Exception {
        Receiver receiver = receiver((request, exchange) -> 200);
        String old = "whsec_" + "b2xkLWtleS1vbGQta2V5LW9sZC1rZXkhIQ==";
        handback.apply(List.of(new WebhookConfig(
                "crm",
                receiver.url(),
                new Secret(Given.SECRET),
                new Secret(old),
                true,
                1,
                1,
                ANSWER,
                Optional.empty())));

        offer("crm", Given.state(id(1), id(1), MessageState.DELIVERED));

        await().atMost(SOON).until(() -> store.taken.size() == 1);
        Receiver.Request request = receiver.requests.get(0);
        assertThat(request.headers().getFirst("webhook-id")).isEqualTo(text(1));
        Map<String, List<String>> lower = new HashMap<>();
        request.headers().forEach((name, values) -> lower.put(name.toLowerCase(java.util.Locale.ROOT), values));
        HttpHeaders headers = HttpHeaders.of(lower, (name, value) -> true);
        new Webhook(Given.SECRET).verify(request.text(), headers);
        new Webhook(old).verify(request.text(), headers);
        Map<String, List<String>> anotherTime = new HashMap<>(lower);
        anotherTime.merge("webhook-timestamp", List.of(), (sent, none) -> List.of(sent.get(0) + "0"));
        Map<String, List<String>> anotherId = new HashMap<>(lower);
        anotherId.put("webhook-id", List.of(text(2)));
        forged(Given.SECRET, request.text() + " ", lower);
        forged(Given.SECRET, request.text(), anotherTime);
        forged(Given.SECRET, request.text(), anotherId);
        forged("whsec_" + "c29tZWJvZHktZWxzZS1zb21lYm9keS1lbHNl", request.text(), lower);
    }

    private static void forged(String secret, String body, Map<String, List<String>> headers) {
        assertThatThrownBy(() -> new Webhook(secret).verify(body, HttpHeaders.of(headers, (name, value) -> true)))
                .isInstanceOf(WebhookVerificationException.class);
        Tried.times(1).refused(1).keep();
    }

    @Test
    @Tag("C90")
    void a_failed_hand_over_is_repeated_with_the_same_event_id_until_it_is_taken() {
        AtomicInteger asked = new AtomicInteger();
        Receiver receiver = receiver((request, exchange) -> asked.incrementAndGet() < 4 ? 500 : 200);
        handback.apply(List.of(Given.webhook("crm", receiver.url(), 1, 1, ANSWER)));

        offer("crm", Given.state(id(1), id(1), MessageState.DELIVERED));

        await().atMost(SOON).until(() -> store.taken.size() == 1);
        assertThat(receiver.events())
                .hasSize(4)
                .allMatch(e -> e.get("eventId").asText().equals(text(1)));
        assertThat(receiver.requests.stream()
                        .map(r -> r.headers().getFirst("webhook-id"))
                        .collect(Collectors.toSet()))
                .containsExactly(text(1));
        assertThat(stats.handback("failed").sum()).isEqualTo(3);
        assertThat(stats.handback("taken").sum()).isEqualTo(1);
    }

    @Test
    @Tag("C90")
    void an_event_that_is_never_taken_is_laid_aside_and_comes_again_when_replayed() {
        Receiver receiver = receiver((request, exchange) -> 500);
        handback.apply(List.of(Given.webhook("crm", receiver.url(), 1, 1, ANSWER)));

        offer("crm", Given.state(id(1), id(1), MessageState.DELIVERED));

        await().atMost(SOON).until(() -> store.dead.containsKey(id(1)));
        assertThat(receiver.requests).hasSize(5);
        String crm = Handback.webhook("crm");
        await().atMost(SOON).until(() -> handback.dead(crm).size() == 1);
        assertThat(handback.dead(crm).get(0).why()).contains("5 attempts").contains("HTTP 500");
        assertThat(store.taken).isEmpty();

        receiver.now((request, exchange) -> 200);
        assertThat(handback.replay(crm, List.of(id(1)))).isEqualTo(1);
        await().atMost(SOON).until(() -> store.taken.containsKey(id(1)));
        assertThat(handback.dead(crm)).isEmpty();
        assertThat(handback.replayAll(crm)).isZero();
    }

    @Test
    @Tag("D-11")
    void a_poison_event_does_not_hold_up_those_behind_it(TestReporter reporter) {
        String poison = text(0);
        Receiver receiver = receiver((request, exchange) -> request.text().contains(poison) ? 400 : 200);
        handback.apply(List.of(Given.webhook("crm", receiver.url(), 1, 1, ANSWER)));

        offerStates("crm", 0, 100);

        await().atMost(SOON).until(() -> store.taken.size() == 99);
        await().atMost(SOON).until(() -> store.dead.containsKey(id(0)));
        assertThat(handback.stats(Handback.webhook("crm")).orElseThrow().failingSince())
                .isEmpty();
        Tried.times(store.events.size())
                .lost(store.events.size() - store.taken.size() - store.dead.size())
                .refused(store.dead.size())
                .tell(reporter);
    }

    @Test
    @Tag("D-11")
    void a_poison_event_in_a_batch_is_found_and_the_others_are_taken_once() {
        String poison = text(37);
        Receiver receiver = receiver((request, exchange) -> request.text().contains(poison) ? 422 : 200);
        handback.apply(List.of(Given.webhook("crm", receiver.url(), 2, 100, ANSWER)));

        offerStates("crm", 0, 100);

        await().atMost(SOON).until(() -> store.taken.size() == 99 && store.dead.containsKey(id(37)));
        assertThat(store.taken.values()).containsOnly(1);
        assertThat(receiver.requests.get(0).headers().getFirst("webhook-id")).startsWith("batch_");
        assertThat(receiver.requests.get(0).json().has("events")).isTrue();
    }

    /** Whoever leaves out what has an id that it knows would lose events, or take some twice. */
    @Test
    @Tag("C90")
    void a_batch_has_the_same_id_when_it_comes_again_and_no_other_batch_has_it_though_it_begins_with_the_same_event() {
        CountDownLatch offered = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        Receiver receiver = receiver((request, exchange) -> {
            int which = asked.incrementAndGet();
            if (which == 1) {
                awaitQuietly(offered);
            }
            return which == 2 || which == 3 ? 500 : 200;
        });
        handback.apply(List.of(Given.webhook("crm", receiver.url(), 1, 2, ANSWER)));

        offerStates("crm", 0, 1);
        await().atMost(SOON).until(() -> asked.get() == 1);
        offerStates("crm", 1, 2);
        offered.countDown();
        await().atMost(SOON).until(() -> store.taken.size() == 3);

        Map<List<String>, String> ids = new HashMap<>();
        for (Receiver.Request request : receiver.requests) {
            List<String> events = request.json().get("events").findValuesAsText("eventId");
            String id = request.headers().getFirst("webhook-id");
            assertThat(id).matches("batch_[0-9a-f]{32}");
            assertThat(ids.getOrDefault(events, id)).isEqualTo(id);
            ids.put(events, id);
        }
        assertThat(receiver.requests).hasSize(5);
        assertThat(ids.keySet())
                .containsExactlyInAnyOrder(
                        List.of(text(0)), List.of(text(1), text(2)), List.of(text(1)), List.of(text(2)));
        assertThat(ids.values()).doesNotHaveDuplicates();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Tag("C90")
    void events_of_one_message_never_overtake_each_other() {
        Set<String> refusedOnce = ConcurrentHashMap.newKeySet();
        Receiver receiver = receiver((request, exchange) -> {
            String event = request.json().get("eventId").asText();
            return event.hashCode() % 3 == 0 && refusedOnce.add(event) ? 400 : 200;
        });
        handback.apply(List.of(Given.webhook("crm", receiver.url(), 16, 1, ANSWER)));
        int n = 0;
        for (int round = 0; round < 5; round++) {
            for (int message = 0; message < 40; message++) {
                offer("crm", Given.state(id(n++), id(10_000 + message), MessageState.SENT));
            }
        }

        await().atMost(SOON).until(() -> store.taken.size() == 200);
        Map<String, String> last = new HashMap<>();
        for (JsonNode event : receiver.events()) {
            String before = last.put(
                    event.get("messageId").asText(), event.get("eventId").asText());
            assertThat(before == null || before.compareTo(event.get("eventId").asText()) <= 0)
                    .isTrue();
        }
    }

    @Test
    @Tag("S-42")
    void no_more_than_the_allowed_connections_are_open_and_one_that_hangs_is_closed() throws IOException {
        Set<SocketChannel> open = new HashSet<>();
        AtomicInteger mostOpen = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        ExecutorService threads = Executors.newCachedThreadPool();
        try (Selector arrivals = Selector.open();
                ServerSocketChannel silent = ServerSocketChannel.open()
                        .bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 100)) {
            silent.configureBlocking(false);
            silent.register(arrivals, SelectionKey.OP_ACCEPT);
            threads.execute(() -> {
                while (arrivals.isOpen()) {
                    SocketChannel accepted = accepted(silent);
                    if (accepted != null) {
                        open.add(accepted);
                    }
                    ended.addAndGet(letGoOfEnded(open));
                    long noticed = System.nanoTime() + 100_000_000L; // one may have ended while this one was accepted
                    boolean over = false;
                    while (open.size() > 16 && !over) {
                        over = System.nanoTime() > noticed;
                        ended.addAndGet(letGoOfEnded(open));
                    }
                    mostOpen.accumulateAndGet(open.size(), Math::max);
                    awaitNext(arrivals);
                }
            });
            URI url = URI.create("http://127.0.0.1:" + silent.socket().getLocalPort() + "/");
            handback.apply(List.of(Given.webhook("crm", url, 16, 1, Duration.ofMillis(1_500))));

            offerStates("crm", 0, 100);

            await().atMost(SOON).until(() -> ended.get() >= 18);
            assertThat(mostOpen.get()).isEqualTo(16);
            assertThat(handback.stats(Handback.webhook("crm")).orElseThrow().lastError())
                    .contains("no answer within 1500 ms");
            assertThat(store.taken).isEmpty();
        } finally {
            handback.stop(Duration.ZERO);
            threads.shutdownNow();
        }
    }

    private static void awaitNext(Selector arrivals) {
        try {
            arrivals.select(key -> {}, 10);
        } catch (IOException | ClosedSelectorException e) {
            // the test is over
        }
    }

    private static SocketChannel accepted(ServerSocketChannel silent) {
        try {
            SocketChannel accepted = silent.accept();
            if (accepted != null) {
                accepted.configureBlocking(false);
            }
            return accepted;
        } catch (IOException e) {
            return null; // closed
        }
    }

    /** How many the other side has closed, as the kernel knows, whichever thread runs when. */
    private static int letGoOfEnded(Set<SocketChannel> open) {
        int before = open.size();
        open.removeIf(one -> {
            try {
                ByteBuffer request = ByteBuffer.allocate(4096);
                int read = one.read(request);
                while (read > 0) {
                    read = one.read(request.clear());
                }
                if (read == 0) {
                    return false;
                }
                one.close();
            } catch (IOException e) {
                // reset: closed as well
            }
            return true;
        });
        return before - open.size();
    }

    @Test
    @Tag("S-42")
    void an_endless_answer_is_read_to_16_KiB_and_its_status_counts() {
        AtomicInteger written = new AtomicInteger();
        Receiver receiver = receiver((request, exchange) -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] block = new byte[8192];
            for (int i = 0; i < 4_000; i++) {
                exchange.getResponseBody().write(block);
                exchange.getResponseBody().flush();
                written.addAndGet(block.length);
            }
            return 0;
        });
        handback.apply(List.of(Given.webhook("crm", receiver.url(), 1, 1, Duration.ofMinutes(3))));

        offerStates("crm", 0, 1);

        await().atMost(SOON).until(() -> store.taken.size() == 1);
        await().atMost(SOON).until(() -> receiver.inside.get() == 0);
        assertThat(written.get()).isLessThan(4_000 * 8192);
    }

    @Test
    @Tag("S-42")
    @Tag("D-06")
    void a_dripping_answer_ends_at_the_deadline() {
        Receiver receiver = receiver((request, exchange) -> 200);
        receiver.now((request, exchange) -> {
            exchange.sendResponseHeaders(500, 0);
            exchange.getResponseBody().write('x');
            exchange.getResponseBody().flush();
            receiver.hang();
            return 0;
        });
        handback.apply(List.of(Given.webhook("crm", receiver.url(), 1, 1, Duration.ofMillis(300))));

        offerStates("crm", 0, 1);

        await().atMost(SOON).until(() -> stats.handback("failed").sum() >= 2);
        assertThat(handback.stats(Handback.webhook("crm")).orElseThrow().lastError())
                .isEqualTo("HTTP 500");
    }

    @Test
    @Tag("C91")
    @Tag("F-05")
    void a_hundred_endpoints_of_which_one_hangs_leave_the_others_alone(TestReporter reporter) {
        Receiver good = receiver((request, exchange) -> 200);
        Receiver bad = receiver((request, exchange) -> 200);
        bad.now((request, exchange) -> {
            bad.hang();
            return 0;
        });
        List<WebhookConfig> webhooks = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Receiver to = i == 50 ? bad : good;
            webhooks.add(Given.webhook("w" + i, to.url(), 16, 1, Duration.ofMinutes(3)));
        }
        handback.apply(webhooks);
        for (int i = 0; i < 100; i++) {
            offerStates("w" + i, i * 20, 20);
        }

        // well before the hanging ones are given up
        await().atMost(SOON).until(() -> store.taken.size() == 99 * 20);
        assertThat(handback.stats(Handback.webhook("w50")).orElseThrow().waiting())
                .isEqualTo(20);
        assertThat(bad.mostInside.get()).isEqualTo(16);
        Tried.times(100 * 20)
                .faults(bad.mostInside.get())
                .doubled(good.requests.size() - store.taken.size())
                .note("one of 100 hung; the others had theirs")
                .tell(reporter);
    }

    @Test
    void the_threads_are_named_and_their_number_does_not_grow_with_endpoints() {
        Receiver good = receiver((request, exchange) -> 200);
        List<WebhookConfig> webhooks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            webhooks.add(Given.webhook("w" + i, good.url(), 4, 1, ANSWER));
        }
        handback.apply(webhooks);
        for (int i = 0; i < 50; i++) {
            offerStates("w" + i, i * 10, 10);
        }
        await().atMost(SOON).until(() -> store.taken.size() == 500);
        assertThat(since.names("handback", "httpclient"))
                .allMatch(name -> name.startsWith("handback-"))
                .hasSizeLessThanOrEqualTo(2 + 1 + 3 + 4);
    }

    @Test
    void a_webhook_that_is_removed_keeps_its_events_and_one_that_comes_back_gets_them() {
        Receiver first = receiver((request, exchange) -> 200);
        handback.apply(List.of(Given.webhook("crm", first.url(), 4, 1, ANSWER)));
        offerStates("crm", 0, 10);
        await().atMost(SOON).until(() -> store.taken.size() == 10);

        handback.apply(List.of());
        offerStates("crm", 10, 10);
        await().atMost(SOON)
                .until(() ->
                        handback.stats(Handback.webhook("crm")).orElseThrow().waiting() == 10);

        Receiver second = receiver((request, exchange) -> 200);
        handback.apply(List.of(Given.webhook("crm", second.url(), 4, 1, ANSWER)));
        await().atMost(SOON).until(() -> store.taken.size() == 20);
        assertThat(second.requests).hasSize(10);
    }

    @Test
    @Tag("D-08")
    void after_a_kill_only_what_was_not_taken_comes_again(TestReporter reporter) {
        Receiver receiver = receiver((request, exchange) -> 200);
        AtomicInteger answered = new AtomicInteger();
        receiver.now((request, exchange) -> {
            if (answered.incrementAndGet() > 300) {
                receiver.hang();
                return 0;
            }
            return 200;
        });
        List<WebhookConfig> webhooks = List.of(Given.webhook("crm", receiver.url(), 16, 1, Duration.ofMinutes(3)));
        handback.apply(webhooks);
        offerStates("crm", 0, 1_000);
        await().atMost(SOON).until(() -> receiver.inside.get() == 16 && store.taken.size() == 300);
        handback.stop(Duration.ZERO);

        receiver.now((request, exchange) -> 200);
        handback = new Handback(Given.quick(), store, stats, Surroundings.system());
        store.events.keySet().stream()
                .filter(id -> !store.taken.containsKey(id))
                .sorted()
                .forEach(id -> handback.offer(Handback.webhook("crm"), id, 0, null));
        handback.apply(webhooks);
        handback.start();

        await().atMost(SOON).until(() -> store.taken.size() == 1_000);
        Map<String, Long> seen = receiver.events().stream()
                .collect(Collectors.groupingBy(e -> e.get("eventId").asText(), Collectors.counting()));
        assertThat(seen).hasSize(1_000);
        assertThat(seen.values()).allMatch(count -> count <= 2);
        long twice = seen.values().stream().filter(count -> count == 2).count();
        assertThat(twice).isLessThanOrEqualTo(16);
        Tried.times(store.events.size())
                .faults(1)
                .lost(store.events.size() - seen.size())
                .doubled(twice)
                .tell(reporter);
    }

    @Test
    void stopping_waits_for_what_is_in_flight() {
        Receiver receiver = receiver((request, exchange) -> 200);
        handback.apply(List.of(Given.webhook("crm", receiver.url(), 4, 1, ANSWER)));
        offerStates("crm", 0, 500);
        await().atMost(SOON).until(() -> store.taken.size() > 20);

        assertThat(handback.stop(Duration.ofSeconds(5))).isTrue();
        assertThat(store.taken).hasSize(receiver.requests.size());
    }
}
