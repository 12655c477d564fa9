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
        stats.threads()
                .forEach((stage, threads) ->
                        sheet.gauge("stage_threads", "Threads of a stage", threads.getAsLong(), "stage", name(stage)));
        stats.moves()
                .forEach((stage, moves) -> sheet.counter(
                        "stage_moves", "Threads that were moved to a stage", moves.sum(), "stage", name(stage)));
        for (Stage stage : Stage.values()) {
            String name = name(stage);
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

    private static String name(Stage stage) {
        return stage.name().toLowerCase(Locale.ROOT);
    }
}
