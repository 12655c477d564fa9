package io.smppbridge.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes results as a table that README can take as it is. */
final class Table {
    private static final String[] HEAD = {
        "scenario",
        "msg/s",
        "of raw",
        "CPU µs/msg",
        "of it JIT",
        "B/msg",
        "msg/force",
        "p50 ms",
        "p99 ms",
        "p99.9 ms",
        "GC %",
        "generator µs",
        "sink µs",
        "note"
    };

    private Table() {}

    /**
     * @param results among them perhaps the raw ceiling of the same run, which the rates are then a share of
     * @param earlier results to compare with, by scenario; behind each figure stands how many times as much it is now
     */
    static String of(List<Result> results, Map<String, Result> earlier) {
        List<String[]> rows = new ArrayList<>();
        rows.add(HEAD);
        double ceiling = results.stream()
                .filter(result -> result.scenario().equals(Scenarios.RAW))
                .mapToDouble(Result::perSecond)
                .findFirst()
                .orElse(Double.NaN);
        for (Result result : results) {
            rows.add(row(result, earlier.get(result.scenario()), ceiling));
        }
        int[] width = new int[HEAD.length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                width[i] = Math.max(width[i], row[i].length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (int r = 0; r < rows.size(); r++) {
            line(text, rows.get(r), width);
            if (r == 0) {
                String[] rule = new String[HEAD.length];
                for (int i = 0; i < rule.length; i++) {
                    boolean words = i == 0 || i == rule.length - 1;
                    rule[i] = "-".repeat(width[i] - (words ? 0 : 1)) + (words ? "" : ":");
                }
                line(text, rule, width);
            }
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String[] cells, int[] width) {
        for (int i = 0; i < cells.length; i++) {
            boolean words = i == 0 || i == cells.length - 1;
            String padding = " ".repeat(width[i] - cells[i].length());
            text.append(i == 0 ? "| " : " | ").append(words ? cells[i] + padding : padding + cells[i]);
        }
        text.append(" |\n");
    }

    private static String[] row(Result now, Result then, double ceiling) {
        boolean known = then != null;
        boolean isRate = !Double.isNaN(now.perSecond());
        String value = isRate ? "" : figure(now.value()) + ratio(now.value(), known ? then.value() : Double.NaN) + " ";
        return new String[] {
            now.scenario(),
            figure(now.perSecond()) + ratio(now.perSecond(), known ? then.perSecond() : Double.NaN),
            Double.isNaN(now.perSecond() / ceiling)
                    ? ""
                    : String.format(Locale.ROOT, "x%.3f", now.perSecond() / ceiling),
            figure(now.cpuMicros()) + ratio(now.cpuMicros(), known ? then.cpuMicros() : Double.NaN),
            figure(now.compilerMicros()),
            figure(now.octets()) + ratio(now.octets(), known ? then.octets() : Double.NaN),
            figure(now.perForce()),
            figure(now.p50Millis()) + ratio(now.p50Millis(), known ? then.p50Millis() : Double.NaN),
            figure(now.p99Millis()) + ratio(now.p99Millis(), known ? then.p99Millis() : Double.NaN),
            figure(now.p999Millis()),
            figure(now.gcPercent()),
            figure(now.generatorMicros()),
            figure(now.sinkMicros()),
            value + now.note()
        };
    }

    private static String figure(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        String form = value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, form, value);
    }

    private static String ratio(double now, double then) {
        return Double.isNaN(now / then) || then == 0 ? "" : String.format(Locale.ROOT, " (x%.2f)", now / then);
    }
}
