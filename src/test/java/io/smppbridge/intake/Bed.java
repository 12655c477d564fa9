package io.smppbridge.intake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.http.AccountRates;
import io.smppbridge.settings.HttpConfig;
import io.smppbridge.settings.NodeConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Ticker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** An intake on a free port with a fake door behind it, and clients for it. */
final class Bed implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    static final ObjectMapper JSON = new ObjectMapper();

    final FakeDoor door = new FakeDoor();
    final BridgeStats stats = new BridgeStats();
    final AtomicReference<List<String>> obstacles = new AtomicReference<>(List.of());
    /** The clock of the accounts' rates. */
    final AtomicLong nanos = new AtomicLong();

    final AccountRates rates = new AccountRates(stats.refused("throttled"), nanos::get);
    final HttpIntake intake;
    final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    /** What differs from the defaults. */
    record Limits(int connections, int maxBody, int maxBatch, Duration headerWithin, Duration requestWithin) {
        static final Limits DEFAULT = new Limits(2000, 1 << 20, 1000, Duration.ofSeconds(5), Duration.ofSeconds(60));
    }

    Bed() throws IOException {
        this(Limits.DEFAULT);
    }

    Bed(Limits limits) throws IOException {
        this(
                new HttpConfig(
                        true,
                        "127.0.0.1",
                        0,
                        2,
                        limits.connections(),
                        limits.maxBody(),
                        8192,
                        limits.maxBatch(),
                        32,
                        limits.headerWithin(),
                        limits.requestWithin(),
                        NodeConfig.Durability.FORCED),
                Ticker.SYSTEM);
    }

    Bed(HttpConfig config, Ticker ticker) throws IOException {
        intake = HttpIntake.open(
                config,
                Bed::holder,
                rates,
                new HttpIntake.Surroundings(door, stats, obstacles::get, () -> NOW, ticker, "0.1.0-test"));
    }

    private static Optional<String> holder(String key) {
        return switch (key) {
            case "key-a" -> Optional.of("a");
            case "key-b" -> Optional.of("b");
            default -> Optional.empty();
        };
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + intake.port() + path);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path))
                .timeout(Duration.ofSeconds(10))
                .header("Authorization", "Bearer key-a");
    }

    HttpResponse<String> post(String body) throws IOException, InterruptedException {
        return post("application/json", body);
    }

    HttpResponse<String> post(String type, String body) throws IOException, InterruptedException {
        return send(request("/v1/messages").header("Content-Type", type).POST(BodyPublishers.ofString(body)));
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    HttpResponse<String> delete(String path) throws IOException, InterruptedException {
        return send(request(path).DELETE());
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    static JsonNode json(HttpResponse<String> response) throws IOException {
        return JSON.readTree(response.body());
    }

    Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), intake.port());
        socket.setSoTimeout(5_000);
        socket.setTcpNoDelay(true);
        return socket;
    }

    /** Writes octets and reads until the server closes or says nothing for the socket's timeout. */
    String raw(String octets) throws IOException {
        return raw(octets.getBytes(StandardCharsets.ISO_8859_1));
    }

    String raw(byte[] octets) throws IOException {
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(octets);
            out.flush();
            return readAll(socket.getInputStream());
        }
    }

    static String readAll(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        in.transferTo(all);
        return all.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        intake.stop(Duration.ofMillis(200));
        door.close();
    }
}
