package io.smppbridge.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** How long a start takes: from exec until the bridge says that it is ready, with one SMSC and next to nothing in its journal. */
final class StartScenario {
    static final String NAME = "start";
    private static final int STARTS = 7;
    private static final double SECOND = 1e9;

    private final Plan plan;

    StartScenario(Plan plan) {
        this.plan = plan;
    }

    Result run() throws IOException, InterruptedException {
        Path directory = Files.createDirectories(plan.directory().resolve(NAME));
        int port = Ports.free();
        ServedBridge.Setting setting = new ServedBridge.Setting(directory, port, 1, 0);
        double[] seconds = new double[STARTS];
        double cpu = 0;
        try (Sink sink = Sink.start(plan, directory, port, Ports.free());
                ServedBridge bridge = new ServedBridge(plan, setting)) {
            for (int i = 0; i < STARTS; i++) {
                long exec = System.nanoTime();
                bridge.start();
                seconds[i] = (System.nanoTime() - exec) / SECOND;
                cpu += Meter.cpuNanos(bridge.pid()) / SECOND / STARTS;
                bridge.kill();
            }
            sink.submits(); // it is still there
        }
        Arrays.sort(seconds);
        double median = seconds[STARTS / 2];
        return Result.of(
                NAME,
                median,
                String.format(
                        Locale.ROOT,
                        "s from exec to ready, the median of %d (%.2f to %.2f; %.1f s of processor time), %s",
                        STARTS,
                        seconds[0],
                        seconds[STARTS - 1],
                        cpu,
                        ChildJvm.classes(plan.java())));
    }
}
