package io.smppbridge.bench;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** What a flight recording says of a bridge: where samples and octets fall, by thread and by package, and what was waited for. */
@OwnedBy("whoever reads the recording")
final class FlightProfile {
    private static final String OURS = "io.smppbridge.";
    private static final String LOCKS = "java.util.concurrent.locks.";
    private static final double LEAST_SHARE = 0.005;
    private static final int MOST_ROWS = 25;

    private final Map<String, Long> threads = new HashMap<>();
    private final Map<String, Long> packages = new HashMap<>();
    private final Map<String, Long> methods = new HashMap<>();
    private final Map<String, Long> octets = new HashMap<>();
    private final Map<String, Waits> waits = new HashMap<>();
    private Instant from = Instant.MAX;
    private Instant until = Instant.MIN;

    @OwnedBy("whoever reads the recording")
    private static final class Waits {
        long times;
        long nanos;
    }

    /** Reads all of it. */
    static FlightProfile of(Path file) throws IOException {
        FlightProfile profile = new FlightProfile();
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                profile.add(events.readEvent());
            }
        }
        return profile;
    }

    private void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.ExecutionSample", "jdk.CPUTimeSample" -> sample(event);
            case "jdk.ObjectAllocationSample" ->
                octets.merge(
                        ThreadCosts.group(name(event.getThread())) + " | " + place(event.getStackTrace()),
                        event.getLong("weight"),
                        Long::sum);
            case "jdk.JavaMonitorEnter" -> waited(event, "monitor", event.getClass("monitorClass"));
            case "jdk.ThreadPark" -> waited(event, "", event.getClass("parkedClass"));
            default -> {
                return; // Nothing that is asked about.
            }
        }
        from = event.getStartTime().isBefore(from) ? event.getStartTime() : from;
        until = event.getEndTime().isAfter(until) ? event.getEndTime() : until;
    }

    private void sample(RecordedEvent event) {
        RecordedThread thread = event.getThread(event.hasField("sampledThread") ? "sampledThread" : "eventThread");
        RecordedStackTrace trace = event.getStackTrace();
        threads.merge(ThreadCosts.group(name(thread)), 1L, Long::sum);
        packages.merge(place(trace), 1L, Long::sum);
        methods.merge(method(trace), 1L, Long::sum);
    }

    private void waited(RecordedEvent event, String how, RecordedClass type) {
        String on = type == null ? "nothing named" : type.getName();
        boolean lock = on.startsWith(LOCKS) && !on.contains("Condition");
        String kind = how.isEmpty() ? lock ? "lock" : "rest" : how;
        String key = kind + " | " + ThreadCosts.group(name(event.getThread())) + " | " + simple(on) + " | "
                + method(event.getStackTrace());
        Waits sum = waits.computeIfAbsent(key, it -> new Waits());
        sum.times++;
        sum.nanos += event.getDuration().toNanos();
    }

    private static String name(RecordedThread thread) {
        String name = thread == null ? null : thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
        return name == null ? "" : name;
    }

    /** The innermost package of ours, by its name in the house. */
    private static String place(RecordedStackTrace trace) {
        RecordedFrame ours = ours(trace);
        if (ours == null) {
            return "outside";
        }
        String type = ours.getMethod().getType().getName();
        int end = type.lastIndexOf('.');
        return end < OURS.length() ? "root" : type.substring(OURS.length(), end);
    }

    private static String method(RecordedStackTrace trace) {
        RecordedFrame ours = ours(trace);
        return ours == null
                ? "outside"
                : simple(ours.getMethod().getType().getName()) + "."
                        + ours.getMethod().getName();
    }

    private static RecordedFrame ours(RecordedStackTrace trace) {
        return trace == null
                ? null
                : trace.getFrames().stream()
                        .filter(frame -> frame.getMethod().getType().getName().startsWith(OURS))
                        .findFirst()
                        .orElse(null);
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /**
     * As tables.
     *
     * @param perSecond messages a second meanwhile; NaN when that is not known
     */
    String text(double perSecond) {
        double seconds = from.isAfter(until) ? 0 : Duration.between(from, until).toMillis() / 1e3;
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%.1f s, %d samples%n", seconds, sum(threads)));
        table(text, "samples by thread | share", threads);
        table(text, "samples by the innermost package of the bridge | share", packages);
        table(text, "samples by the innermost method of the bridge | share", methods);
        table(text, "octets allocated: threads | package | share", octets);
        waits(text, perSecond * seconds / 1_000);
        return text.toString();
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static void table(StringBuilder text, String head, Map<String, Long> counts) {
        if (counts.isEmpty()) {
            return;
        }
        text.append("\n| ").append(head).append(" |\n|").append(" --- |".repeat(head.split("\\|").length - 1));
        text.append(" ---: |\n");
        double all = sum(counts);
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .filter(row -> row.getValue() / all >= LEAST_SHARE)
                .limit(MOST_ROWS)
                .forEach(row -> text.append(
                        String.format(Locale.ROOT, "| %s | %.1f %% |%n", row.getKey(), 100 * row.getValue() / all)));
    }

    /** @param thousands of messages meanwhile; NaN when that is not known */
    private void waits(StringBuilder text, double thousands) {
        List<Map.Entry<String, Waits>> rows = new ArrayList<>(waits.entrySet());
        rows.sort((a, b) -> Long.compare(b.getValue().times, a.getValue().times));
        boolean known = !Double.isNaN(thousands);
        text.append("\n| waited as | thread | for | in | times").append(known ? " per 1,000 messages" : "");
        text.append(" | mean µs |\n| --- | --- | --- | --- | ---: | ---: |\n");
        for (Map.Entry<String, Waits> row : rows.subList(0, Math.min(MOST_ROWS, rows.size()))) {
            Waits sum = row.getValue();
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.1f |%n",
                    row.getKey(),
                    known ? String.format(Locale.ROOT, "%.3f", sum.times / thousands) : Long.toString(sum.times),
                    sum.nanos / 1e3 / sum.times));
        }
    }
}
