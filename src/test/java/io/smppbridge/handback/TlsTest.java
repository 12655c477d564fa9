package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.smppbridge.Certificates;
import io.smppbridge.MessageState;
import io.smppbridge.settings.Secret;
import io.smppbridge.settings.WebhookConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Ticker;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks over https: the connection goes to the checked address, the certificate must be for the name. */
@Tag("S-40")
class TlsTest {
    private static final char[] PASSWORD = "password".toCharArray();
    private static final Duration SOON = Duration.ofSeconds(15);

    private final MemoryStore store = new MemoryStore();
    private final AtomicInteger requests = new AtomicInteger();
    private KeyStore keys;
    private HttpsServer server;
    private Handback handback;

    @BeforeEach
    void serve(@TempDir Path directory) throws Exception {
        keys = keyFor("hook.example", directory.resolve("keys.p12"));
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 10);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            requests.incrementAndGet();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        handback.stop(Duration.ZERO);
        server.stop(0);
    }

    private static KeyStore keyFor(String host, Path file) throws Exception {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        "hook",
                        "-keyalg",
                        "EC",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD),
                        "-dname",
                        "CN=" + host,
                        "-ext",
                        "san=dns:" + host)
                .redirectErrorStream(true)
                .start();
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return store;
    }

    private SSLContext trustingTheServer() throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("hook", keys.getCertificate("hook"));
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private void offerTo(String host, WebhookClient client) {
        Surroundings world = new Surroundings(InstantSource.system(), Ticker.SYSTEM, () -> 0.5, name ->
                new InetAddress[] {InetAddress.getByName("127.0.0.1")});
        handback = new Handback(Given.quick(), store, new BridgeStats(), world, client);
        URI url = URI.create("https://" + host + ":" + server.getAddress().getPort() + "/");
        handback.apply(List.of(Given.webhook("w", url, 1, 1, Duration.ofSeconds(5))));
        handback.start();
        Event event = store.put(Given.state(Given.id(Instant.now(), 1), 1, MessageState.DELIVERED));
        handback.offer(Handback.webhook("w"), event.id(), 0, event);
    }

    private String error() {
        return error("w");
    }

    private String error(String webhook) {
        return handback.stats(Handback.webhook(webhook)).orElseThrow().lastError();
    }

    private void begin() {
        Surroundings world = new Surroundings(InstantSource.system(), Ticker.SYSTEM, () -> 0.5, name ->
                new InetAddress[] {InetAddress.getByName("127.0.0.1")});
        handback = new Handback(Given.quick(), store, new BridgeStats(), world);
        handback.start();
    }

    private WebhookConfig trusting(String name, X509Certificate... authorities) {
        URI url = URI.create("https://hook.example:" + server.getAddress().getPort() + "/");
        Optional<List<X509Certificate>> trust =
                authorities.length == 0 ? Optional.empty() : Optional.of(List.of(authorities));
        return new WebhookConfig(
                name, url, new Secret(Given.SECRET), Secret.NONE, true, 1, 1, Duration.ofSeconds(5), trust);
    }

    private void offer(String webhook, int number) {
        Event event = store.put(Given.state(Given.id(Instant.now(), number), number, MessageState.DELIVERED));
        handback.offer(Handback.webhook(webhook), event.id(), 0, event);
    }

    @Test
    void the_authorities_of_a_webhook_vouch_for_its_own_receiver_alone() throws Exception {
        begin();
        X509Certificate own = (X509Certificate) keys.getCertificate("hook");
        handback.apply(List.of(trusting("private", own), trusting("public")));
        offer("private", 1);
        await().atMost(SOON).until(() -> store.taken.size() == 1);
        offer("public", 2); // the connection to the very same place is kept
        await().atMost(SOON).until(() -> !error("public").isEmpty());
        assertThat(error("public")).startsWith("TLS failed: ").endsWith("; check webhook.public.tls-trust and .url");
        assertThat(requests).hasValue(1);
    }

    @Test
    void other_authorities_hold_from_the_next_request_on() throws Exception {
        begin();
        X509Certificate own = (X509Certificate) keys.getCertificate("hook");
        X509Certificate other = new Certificates("other").certificate();
        handback.apply(List.of(trusting("renewed", own)));
        offer("renewed", 1);
        await().atMost(SOON).until(() -> store.taken.size() == 1);
        handback.apply(List.of(trusting("renewed", other)));
        offer("renewed", 2);
        await().atMost(SOON).until(() -> !error("renewed").isEmpty());
        assertThat(error("renewed")).startsWith("TLS failed: ");
        handback.apply(List.of(trusting("renewed", other, own)));
        await().atMost(SOON).until(() -> store.taken.size() == 2);
    }

    @Test
    void the_certificate_of_the_name_is_accepted_at_the_checked_address() throws Exception {
        offerTo("hook.example", new WebhookClient(trustingTheServer()));
        await().atMost(SOON).until(() -> store.taken.size() == 1);
    }

    @Test
    void a_certificate_for_another_name_is_not() throws Exception {
        offerTo("other.example", new WebhookClient(trustingTheServer()));
        await().atMost(Duration.ofSeconds(4)).until(() -> !error().isEmpty());
        assertThat(error()).startsWith("TLS failed: ").doesNotContain("Exception");
        assertThat(requests).hasValue(0);
    }

    @Test
    void a_certificate_that_nobody_vouches_for_is_not() {
        offerTo("hook.example", new WebhookClient());
        await().atMost(Duration.ofSeconds(4)).until(() -> !error().isEmpty());
        assertThat(error()).startsWith("TLS failed: ").doesNotContain("Exception");
        assertThat(requests).hasValue(0);
    }
}
