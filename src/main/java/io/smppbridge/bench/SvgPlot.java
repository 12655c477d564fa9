package io.smppbridge.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A drawing with panels side by side, each with lines over the same few places on the horizontal axis. Plain SVG 1.1 that every browser
 * shows, with no script and no font of its own; written anew each time, so that a changed figure is a changed line.
 */
final class SvgPlot {
    private static final int PANEL = 380;
    private static final int HEIGHT = 250;
    private static final int LEFT = 86;
    private static final int TOP = 108;
    private static final int GAP = 74;
    private static final int BOTTOM = 56;
    private static final int INSET = 24;
    private static final int LEGEND_COLUMN = 220;
    private static final int LEGEND_ROW = 18;

    private SvgPlot() {}

    /**
     * One line.
     *
     * @param colour as SVG writes it
     * @param values one for each place; NaN leaves a gap
     */
    record Line(String name, String colour, boolean dashed, double[] values) {}

    /** One panel. */
    record Panel(String title, List<Line> lines) {}

    /**
     * Draws it.
     *
     * @param unit of the vertical axis
     * @param across what the places on the horizontal axis are
     * @param places their labels, evenly spaced
     * @param panels with lines of the same names, which one legend explains
     */
    static String draw(String title, String unit, String across, List<String> places, List<Panel> panels) {
        int width = LEFT + panels.size() * PANEL + (panels.size() - 1) * GAP + INSET;
        int height = TOP + HEIGHT + BOTTOM;
        StringBuilder svg = new StringBuilder();
        line(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\"",
                width,
                height,
                width,
                height);
        line(svg, " font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">");
        line(svg, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>", width, height);
        line(svg, "<text x=\"%d\" y=\"26\" font-size=\"17\" font-weight=\"bold\">%s</text>", LEFT, escaped(title));
        legend(svg, panels.get(0).lines);
        double top = nice(panels.stream()
                .flatMap(panel -> panel.lines.stream())
                .flatMap(one -> Stream.of(one.values)
                        .flatMapToDouble(java.util.Arrays::stream)
                        .boxed())
                .filter(Double::isFinite)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1));
        for (int i = 0; i < panels.size(); i++) {
            panel(svg, panels.get(i), LEFT + i * (PANEL + GAP), top, unit, across, places);
        }
        return svg.append("</svg>\n").toString();
    }

    private static void legend(StringBuilder svg, List<Line> lines) {
        for (int i = 0; i < lines.size(); i++) {
            Line one = lines.get(i);
            int x = LEFT + i / 2 * LEGEND_COLUMN;
            int y = 46 + i % 2 * LEGEND_ROW;
            line(svg, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" %s/>", x, y, x + 34, y, stroke(one));
            line(svg, "<text x=\"%d\" y=\"%d\">%s</text>", x + 42, y + 4, escaped(one.name));
        }
    }

    private static void panel(
            StringBuilder svg, Panel panel, int left, double top, String unit, String across, List<String> places) {
        int bottom = TOP + HEIGHT;
        line(
                svg,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" font-weight=\"bold\">%s</text>",
                left + PANEL / 2,
                TOP - 10,
                escaped(panel.title));
        double step = top / 5;
        for (int i = 0; i <= 5; i++) {
            double y = bottom - HEIGHT * i / 5.0;
            line(
                    svg,
                    "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"%s\"/>",
                    left,
                    y,
                    left + PANEL,
                    y,
                    i == 0 ? "#222" : "#ddd");
            line(
                    svg,
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                    left - 8,
                    y + 4,
                    number(step * i, step));
        }
        line(
                svg,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 %d %d)\">%s</text>",
                left - 68,
                TOP + HEIGHT / 2,
                left - 68,
                TOP + HEIGHT / 2,
                escaped(unit));
        for (int i = 0; i < places.size(); i++) {
            double x = x(left, i, places.size());
            line(svg, "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#222\"/>", x, bottom, x, bottom + 5);
            line(
                    svg,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                    x,
                    bottom + 20,
                    escaped(places.get(i)));
        }
        line(
                svg,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                left + PANEL / 2,
                bottom + 42,
                escaped(across));
        for (Line one : panel.lines) {
            curve(svg, one, left, top, places.size());
        }
    }

    private static void curve(StringBuilder svg, Line one, int left, double top, int places) {
        StringBuilder points = new StringBuilder();
        StringBuilder marks = new StringBuilder();
        for (int i = 0; i < one.values.length; i++) {
            if (!Double.isFinite(one.values[i])) {
                continue;
            }
            double x = x(left, i, places);
            double y = TOP + HEIGHT - HEIGHT * one.values[i] / top;
            points.append(String.format(Locale.ROOT, "%s%.1f,%.1f", points.isEmpty() ? "" : " ", x, y));
            line(marks, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>", x, y, one.colour);
        }
        line(svg, "<polyline points=\"%s\" fill=\"none\" %s/>", points, stroke(one));
        svg.append(marks);
    }

    private static double x(int left, int place, int places) {
        return places == 1 ? left + PANEL / 2.0 : left + INSET + (PANEL - 2.0 * INSET) * place / (places - 1);
    }

    private static String stroke(Line one) {
        return String.format(
                Locale.ROOT,
                "stroke=\"%s\" stroke-width=\"2\"%s",
                one.colour,
                one.dashed ? " stroke-dasharray=\"7 5\"" : "");
    }

    /** The next of 1, 2, 2.5, 5 and 10 times a power of ten: fifths of it are round. */
    static double nice(double most) {
        if (!(most > 0)) {
            return 1;
        }
        double power = Math.pow(10, Math.floor(Math.log10(most)));
        for (double factor : new double[] {1, 2, 2.5, 5}) {
            if (most <= factor * power * (1 + 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    private static String number(double value, double step) {
        String form = step >= 1 && step == Math.rint(step) ? "%,.0f" : step >= 0.1 ? "%.1f" : "%.3f";
        return String.format(Locale.ROOT, form, value);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    private static void line(StringBuilder svg, String form, Object... values) {
        svg.append(String.format(Locale.ROOT, form, values)).append('\n');
    }
}
