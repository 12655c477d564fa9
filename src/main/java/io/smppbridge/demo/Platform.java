package io.smppbridge.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The platform's mouth: sends over HTTP at a steady pace, one message alone and the others in bulk, as platforms do. */
@OwnedBy("platform")
final class Platform {
    private static final Duration BEAT = Duration.ofMillis(100);
    private static final int ATTEMPTS = 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI messages;
    private final String key;
    private final List<Carrier> carriers;
    private final Books books;
    private final CountDownLatch enough = new CountDownLatch(1);
    private final Thread thread = NamedThreads.single("platform", this::work);
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final double[] owed;
    private long made;

    Platform(int port, String key, List<Carrier> carriers, Books books) {
        this.messages = URI.create("http://127.0.0.1:" + port + "/v1/messages");
        this.key = key;
        this.carriers = carriers;
        this.books = books;
        this.owed = new double[carriers.size()];
    }

    void start() {
        thread.start();
    }

    /** Sends no more; waits until what was begun is answered. */
    void stop() throws InterruptedException {
        enough.countDown();
        thread.join(30_000);
    }

    private void work() {
        long begun = System.nanoTime();
        long beats = 0;
        try {
            while (!enough.await(untilNext(begun, ++beats), TimeUnit.NANOSECONDS)) {
                beat();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long untilNext(long begun, long beats) {
        return Math.max(0, begun + beats * BEAT.toNanos() - System.nanoTime());
    }

    private void beat() throws InterruptedException {
        List<ObjectNode> due = new ArrayList<>();
        for (int i = 0; i < owed.length; i++) {
            owed[i] += carriers.get(i).perSecond() * BEAT.toMillis() / 1000;
            for (; owed[i] >= 1; owed[i]--) {
                due.add(message(carriers.get(i)));
            }
        }
        if (!due.isEmpty()) {
            post(List.of(due.remove(0)));
        }
        if (!due.isEmpty()) {
            post(due);
        }
    }

    private ObjectNode message(Carrier carrier) {
        long number = made++;
        String text =
                switch ((int) (number % 20)) {
                    case 5 -> "Ваш код " + number;
                    case 11 -> "A longer text, of two parts. ".repeat(7) + number;
                    default -> "Your code is " + number;
                };
        return JSON.createObjectNode()
                .put(
                        "to",
                        "+" + carrier.prefix()
                                + String.format(Locale.ROOT, "%09d", 700_000_000L + number % 100_000_000))
                .put("text", text)
                .put("clientRef", "demo-" + number)
                .put("receipt", "final");
    }

    /** The same clientRef again after a failure: the bridge takes each message once, however often it is asked. */
    private void post(List<ObjectNode> due) throws InterruptedException {
        List<ObjectNode> left = due;
        for (int attempt = 0; attempt < ATTEMPTS && !left.isEmpty(); attempt++) {
            if (attempt > 0) {
                TimeUnit.MILLISECONDS.sleep(200);
            }
            left = once(left);
        }
        books.refusedAtTheDoor(left.size());
    }

    private List<ObjectNode> once(List<ObjectNode> due) throws InterruptedException {
        try {
            boolean single = due.size() == 1;
            ArrayNode all = JSON.createArrayNode().addAll(due);
            HttpRequest request = HttpRequest.newBuilder(messages)
                    .timeout(Duration.ofSeconds(10))
                    .header("Authorization", "Bearer " + key)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(single ? due.get(0) : all)))
                    .build();
            HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            JsonNode said = JSON.readTree(answer.body());
            return single ? one(answer.statusCode(), said, due) : many(said, due);
        } catch (IOException e) {
            return due;
        }
    }

    private List<ObjectNode> one(int status, JsonNode said, List<ObjectNode> due) {
        if (status == 202) {
            books.accepted(said);
            return List.of();
        }
        return due;
    }

    private List<ObjectNode> many(JsonNode said, List<ObjectNode> due) {
        List<ObjectNode> left = new ArrayList<>();
        for (int i = 0; i < due.size(); i++) {
            JsonNode result = said.path("results").path(i);
            if (result.path("status").asInt() == 202) {
                books.accepted(result);
            } else {
                left.add(due.get(i));
            }
        }
        return left;
    }
}
