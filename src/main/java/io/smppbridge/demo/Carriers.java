package io.smppbridge.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The simulated carriers, in a process of their own: it ends when this one does, however that happens. */
@ThreadSafe
final class Carriers implements AutoCloseable {
    static final String PASSWORD = "demo-pw";
    private static final Duration START_WITHIN = Duration.ofSeconds(30);
    private static final Pattern PORT = Pattern.compile("(\\S+): SMPP on \\S+:(\\d+)");
    private static final Pattern PAGE = Pattern.compile("page: (http://\\S+)");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final Map<String, Integer> ports = new ConcurrentHashMap<>();
    private final CompletableFuture<URI> page = new CompletableFuture<>();
    private final List<String> said = new ArrayList<>();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private Carriers(Process process) {
        this.process = process;
    }

    /**
     * Starts them and waits until they listen.
     *
     * @param command starts a simulator; the script's file comes behind it
     * @param dropAfter after so long the slow one drops each bind
     */
    static Carriers start(List<String> command, Path directory, Duration dropAfter) throws IOException {
        Path subscribers = directory.resolve("mo.csv");
        Files.write(subscribers, MoLines.numbered(), StandardCharsets.UTF_8);
        Path script = directory.resolve("smsc-sim.properties");
        Files.writeString(script, script(subscribers, dropAfter), StandardCharsets.UTF_8);
        List<String> all = new ArrayList<>(command);
        all.add(script.toString());
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        Carriers carriers = new Carriers(process);
        NamedThreads.single("smsc-sim-output", carriers::listen).start();
        try {
            carriers.page.get(START_WITHIN.toSeconds(), TimeUnit.SECONDS);
            return carriers;
        } catch (ExecutionException | TimeoutException e) {
            carriers.close();
            throw new IOException("the simulated carriers did not start; they said: " + carriers.words(), e);
        } catch (InterruptedException e) {
            carriers.close();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the simulated carriers started", e);
        }
    }

    private static String script(Path subscribers, Duration dropAfter) {
        return """
                # The three carriers of the demo; every key is explained in config/smsc-sim.properties.
                http-port = 0
                accounts = demo:%s
                receipts = asked
                port.quick.listen = 0
                port.quick.respond-after = 1ms
                port.quick.receipt-after = 20ms..200ms
                port.quick.receipt-outcome-for = *77=UNDELIV
                port.limited.listen = 0
                port.limited.respond-after = 5ms
                port.limited.rate = 10
                port.limited.message-id = hex
                port.limited.message-id-start = 2748
                port.limited.receipt-id = decimal
                port.limited.receipt-after = 100ms..500ms
                port.slow.listen = 0
                port.slow.respond-after = 100ms..300ms
                port.slow.receipt-after = 200ms..800ms
                port.slow.refuse = *3=RINVDSTADR
                port.slow.break-after = %sms
                port.slow.break-how = close
                port.slow.mo-rate = 3
                port.slow.mo-file = %s
                """.formatted(
                        PASSWORD, dropAfter.toMillis(), subscribers.toString().replace("\\", "\\\\"));
    }

    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line;
            while ((line = lines.readLine()) != null) {
                heard(line);
            }
        } catch (IOException e) {
            // The same as its end.
        }
        page.completeExceptionally(new IOException("the process ended"));
    }

    private void heard(String line) {
        Matcher port = PORT.matcher(line);
        if (port.matches()) {
            ports.put(port.group(1), Integer.parseInt(port.group(2)));
        }
        Matcher address = PAGE.matcher(line);
        if (address.matches()) {
            page.complete(URI.create(address.group(1)));
        }
        synchronized (said) {
            if (said.size() < 50) {
                said.add(line);
            }
        }
    }

    private String words() {
        synchronized (said) {
            return said.isEmpty() ? "nothing" : String.join(" | ", said);
        }
    }

    int port(String carrier) {
        return ports.get(carrier);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The address of their page. */
    URI page() {
        return page.join();
    }

    /** What one of them has counted, as {@code GET /stats} says. */
    JsonNode report(String carrier) throws IOException {
        for (JsonNode port :
                ask(HttpRequest.newBuilder(page().resolve("/stats"))).path("ports")) {
            if (port.path("name").asText().equals(carrier)) {
                return port;
            }
        }
        throw new IOException("the simulated carriers know no " + carrier);
    }

    /** Subscribers write no more. */
    void stopMo() throws IOException {
        String change = "{\"port\":\"slow\",\"key\":\"mo-rate\",\"value\":\"0\"}";
        ask(HttpRequest.newBuilder(page().resolve("/control")).POST(HttpRequest.BodyPublishers.ofString(change)));
    }

    private JsonNode ask(HttpRequest.Builder request) throws IOException {
        try {
            HttpResponse<String> answer =
                    client.send(request.timeout(Duration.ofSeconds(5)).build(), HttpResponse.BodyHandlers.ofString());
            return JSON.readTree(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Ends the process: asks first, and insists after three seconds. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            process.destroy();
            if (!process.waitFor(3, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(3, TimeUnit.SECONDS);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
