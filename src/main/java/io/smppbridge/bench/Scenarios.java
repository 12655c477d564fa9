package io.smppbridge.bench;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What is measured, by name. Each scenario has its own fresh sink, bridge and journal. */
@OwnedBy("the thread of the command")
final class Scenarios {
    /** Measures no bridge. */
    static final String RAW = "raw";

    static final int BULK = 100;
    static final int BULK_CONNECTIONS = 6;
    private static final int SINGLE_CONNECTIONS = 32;
    private static final double HALF = 0.5;
    private static final Duration SETTLE = Duration.ofSeconds(3);
    /** Measured without a bridge, and so without its transports. */
    static final Set<String> BRIDGELESS = Set.of(RAW, BagScenario.NAME);

    static final List<String> OPEN_LOOP = List.of("accept-latency", NeighbourScenario.NAME);

    /** No rate, so that no ceiling says anything about them. */
    static final Set<String> WITHOUT_RATE = Set.of(
            "restart",
            "esme-threads",
            BagScenario.NAME,
            NeighbourScenario.NAME,
            StartScenario.NAME,
            RestScenarios.IDLE,
            RestScenarios.BUSY,
            RestScenarios.MEMORY);

    private static final Duration LONGEST_RAW = Duration.ofSeconds(6);

    private final Plan plan;
    private final Map<String, Run> all = new LinkedHashMap<>();

    /** One scenario. */
    interface Run {
        Result run() throws IOException, InterruptedException;
    }

    Scenarios(Plan plan) {
        this.plan = plan;
        all.put(RAW, this::raw);
        all.put("http-bulk", () -> http("http-bulk", BULK, BULK_CONNECTIONS));
        all.put("http-single", () -> http("http-single", 1, SINGLE_CONNECTIONS));
        all.put("accept-latency", this::acceptLatency);
        all.put(WebhookScenario.NAME, new WebhookScenario(plan)::run);
        all.put("middleware", this::middleware);
        new EsmeScenarios(plan).addTo(all);
        all.put("tcp", () -> stream("tcp", StreamLoad.Kind.of(1)));
        all.put("tcp-2", () -> stream("tcp-2", StreamLoad.Kind.of(2)));
        all.put("tcp-3", () -> stream("tcp-3", StreamLoad.Kind.of(3)));
        all.put("tcp-named", () -> stream("tcp-named", StreamLoad.Kind.of(1).named("bench")));
        all.put("tcp-lock-step", () -> stream("tcp-lock-step", StreamLoad.Kind.LOCK_STEP));
        new WaitingScenarios(plan).addTo(all);
        all.put(BagScenario.NAME, BagScenario::run);
        all.put(NeighbourScenario.NAME, new NeighbourScenario(plan)::run);
        all.put(StartScenario.NAME, new StartScenario(plan)::run);
        new RestScenarios(plan).addTo(all);
    }

    Map<String, Run> all() {
        return all;
    }

    /** Generator straight into the sink: what the machine and the sink allow. */
    private Result raw() throws IOException, InterruptedException {
        Path directory = Files.createDirectories(plan.directory().resolve(RAW));
        int port = Ports.free();
        try (Sink sink = Sink.start(plan, directory, port, Ports.free());
                RawSubmits load = new RawSubmits(port, plan.binds(), plan.window())) {
            pause(shorter(plan.warmup().dividedBy(3), LONGEST_RAW));
            long cpu = Meter.cpuNanos(ProcessHandle.current().pid());
            long sinkCpu = Meter.cpuNanos(sink.pid());
            long submits = sink.submits();
            long start = System.nanoTime();
            pause(shorter(plan.measure().dividedBy(2), LONGEST_RAW));
            double messages = sink.submits() - submits;
            double none = Double.NaN;
            return new Result(
                    RAW,
                    messages * 1e9 / (System.nanoTime() - start),
                    none,
                    none,
                    none,
                    none,
                    none,
                    none,
                    none,
                    none,
                    (Meter.cpuNanos(ProcessHandle.current().pid()) - cpu) / 1e3 / messages,
                    (Meter.cpuNanos(sink.pid()) - sinkCpu) / 1e3 / messages,
                    none,
                    "generator straight into the sink, " + plan.binds() + " binds, window " + plan.window());
        }
    }

    private Result http(String name, int batch, int usual) throws IOException, InterruptedException {
        int connections = plan.connectionsOr(usual);
        try (Stage stage = Stage.open(plan, name);
                HttpLoad load = new HttpLoad(
                        stage.bridge().port(), new Requests(stage.bridge().key(), batch), connections)) {
            load.closedLoop();
            pause(plan.warmup());
            HttpLoad.Tally warm = load.tally();
            stage.begin();
            pause(plan.measure());
            HttpLoad.Tally tally = load.tally();
            stage.finish();
            long missing = missing(stage, load, warm.accepted() + tally.accepted());
            return stage.result(
                    name, tally, connections + " connections, " + batch + " a request" + odd(tally, missing));
        }
    }

    /** Single requests at half of what the closed loop reaches on the same stage. */
    private Result acceptLatency() throws IOException, InterruptedException {
        int connections = plan.connectionsOr(SINGLE_CONNECTIONS);
        try (Stage stage = Stage.open(plan, "accept-latency");
                HttpLoad load = new HttpLoad(
                        stage.bridge().port(), new Requests(stage.bridge().key(), 1), connections)) {
            load.closedLoop();
            pause(plan.warmup());
            long accepted = load.tally().accepted();
            stage.begin();
            pause(SETTLE);
            stage.finish();
            load.end();
            double peak = stage.rate();
            accepted += load.tally().accepted();
            stage.missing(accepted);
            load.openLoop(peak * HALF);
            pause(SETTLE);
            accepted += load.tally().accepted();
            stage.begin();
            pause(plan.measure());
            HttpLoad.Tally tally = load.tally();
            stage.finish();
            long missing = missing(stage, load, accepted + tally.accepted());
            String note = String.format(
                    Locale.ROOT,
                    "open loop at half of %d/s, %d connections, latency from when each was due; the generator came %.0f µs late to each",
                    Math.round(peak),
                    connections,
                    tally.lateMicros());
            return stage.result("accept-latency", tally, note + odd(tally, missing));
        }
    }

    private Result middleware() throws IOException, InterruptedException {
        try (Stage stage = Stage.inProcess(plan, "middleware")) {
            pause(plan.warmup());
            stage.begin();
            pause(plan.measure());
            stage.finish();
            HttpLoad.Tally nothing = HttpLoad.Tally.of(new Histogram(3));
            return stage.result(
                    "middleware",
                    nothing,
                    "MiddleWare.send, 4 callers with lists of 100, platform in the same process");
        }
    }

    /** Messages per second by their ACKs: texts of five octets, as the source of the protocol measured them. */
    private Result stream(String name, StreamLoad.Kind kind) throws IOException, InterruptedException {
        try (Stage stage = Stage.open(plan, name);
                StreamLoad load =
                        new StreamLoad(stage.bridge().tcpPort(), stage.bridge().key(), kind)) {
            pause(plan.warmup());
            StreamLoad.Tally warm = load.tally();
            stage.begin();
            pause(plan.measure());
            StreamLoad.Tally tally = load.tally().minus(warm);
            stage.finish();
            load.end();
            if (!load.trouble().isEmpty()) {
                throw new IOException(load.trouble());
            }
            long missing = stage.missing(load.tally().messages());
            String note = kind.clients()
                    + (kind.clients() == 1 ? " client" : " clients")
                    + (kind.name().isEmpty() ? "" : ", a stream with a name")
                    + (kind.lockStep()
                            ? ", one message at a time"
                            : String.format(
                                    Locale.ROOT,
                                    ", %d messages an ACK, %d a write",
                                    tally.messages() / Math.max(1, tally.acks()),
                                    tally.messages() / Math.max(1, tally.writes())))
                    + (missing == 0 ? "" : ", " + missing + " MISSING at the sink (negative: sent twice)");
            HttpLoad.Tally nothing = HttpLoad.Tally.of(new Histogram(3));
            return stage.result(name, nothing, note);
        }
    }

    /** Ends the load, and waits for what is still to come. */
    static long missing(Stage stage, HttpLoad load, long acceptedSoFar) throws IOException, InterruptedException {
        load.end();
        TimeUnit.MILLISECONDS.sleep(300);
        return stage.missing(acceptedSoFar + load.tally().accepted());
    }

    static String odd(HttpLoad.Tally tally, long missing) {
        return (tally.refused() > 0 ? ", " + tally.refused() + " times 429" : "")
                + (tally.broken() > 0 ? ", " + tally.broken() + " BROKEN" : "")
                + (tally.overdue() > 0 ? ", " + tally.overdue() + " overdue at the end" : "")
                + (missing == 0 ? "" : ", " + missing + " MISSING at the sink (negative: sent twice)");
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static void pause(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }
}
