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

/** What a bridge takes while little or nothing is to be done: processor time with five SMSCs bound, and memory before, under and after load. */
@OwnedBy("the thread of the command")
final class RestScenarios {
    static final String IDLE = "idle";
    static final String BUSY = "busy";
    static final String MEMORY = "memory";

    private static final Duration REST = Duration.ofSeconds(10);
    private static final int SMSCS = 5;
    private static final int RATE = 5;
    private static final int CONNECTIONS = 2;
    private static final int LOOKS = 20;

    private final Plan plan;

    RestScenarios(Plan plan) {
        this.plan = plan;
    }

    void addTo(Map<String, Scenarios.Run> all) {
        all.put(IDLE, this::idle);
        all.put(BUSY, this::busy);
        all.put(MEMORY, this::memory);
    }

    /** What is measured of a bridge that stands bound. */
    private interface Figure {
        Result of(ServedBridge bridge, Sink sink) throws IOException, InterruptedException;
    }

    private Result idle() throws IOException, InterruptedException {
        return bound(IDLE, SMSCS, List.of(), (bridge, sink) -> {
            pause(plan.warmup());
            Share share = share(bridge, REST);
            return Result.of(
                    IDLE,
                    share.percent,
                    String.format(
                            Locale.ROOT,
                            "%% of a core over %d s (%.2f JIT), %s",
                            REST.toSeconds(),
                            share.compilers,
                            shape()));
        });
    }

    /** As many messages as the SMSCs' rates allow, so that some always wait. */
    private Result busy() throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>(List.of("route.all.order = 900"));
        for (int i = 1; i <= SMSCS; i++) {
            lines.add("smsc.sink" + i + ".rate = " + RATE + "/s");
            lines.add("smsc.sink" + i + ".window = " + RATE);
            lines.add("route.to" + i + ".prefix = " + Requests.prefix(i - 1));
            lines.add("route.to" + i + ".smsc = sink" + i);
        }
        return bound(BUSY, SMSCS, lines, (bridge, sink) -> {
            try (HttpLoad load = new HttpLoad(bridge.port(), new Requests(bridge.key(), 1, SMSCS, ""), CONNECTIONS)) {
                load.openLoop(SMSCS * RATE);
                pause(plan.warmup());
                long submits = sink.submits();
                long start = System.nanoTime();
                Share share = share(bridge, plan.measure());
                double rate = (sink.submits() - submits) * 1e9 / (System.nanoTime() - start);
                load.end();
                return Result.of(
                        BUSY,
                        share.percent,
                        String.format(
                                Locale.ROOT,
                                "%% of a core over %d s (%.2f JIT) at %.1f msg/s, %d/s for each of %s",
                                plan.measure().toSeconds(),
                                share.compilers,
                                rate,
                                RATE,
                                shape()));
            }
        });
    }

    /** The resident set: after the start, the highest under load, and after a rest. Nothing looks into the JVM meanwhile. */
    private Result memory() throws IOException, InterruptedException {
        return bound(MEMORY, 1, List.of(), (bridge, sink) -> {
            double started = Meter.residentMebibytes(bridge.pid());
            double highest = started;
            try (HttpLoad load = new HttpLoad(
                    bridge.port(), new Requests(bridge.key(), Scenarios.BULK), Scenarios.BULK_CONNECTIONS)) {
                load.closedLoop();
                for (int look = 0; look < LOOKS; look++) {
                    pause(plan.warmup().plus(plan.measure()).dividedBy(LOOKS));
                    highest = Math.max(highest, Meter.residentMebibytes(bridge.pid()));
                }
                load.end();
            }
            pause(REST.multipliedBy(2));
            double rested = Meter.residentMebibytes(bridge.pid());
            return Result.of(
                    MEMORY,
                    highest,
                    String.format(
                            Locale.ROOT,
                            "MiB resident at most, under %d s of http-bulk (%,d messages); %.0f after the start, %.0f after %d s of rest",
                            plan.warmup().plus(plan.measure()).toSeconds(),
                            sink.submits(),
                            started,
                            rested,
                            REST.multipliedBy(2).toSeconds()));
        });
    }

    private Result bound(String name, int smscs, List<String> lines, Figure figure)
            throws IOException, InterruptedException {
        Path directory = Files.createDirectories(plan.directory().resolve(name));
        int port = Ports.free();
        ServedBridge.Setting setting = new ServedBridge.Setting(directory, port, smscs, 0, lines);
        try (Sink sink = Sink.start(plan, directory, port, Ports.free());
                ServedBridge bridge = new ServedBridge(plan, setting)) {
            bridge.start();
            while (sink.binds() < smscs * plan.binds()) {
                bridge.check();
                TimeUnit.MILLISECONDS.sleep(20);
            }
            return figure.of(bridge, sink);
        }
    }

    /** Of one core, in percent; and of it, what the compilers of the JVM took, who end some time after the start. */
    private record Share(double percent, double compilers) {}

    private static Share share(ServedBridge bridge, Duration time) throws IOException, InterruptedException {
        long start = System.nanoTime();
        long cpu = Meter.cpuNanos(bridge.pid());
        long compilers = Meter.compilerNanos(bridge.pid());
        pause(time);
        double whole = (System.nanoTime() - start) / 100.0;
        return new Share(
                (Meter.cpuNanos(bridge.pid()) - cpu) / whole,
                Math.max(0, Meter.compilerNanos(bridge.pid()) - compilers) / whole);
    }

    private String shape() {
        return SMSCS + " SMSCs, " + SMSCS * plan.binds() + " binds";
    }

    private static void pause(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }
}
