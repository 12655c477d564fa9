package io.smppbridge.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.audit.Attempt;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The platform's mouth: posts messages in batches and writes down what it was answered. One post in ten carries references, and is posted again until there is
 * an answer; whether others without an answer were accepted, nobody knows.
 */
@ThreadSafe
final class Caller {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** The bridge remembers each of them for 24 hours, and is given room for so many. */
    static final int MOST_REFERENCES = 100_000;

    private static final int NAMED = 10;
    private static final int ACCEPTED = 202;
    private static final int PAUSE_MS = 100;
    private static final long PATIENCE = TimeUnit.MINUTES.toNanos(1);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final String key;
    private final Ledger ledger;
    private final AtomicInteger posts = new AtomicInteger();
    private final AtomicInteger references = new AtomicInteger();
    private volatile int port;

    Caller(String key, Ledger ledger) {
        this.key = key;
        this.ledger = ledger;
    }

    /** The bridge is here now. */
    void turn(int newPort) {
        port = newPort;
    }

    /** Posts so many messages, with references until there is an answer, for a minute. Waits a little after anything but a yes to all. */
    void post(int first, int count) throws IOException, InterruptedException {
        boolean named = posts.getAndIncrement() % NAMED == 0 && references.addAndGet(count) <= MOST_REFERENCES;
        long begun = System.nanoTime();
        Optional<String> answer = answer(request(first, count, named));
        while (answer.isEmpty() && named && System.nanoTime() - begun < PATIENCE) {
            unanswered(first, count, named);
            answer = answer(request(first, count, named));
        }
        if (answer.isEmpty()) {
            unanswered(first, count, named);
        } else if (refused(first, count, named, JSON.readTree(answer.get()).path("results")) > 0) {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        }
    }

    private Optional<String> answer(HttpRequest request) throws InterruptedException {
        try {
            return Optional.of(
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void unanswered(int first, int count, boolean named) throws IOException, InterruptedException {
        for (int n = first; n < first + count; n++) {
            ledger.answered(n, named, Attempt.Answer.UNKNOWN, "");
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
    }

    private int refused(int first, int count, boolean named, JsonNode results) throws IOException {
        int refused = 0;
        for (int i = 0; i < count; i++) {
            JsonNode one = results.path(i);
            boolean yes = one.path("status").asInt() == ACCEPTED;
            refused += yes ? 0 : 1;
            ledger.answered(
                    first + i,
                    named,
                    yes ? Attempt.Answer.ACCEPTED : Attempt.Answer.REFUSED,
                    yes ? one.path("id").asText() : "");
        }
        return refused;
    }

    private HttpRequest request(int first, int count, boolean named) {
        String body = IntStream.range(first, first + count)
                .mapToObj(n -> json(n, named))
                .collect(Collectors.joining(",", "[", "]"));
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/messages"))
                .timeout(Duration.ofSeconds(20))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static String json(int n, boolean named) {
        return "{\"to\":\"+" + Ledger.to(n) + "\",\"from\":\"Soak\",\"text\":\"" + Ledger.text(n) + "\","
                + (named ? "\"clientRef\":\"" + Ledger.reference(n) + "\"," : "") + "\"receipt\":\"" + Ledger.wish(n)
                + "\"}";
    }
}
