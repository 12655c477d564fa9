package io.smppbridge.blackbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** A platform that posts messages in batches from several threads until told to end or until the bridge is gone. */
final class Platform {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CallerLog callers;
    private final String key;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    Platform(CallerLog callers, String key) {
        this.callers = callers;
        this.key = key;
    }

    String key() {
        return key;
    }

    /** Under way: threads that post. */
    static final class Load {
        static final Load NONE = new Load();

        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean stopped;

        /** Posts no more, and waits for the answers that are due. */
        void end() throws InterruptedException {
            stopped = true;
            for (Thread thread : threads) {
                thread.join(30_000);
            }
        }
    }

    /** Posts batches of numbers taken from the counter, until it is ended, refused or cut off. */
    Load load(int port, AtomicInteger next, int batch, int threads) {
        Load load = new Load();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(
                    () -> {
                        while (!load.stopped && post(port, next.getAndAdd(batch), batch)) {
                            // goes on
                        }
                    },
                    "platform-" + i);
            thread.setDaemon(true);
            load.threads.add(thread);
            thread.start();
        }
        return load;
    }

    /** Posts those numbers; false when no answer came, or when one was refused for want of a bridge. */
    boolean post(int port, int from, int count) {
        List<Integer> numbers = new ArrayList<>();
        for (int n = from; n < from + count; n++) {
            numbers.add(n);
        }
        return post(port, numbers);
    }

    boolean post(int port, List<Integer> numbers) {
        return post(port, numbers, Numbered::json);
    }

    /** @param json what is written of a number */
    boolean post(int port, List<Integer> numbers, IntFunction<String> json) {
        numbers.forEach(n -> callers.asked(n, 1));
        String body = numbers.stream().map(json::apply).collect(Collectors.joining(",", "[", "]"));
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/messages"))
                .timeout(Duration.ofSeconds(20))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        AtomicReference<HttpResponse<String>> answer = new AtomicReference<>();
        try {
            answer.set(client.send(request, HttpResponse.BodyHandlers.ofString()));
            return read(numbers, answer.get());
        } catch (java.io.IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean read(List<Integer> numbers, HttpResponse<String> answer) throws java.io.IOException {
        JsonNode results = JSON.readTree(answer.body()).path("results");
        if (results.size() != numbers.size()) {
            numbers.forEach(n -> callers.refused(n, answer.statusCode() + " " + answer.body()));
            return false;
        }
        boolean all = true;
        for (int i = 0; i < results.size(); i++) {
            JsonNode one = results.get(i);
            if (one.get("status").asInt() == 202) {
                callers.accepted(numbers.get(i), one.get("id").asText());
            } else {
                callers.refused(numbers.get(i), one.toString());
                all = false;
            }
        }
        return all;
    }
}
