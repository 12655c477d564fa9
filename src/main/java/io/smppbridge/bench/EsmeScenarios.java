package io.smppbridge.bench;

import io.smppbridge.settings.TransportKind;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** SMPP in, SMPP out: as many binds and as large a window on either side. Each has a floor, for two cores. */
@OwnedBy("the thread of the command")
final class EsmeScenarios {
    private static final int USUAL_BINDS = 4;
    private static final int USUAL_WINDOW = 100;
    private static final double FLOOR = 120_000;
    private static final double FLOOR_MICROS = 6;
    private static final double FLOOR_OF_TEN = 20_000;
    private static final double FLOOR_GATEWAY_MICROS = 200;
    private static final double FLOOR_RECEIPTS = 0.5;
    /**
     * Window towards the SMSC where one message at a time comes in. The ESME waits for its answers alone and thus may run ahead of the SMSC: a
     * window that fills would add the SMSC's time to the gateway's. With 10 it did, for milliseconds, whenever the sink had to wait for a core.
     */
    private static final int OUT = 100;

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int CLIENTS = 1_000;

    private final Plan plan;

    EsmeScenarios(Plan plan) {
        this.plan = plan;
    }

    void addTo(Map<String, Scenarios.Run> all) {
        all.put("esme", () -> esme("esme", plan, FLOOR));
        all.put("esme-10", () -> esme("esme-10", plan.with(USUAL_BINDS, 10, plan.transport()), FLOOR_OF_TEN));
        all.put("esme-1", () -> one("esme-1", plan.with(1, OUT, plan.transport()), "forced to disk"));
        all.put("esme-1x4", () -> one("esme-1x4", plan.with(USUAL_BINDS, OUT, plan.transport()), "forced to disk"));
        all.put("esme-1-memory", () -> inMemory("esme-1-memory", 1));
        all.put("esme-1x4-memory", () -> inMemory("esme-1x4-memory", USUAL_BINDS));
        all.put("esme-receipts", this::receipts);
        all.put("esme-threads", this::threads);
    }

    private Result esme(String name, Plan its, double floor) throws IOException, InterruptedException {
        try (Stage stage = Stage.open(its, name, List.of());
                RawSubmits load = new RawSubmits(stage.bridge().esmePort(), its.binds(), its.window())) {
            Result result = measured(stage, load, name);
            boolean usual = its.binds() == USUAL_BINDS && (its.window() == USUAL_WINDOW || floor == FLOOR_OF_TEN);
            String floors = Floor.atLeast(floor, "msg/s", result.perSecond())
                    + (floor == FLOOR ? Floor.atMost(FLOOR_MICROS, "µs CPU", result.cpuMicros()) : "");
            return result.noted(shape(its) + (usual ? floors : "") + result.note());
        }
    }

    /** The same with a journal in memory, where a force costs nothing: what is left is the bridge's own. */
    private Result inMemory(String name, int binds) throws IOException, InterruptedException {
        if (!Files.isWritable(MEMORY)) {
            return Result.of(name, Double.NaN, "not measured: there is no " + MEMORY);
        }
        Path directory = Files.createTempDirectory(MEMORY, "smpp-bridge-bench-");
        try {
            return one(name, plan.with(binds, OUT, plan.transport()).in(directory), "journal in memory, NOT durable");
        } finally {
            BenchCommand.delete(directory);
        }
    }

    /** One message at a time on each connection. The PDU logs say how long it was in the gateway. */
    private Result one(String name, Plan its, String how) throws IOException, InterruptedException {
        Path logs = its.directory().resolve(name).resolve("pdu");
        List<String> more = List.of(
                "account.bench.esme.window = 1",
                "smsc.sink1.pdulog = text",
                "account.bench.esme.pdulog = text",
                "pdulog.directory = " + logs,
                "pdulog.file-size = 256M");
        try (Stage stage = Stage.open(its, name, more);
                RawSubmits load = new RawSubmits(stage.bridge().esmePort(), its.binds(), 1)) {
            Result result = measured(stage, load, name);
            double disk = stage.forceMicros();
            stage.bridge().close(); // nothing of a log is in memory when its bridge has ended
            Transit transit = Transit.read(logs, its.warmup());
            String note = String.format(
                    Locale.ROOT,
                    "SMPP to SMPP, connections %d, window 1, %s; in the gateway (median): %.0f µs until submit_sm_resp, %.0f µs until submit_sm is written; a force"
                            + " took %.0f µs (mean)",
                    its.binds(),
                    how,
                    transit.answerMicros(),
                    transit.submitMicros(),
                    disk);
            double slower = Math.max(transit.answerMicros(), transit.submitMicros());
            return result.noted(note + Floor.atMost(FLOOR_GATEWAY_MICROS, "µs", slower) + result.note());
        }
    }

    /** First without receipts, then with one for each message: on the same stage, so that the two can be compared. */
    private Result receipts() throws IOException, InterruptedException {
        String name = "esme-receipts";
        int port;
        try (Stage stage =
                Stage.open(plan, name, List.of("account.bench.esme.deliver-window = " + Math.max(10, plan.window())))) {
            port = stage.bridge().esmePort();
            double without;
            try (RawSubmits load = new RawSubmits(port, plan.binds(), plan.window())) {
                Result plain = measured(stage, load, name);
                without = plain.perSecond();
                if (!plain.note().isEmpty()) {
                    return plain;
                }
            }
            long before = stage.sink().submits();
            RawSubmits.Shape shape = new RawSubmits.Shape(plan.binds(), plan.window(), true);
            try (RawSubmits load = new RawSubmits(port, shape)) {
                pause(plan.warmup());
                load.latency();
                long receipts = load.receipts();
                stage.begin();
                pause(plan.measure());
                long came = load.receipts() - receipts;
                stage.finish();
                double seconds = stage.seconds();
                HttpLoad.Tally tally = HttpLoad.Tally.of(load.latency());
                load.end();
                long accepted = load.accepted();
                long missing = stage.missing(before + accepted);
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
                while (load.receipts() < accepted && System.nanoTime() < deadline) {
                    TimeUnit.MILLISECONDS.sleep(20);
                }
                Result result = stage.result(name, tally, "");
                double kept = Math.min(result.perSecond(), came / seconds);
                String note = String.format(
                        Locale.ROOT,
                        "%s, a receipt for each: %,.0f submitted and %,.0f receipts a second, %,.0f msg/s without: x%.2f",
                        shape(plan),
                        result.perSecond(),
                        came / seconds,
                        without,
                        kept / without);
                long lost = accepted - load.receipts();
                return result.noted(note
                        + Floor.atLeast(FLOOR_RECEIPTS, "of it", kept / without)
                        + odd(load.refused(), missing)
                        + (lost == 0 ? "" : ", " + lost + " receipts MISSING (negative: twice)"));
            }
        }
    }

    /** What a thousand clients cost in threads. */
    private Result threads() throws IOException, InterruptedException {
        Comparison comparison = new Comparison(plan.with(1, 1, TransportKind.NETTY), plan.measure(), true);
        int one = comparison.threads(Cell.Form.PIPELINE, 1);
        int many = comparison.threads(Cell.Form.PIPELINE, CLIENTS);
        return Result.of(
                "esme-threads",
                many - one,
                "threads more with " + CLIENTS + " ESMEs bound than with one, which has " + one
                        + Floor.atMost(0, "threads", many - one));
    }

    /** The first load of a stage, from its warm-up to its end. */
    private Result measured(Stage stage, RawSubmits load, String name) throws IOException, InterruptedException {
        pause(plan.warmup());
        load.latency();
        stage.begin();
        pause(plan.measure());
        stage.finish();
        HttpLoad.Tally tally = HttpLoad.Tally.of(load.latency());
        load.end();
        return stage.result(name, tally, odd(load.refused(), stage.missing(load.accepted())));
    }

    private static String shape(Plan its) {
        return "SMPP to SMPP, " + its.binds() + (its.binds() == 1 ? " bind" : " binds") + ", window " + its.window();
    }

    private static String odd(long refused, long missing) {
        return (refused > 0 ? ", " + refused + " times refused" : "")
                + (missing == 0 ? "" : ", " + missing + " MISSING at the sink (negative: sent twice)");
    }

    private static void pause(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }
}
