package io.smppbridge.admin;

import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.smppbridge.threads.ThreadSafe;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What {@code /metrics} answers: the bridge's own series, the build's and those of the JVM, in Prometheus' text form. */
@ThreadSafe
final class MetricsPage implements AutoCloseable {
    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();

    MetricsPage(BridgeMetrics own, String version) {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        collections.bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        registry.getPrometheusRegistry().register(own);
        InfoSnapshot build = build(version);
        registry.getPrometheusRegistry().register(() -> build);
    }

    /** All series now. */
    byte[] scrape() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(32_768);
        try {
            registry.scrape(out, TYPE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }

    private static InfoSnapshot build(String version) {
        return InfoSnapshot.builder()
                .name("smpp_bridge_build")
                .help("The bridge's version and the Java it runs on")
                .dataPoint(InfoSnapshot.InfoDataPointSnapshot.builder()
                        .labels(Labels.of(
                                "version", version, "java", Runtime.version().toString()))
                        .build())
                .build();
    }
}
