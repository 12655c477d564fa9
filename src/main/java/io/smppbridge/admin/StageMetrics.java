package io.smppbridge.admin;

import io.smppbridge.stats.StageStats;
import io.smppbridge.stats.StageStats.Stage;
import java.util.Locale;

/** The series of the datagram intake and its three stages; none where it is not enabled. */
final class StageMetrics {
    private StageMetrics() {}

    static void of(Sheet sheet, StageStats stats) {
        if (!stats.isUsed()) {
            return;
        }
        sheet.counter("datagrams_received", "Datagrams received", stats.received.sum());
        sheet.counter("datagrams_answered", "Datagrams answered", stats.answered.sum());
        stats.results()
                .forEach((result, n) ->
                        sheet.counter("datagrams", "What became of datagrams", n.sum(), "result", result));
        sheet.counter(
                "datagrams_dropped_by_kernel",
                "Datagrams that the operating system threw away before they were received",
                stats.kernelDrops());
        stats.levels()
                .forEach((stage, slots) -> sheet.gauge(
                        "stage_slots",
                        "Slots that wait before a stage, or are free",
                        slots.getAsLong(),
                        "stage",
                        stage));
        for (Stage stage : Stage.values()) {
            String name = stage.name().toLowerCase(Locale.ROOT);
            sheet.histogram(
                    "stage_wait_seconds", "Time that a message waits at a stage", stats.waits(stage), "stage", name);
            sheet.histogram(
                    "stage_service_seconds",
                    "Time that a stage works on a message",
                    stats.service(stage),
                    "stage",
                    name);
        }
    }
}
