package io.smppbridge.admin;

import io.smppbridge.stats.CounterFile;
import io.smppbridge.stats.Latency;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts figures straight into a {@link CounterFile}, under the names of the exposition. As they come in the same order each time, the name of each
 * is made once: what thousands of messages a second share with two pictures a second is the collector.
 */
@OwnedBy("live-counters")
final class LiveSheet implements Sheet {
    private final CounterFile file;
    private final List<Series> known = new ArrayList<>();
    private int next;

    /** One figure, and how it is called in the file. */
    private record Series(String name, String ending, String[] labels, byte[] written) {
        static Series of(String name, String ending, String... labels) {
            Map<String, String> sorted = new TreeMap<>();
            for (int i = 0; i < labels.length; i += 2) {
                sorted.put(labels[i], labels[i + 1]);
            }
            StringBuilder whole = new StringBuilder(PREFIX).append(name).append(ending);
            String before = "{";
            for (Map.Entry<String, String> label : sorted.entrySet()) {
                whole.append(before)
                        .append(label.getKey())
                        .append("=\"")
                        .append(label.getValue())
                        .append('"');
                before = ",";
            }
            whole.append(sorted.isEmpty() ? "" : "}");
            return new Series(name, ending, labels, whole.toString().getBytes(StandardCharsets.UTF_8));
        }

        boolean is(String itsName, String itsEnding, String... itsLabels) {
            return name.equals(itsName) && ending.equals(itsEnding) && Arrays.equals(labels, itsLabels);
        }
    }

    LiveSheet(CounterFile file) {
        this.file = file;
    }

    /** Begins another picture. */
    void begin() {
        next = 0;
    }

    @Override
    public void counter(String name, String help, double value, String... labels) {
        put(name, "_total", value, labels);
    }

    @Override
    public void gauge(String name, String help, double value, String... labels) {
        put(name, "", value, labels);
    }

    @Override
    public void histogram(String name, String help, Latency latency, String... labels) {
        put(name, "_count", latency.count(), labels);
        put(name, "_sum", latency.sumNanos() / 1e9, labels);
    }

    private void put(String name, String ending, double value, String... labels) {
        if (next == known.size()) {
            known.add(Series.of(name, ending, labels));
        } else if (!known.get(next).is(name, ending, labels)) {
            known.set(next, Series.of(name, ending, labels));
        }
        file.put(known.get(next++).written, value);
    }
}
