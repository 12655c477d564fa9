package io.smppbridge.admin;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.smppbridge.stats.Latency;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one scrape has found: families by name, each with its points, as Prometheus wants them. */
@OwnedBy("the thread that scrapes")
final class Exposition implements Sheet {
    private static final double[] BOUNDS = bounds();

    private final Map<String, CounterSnapshot.Builder> counters = new LinkedHashMap<>();
    private final Map<String, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();
    private final Map<String, HistogramSnapshot.Builder> histograms = new LinkedHashMap<>();

    @Override
    public void counter(String name, String help, double value, String... labels) {
        counters.computeIfAbsent(
                        name, n -> CounterSnapshot.builder().name(PREFIX + n).help(help))
                .dataPoint(CounterDataPointSnapshot.builder()
                        .value(value)
                        .labels(Labels.of(labels))
                        .build());
    }

    @Override
    public void gauge(String name, String help, double value, String... labels) {
        gauges.computeIfAbsent(
                        name, n -> GaugeSnapshot.builder().name(PREFIX + n).help(help))
                .dataPoint(GaugeDataPointSnapshot.builder()
                        .value(value)
                        .labels(Labels.of(labels))
                        .build());
    }

    @Override
    public void histogram(String name, String help, Latency latency, String... labels) {
        histograms
                .computeIfAbsent(
                        name, n -> HistogramSnapshot.builder().name(PREFIX + n).help(help))
                .dataPoint(HistogramDataPointSnapshot.builder()
                        .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS, latency.counts()))
                        .sum(latency.sumNanos() / 1e9)
                        .labels(Labels.of(labels))
                        .build());
    }

    MetricSnapshots snapshots() {
        List<MetricSnapshot> all = new ArrayList<>();
        counters.values().forEach(builder -> all.add(builder.build()));
        gauges.values().forEach(builder -> all.add(builder.build()));
        histograms.values().forEach(builder -> all.add(builder.build()));
        return new MetricSnapshots(all);
    }

    private static double[] bounds() {
        long[] nanos = Latency.boundsNanos();
        double[] seconds = new double[nanos.length + 1];
        for (int i = 0; i < nanos.length; i++) {
            seconds[i] = nanos[i] / 1e9;
        }
        seconds[nanos.length] = Double.POSITIVE_INFINITY;
        return seconds;
    }
}
