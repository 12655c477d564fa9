package io.smppbridge.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.admin.LogLine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Asks a running bridge by HTTP, and turns what goes wrong into words. For one thread. */
final class Rest {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);

    private final URI base;
    private final Optional<String> key;
    private final String wherefrom;
    private final String unknown;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(CONNECT_WITHIN)
            .build();

    /**
     * @param key sent as a bearer; empty for none
     * @param wherefrom where the address comes from, for the complaint that nobody answers there
     * @param unknown the complaint when the bridge does not know the key; empty leaves that answer (401) to the caller
     */
    Rest(URI base, Optional<String> key, String wherefrom, String unknown) {
        this.base = base;
        this.key = key;
        this.wherefrom = wherefrom;
        this.unknown = unknown;
    }

    /** An answer; {@code json} is a missing node when the body is none. */
    record Answer(int status, JsonNode json, String text) {
        boolean isGood() {
            return status >= 200 && status < 300;
        }
    }

    /** An address as the user typed it. */
    static URI address(String typed) {
        String text = typed.contains("://") ? typed : "http://" + typed;
        try {
            URI uri = URI.create(text);
            if (uri.getHost() != null
                    && (uri.getScheme().equals("http") || uri.getScheme().equals("https"))) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw new Complaint(Exit.USAGE, typed + " is no address, expected one such as http://127.0.0.1:8080");
    }

    Answer get(String path) {
        return get(path, ANSWER_WITHIN);
    }

    /** @param within how long the bridge may take over it */
    Answer get(String path, Duration within) {
        return call("GET", path, "", within);
    }

    Answer post(String path, String body) {
        return post(path, body, ANSWER_WITHIN);
    }

    /** @param within how long the bridge may take over it */
    Answer post(String path, String body, Duration within) {
        return call("POST", path, body, within);
    }

    /** @throws Complaint with exit code 69 when nobody answers, with 1 when the key is not known and there are words for it */
    private Answer call(String method, String path, String body, Duration within) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path))
                .timeout(within)
                .header("Accept", "application/json")
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        key.ifPresent(word -> request.header("Authorization", "Bearer " + word));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        try {
            HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() == 401 && !unknown.isEmpty()) {
                throw new Complaint(Exit.FAILURE, unknown);
            }
            return new Answer(response.statusCode(), parsed(response.body()), response.body());
        } catch (IOException e) {
            throw new Complaint(Exit.UNAVAILABLE, nobody(e, within, method.equals("POST")), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Complaint(Exit.FAILURE, "interrupted while waiting for " + base, e);
        }
    }

    private String nobody(IOException failure, Duration within, boolean order) {
        boolean silent = failure instanceof java.net.http.HttpTimeoutException
                && !(failure instanceof java.net.http.HttpConnectTimeoutException);
        if (silent) {
            return base + " takes connections but did not answer within " + within.toSeconds() + " s"
                    + (order ? "; what it was asked to do it may be doing all the same" : "");
        }
        if (failure instanceof java.net.ConnectException) {
            return "no bridge answers at " + base + " (" + wherefrom
                    + "); start one by ./bridge run FILE, or say where it is by --url";
        }
        return base + " did not answer as a bridge does (" + LogLine.of(String.valueOf(failure.getMessage()))
                + "); is the address right?";
    }

    private static JsonNode parsed(String body) {
        try {
            return body.isBlank() ? JSON.missingNode() : JSON.readTree(body);
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }

    /** What a bad answer says, as one line that moves no cursor: each wrong field, or else the problem's sentence. */
    static String problem(Answer answer) {
        JsonNode json = answer.json();
        if (!json.has("detail")) {
            return "the answer was " + answer.status()
                    + (answer.text().isBlank() ? "" : ": " + LogLine.of(cut(answer.text())));
        }
        StringBuilder words = new StringBuilder();
        for (JsonNode fault : json.path("errors")) {
            String field =
                    fault.path("pointer").asText().replaceFirst("^/", ""); // none where the message as a whole is meant
            words.append(words.isEmpty() ? "" : "; ")
                    .append(field)
                    .append(field.isEmpty() ? "" : ": ")
                    .append(fault.path("detail").asText());
        }
        if (words.isEmpty()) {
            words.append(json.path("detail").asText());
        }
        return LogLine.of(words.toString());
    }

    private static String cut(String text) {
        return text.length() <= 300 ? text : text.substring(0, 300) + "…";
    }
}
