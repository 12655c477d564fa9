package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.smppbridge.app.Bridge;
import io.smppbridge.simulator.ReceivedSubmit.Party;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A subscriber's message that the platform would not take, in an operator's hands. */
@Tag("C90")
@Tag("crowd")
class DeadIT {
    @TempDir
    Path directory;

    private Path file;
    private final AtomicInteger answer = new AtomicInteger(400);
    private final List<String> posted = new CopyOnWriteArrayList<>();

    private Typed typed(Bridge bridge, String... words) {
        return SmallBridge.ask(file, bridge, words);
    }

    @Test
    void it_is_laid_aside_listed_also_after_a_restart_and_replayed() throws Exception {
        HttpServer platform = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 10);
        platform.createContext("/", exchange -> {
            posted.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(answer.get(), -1);
            exchange.close();
        });
        platform.start();
        try (SmscSimulator carrier = SmscSimulator.start(SimulatorConfig.forTests("one"))) {
            file = SmallBridge.file(
                    directory,
                    carrier.port(),
                    "inbound.all.webhook = hook",
                    "webhook.hook.url = http://127.0.0.1:"
                            + platform.getAddress().getPort() + "/",
                    "webhook.hook.secret = 0123456789abcdef0123",
                    "webhook.hook.allow-private = true",
                    "handback.attempts = 2",
                    "handback.retry-min = 50ms",
                    "bridge.drain-within = 1s");
            try (Bridge bridge = Bridge.start(file)) {
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> bridge.stats().smsc("one").anyBound());
                carrier.ports()
                        .get(0)
                        .sendDeliver(
                                new Party(1, 1, "46701234567"),
                                new Party(0, 1, "72404"),
                                0,
                                0,
                                "vote A".getBytes(StandardCharsets.US_ASCII));
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> typed(bridge, "dead", "list").out().contains("1 dead"));
                assertThat(posted).hasSize(2);
            }
            try (Bridge bridge = Bridge.start(file)) {
                assertThat(typed(bridge, "dead", "list").out())
                        .contains("webhook:hook", "HTTP 400", "1 dead")
                        .doesNotContain("vote", "46701234567");
                Typed strange = typed(bridge, "dead", "replay", "--all", "--endpoint", "webhook:nosuch");
                assertThat(strange.code()).isEqualTo(2);
                assertThat(strange.err()).contains("webhook:nosuch is not known, expected one of webhook:hook");
                answer.set(204);
                assertThat(typed(bridge, "dead", "replay", "--all").out()).contains("1 event to be handed over anew");
                await().atMost(Duration.ofSeconds(20)).until(() -> posted.size() == 3);
                assertThat(posted.get(2)).contains("vote A").isEqualTo(posted.get(0));
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> typed(bridge, "dead", "list").out().contains("no dead events"));
            }
        } finally {
            platform.stop(0);
        }
    }
}
