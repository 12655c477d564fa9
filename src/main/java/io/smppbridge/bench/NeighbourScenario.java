package io.smppbridge.bench;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Ten SMSCs, each with a rate below what comes for it, so that a sender that is kept waiting can never make up for it. Then one of them dies,
 * and comes back slow: what the other nine still get.
 */
@OwnedBy("the thread of the command")
final class NeighbourScenario {
    static final String NAME = "one-of-ten";

    private static final int SMSCS = 10;
    private static final int RATE = 500;
    private static final int OFFERED = 600;
    private static final int CONNECTIONS = 32;
    /** More than comes in any stretch: before a full bag its callers wait, as they are to, and each of these calls for all ten. */
    private static final int BAG = 5_000_000;

    private static final Duration SETTLE = Duration.ofSeconds(4);
    private static final String SLOW = "2s";
    private static final double MILLIS = 1e6;

    private final Plan plan;
    private final int[] ports;

    NeighbourScenario(Plan plan) {
        this.plan = plan;
        this.ports = new int[SMSCS];
    }

    /** What nine of them got, and how long accepting took. */
    private record Phase(double perSecond, double p99Millis, long refused) {}

    Result run() throws IOException, InterruptedException {
        System.arraycopy(Ports.free(SMSCS), 0, ports, 0, SMSCS);
        Path directory = Files.createDirectories(plan.directory().resolve(NAME));
        int[] well = Arrays.copyOf(ports, SMSCS - 1);
        ServedBridge.Setting setting = new ServedBridge.Setting(directory, ports[0], SMSCS, 0, lines());
        try (Sink nine = Sink.start(plan, directory, well, Ports.free(), List.of());
                Sink tenth = tenth(List.of());
                ServedBridge bridge = new ServedBridge(plan, setting)) {
            bridge.start();
            awaitBinds(bridge, nine, SMSCS - 1);
            awaitBinds(bridge, tenth, 1);
            try (HttpLoad load = new HttpLoad(bridge.port(), new Requests(bridge.key(), 1, SMSCS, ""), CONNECTIONS)) {
                load.openLoop(SMSCS * OFFERED);
                TimeUnit.NANOSECONDS.sleep(plan.warmup().toNanos());
                Phase before = phase(load, nine);
                tenth.kill();
                Phase dead = phase(load, nine);
                try (Sink back = tenth(List.of("--delay", SLOW))) {
                    awaitBinds(bridge, back, 1);
                    Phase slow = phase(load, nine);
                    return result(before, dead, slow);
                }
            }
        }
    }

    private static Result result(Phase before, Phase dead, Phase slow) {
        double deadShare = dead.perSecond / before.perSecond;
        double slowShare = slow.perSecond / before.perSecond;
        return Result.of(
                NAME,
                Math.min(deadShare, slowShare),
                String.format(
                        Locale.ROOT,
                        "of what nine SMSCs got at %d/s each: %,.0f/s with all well, %,.0f/s (x%.3f) with the tenth dead, %,.0f/s (x%.3f) with one that"
                                + " answers after %s; p99 of accepting from when each was due %.1f, %.1f and %.1f ms%s",
                        RATE,
                        before.perSecond,
                        dead.perSecond,
                        deadShare,
                        slow.perSecond,
                        slowShare,
                        SLOW,
                        before.p99Millis,
                        dead.p99Millis,
                        slow.p99Millis,
                        odd(before.refused + dead.refused + slow.refused)));
    }

    private static String odd(long refused) {
        return refused == 0 ? "" : ", " + refused + " refused";
    }

    /** From when things have settled. */
    private Phase phase(HttpLoad load, Sink nine) throws IOException, InterruptedException {
        TimeUnit.NANOSECONDS.sleep(SETTLE.toNanos());
        load.tally();
        long submits = nine.submits();
        long start = System.nanoTime();
        TimeUnit.NANOSECONDS.sleep(plan.measure().toNanos());
        double rate = (nine.submits() - submits) * 1e9 / (System.nanoTime() - start);
        HttpLoad.Tally tally = load.tally();
        return new Phase(rate, tally.latency().getValueAtPercentile(99) / MILLIS, tally.refused() + tally.broken());
    }

    private Sink tenth(List<String> more) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(plan.directory().resolve(NAME).resolve("tenth"));
        return Sink.start(plan, directory, new int[] {ports[SMSCS - 1]}, Ports.free(), more);
    }

    private void awaitBinds(ServedBridge bridge, Sink sink, int smscs) throws IOException, InterruptedException {
        while (sink.binds() < smscs * plan.binds()) {
            bridge.check();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>(List.of("route.all.order = 900"));
        for (int i = 1; i <= SMSCS; i++) {
            lines.add("smsc.sink" + i + ".port = " + ports[i - 1]);
            lines.add("smsc.sink" + i + ".rate = " + RATE + "/s");
            lines.add("smsc.sink" + i + ".bag = " + BAG);
            lines.add("route.to" + i + ".prefix = " + Requests.prefix(i - 1));
            lines.add("route.to" + i + ".smsc = sink" + i);
        }
        return lines;
    }
}
