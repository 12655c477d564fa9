package io.smppbridge.bench;

import com.sun.management.ThreadMXBean;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.management.jfr.FlightRecorderMXBean;

/** Looks into another JVM over JMX: how its threads wait for each other, and of what size its objects are. */
@OwnedBy("the thread of the command")
final class Insight {
    private static final Set<String> RECORDED = Set.of("jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadPark");
    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock";
    private static final Pattern TOTAL = Pattern.compile("Total\\s+(\\d+)\\s+(\\d+)");
    private static final Duration LONGEST = Duration.ofSeconds(3);
    private static final int LEAST_OBJECTS = 100_000;

    private final MBeanServerConnection beans;

    /**
     * What threads did while they were watched, from a flight recording without thresholds.
     *
     * @param contended times that a thread had to wait for a lock that another one held: monitors, and {@code ReentrantLock}s
     * @param sleeps times that a thread was put to sleep for whatever reason of Java's: these, conditions, parks of an idle owner
     */
    record Waits(long contended, long sleeps) {}

    Insight(MBeanServerConnection beans) {
        this.beans = beans;
    }

    /** Records for a while. It costs the process something for each wait, so that no rate is measured meanwhile. */
    Waits waits(Duration time, Path directory) throws IOException, InterruptedException {
        FlightRecorderMXBean recorder = ManagementFactory.newPlatformMXBeanProxy(
                beans, FlightRecorderMXBean.MXBEAN_NAME, FlightRecorderMXBean.class);
        Map<String, String> settings = new HashMap<>();
        for (String event : RECORDED) {
            settings.put(event + "#enabled", "true");
            settings.put(event + "#threshold", "0 ns");
            settings.put(event + "#stackTrace", "false");
        }
        long recording = recorder.newRecording();
        recorder.setRecordingSettings(recording, settings);
        recorder.startRecording(recording);
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
        recorder.stopRecording(recording);
        Path file = Files.createTempFile(directory, "waits", ".jfr");
        recorder.copyTo(recording, file.toString());
        recorder.closeRecording(recording);
        try {
            return count(file);
        } finally {
            Files.delete(file);
        }
    }

    private static Waits count(Path file) throws IOException {
        long contended = 0;
        long sleeps = 0;
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                if (!RECORDED.contains(event.getEventType().getName())) {
                    continue;
                }
                sleeps++;
                boolean entering = event.getEventType().getName().equals("jdk.JavaMonitorEnter");
                RecordedClass parked = event.hasField("parkedClass") ? event.getClass("parkedClass") : null;
                contended += entering || parked != null && parked.getName().startsWith(LOCK) ? 1 : 0;
            }
        }
        return new Waits(contended, sleeps);
    }

    /**
     * The mean size of what is allocated now, in octets: two histograms of the whole heap with no collection in between. NaN when too little
     * is allocated to tell it from what the histogram itself needs, or when every try met a collection.
     */
    double meanObject() throws IOException, InterruptedException {
        Duration time = LONGEST;
        for (int attempt = 0; attempt < 5; attempt++) {
            command("gcRun");
            long collections = collections();
            long[] before = histogram();
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
            long[] after = histogram();
            if (collections() == collections) {
                long objects = after[0] - before[0];
                return objects < LEAST_OBJECTS ? Double.NaN : (double) (after[1] - before[1]) / objects;
            }
            time = time.dividedBy(3);
        }
        return Double.NaN;
    }

    /** Living threads now. */
    int threads() throws IOException {
        return ManagementFactory.newPlatformMXBeanProxy(beans, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class)
                .getThreadCount();
    }

    private long[] histogram() throws IOException {
        Matcher total = TOTAL.matcher(command("gcClassHistogram", "-all"));
        if (!total.find()) {
            throw new IOException("the histogram of the heap has no total");
        }
        return new long[] {Long.parseLong(total.group(1)), Long.parseLong(total.group(2))};
    }

    private long collections() throws IOException {
        try {
            long sum = 0;
            for (ObjectName name : beans.queryNames(new ObjectName("java.lang:type=GarbageCollector,*"), null)) {
                sum += ManagementFactory.newPlatformMXBeanProxy(beans, name.toString(), GarbageCollectorMXBean.class)
                        .getCollectionCount();
            }
            return sum;
        } catch (JMException e) {
            throw new IOException("collections are not told", e);
        }
    }

    private String command(String name, String... arguments) throws IOException {
        try {
            Object[] parameters = arguments.length == 0 ? null : new Object[] {arguments};
            String[] signature = arguments.length == 0 ? null : new String[] {String[].class.getName()};
            ObjectName bean = new ObjectName("com.sun.management:type=DiagnosticCommand");
            return (String) beans.invoke(bean, name, parameters, signature);
        } catch (JMException e) {
            throw new IOException("the JVM does not take " + name, e);
        }
    }
}
