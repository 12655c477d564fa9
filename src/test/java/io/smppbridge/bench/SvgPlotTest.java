package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Drawings are read as XML, as a browser does. */
@Tag("S2.4")
class SvgPlotTest {
    private static final List<String> PLACES = List.of("1", "2", "4");

    private static Document drawn(double... values) throws Exception {
        SvgPlot.Line line = new SvgPlot.Line("a < b & c", "#0072b2", true, values);
        return parsed(
                SvgPlot.draw("Title", "msg/s", "connections", PLACES, List.of(new SvgPlot.Panel("p", List.of(line)))));
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Element> all(Document svg, String name) {
        NodeList nodes = svg.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    @Test
    void every_value_is_a_mark_at_its_height() throws Exception {
        List<Element> marks = all(drawn(0, 50, 100), "circle");
        assertThat(marks).hasSize(3);
        double[] heights = marks.stream()
                .mapToDouble(mark -> Double.parseDouble(mark.getAttribute("cy")))
                .toArray();
        assertThat(heights[1]).isEqualTo((heights[0] + heights[2]) / 2);
        assertThat(heights[0]).isGreaterThan(heights[2]);
    }

    @Test
    void a_value_not_measured_is_left_out() throws Exception {
        assertThat(all(drawn(10, Double.NaN, 30), "circle")).hasSize(2);
    }

    @Test
    void everything_lies_inside_the_drawing_and_no_text_on_another() throws Exception {
        Document svg = drawn(1, 123_456, 987_654);
        double width = Double.parseDouble(svg.getDocumentElement().getAttribute("width"));
        double height = Double.parseDouble(svg.getDocumentElement().getAttribute("height"));
        List<double[]> boxes = new ArrayList<>();
        for (Element text : all(svg, "text")) {
            if (text.getAttribute("transform").isEmpty()) {
                boxes.add(box(text));
            }
        }
        assertThat(boxes).hasSizeGreaterThan(10);
        for (int i = 0; i < boxes.size(); i++) {
            double[] one = boxes.get(i);
            assertThat(one[0]).isNotNegative();
            assertThat(one[1]).isNotNegative();
            assertThat(one[2]).isLessThanOrEqualTo(width);
            assertThat(one[3]).isLessThanOrEqualTo(height);
            for (double[] other : boxes.subList(0, i)) {
                assertThat(one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3])
                        .isFalse();
            }
        }
    }

    /** Left, top, right, bottom, with letters somewhat wider than they are. */
    private static double[] box(Element text) {
        double size = text.getAttribute("font-size").isEmpty() ? 13 : 17;
        double width = text.getTextContent().length() * size * 0.62;
        double x = Double.parseDouble(text.getAttribute("x"));
        double y = Double.parseDouble(text.getAttribute("y"));
        double left =
                switch (text.getAttribute("text-anchor")) {
                    case "middle" -> x - width / 2;
                    case "end" -> x - width;
                    default -> x;
                };
        return new double[] {left, y - size * 0.8, left + width, y + size * 0.2};
    }

    @Test
    void the_axis_ends_at_a_round_number_above_everything() {
        assertThat(SvgPlot.nice(0.7)).isEqualTo(1);
        assertThat(SvgPlot.nice(1)).isEqualTo(1);
        assertThat(SvgPlot.nice(23_456)).isEqualTo(25_000);
        assertThat(SvgPlot.nice(99_999)).isEqualTo(100_000);
        assertThat(SvgPlot.nice(0)).isEqualTo(1);
    }

    @Test
    void each_figure_has_a_panel_for_each_window_and_a_line_for_each_form_and_log(@TempDir Path directory)
            throws Exception {
        List<Cell> cells = List.of(
                VerdictTest.cell(Cell.Form.CLASSIC, 2, 10, 0),
                VerdictTest.cell(Cell.Form.PIPELINE, 2, 20, 0),
                VerdictTest.cell(Cell.Form.PIPELINE, 64, 40, 0));
        Figures.write(cells, directory);
        for (String name : List.of("throughput", "per-load", "per-cpu", "latency")) {
            Document svg = parsed(Files.readString(directory.resolve(name + ".svg")));
            assertThat(all(svg, "polyline")).hasSize(4);
            assertThat(all(svg, "circle")).hasSize(3);
        }
    }
}
