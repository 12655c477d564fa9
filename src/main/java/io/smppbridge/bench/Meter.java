package io.smppbridge.bench;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Reads what a process has used: processor time from the operating system; octets allocated and time of collections over JMX, for which the
 * JVM is asked to open its local agent.
 */
@OwnedBy("the thread of the command")
final class Meter implements AutoCloseable {
    /** Of /proc: Linux has told user space 100 per second on every architecture for decades. */
    private static final long NANOS_PER_TICK = TimeUnit.SECONDS.toNanos(1) / 100;

    private static final int UTIME_AFTER_NAME = 11;
    /** A bridge that a scenario kills is no news: without this a thread looks whether it is there, and complains. */
    private static final Map<String, Long> UNWATCHED = Map.of("jmx.remote.x.client.connection.check.period", 0L);

    private static final double KIBI = 1024;

    private final long pid;
    private final JMXConnector connector;
    private final MBeanServerConnection beans;

    /**
     * A reading.
     *
     * @param cpuNanos user and system so far
     * @param compilerNanos of it, the compilers of the JVM: what a longer warm-up would take away
     * @param octets allocated on the heap so far
     * @param gcMillis spent in collections so far
     */
    record Reading(long cpuNanos, long compilerNanos, long octets, long gcMillis) {
        Reading minus(Reading earlier) {
            return new Reading(
                    cpuNanos - earlier.cpuNanos,
                    Math.max(0, compilerNanos - earlier.compilerNanos),
                    octets - earlier.octets,
                    gcMillis - earlier.gcMillis);
        }
    }

    private Meter(long pid, JMXConnector connector) throws IOException {
        this.pid = pid;
        this.connector = connector;
        this.beans = connector.getMBeanServerConnection();
    }

    /** Attaches to a JVM of the same user. */
    static Meter attach(long pid) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                JMXServiceURL address = new JMXServiceURL(machine.startLocalManagementAgent());
                return new Meter(pid, JMXConnectorFactory.connect(address, UNWATCHED));
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException("cannot attach to process " + pid + ": " + e.getMessage(), e);
        }
    }

    MBeanServerConnection beans() {
        return beans;
    }

    Reading read() throws IOException {
        try {
            long collecting = 0;
            for (ObjectName name : beans.queryNames(new ObjectName("java.lang:type=GarbageCollector,*"), null)) {
                GarbageCollectorMXBean bean =
                        ManagementFactory.newPlatformMXBeanProxy(beans, name.toString(), GarbageCollectorMXBean.class);
                collecting += Math.max(0, bean.getCollectionTime());
            }
            return new Reading(cpuNanos(pid), compilerNanos(pid), allocated(), collecting);
        } catch (JMException e) {
            throw new IOException("process " + pid + " does not tell its figures", e);
        }
    }

    private long allocated() throws IOException, JMException {
        ObjectName threading = new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME);
        if (beans.getMBeanInfo(threading).getAttributes().length > 0) {
            for (var attribute : beans.getMBeanInfo(threading).getAttributes()) {
                if (attribute.getName().equals("TotalThreadAllocatedBytes")) { // since JDK 21
                    return (Long) beans.getAttribute(threading, attribute.getName());
                }
            }
        }
        // Before: the living threads. The bridge's live as long as the bridge.
        ThreadMXBean threads = ManagementFactory.newPlatformMXBeanProxy(
                beans, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
        long sum = 0;
        for (long octets : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            sum += Math.max(0, octets);
        }
        return sum;
    }

    /** User and system time of a process so far, all threads, in nanoseconds. */
    static long cpuNanos(long pid) throws IOException {
        Path stat = Path.of("/proc/" + pid + "/stat");
        if (!Files.exists(stat)) {
            return ProcessHandle.of(pid)
                    .flatMap(handle -> handle.info().totalCpuDuration())
                    .map(Duration::toNanos)
                    .orElseThrow(() -> new IOException("the processor time of process " + pid + " cannot be read"));
        }
        return used(Files.readString(stat));
    }

    /** Of it, the living threads of the JVM's compilers; 0 where it cannot be told. */
    static long compilerNanos(long pid) throws IOException {
        Path tasks = Path.of("/proc/" + pid + "/task");
        if (!Files.isDirectory(tasks)) {
            return 0;
        }
        long sum = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                try {
                    String line = Files.readString(task.resolve("stat"));
                    sum += line.contains("Compiler") ? used(line) : 0;
                } catch (IOException e) {
                    // It has ended meanwhile.
                }
            }
        }
        return sum;
    }

    /** What it has in memory now, of files too; NaN where the system does not tell. */
    static double residentMebibytes(long pid) throws IOException {
        Path status = Path.of("/proc/" + pid + "/status");
        if (Files.isReadable(status)) {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) / KIBI;
                }
            }
        }
        return Double.NaN;
    }

    /** User and system time in a line of /proc, in nanoseconds. */
    static long used(String stat) {
        // The name stands in brackets and may hold anything.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[UTIME_AFTER_NAME]) + Long.parseLong(fields[UTIME_AFTER_NAME + 1]))
                * NANOS_PER_TICK;
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            // It has ended before us.
        }
    }
}
