package io.smppbridge.bench;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Many messages wait while the SMSC is away: what accepting them costs, what sending them costs then, and a start with them. */
@OwnedBy("the thread of the command")
final class WaitingScenarios {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** The first and the last of a backlog are not counted: binds come up, windows run empty. */
    private static final double EDGE = 0.1;

    /** What is said where the sink has had as many as were accepted. */
    static final String EXACT = "none lost, none twice";

    private static final double SECOND = 1e9;
    private static final double MICROS = 1e3;

    private final Plan plan;

    WaitingScenarios(Plan plan) {
        this.plan = plan;
    }

    void addTo(Map<String, Scenarios.Run> all) {
        all.put("waiting", this::cold);
        all.put("waiting-hot", this::hot);
        all.put("restart", this::restart);
    }

    /** In the memory that there is. */
    Result cold() throws IOException, InterruptedException {
        return waiting("waiting", plan, "bodies beyond pipeline.hot-bytes only in the journal");
    }

    /** As much memory as it takes: what the others are compared with. */
    Result hot() throws IOException, InterruptedException {
        List<String> roomy = new ArrayList<>(plan.bridgeOptions());
        roomy.add("-Xmx" + (512 + plan.pending() / 1_000) + "m");
        return waiting(
                "waiting-hot",
                plan.with(roomy),
                "all bodies in memory",
                "pipeline.hot-bytes = " + plan.pending() + "K");
    }

    /** Messages wait for an SMSC that does not listen, and then it does. */
    private Result waiting(String name, Plan its, String what, String... more)
            throws IOException, InterruptedException {
        Path directory = Files.createDirectories(its.directory().resolve(name));
        int port = Ports.free();
        ServedBridge.Setting setting = new ServedBridge.Setting(directory, port, 1, its.pending() * 2, List.of(more));
        try (ServedBridge bridge = new ServedBridge(its, setting)) {
            bridge.start();
            long start = System.nanoTime();
            long accepted = fill(bridge);
            double in = accepted * SECOND / (System.nanoTime() - start);
            Meter meter = Meter.attach(bridge.pid());
            double inMicros = Meter.cpuNanos(bridge.pid()) / MICROS / accepted;
            try (Sink sink = Sink.start(its, directory, port, Ports.free())) {
                awaitSubmits(bridge, sink, (long) (accepted * EDGE));
                long from = sink.submits();
                long begun = System.nanoTime();
                Meter.Reading before = meter.read();
                awaitSubmits(bridge, sink, (long) (accepted * (1 - EDGE)));
                double counted = sink.submits() - from;
                double seconds = (System.nanoTime() - begun) / SECOND;
                Meter.Reading used = meter.read().minus(before);
                awaitSubmits(bridge, sink, accepted);
                TimeUnit.SECONDS.sleep(1);
                long missing = accepted - sink.submits();
                double none = Double.NaN;
                return new Result(
                        name,
                        counted / seconds,
                        used.cpuNanos() / MICROS / counted,
                        used.compilerNanos() / MICROS / counted,
                        used.octets() / counted,
                        none,
                        none,
                        none,
                        none,
                        used.gcMillis() / seconds / 10,
                        none,
                        none,
                        none,
                        String.format(
                                Locale.ROOT,
                                "%d waited, %s; accepted at %.0f/s and %.1f µs each, then sent as the figures say, %s",
                                accepted,
                                what,
                                in,
                                inMicros,
                                missing == 0 ? EXACT : missing + " MISSING (negative: sent twice)"));
            }
        }
    }

    /** Fills the journal while the SMSC is dead, kills the bridge, and waits for what the next one submits. */
    private Result restart() throws IOException, InterruptedException {
        Path directory = Files.createDirectories(plan.directory().resolve("restart"));
        int port = Ports.free();
        ServedBridge.Setting setting = new ServedBridge.Setting(directory, port, 1, plan.pending() * 2);
        try (ServedBridge bridge = new ServedBridge(plan, setting)) {
            bridge.start();
            long accepted = fill(bridge);
            bridge.kill();
            try (Sink sink = Sink.start(plan, directory, port, Ports.free())) {
                long start = System.nanoTime();
                bridge.launch();
                awaitSubmits(bridge, sink, 1);
                double seconds = (System.nanoTime() - start) / SECOND;
                double cpu = Meter.cpuNanos(bridge.pid()) / SECOND;
                awaitSubmits(bridge, sink, accepted);
                double all = (System.nanoTime() - start) / SECOND;
                long missing = accepted - sink.submits();
                return Result.of(
                        "restart",
                        seconds,
                        String.format(
                                Locale.ROOT,
                                "s from exec to the first submit_sm (%.1f s of processor time), %s, %d pending after kill -9; all sent"
                                        + " after %.1f s, %s",
                                cpu,
                                ChildJvm.classes(plan.java()),
                                accepted,
                                all,
                                missing == 0 ? EXACT : missing + " missing (negative: sent twice)"));
            }
        }
    }

    /** How many were accepted: at least as many as are to wait. */
    private long fill(ServedBridge bridge) throws IOException, InterruptedException {
        long accepted = 0;
        try (HttpLoad load =
                new HttpLoad(bridge.port(), new Requests(bridge.key(), Scenarios.BULK), Scenarios.BULK_CONNECTIONS)) {
            load.closedLoop();
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (accepted < plan.pending()) {
                bridge.check();
                if (System.nanoTime() > deadline) {
                    throw new IOException("only " + accepted + " messages accepted within " + PATIENCE.toSeconds()
                            + " s, expected " + plan.pending());
                }
                TimeUnit.MILLISECONDS.sleep(20);
                accepted += load.tally().accepted();
            }
            load.end();
            TimeUnit.MILLISECONDS.sleep(200);
            return accepted + load.tally().accepted();
        }
    }

    private static void awaitSubmits(ServedBridge bridge, Sink sink, long wanted)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (sink.submits() < wanted && System.nanoTime() < deadline) {
            bridge.check();
            TimeUnit.MILLISECONDS.sleep(wanted == 1 ? 5 : 50);
        }
    }
}
