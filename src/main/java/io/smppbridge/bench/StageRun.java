package io.smppbridge.bench;

import io.smppbridge.stages.Pools;
import io.smppbridge.stages.ThreeStages;
import io.smppbridge.stats.Latency;
import io.smppbridge.stats.StageStats;
import io.smppbridge.stats.StageStats.Stage;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * One configuration of the stages under load, and its figures.
 *
 * @param over udp or tcp
 * @param pools the source's letters
 * @param sent messages
 * @param passed messages that went through all three stages
 * @param noSlot messages that were received and refused, as no slot was free
 * @param kernel messages that the operating system threw away
 * @param perSecond messages that passed, from the first sent to the last answered
 * @param cpuMicros processor time of the whole process, sender and all, for each message that passed
 * @param micros mean wait and service in microseconds: service of recv, then both of service, worker and resp; NaN where there was none
 */
record StageRun(
        String over,
        String pools,
        long sent,
        long passed,
        long noSlot,
        long kernel,
        double perSecond,
        double cpuMicros,
        List<Double> micros) {
    static final List<String> HEAD = List.of(
            "over",
            "pools",
            "sent",
            "passed",
            "passed %",
            "no slot",
            "kernel",
            "msg/s",
            "CPU µs/msg",
            "recv works µs",
            "service waits",
            "service works",
            "worker waits",
            "worker works",
            "resp waits",
            "resp works");

    private static final Duration QUIET = Duration.ofMillis(400);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /**
     * What is the same for every configuration.
     *
     * @param rate datagrams a second; 0: as fast as the sender can
     */
    record Load(long messages, int octets, int rounds, long rate) {}

    static StageRun of(String over, Pools pools, Load load) throws IOException {
        StageStats stats = new StageStats();
        try (StageServer server = over.equals("udp")
                ? new DatagramStageServer(load.rounds())
                : new StreamStageServer(load.rounds(), load.octets())) {
            ThreeStages<LoadSlot> stages = new ThreeStages<>(
                    "bench-" + over, pools, LoadSlot::new, LoadSlot[]::new, server, stats, Ticker.SYSTEM);
            stages.start();
            long cpu = cpuNanos();
            long begun = System.nanoTime();
            long sent = server.send(load);
            long lastNanos = awaitQuiet(stats, server, sent);
            long cpuAtEnd = cpuNanos();
            long noSlot = stats.answered.sum() - stats.service(Stage.OUTCOME).count();
            long passed = stats.service(Stage.OUTCOME).count();
            server.end();
            stages.stop(Duration.ofSeconds(10));
            return new StageRun(
                    over,
                    pools.letters(),
                    sent,
                    passed,
                    noSlot,
                    server.kernelDrops(),
                    passed * 1e9 / (lastNanos - begun),
                    (cpuAtEnd - cpu) / 1e3 / passed,
                    micros(stats));
        }
    }

    /** @return when the last answer was sent, as near as one looks */
    private static long awaitQuiet(StageStats stats, StageServer server, long sent) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        long answered = stats.answered.sum();
        long since = System.nanoTime();
        while (System.nanoTime() < end
                && System.nanoTime() - since < QUIET.toNanos()
                && answered + server.kernelDrops() < sent) {
            LockSupport.parkNanos(2_000_000L);
            if (stats.answered.sum() != answered) {
                answered = stats.answered.sum();
                since = System.nanoTime();
            }
        }
        return since;
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static List<Double> micros(StageStats stats) {
        List<Double> means = new ArrayList<>();
        means.add(mean(stats.service(Stage.RECV)));
        for (Stage stage : List.of(Stage.SERVICE, Stage.WORKER, Stage.RESP)) {
            means.add(mean(stats.waits(stage)));
            means.add(mean(stats.service(stage)));
        }
        return means;
    }

    private static double mean(Latency latency) {
        long count = latency.count();
        return count == 0 ? Double.NaN : latency.sumNanos() / 1e3 / count;
    }

    double passedPercent() {
        return 100.0 * passed / sent;
    }

    /** Its cells, in the order of {@link #HEAD}. */
    List<String> cells(boolean forPeople) {
        String whole = forPeople ? "%,d" : "%d";
        String rate = forPeople ? "%,.0f" : "%.0f";
        List<String> cells = new ArrayList<>(List.of(
                over,
                pools,
                form(whole, sent),
                form(whole, passed),
                form("%.4f", passedPercent()),
                form(whole, noSlot),
                form(whole, kernel),
                form(rate, perSecond),
                form("%.2f", cpuMicros)));
        for (double mean : micros) {
            cells.add(Double.isNaN(mean) ? "" : form(forPeople && mean >= 100 ? "%,.0f" : "%.2f", mean));
        }
        return cells;
    }

    private static String form(String form, Object value) {
        return String.format(Locale.ROOT, form, value);
    }
}
