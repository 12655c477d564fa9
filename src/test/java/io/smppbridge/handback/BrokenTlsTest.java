package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Certificates;
import io.smppbridge.settings.Secret;
import io.smppbridge.settings.WebhookConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Receivers with whom TLS comes about and then fails. */
@Tag("S-40")
class BrokenTlsTest {
    private static final Duration SOON = Duration.ofSeconds(15);
    private static final String WEBHOOK = Handback.webhook("w");

    private final MemoryStore store = new MemoryStore();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger poisoned = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Certificates authority = new Certificates("ours");
    private final Handback handback = new Handback(
            Given.quick(),
            store,
            new BridgeStats(),
            new Surroundings(InstantSource.system(), Ticker.SYSTEM, () -> 0.5, name ->
                    new InetAddress[] {InetAddress.getByName("127.0.0.1")}));

    private SSLContext tls;
    private ServerSocket listener;
    private volatile boolean asksForCertificate;

    @BeforeEach
    void listen() throws Exception {
        Certificates.Issued own = authority.issue("hook.example");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry("own", own.keys().getPrivate(), new char[0], new Certificate[] {own.certificate()});
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, new char[0]);
        tls = SSLContext.getInstance("TLS");
        tls.init(factory.getKeyManagers(), null, null);
        listener = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        threads.execute(this::accept);
    }

    @AfterEach
    void stop() throws IOException {
        handback.stop(Duration.ZERO);
        listener.close();
        threads.shutdownNow();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                threads.execute(() -> serve(socket));
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    /** Answers each request, except where it reads poison: there something that is no TLS follows the handshake. */
    private void serve(Socket plain) {
        calls.incrementAndGet();
        try (plain;
                SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, null, true)) {
            socket.setUseClientMode(false);
            socket.setNeedClientAuth(asksForCertificate);
            StringBuilder heard = new StringBuilder();
            byte[] some = new byte[8_192];
            InputStream in = socket.getInputStream();
            for (int read = in.read(some); read >= 0; read = in.read(some)) {
                heard.append(new String(some, 0, read, StandardCharsets.ISO_8859_1));
                if (!heard.toString().endsWith("}")) {
                    continue;
                }
                if (heard.indexOf("poison") >= 0) {
                    poisoned.incrementAndGet();
                    plain.getOutputStream().write("HTTP/1.1 500 no TLS\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    return;
                }
                socket.getOutputStream().write("HTTP/1.1 204 taken\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                heard.setLength(0);
            }
        } catch (IOException e) {
            // The client has gone, or has no certificate.
        }
    }

    private void begin(String... texts) {
        URI url = URI.create("https://hook.example:" + listener.getLocalPort() + "/");
        handback.apply(List.of(new WebhookConfig(
                "w",
                url,
                new Secret(Given.SECRET),
                Secret.NONE,
                true,
                1,
                1,
                Duration.ofSeconds(5),
                Optional.of(List.of(authority.certificate())))));
        Instant now = Instant.now();
        for (int i = 0; i < texts.length; i++) {
            Event event = store.put(Given.inbound(Given.id(now, i), texts[i]));
            handback.offer(WEBHOOK, event.id(), 0, event);
        }
        handback.start();
    }

    @Test
    void an_event_at_which_the_receiver_breaks_tls_holds_no_other_up_and_is_laid_aside() {
        begin("one", "poison", "two", "three");
        await().atMost(SOON).until(() -> store.taken.size() == 3);
        await().atMost(SOON).until(() -> store.dead.size() == 1);
        assertThat(store.dead.values().iterator().next()).startsWith("after 5 attempts: TLS failed: ");
        assertThat(poisoned).hasValue(5);
    }

    @Test
    void a_receiver_that_wants_a_certificate_costs_no_event_an_attempt() {
        asksForCertificate = true;
        begin("one", "two");
        await().atMost(SOON).until(() -> calls.get() > 12);
        assertThat(store.dead).isEmpty();
        assertThat(handback.stats(WEBHOOK).orElseThrow().lastError())
                .startsWith("TLS failed: ")
                .endsWith("; check webhook.w.tls-trust and .url");
        asksForCertificate = false;
        await().atMost(SOON).until(() -> store.taken.size() == 2);
    }
}
