package io.smppbridge.blackbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.smppbridge.audit.Notice;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The platform's webhook: remembers every event it was posted, taken or not. Any thread. */
final class Hook implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long LATE_NANOS = 2_000_000_000L;

    private final List<Seen> seen = new ArrayList<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile int status = 200;
    private volatile boolean held;
    private volatile Optional<Ill> ill = Optional.empty();
    private final AtomicInteger failures = new AtomicInteger();

    /** Ways to fail, besides another status. */
    enum Ill {
        SAYS_500,
        /** It answers 200, and twice too late. */
        LATE,
        NEVER_ANSWERS,
        /** Its answer begins and never ends. */
        DRIPS
    }

    /**
     * One posting of one event.
     *
     * @param taken whether it was answered with a 2xx
     */
    record Seen(JsonNode event, boolean taken) {
        String id() {
            return event.get("eventId").asText();
        }

        String messageId() {
            return event.path("messageId").asText();
        }

        String state() {
            return event.path("state").asText();
        }

        boolean isState() {
            return event.path("type").asText().equals("message.state");
        }

        Notice notice() {
            return new Notice(
                    id(),
                    messageId(),
                    event.path("clientRef").asText(),
                    event.path("to").asText(),
                    state(),
                    isFinal(),
                    possibleDuplicate(),
                    event.has("previousState"),
                    taken);
        }

        boolean isFinal() {
            return event.path("final").asBoolean();
        }

        boolean possibleDuplicate() {
            return event.path("possibleDuplicate").asBoolean();
        }
    }

    Hook() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 200);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /** What it answers from now on. */
    void answer(int next) {
        status = next;
    }

    /** How it fails from now on. */
    void ill(Ill how) {
        ill = Optional.of(how);
    }

    /** Postings that it has failed so. */
    int failures() {
        return failures.get();
    }

    /** What comes from now on is answered; what it has left unanswered stays so. */
    void well() {
        ill = Optional.empty();
    }

    /** Whether what comes from now on is never answered. */
    void hold(boolean now) {
        held = now;
    }

    private static void holdUntilClosed() {
        try {
            Thread.currentThread().join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    List<Seen> seen() {
        synchronized (seen) {
            return new ArrayList<>(seen);
        }
    }

    /** How many have come. */
    int size() {
        synchronized (seen) {
            return seen.size();
        }
    }

    void forget() {
        synchronized (seen) {
            seen.clear();
        }
    }

    int taken() {
        return (int)
                seen().stream().filter(Seen::taken).map(Seen::id).distinct().count();
    }

    private void serve(HttpExchange exchange) throws IOException {
        JsonNode body = JSON.readTree(exchange.getRequestBody().readAllBytes());
        Optional<Ill> how = ill;
        int now = held || how.isPresent() ? 0 : status;
        List<JsonNode> events = new ArrayList<>();
        if (body.has("events")) {
            body.get("events").forEach(events::add);
        } else {
            events.add(body);
        }
        synchronized (seen) {
            events.forEach(event -> seen.add(new Seen(event, now / 100 == 2)));
        }
        if (how.isPresent()) {
            failures.incrementAndGet();
            fail(how.get(), exchange);
            return;
        }
        if (now == 0) {
            holdUntilClosed();
            return;
        }
        exchange.sendResponseHeaders(now, -1);
        exchange.close();
    }

    private static void fail(Ill how, HttpExchange exchange) throws IOException {
        switch (how) {
            case SAYS_500 -> exchange.sendResponseHeaders(500, -1);
            case LATE -> {
                LockSupport.parkNanos(LATE_NANOS);
                exchange.sendResponseHeaders(200, -1);
            }
            case NEVER_ANSWERS -> holdUntilClosed();
            case DRIPS -> {
                exchange.sendResponseHeaders(500, 0);
                exchange.getResponseBody().write('x');
                exchange.getResponseBody().flush();
                holdUntilClosed();
            }
        }
        exchange.close();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        server.stop(0);
    }
}
