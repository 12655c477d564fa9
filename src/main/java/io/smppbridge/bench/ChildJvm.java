package io.smppbridge.bench;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of ours on the same class path, with the memory that {@code ./bridge} gives unless told otherwise; it ends with us. Its output goes to a file. */
@OwnedBy("the thread of the command")
final class ChildJvm implements AutoCloseable {
    private static final int STOP_SECONDS = 40;
    private static final int FIRST_WITH_WARNING = 23;
    private static final int FIRST_WITHOUT_SAMPLING = 25;

    private final String name;
    private final Path log;
    /** What {@code ./bridge} starts with when there is an archive of classes. */
    private static final List<String> ARCHIVE =
            List.of("-XX:SharedArchiveFile=", "-XX:AOTCache=", "-Xlog:cds*=off", "-Xlog:aot*=off");

    private static final List<String> COLLECTOR = List.of(
            "-XX:+UseParallelGC",
            "-Xms112m",
            "-XX:NewSize=48m",
            "-XX:MaxNewSize=96m",
            "-XX:MaxHeapFreeRatio=45",
            "-XX:GCTimeRatio=19");
    /** As the script has it, of the C library. */
    private static final String ARENAS = "MALLOC_ARENA_MAX";

    private final Process process;
    private final Thread guard;

    /**
     * Starts it.
     *
     * @param java the executable
     * @param options for the JVM
     * @param command main class and its arguments
     */
    static ChildJvm start(String name, Path java, Path directory, List<String> options, List<String> command)
            throws IOException {
        List<String> line = new ArrayList<>(List.of(java.toString(), "-Xmx512m", "-XX:MaxDirectMemorySize=256m"));
        line.addAll(collector(options));
        line.add("-Dfile.encoding=UTF-8");
        if (version(java) >= FIRST_WITH_WARNING) {
            line.add("--sun-misc-unsafe-memory-access=allow");
        }
        if (version(java) < FIRST_WITHOUT_SAMPLING) {
            line.add("-XX:PerfDataSamplingInterval=1000");
        }
        line.addAll(archive(java));
        line.addAll(options);
        line.addAll(List.of("-cp", absolute(System.getProperty("java.class.path"))));
        line.addAll(command);
        Path log = directory.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().putIfAbsent(ARENAS, "2");
        Process process = builder.directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        return new ChildJvm(name, log, process);
    }

    /** As the script chooses it: none where the options name one, and no sizes where they have some. */
    static List<String> collector(List<String> options) {
        if (options.stream().anyMatch(option -> option.matches("-XX:\\+Use.*GC"))) {
            return List.of();
        }
        boolean sized = options.stream().anyMatch(option -> option.matches("-Xm[sxn].*|.*(NewSize|HeapSize).*"));
        return sized ? COLLECTOR.subList(0, 1) : COLLECTOR;
    }

    /** The options by which this JVM found its classes ready made, for another one of the same JDK: started as the script starts it. */
    static List<String> archive(Path java) {
        if (!java.startsWith(System.getProperty("java.home"))) {
            return List.of();
        }
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> ARCHIVE.stream().anyMatch(option::startsWith))
                .toList();
    }

    /** How far that JVM finds its classes ready made, in words for a note. */
    static String classes(Path java) {
        return archive(java).isEmpty() ? "without a class archive" : "with a class archive";
    }

    private ChildJvm(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
        this.guard = NamedThreads.single("bench-guard", process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(guard);
    }

    long pid() {
        return process.pid();
    }

    /** @throws IOException if it has ended, with the end of its log */
    void check() throws IOException {
        if (!process.isAlive()) {
            throw new IOException(
                    name + " has ended with " + process.exitValue() + "; the end of " + log + ":\n" + tail());
        }
    }

    /** As a power loss would: no farewell. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** Orderly if it can, by force if not. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                kill();
            }
            Runtime.getRuntime().removeShutdownHook(guard);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            // This process is ending itself; the guard does its work.
        }
    }

    private String tail() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size()));
    }

    /** The feature number of a JDK, from the file that each one carries; 0 if there is none. */
    static int version(Path java) throws IOException {
        Path release = java.toRealPath().getParent().getParent().resolve("release");
        if (!Files.isRegularFile(release)) {
            return 0;
        }
        for (String line : Files.readAllLines(release)) {
            if (line.startsWith("JAVA_VERSION=")) {
                return Integer.parseInt(line.replaceAll("JAVA_VERSION=\"(\\d+).*", "$1"));
            }
        }
        return 0;
    }

    private static String absolute(String classPath) {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(java.io.File.pathSeparator)) {
            entries.add(Path.of(entry).toAbsolutePath().toString());
        }
        return String.join(java.io.File.pathSeparator, entries);
    }
}
