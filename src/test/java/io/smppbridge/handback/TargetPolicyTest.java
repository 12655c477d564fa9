package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Tried;
import io.smppbridge.settings.Secret;
import io.smppbridge.settings.TargetPolicy;
import io.smppbridge.settings.WebhookConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where webhooks may not go. */
@Tag("S-40")
class TargetPolicyTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    /** Ways to write "this machine" or "inside"; PORT stands for a listening socket here. */
    private static final List<String> BYPASSES = List.of(
            "http://127.0.0.1:PORT/",
            "https://127.0.0.1:PORT/",
            "HTTPS://127.0.0.1:PORT/",
            "https://127.0.0.2:PORT/",
            "https://127.255.255.254:PORT/",
            "https://127.1:PORT/",
            "https://127.0.1:PORT/",
            "https://2130706433:PORT/",
            "https://017700000001:PORT/",
            "https://0x7f000001:PORT/",
            "https://0X7F000001:PORT/",
            "https://0x7f.0.0.1:PORT/",
            "https://0x7f.1:PORT/",
            "https://0177.0.0.1:PORT/",
            "https://0177.1:PORT/",
            "https://127.0.0.01:PORT/",
            "https://127.0.0.0x1:PORT/",
            "https://127.000.000.001:PORT/",
            "https://127.0.0.1.:PORT/",
            "https://0:PORT/",
            "https://0.0.0.0:PORT/",
            "https://0x0:PORT/",
            "https://localhost:PORT/",
            "https://LocalHost:PORT/",
            "https://LOCALHOST:PORT/",
            "https://localhost.:PORT/",
            "https://user@127.0.0.1:PORT/",
            "https://user:pass@localhost:PORT/",
            "https://example.com@127.0.0.1:PORT/",
            "https://example.com%40127.0.0.1:PORT/",
            "https://example.com:443@localhost:PORT/",
            "https://[::1]:PORT/",
            "https://[0:0:0:0:0:0:0:1]:PORT/",
            "https://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT/",
            "https://[::]:PORT/",
            "https://[::127.0.0.1]:PORT/",
            "https://[::ffff:127.0.0.1]:PORT/",
            "https://[::FFFF:127.0.0.1]:PORT/",
            "https://[::ffff:7f00:1]:PORT/",
            "https://[0:0:0:0:0:ffff:7f00:0001]:PORT/",
            "https://[::ffff:0:127.0.0.1]:PORT/",
            "https://[64:ff9b::7f00:1]:PORT/",
            "https://[64:ff9b::127.0.0.1]:PORT/",
            "https://[2002:7f00:1::]:PORT/",
            "https://[2001:0:7f00:1::]:PORT/",
            "https://[::1%25lo]:PORT/",
            "https://[fe80::1%25eth0]:PORT/",
            "https://[fc00::1]:PORT/",
            "https://[fd00:ec2::254]:PORT/",
            "https://[fec0::1]:PORT/",
            "https://[ff02::1]:PORT/",
            "https://169.254.169.254:PORT/latest/meta-data/",
            "https://2852039166:PORT/latest/meta-data/",
            "https://0xa9fea9fe:PORT/",
            "https://0251.0376.0251.0376:PORT/",
            "https://10.0.0.1:PORT/",
            "https://172.16.0.1:PORT/",
            "https://192.168.0.1:PORT/",
            "https://100.64.0.1:PORT/",
            "https://224.0.0.1:PORT/",
            "https://255.255.255.255:PORT/",
            "https://192.0.2.1:PORT/",
            "https://127。0。0。1:PORT/",
            "https://①②⑦.⓪.⓪.①:PORT/",
            "https://１２７.0.0.1:PORT/",
            "https://127.0.0.1%00.example.com:PORT/",
            "https://127.0.0.1%2f.example.com:PORT/",
            "ftp://127.0.0.1:PORT/",
            "file:///etc/passwd",
            "gopher://127.0.0.1:PORT/_x",
            "https:/127.0.0.1:PORT/",
            "https:127.0.0.1:PORT/",
            "//127.0.0.1:PORT/",
            "https://inside.example:PORT/",
            "https://mixed.example:PORT/",
            "https://mapped.example:PORT/");

    /** Names that point inside; everything else is asked of the machine, as in service. */
    private static InetAddress[] lookup(String host) throws UnknownHostException {
        return switch (host) {
            case "inside.example" -> new InetAddress[] {InetAddress.getByName("127.0.0.1")};
            case "mixed.example" ->
                new InetAddress[] {InetAddress.getByName("93.184.216.34"), InetAddress.getByName("127.0.0.1")};
            case "mapped.example" -> InetAddress.getAllByName("::ffff:127.0.0.1");
            default -> InetAddress.getAllByName(host);
        };
    }

    private static WebhookConfig https(String name, URI url) {
        return new WebhookConfig(
                name, url, new Secret(Given.SECRET), Secret.NONE, false, 1, 1, Duration.ofSeconds(2), Optional.empty());
    }

    @Test
    void no_way_of_writing_an_inner_address_makes_a_connection() throws IOException {
        MemoryStore store = new MemoryStore();
        Handback handback = new Handback(
                Given.quick(),
                store,
                new BridgeStats(),
                new Surroundings(InstantSource.system(), Ticker.SYSTEM, () -> 0.5, TargetPolicyTest::lookup));
        List<WebhookConfig> webhooks = new ArrayList<>();
        try (ServerSocket inside = new ServerSocket(0, 200)) { // all addresses of the machine
            inside.setSoTimeout(300);
            for (String bypass : BYPASSES) {
                String written = bypass.replace("PORT", Integer.toString(inside.getLocalPort()));
                try {
                    webhooks.add(https("w" + webhooks.size(), URI.create(written)));
                } catch (IllegalArgumentException e) {
                    // not even a URI: the settings refuse it
                }
            }
            assertThat(BYPASSES).hasSizeGreaterThanOrEqualTo(50);
            handback.apply(webhooks);
            for (int i = 0; i < webhooks.size(); i++) {
                Event event = store.put(Given.state(Given.id(Instant.now(), i), 1 + i, MessageState.DELIVERED));
                handback.offer(Handback.webhook("w" + i), event.id(), i, event);
            }
            handback.start();

            await().atMost(SOON)
                    .until(() -> handback.stats().stream()
                            .noneMatch(s -> s.lastError().isEmpty()));

            assertThat(accepted(inside)).isFalse();
            assertThat(store.taken).isEmpty();
            Tried.times(BYPASSES.size())
                    .refused(
                            BYPASSES.size() - webhooks.size() + handback.stats().size())
                    .keep();
            assertThat(handback.stats())
                    .allSatisfy(s -> assertThat(s.lastError())
                            .containsAnyOf("the URL is refused", "not a public one", "has no address"));
        } finally {
            handback.stop(Duration.ZERO);
        }
    }

    private static boolean accepted(ServerSocket socket) throws IOException {
        try {
            socket.accept().close();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    @Test
    void a_name_that_changes_between_check_and_use_is_asked_once_and_the_checked_address_used() {
        Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
        Surroundings.Names rebinding = host -> {
            int n = asked.computeIfAbsent(host, h -> new AtomicInteger()).incrementAndGet();
            return new InetAddress[] {InetAddress.getByName(n == 1 ? "127.0.0.1" : "127.0.0.99")};
        };
        MemoryStore store = new MemoryStore();
        Handback handback = new Handback(
                Given.quick(),
                store,
                new BridgeStats(),
                new Surroundings(InstantSource.system(), Ticker.SYSTEM, () -> 0.5, rebinding));
        try (Receiver receiver = Receiver.answering(200)) {
            URI url = URI.create("http://rebind.example:" + receiver.port() + "/hook");
            handback.apply(List.of(Given.webhook("w", url, 4, 1, Duration.ofSeconds(2))));
            handback.start();
            for (int i = 0; i < 20; i++) {
                Event event = store.put(Given.state(Given.id(Instant.now(), i), 1 + i, MessageState.DELIVERED));
                handback.offer(Handback.webhook("w"), event.id(), i, event);
            }

            await().atMost(SOON).until(() -> store.taken.size() == 20);
            assertThat(asked.get("rebind.example")).hasValue(1);
            assertThat(receiver.requests.get(0).headers().getFirst("Host"))
                    .isEqualTo("rebind.example:" + receiver.port());
        } finally {
            handback.stop(Duration.ZERO);
        }
    }

    @Test
    void a_name_that_is_rebound_to_the_inside_is_refused_at_the_next_look_up() {
        AtomicInteger asked = new AtomicInteger();
        TurnedClock clock = new TurnedClock();
        Surroundings world = new Surroundings(clock, clock, () -> 0.5, host -> new InetAddress[] {
            InetAddress.getByName(asked.incrementAndGet() == 1 ? "93.184.216.34" : "169.254.169.254")
        });
        CheckedTarget target = new CheckedTarget(
                https("w", URI.create("https://rebind.example/")), world, Runnable::run, Runnable::run);

        assertThat(target.readiness()).isEqualTo(HandOver.Readiness.WAIT);
        assertThat(target.readiness()).isEqualTo(HandOver.Readiness.READY);
        assertThat(target.target().getAddress().getHostAddress()).isEqualTo("93.184.216.34");
        assertThat(target.target().getHostName()).isEqualTo("rebind.example");
        clock.turn(Duration.ofSeconds(31));
        target.readiness();
        assertThat(target.readiness().ready()).isFalse();
        assertThat(target.readiness().ready()).isFalse();
    }

    @Test
    void a_redirect_is_not_followed() {
        MemoryStore store = new MemoryStore();
        Handback handback = new Handback(Given.quick(), store, new BridgeStats(), Surroundings.system());
        try (Receiver inner = Receiver.answering(200);
                Receiver outer = new Receiver((request, exchange) -> {
                    exchange.getResponseHeaders().set("Location", inner.url().toString());
                    return 307;
                })) {
            handback.apply(List.of(Given.webhook("w", outer.url(), 1, 1, Duration.ofSeconds(2))));
            handback.start();
            Event event = store.put(Given.state(Given.id(Instant.now(), 1), 1, MessageState.DELIVERED));
            handback.offer(Handback.webhook("w"), event.id(), 0, event);

            await().atMost(SOON).until(() -> outer.requests.size() >= 2);
            assertThat(inner.requests).isEmpty();
            assertThat(store.taken).isEmpty();
        } finally {
            handback.stop(Duration.ZERO);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8",
                "1.1.1.1",
                "93.184.216.34",
                "172.15.255.255",
                "172.32.0.1",
                "100.63.255.255",
                "100.128.0.1",
                "198.17.0.1",
                "223.255.255.255",
                "2606:4700:4700::1111",
                "2a00:1450:4001:82a::200e",
                "2001:200::1"
            })
    void public_addresses_are_allowed(String literal) throws UnknownHostException {
        assertThat(TargetPolicy.allows(InetAddress.getByName(literal), false)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "169.254.169.254",
                "224.0.0.1",
                "239.1.1.1",
                "240.0.0.1",
                "255.255.255.255",
                "192.0.2.7",
                "198.51.100.7",
                "203.0.113.7",
                "198.18.0.1",
                "198.19.255.255",
                "192.0.0.8",
                "192.88.99.1",
                "::",
                "fe80::1",
                "ff02::1",
                "2001:db8::1",
                "2001:1ff:ffff::1",
                "2002:7f00:1::",
                "64:ff9b::7f00:1",
                "fec0::1",
                "3fff::1",
                "3fff:fff:ffff::1",
                "100::1"
            })
    void some_addresses_are_refused_whatever_is_configured(String literal) throws UnknownHostException {
        assertThat(TargetPolicy.allows(InetAddress.getByName(literal), true)).isFalse();
        assertThat(TargetPolicy.allows(InetAddress.getByName(literal), false)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.0.0.1",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "100.64.0.1",
                "100.127.255.255",
                "::1",
                "fc00::1",
                "fdff::1",
                "::ffff:10.0.0.1"
            })
    void inner_addresses_are_allowed_only_by_configuration(String literal) throws UnknownHostException {
        assertThat(TargetPolicy.allows(InetAddress.getByName(literal), true)).isTrue();
        assertThat(TargetPolicy.allows(InetAddress.getByName(literal), false)).isFalse();
    }

    /** Whatever the machine's resolver would read into it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://010.8.8.8/",
                "https://8.8.8.08/",
                "https://8.8.8.8./",
                "https://8.8.2056/",
                "https://[2606:4700:4700::1111%25eth0]/",
                "https://me@platform.example/"
            })
    void a_host_that_is_written_otherwise_than_names_and_addresses_are_is_complained_of_before_any_look_up(String url) {
        assertThat(TargetPolicy.complaint(URI.create(url), true)).isPresent();
    }

    @Test
    void ordinary_urls_have_nothing_wrong_with_them() {
        assertThat(TargetPolicy.complaint(URI.create("https://api.example.com/hook?x=1"), false))
                .isEmpty();
        assertThat(TargetPolicy.complaint(URI.create("https://4ever.example:8443/"), false))
                .isEmpty();
        assertThat(TargetPolicy.complaint(URI.create("https://8.8.8.8/"), false))
                .isEmpty();
        assertThat(TargetPolicy.complaint(URI.create("http://platform:8080/"), true))
                .isEmpty();
        assertThat(TargetPolicy.complaint(URI.create("http://platform:8080/"), false))
                .hasValueSatisfying(why -> assertThat(why).contains("https"));
    }
}
