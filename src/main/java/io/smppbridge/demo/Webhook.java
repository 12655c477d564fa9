package io.smppbridge.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The platform's ear: takes events by HTTP and believes only those whose signature is right. */
@ThreadSafe
final class Webhook implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final ExecutorService workers = Executors.newFixedThreadPool(4, NamedThreads.numbered("webhook"));
    private final SecretKeySpec key;
    private final Books books;
    private final LongAdder forged = new LongAdder();

    Webhook(String secret, Books books) throws IOException {
        this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256");
        this.books = books;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(workers);
        server.createContext("/events", this::take);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Requests whose signature was wrong. */
    long forged() {
        return forged.sum();
    }

    private void take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        int status = 401;
        if (isGenuine(exchange, body)) {
            JsonNode json = JSON.readTree(body);
            if (json.has("events")) {
                json.path("events").forEach(books::heard);
            } else {
                books.heard(json);
            }
            status = 204;
        } else {
            forged.increment();
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private boolean isGenuine(HttpExchange exchange, byte[] body) {
        String head = header(exchange, "webhook-id") + "." + header(exchange, "webhook-timestamp") + ".";
        byte[] expected;
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update(head.getBytes(StandardCharsets.UTF_8));
            expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
        boolean genuine = false;
        for (String signature : header(exchange, "webhook-signature").split(" ")) {
            genuine |= MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
        }
        return genuine;
    }

    private static String header(HttpExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }
}
