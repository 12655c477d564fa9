package io.smppbridge.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** The SMSC simulator in a process of its own, remembering nothing. Its own statistics say how many submit_sm it has taken. */
@OwnedBy("the thread of the command")
final class Sink implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ChildJvm process;
    private final URI stats;

    private Sink(ChildJvm process, URI stats) {
        this.process = process;
        this.stats = stats;
    }

    static Sink start(Plan plan, Path directory, int port, int httpPort) throws IOException, InterruptedException {
        List<String> command = List.of(
                ServedBridge.MAIN,
                "smsc-sim",
                "--port",
                Integer.toString(port),
                "--http-port",
                Integer.toString(httpPort),
                "--set",
                "record=0",
                "--set",
                "deliver-window=" + Math.max(10, Math.min(10_000, plan.window())),
                "--until-input-ends");
        ChildJvm process = ChildJvm.start("sink", plan.java(), directory, List.of(), command);
        URI stats = URI.create("http://127.0.0.1:" + httpPort + "/stats");
        Ports.awaitAnswer(stats, process);
        return new Sink(process, stats);
    }

    long pid() {
        return process.pid();
    }

    /** submit_sm taken so far. */
    long submits() throws IOException {
        return stats().path("submits").path("total").asLong();
    }

    /** Binds that stand. */
    int binds() throws IOException {
        return stats().path("sessions").path("now").asInt();
    }

    private JsonNode stats() throws IOException {
        try (var in = stats.toURL().openStream()) {
            return JSON.readTree(in).path("ports").path(0);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
