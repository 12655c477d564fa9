package io.smppbridge.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Draws the runs of the comparison, a file for each figure. */
final class Figures {
    private static final String CLASSIC_COLOUR = "#d55e00";
    private static final String PIPELINE_COLOUR = "#0072b2";

    private Figures() {}

    /** Writes all of them. */
    static void write(List<Cell> cells, Path directory) throws IOException {
        draw(cells, directory, "throughput", "Messages per second", "msg/s", Cell::perSecond);
        draw(cells, directory, "per-load", "Messages per second and unit of load", "msg/s per load", Cell::perLoad);
        draw(cells, directory, "per-cpu", "Messages per second of processor time", "msg/s per CPU", Cell::perCore);
        draw(cells, directory, "latency", "From submit_sm to submit_sm_resp, median", "µs", Cell::p50Micros);
    }

    private static void draw(
            List<Cell> cells, Path directory, String name, String title, String unit, ToDoubleFunction<Cell> figure)
            throws IOException {
        List<Integer> connections = cells.stream()
                .map(cell -> cell.kind().connections())
                .distinct()
                .sorted()
                .toList();
        List<Integer> windows = cells.stream()
                .map(cell -> cell.kind().window())
                .distinct()
                .sorted()
                .toList();
        List<SvgPlot.Panel> panels = new ArrayList<>();
        for (int window : windows) {
            List<SvgPlot.Line> lines = new ArrayList<>();
            for (Cell.Form form : Cell.Form.values()) {
                for (boolean full : new boolean[] {false, true}) {
                    double[] values = connections.stream()
                            .mapToDouble(count -> of(cells, new Cell.Kind(form, count, window, full), figure))
                            .toArray();
                    String colour = form == Cell.Form.CLASSIC ? CLASSIC_COLOUR : PIPELINE_COLOUR;
                    String log = full ? ", full log" : ", minimal log";
                    lines.add(new SvgPlot.Line(form.word() + log, colour, full, values));
                }
            }
            panels.add(new SvgPlot.Panel("window " + window, lines));
        }
        List<String> places = connections.stream().map(String::valueOf).toList();
        String svg = SvgPlot.draw(title, unit, "connections in, and as many out", places, panels);
        Files.writeString(directory.resolve(name + ".svg"), svg);
    }

    private static double of(List<Cell> cells, Cell.Kind kind, ToDoubleFunction<Cell> figure) {
        return cells.stream()
                .filter(cell -> cell.kind().equals(kind))
                .mapToDouble(figure)
                .findFirst()
                .orElse(Double.NaN);
    }
}
