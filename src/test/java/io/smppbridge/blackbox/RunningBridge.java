package io.smppbridge.blackbox;

import io.smppbridge.JavaCommand;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** {@code ./bridge run FILE} as an operator has it: the command itself, its signals, and everything that it prints. */
final class RunningBridge implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("messages at http://[^:]+:(\\d+)/");

    private final Process process;
    private final Path output;

    private RunningBridge(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Runs any command of {@code ./bridge}; standard output and error go into one file. */
    static RunningBridge command(Path directory, String... words) throws IOException {
        return command(directory, List.of(), words);
    }

    private static RunningBridge command(Path directory, List<String> before, String... words) throws IOException {
        Path output = Files.createTempFile(directory, "output", ".log");
        ProcessBuilder builder = builder(before, words);
        return new RunningBridge(
                builder.redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start(),
                output);
    }

    /** {@code ./bridge run FILE} whose log goes somewhere else; what it says on standard error is its output. */
    static RunningBridge logging(Path directory, Path config, ProcessBuilder.Redirect log) throws IOException {
        Path output = Files.createTempFile(directory, "output", ".log");
        ProcessBuilder builder = builder(List.of(), "run", config.toString());
        return new RunningBridge(
                builder.redirectError(output.toFile()).redirectOutput(log).start(), output);
    }

    private static ProcessBuilder builder(List<String> before, String... words) {
        List<String> command = new ArrayList<>(before);
        command.addAll(JavaCommand.of(JavaCommand.SHORT_LIVED, "io.smppbridge.cli.Main"));
        command.addAll(List.of(words));
        return new ProcessBuilder(command);
    }

    static RunningBridge run(Path directory, Path config) throws IOException {
        return run(directory, config, List.of());
    }

    /** @param before words before the java command */
    static RunningBridge run(Path directory, Path config, List<String> before) throws IOException {
        return command(directory, before, "run", config.toString());
    }

    /** Port of the HTTP intake, as the log says it; waits for that. */
    int httpPort() {
        awaitOutput(ADDRESS);
        Matcher matcher = ADDRESS.matcher(output());
        if (!matcher.find()) {
            throw new AssertionError(output());
        }
        return Integer.parseInt(matcher.group(1));
    }

    void awaitOutput(Pattern wanted) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .failFast("the process has ended", () -> !process.isAlive())
                .until(() -> wanted.matcher(output()).find());
    }

    /** SIGTERM. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** Any signal, by its name without SIG. */
    void signal(String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor(5, TimeUnit.SECONDS);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Its exit code. */
    int awaitExit(int seconds) throws InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new AssertionError("the process did not end within " + seconds + " s: " + output());
        }
        return process.exitValue();
    }

    long pid() {
        return process.pid();
    }

    /** Its log, where that was to be a pipe. */
    InputStream log() {
        return process.getInputStream();
    }

    /** All that it has printed so far. */
    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.toHandle().destroyForcibly();
        process.waitFor(10, TimeUnit.SECONDS);
    }
}
