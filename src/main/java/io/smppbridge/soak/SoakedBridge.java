package io.smppbridge.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import io.smppbridge.admin.LogSetup;
import io.smppbridge.app.Bridge;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** The process under load: a bridge that says its port, and how it is whenever a line comes in. It ends when its input does. */
final class SoakedBridge {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";

    private SoakedBridge() {}

    /** The process: the configuration. */
    public static void main(String[] arguments) throws IOException {
        // A terminal's INT goes to all of its processes; the one that has begun the soak ends it.
        Signal.handle(new Signal("INT"), SignalHandler.SIG_IGN);
        LogSetup.apply("text", "error");
        try (Bridge bridge = Bridge.start(Path.of(arguments[0]))) {
            System.out.println("READY " + bridge.httpPort());
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println("HEALTH " + health().written());
            }
        }
    }

    /** Asks for a full collection first: only what is reached by then can have grown. */
    private static Health health() throws IOException {
        ManagementFactory.getMemoryMXBean().gc();
        long[] deadlocked = ManagementFactory.getThreadMXBean().findDeadlockedThreads();
        int descriptors = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? (int) unix.getOpenFileDescriptorCount()
                : 0;
        return new Health(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                resident(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                descriptors,
                deadlocked == null ? 0 : deadlocked.length);
    }

    private static long resident() throws IOException {
        List<String> lines = Files.isReadable(STATUS) ? Files.readAllLines(STATUS) : List.of();
        return lines.stream()
                .filter(line -> line.startsWith(RESIDENT))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst()
                .orElse(0);
    }
}
