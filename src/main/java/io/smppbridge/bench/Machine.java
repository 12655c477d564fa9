package io.smppbridge.bench;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What the figures were measured on: without it they say nothing. */
final class Machine {
    private Machine() {}

    static Map<String, String> describe(Plan plan) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("machine", processors() + ", shared by generator, bridge and sink");
        facts.put("jdk", "bridge and sink " + ChildJvm.version(plan.java()) + ", generator " + Runtime.version());
        FileStore store = Files.getFileStore(plan.directory());
        String warning =
                store.type().equals("tmpfs") ? " IN MEMORY: nothing here is durable, choose another --dir" : "";
        facts.put("durable", "fdatasync before every positive answer; journal on " + store.type() + warning);
        facts.put(
                "measured",
                plan.measure().toSeconds() + " s after " + plan.warmup().toSeconds() + " s of warm-up; " + plan.binds()
                        + " binds, window " + plan.window());
        facts.put("load before the start", load());
        return facts;
    }

    /** How many of which, and the system on them. */
    static String processors() throws IOException {
        return Runtime.getRuntime().availableProcessors() + " x " + processor() + ", " + System.getProperty("os.name")
                + " " + System.getProperty("os.version");
    }

    private static String processor() throws IOException {
        Path file = Path.of("/proc/cpuinfo");
        if (Files.isReadable(file)) {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith("model name")) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
        }
        return System.getProperty("os.arch");
    }

    static String load() {
        double load = java.lang.management.ManagementFactory.getOperatingSystemMXBean()
                .getSystemLoadAverage();
        return String.format(Locale.ROOT, "%.1f", load);
    }
}
