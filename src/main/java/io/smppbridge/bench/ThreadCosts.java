package io.smppbridge.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which threads of the bridge used how much processor time for each message, and what follows from it for more cores: a stage of one
 * thread carries at most what one core does, the others may have as many threads as there are cores.
 */
final class ThreadCosts {
    /** The one stage that has one thread whatever the settings say. */
    private static final String SINGLE = "journal";

    private static final String COMPILERS = "compilers";
    private static final String REST = "collector and JVM";
    private static final int[] CORES = {4, 8, 16};
    private static final double LEAST_MICROS = 0.02;

    /**
     * A group of threads of the same kind.
     *
     * @param threads how many live
     * @param nanos of processor time so far
     */
    record Group(int threads, long nanos) {
        private Group plus(long more) {
            return new Group(threads + 1, nanos + more);
        }
    }

    /** One line of the table. */
    record Cost(String group, int threads, double micros) {}

    private ThreadCosts() {}

    /** What the threads of a process have used so far, by group; empty where the system does not tell. */
    static Map<String, Group> read(long pid) throws IOException {
        Map<String, Group> groups = new TreeMap<>();
        Path tasks = Path.of("/proc/" + pid + "/task");
        if (!Files.isDirectory(tasks)) {
            return groups;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                try {
                    String stat = Files.readString(task.resolve("stat"));
                    String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
                    Group before = groups.getOrDefault(group(name), new Group(0, 0));
                    groups.put(group(name), before.plus(Meter.used(stat)));
                } catch (IOException e) {
                    // It has ended meanwhile.
                }
            }
        }
        return groups;
    }

    /** Names of ours begin with a small letter and end with numbers; of senders only what they are matters. */
    static String group(String thread) {
        if (thread.contains("Compiler")) {
            return COMPILERS;
        }
        if (thread.isEmpty() || !Character.isLowerCase(thread.charAt(0)) || thread.equals("java")) {
            return REST;
        }
        String plain = thread.replaceAll("(-[0-9]*)+$", "");
        for (String kind : List.of("sender-", "receiver-")) {
            if (thread.startsWith(kind)) {
                return kind.substring(0, kind.length() - 1);
            }
        }
        return plain;
    }

    /** What each group used for each message between two readings, the dearest first; what is next to nothing is left out. */
    static List<Cost> between(Map<String, Group> before, Map<String, Group> after, double messages) {
        List<Cost> costs = new ArrayList<>();
        after.forEach((name, group) -> {
            long nanos =
                    group.nanos() - before.getOrDefault(name, new Group(0, 0)).nanos();
            double micros = nanos / 1e3 / messages;
            if (micros >= LEAST_MICROS) {
                costs.add(new Cost(name, group.threads(), micros));
            }
        });
        costs.sort((a, b) -> Double.compare(b.micros(), a.micros()));
        return costs;
    }

    /** The table, and the prediction below it. */
    static String text(List<Cost> costs) {
        double sum = costs.stream().mapToDouble(Cost::micros).sum();
        StringBuilder text = new StringBuilder("| threads | how many | CPU µs/msg | share | carry at most msg/s |\n");
        text.append("| --- | ---: | ---: | ---: | ---: |\n");
        for (Cost cost : costs) {
            boolean ours = isOurs(cost.group());
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.2f | %.0f %% | %s |%n",
                    cost.group(),
                    ours ? cost.threads() : "",
                    cost.micros(),
                    100 * cost.micros() / sum,
                    ours ? String.format(Locale.ROOT, "%,.0f", cost.threads() * 1e6 / cost.micros()) : ""));
        }
        for (int cores : CORES) {
            Prediction predicted = predict(costs, cores);
            text.append(String.format(
                    Locale.ROOT,
                    "predicted for %d cores of the bridge's own: %,.0f msg/s (%s)%n",
                    cores,
                    predicted.perSecond(),
                    predicted.bound()));
        }
        return text.toString();
    }

    /**
     * What so many cores would carry.
     *
     * @param bound what limits it
     */
    record Prediction(double perSecond, String bound) {}

    /**
     * By three bounds: all cores busy with what all stages cost; the one thread of the journal on a core of its own; and the collector,
     * which is counted with the others. Compilers are left out: they end.
     */
    static Prediction predict(List<Cost> costs, int cores) {
        double all = 0;
        double single = 0;
        for (Cost cost : costs) {
            all += cost.group().equals(COMPILERS) ? 0 : cost.micros();
            single += cost.group().equals(SINGLE) ? cost.micros() : 0;
        }
        double byCores = cores * 1e6 / all;
        double bySingle = single == 0 ? Double.POSITIVE_INFINITY : 1e6 / single;
        return byCores <= bySingle
                ? new Prediction(byCores, "all cores busy")
                : new Prediction(bySingle, "the journal's thread busy");
    }

    private static boolean isOurs(String group) {
        return !group.equals(COMPILERS) && !group.equals(REST);
    }
}
