package io.smppbridge.handback;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A platform's webhook on 127.0.0.1 that behaves as told. */
final class Receiver implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    final List<Request> requests = new CopyOnWriteArrayList<>();
    final AtomicInteger inside = new AtomicInteger();
    final AtomicInteger mostInside = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile Behaviour behaviour;

    Receiver(Behaviour behaviour) {
        this.behaviour = behaviour;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    static Receiver answering(int status) {
        return new Receiver((request, exchange) -> status);
    }

    void now(Behaviour next) {
        behaviour = next;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook?k=v");
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Events in the order of the requests, taken or not. */
    List<JsonNode> events() {
        List<JsonNode> all = new ArrayList<>();
        requests.forEach(request -> all.addAll(request.events()));
        return all;
    }

    /** Never returns before the receiver closes. */
    void hang() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        Request request = new Request(exchange.getRequestURI(), exchange.getRequestHeaders(), body);
        int now = inside.incrementAndGet();
        mostInside.accumulateAndGet(now, Math::max);
        requests.add(request);
        try {
            int status = behaviour.answer(request, exchange);
            if (status > 0) {
                exchange.sendResponseHeaders(status, -1);
            }
        } finally {
            inside.decrementAndGet();
            exchange.close();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        threads.shutdownNow();
        server.stop(0);
    }

    /** The status; 0 when it has answered itself. */
    interface Behaviour {
        int answer(Request request, HttpExchange exchange) throws IOException;
    }

    record Request(URI uri, Headers headers, byte[] body) {
        JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        List<JsonNode> events() {
            JsonNode json = json();
            if (!json.has("events")) {
                return List.of(json);
            }
            List<JsonNode> events = new ArrayList<>();
            json.get("events").forEach(events::add);
            return events;
        }

        String text() {
            return new String(body, java.nio.charset.StandardCharsets.UTF_8);
        }
    }
}
