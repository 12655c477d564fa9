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
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The platform's mouth: posts messages in batches and writes down what it was answered. What gets no answer it posts again, with the same references. */
@ThreadSafe
final class Caller {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ACCEPTED = 202;
    private static final int PAUSE_MS = 100;
    private static final long PATIENCE = TimeUnit.MINUTES.toNanos(1);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final String key;
    private final Ledger ledger;
    private volatile int port;

    Caller(String key, Ledger ledger) {
        this.key = key;
        this.ledger = ledger;
    }

    /** The bridge is here now. */
    void turn(int newPort) {
        port = newPort;
    }

    /**
     * Posts so many messages until there is an answer, for a minute.
     *
     * @return how many were refused
     */
    int post(int first, int count) throws IOException, InterruptedException {
        for (long begun = System.nanoTime(); System.nanoTime() - begun < PATIENCE; ) {
            HttpResponse<String> answer;
            try {
                answer = client.send(request(first, count), HttpResponse.BodyHandlers.ofString());
            } catch (IOException e) {
                for (int n = first; n < first + count; n++) {
                    ledger.answered(n, Attempt.Answer.UNKNOWN, "");
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
                continue;
            }
            int refused = answered(first, count, JSON.readTree(answer.body()).path("results"));
            if (refused > 0) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
            }
            return refused;
        }
        return 0;
    }

    private int answered(int first, int count, JsonNode results) throws IOException {
        int refused = 0;
        for (int i = 0; i < count; i++) {
            JsonNode one = results.path(i);
            boolean yes = one.path("status").asInt() == ACCEPTED;
            refused += yes ? 0 : 1;
            ledger.answered(
                    first + i,
                    yes ? Attempt.Answer.ACCEPTED : Attempt.Answer.REFUSED,
                    yes ? one.path("id").asText() : "");
        }
        return refused;
    }

    private HttpRequest request(int first, int count) {
        String body =
                IntStream.range(first, first + count).mapToObj(Caller::json).collect(Collectors.joining(",", "[", "]"));
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/messages"))
                .timeout(Duration.ofSeconds(20))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static String json(int n) {
        return "{\"to\":\"+" + Ledger.to(n) + "\",\"from\":\"Soak\",\"text\":\"" + Ledger.text(n)
                + "\",\"clientRef\":\"" + Ledger.reference(n) + "\",\"receipt\":\"" + Ledger.wish(n) + "\"}";
    }
}
