package io.smppbridge.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The platform's ear: takes events, or refuses them while it is away. */
@ThreadSafe
final class Hook implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TAKEN = 204;
    private static final int AWAY = 503;

    private final HttpServer server;
    private final ExecutorService workers = Executors.newFixedThreadPool(4, NamedThreads.numbered("soak-hook"));
    private final Ledger ledger;
    private volatile boolean away;

    Hook(Ledger ledger) throws IOException {
        this.ledger = ledger;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(workers);
        server.createContext("/", this::take);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    void away(boolean now) {
        away = now;
    }

    private void take(HttpExchange exchange) throws IOException {
        JsonNode body = JSON.readTree(exchange.getRequestBody().readAllBytes());
        boolean taken = !away;
        for (JsonNode event : body.has("events") ? body.path("events") : List.of(body)) {
            if (event.path("type").asText().equals("message.state")) {
                ledger.heard(event, taken);
            }
        }
        exchange.sendResponseHeaders(taken ? TAKEN : AWAY, -1);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }
}
