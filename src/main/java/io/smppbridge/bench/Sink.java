package io.smppbridge.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The SMSC simulator in a process of its own, remembering nothing. Its own statistics say how many submit_sm it has taken. */
@OwnedBy("the thread of the command")
final class Sink implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Each receipt to come lives for a tenth of a second: in a small young room the collector copies more of them than die. */
    private static final List<String> ROOMY = List.of("-Xmn256m");

    private final ChildJvm process;
    private final URI stats;

    private Sink(ChildJvm process, URI stats) {
        this.process = process;
        this.stats = stats;
    }

    static Sink start(Plan plan, Path directory, int port, int httpPort) throws IOException, InterruptedException {
        return start(plan, directory, new int[] {port}, httpPort, List.of());
    }

    /** Several SMSCs in one process, by their ports, with more options. */
    static Sink start(Plan plan, Path directory, int[] ports, int httpPort, List<String> more)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                ServedBridge.MAIN,
                "smsc-sim",
                "--port",
                Arrays.stream(ports).mapToObj(Integer::toString).collect(Collectors.joining(",")),
                "--http-port",
                Integer.toString(httpPort),
                "--set",
                "record=0",
                "--set",
                "deliver-window=" + Math.max(10, Math.min(10_000, plan.window())),
                "--until-input-ends"));
        command.addAll(more);
        ChildJvm process = ChildJvm.start("sink", plan.java(), directory, ROOMY, command);
        URI stats = URI.create("http://127.0.0.1:" + httpPort + "/stats");
        Ports.awaitAnswer(stats, process);
        return new Sink(process, stats);
    }

    long pid() {
        return process.pid();
    }

    /** submit_sm taken so far. */
    long submits() throws IOException {
        return sum("submits", "total");
    }

    /** Binds that stand. */
    int binds() throws IOException {
        return (int) sum("sessions", "now");
    }

    /** Of all its ports. */
    private long sum(String group, String figure) throws IOException {
        long sum = 0;
        try (var in = stats.toURL().openStream()) {
            for (JsonNode port : JSON.readTree(in).path("ports")) {
                sum += port.path(group).path(figure).asLong();
            }
        }
        return sum;
    }

    /** As if its machine had gone: no unbind. */
    void kill() throws InterruptedException {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}
