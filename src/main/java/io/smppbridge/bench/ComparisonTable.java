package io.smppbridge.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Writes the runs of the comparison as a Markdown table and as CSV, the same columns in both. */
final class ComparisonTable {
    private static final List<Column> COLUMNS = List.of(
            new Column("msg/s", "messages_per_second", Cell::perSecond),
            new Column("mean msg/s", "mean_messages_per_second", Cell::mean),
            new Column("load", "load", Cell::load),
            new Column("msg/s per load", "messages_per_second_per_load", Cell::perLoad),
            new Column("CPUs", "cpus", Cell::cores),
            new Column("msg/s per CPU", "messages_per_second_per_cpu", Cell::perCore),
            new Column("p50 µs", "latency_p50_micros", Cell::p50Micros),
            new Column("p99 µs", "latency_p99_micros", Cell::p99Micros),
            new Column("objects/msg", "objects_per_message", Cell::objects),
            new Column("B/msg", "octets_per_message", Cell::octets),
            new Column("locks/msg", "locks_taken_per_message", Cell::locks),
            new Column("contended/msg", "contended_locks_per_message", Cell::contended),
            new Column("sleeps/msg", "sleeps_per_message", Cell::sleeps),
            new Column("threads", "threads", Cell::threads),
            new Column("logged/msg", "pdus_logged_per_message", Cell::logged),
            new Column("missing", "missing", Cell::missing));

    private ComparisonTable() {}

    /** A column of both forms. */
    private record Column(String title, String name, ToDoubleFunction<Cell> figure) {}

    static String markdown(List<Cell> cells) {
        StringBuilder text = new StringBuilder("| architecture | connections | window | log |");
        COLUMNS.forEach(column -> text.append(' ').append(column.title).append(" |"));
        text.append("\n| --- | ---: | ---: | --- |").append(" ---: |".repeat(COLUMNS.size()));
        for (Cell cell : cells) {
            Cell.Kind kind = cell.kind();
            text.append(String.format(
                    Locale.ROOT,
                    "%n| %s | %d | %d | %s |",
                    kind.form().word(),
                    kind.connections(),
                    kind.window(),
                    kind.log()));
            COLUMNS.forEach(column -> text.append(' ')
                    .append(figure(column.figure.applyAsDouble(cell)))
                    .append(" |"));
        }
        return text.append('\n').toString();
    }

    static String csv(List<Cell> cells) {
        String head = COLUMNS.stream().map(Column::name).collect(Collectors.joining(","));
        StringBuilder text = new StringBuilder("architecture,connections,window,log,")
                .append(head)
                .append('\n');
        for (Cell cell : cells) {
            Cell.Kind kind = cell.kind();
            text.append(kind.form().word())
                    .append(',')
                    .append(kind.connections())
                    .append(',')
                    .append(kind.window())
                    .append(',')
                    .append(kind.log());
            for (Column column : COLUMNS) {
                double figure = column.figure.applyAsDouble(cell);
                text.append(',');
                if (Double.isFinite(figure)) {
                    text.append(String.format(Locale.ROOT, "%.4f", figure).replaceAll("\\.?0+$", ""));
                }
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static String figure(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        double size = Math.abs(value);
        String form = value == Math.rint(value) || size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, form, value);
    }
}
