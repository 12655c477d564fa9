package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.smppbridge.Certificates;
import io.smppbridge.ThreadsSince;
import io.smppbridge.settings.Secret;
import io.smppbridge.settings.WebhookConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who has an HTTP client of his own, and for how long. */
class WebhookClientsTest {
    private static final Duration SOON = Duration.ofSeconds(15);

    private final ThreadsSince since = ThreadsSince.now();
    private final X509Certificate authority = new Certificates("own authority").certificate();
    private final WebhookClients clients = new WebhookClients(null);
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);
    private HttpServer server;

    @BeforeEach
    void serve() throws Exception {
        InetAddress here = InetAddress.getByName("127.0.0.1");
        server = HttpServer.create(new InetSocketAddress(here, 0), 10);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            asked.countDown();
            try {
                answer.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        clients.start();
    }

    @AfterEach
    void stop() {
        answer.countDown();
        clients.close();
        server.stop(0);
    }

    private static WebhookConfig webhook(String name, Optional<List<X509Certificate>> trust) {
        URI url = URI.create("https://hook.example/");
        return new WebhookConfig(name, url, new Secret(Given.SECRET), Secret.NONE, true, 1, 1, SOON, trust);
    }

    private int threads(String webhook) {
        return since.running("handback-io-" + webhook).size();
    }

    @Test
    void only_who_names_authorities_has_one_of_his_own() {
        WebhookClient shared = clients.of(webhook("one", Optional.empty()));
        assertThat(clients.of(webhook("two", Optional.empty()))).isSameAs(shared);
        WebhookClient own = clients.of(webhook("three", Optional.of(List.of(authority))));
        assertThat(clients.of(webhook("four", Optional.of(List.of(authority)))))
                .isNotSameAs(own)
                .isNotSameAs(shared);
    }

    @Test
    void one_that_is_over_answers_what_is_under_way_and_then_leaves_no_thread() throws Exception {
        WebhookClient own = clients.of(webhook("leaving", Optional.of(List.of(authority))));
        AtomicReference<HandOver.Answer> told = new AtomicReference<>();
        InetSocketAddress at = server.getAddress();
        HttpHost target = new HttpHost("http", at.getAddress(), "hook.example", at.getPort());
        own.post(new WebhookClient.Post(target, "/", "id", 1, "", new byte[] {'{', '}'}), SOON, told::set);
        assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
        clients.over(own);
        clients.tidy();
        assertThat(threads("leaving")).isPositive();
        assertThat(told).hasNullValue();
        answer.countDown();
        await().atMost(SOON).until(() -> told.get() instanceof HandOver.Answer.Taken);
        await().atMost(SOON).until(() -> {
            clients.tidy();
            return threads("leaving") == 0;
        });
    }
}
