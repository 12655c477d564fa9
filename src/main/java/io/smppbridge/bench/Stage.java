package io.smppbridge.bench;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Sink and bridge, running, and what they have used since a mark. */
@OwnedBy("the thread of the command")
final class Stage implements AutoCloseable {
    /** Where it writes what each thread has cost, beside the logs. */
    static final String THREADS = "threads.txt";

    private static final Duration DRAIN = Duration.ofSeconds(60);
    private static final double MICROS = 1e3;
    private static final double MILLIS = 1e6;

    private final Sink sink;
    private final ServedBridge bridge;
    private final Meter meter;
    private Mark start;
    private Mark end;
    private Map<String, ThreadCosts.Group> threads = Map.of();

    /** Everything at one moment. */
    private record Mark(
            long nanos,
            long submits,
            Meter.Reading bridge,
            long forces,
            double forceSeconds,
            long generatorCpu,
            long sinkCpu) {}

    private Stage(Sink sink, ServedBridge bridge) throws IOException {
        this.sink = sink;
        this.bridge = bridge;
        this.meter = Meter.attach(bridge.pid());
    }

    /** Starts both; the bridge serves HTTP. */
    static Stage open(Plan plan, String scenario) throws IOException, InterruptedException {
        return open(plan, scenario, false, List.of());
    }

    /** The same, with more lines of configuration. */
    static Stage open(Plan plan, String scenario, List<String> more) throws IOException, InterruptedException {
        return open(plan, scenario, false, more);
    }

    /** Starts both; the platform sends in the bridge's process. */
    static Stage inProcess(Plan plan, String scenario) throws IOException, InterruptedException {
        return open(plan, scenario, true, List.of());
    }

    private static Stage open(Plan plan, String scenario, boolean embedded, List<String> more)
            throws IOException, InterruptedException {
        Path directory = Files.createDirectories(plan.directory().resolve(scenario));
        int port = Ports.free();
        Sink sink = Sink.start(plan, directory, port, Ports.free());
        ServedBridge bridge = null;
        try {
            bridge = new ServedBridge(plan, new ServedBridge.Setting(directory, port, 1, 0, more));
            if (embedded) {
                bridge.launch(List.of(InProcess.class.getName(), bridge.file().toString()));
            } else {
                bridge.start();
            }
            while (sink.binds() < plan.binds()) {
                bridge.check();
                TimeUnit.MILLISECONDS.sleep(20);
            }
            return new Stage(sink, bridge);
        } catch (IOException | InterruptedException | RuntimeException e) {
            if (bridge != null) {
                bridge.close();
            }
            sink.close();
            throw e;
        }
    }

    ServedBridge bridge() {
        return bridge;
    }

    Sink sink() {
        return sink;
    }

    /** From now on it counts. */
    void begin() throws IOException {
        start = mark();
        threads = ThreadCosts.read(bridge.pid());
    }

    /** It counts no longer. */
    void finish() throws IOException {
        end = mark();
        bridge.check();
        String costs = ThreadCosts.text(ThreadCosts.between(threads, ThreadCosts.read(bridge.pid()), submits()));
        Files.writeString(bridge.file().resolveSibling(THREADS), costs);
    }

    /** submit_sm per second at the sink between begin and finish. */
    double rate() {
        return submits() * 1e9 / (end.nanos - start.nanos);
    }

    /** Between begin and finish. */
    double seconds() {
        return (end.nanos - start.nanos) / 1e9;
    }

    /** Mean time of a force between begin and finish; NaN when there was none. */
    double forceMicros() {
        long forces = end.forces - start.forces;
        return forces <= 0 ? Double.NaN : (end.forceSeconds - start.forceSeconds) * 1e6 / forces;
    }

    /**
     * Waits until the sink has as many as were accepted.
     *
     * @return what is missing (or too many, negative) in the end
     */
    long missing(long accepted) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + DRAIN.toNanos();
        long missing = accepted - sink.submits();
        while (missing > 0 && System.nanoTime() < deadline) {
            bridge.check();
            TimeUnit.MILLISECONDS.sleep(50);
            missing = accepted - sink.submits();
        }
        return missing;
    }

    /** The row of what was measured between begin and finish. */
    Result result(String scenario, HttpLoad.Tally tally, String note) {
        Meter.Reading used = end.bridge.minus(start.bridge);
        double messages = submits();
        boolean timed = tally.latency().getTotalCount() > 0;
        return new Result(
                scenario,
                rate(),
                used.cpuNanos() / MICROS / messages,
                used.compilerNanos() / MICROS / messages,
                used.octets() / messages,
                start.forces < 0 || end.forces <= start.forces ? Double.NaN : messages / (end.forces - start.forces),
                timed ? tally.latency().getValueAtPercentile(50) / MILLIS : Double.NaN,
                timed ? tally.latency().getValueAtPercentile(99) / MILLIS : Double.NaN,
                timed ? tally.latency().getValueAtPercentile(99.9) / MILLIS : Double.NaN,
                used.gcMillis() * MILLIS * 100 / (end.nanos - start.nanos),
                timed ? (end.generatorCpu - start.generatorCpu) / MICROS / messages : Double.NaN,
                (end.sinkCpu - start.sinkCpu) / MICROS / messages,
                Double.NaN,
                note);
    }

    private double submits() {
        return Math.max(1, end.submits - start.submits);
    }

    private Mark mark() throws IOException {
        Meter.Reading reading = meter.read();
        return new Mark(
                System.nanoTime(),
                sink.submits(),
                reading,
                bridge.forces(),
                bridge.forceSeconds(),
                Meter.cpuNanos(ProcessHandle.current().pid()),
                Meter.cpuNanos(sink.pid()));
    }

    @Override
    public void close() {
        meter.close();
        bridge.close();
        sink.close();
    }
}
