package io.smppbridge.blackbox;

import io.smppbridge.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One run of the bridge's process, from its start to its end. */
final class Child implements AutoCloseable {
    private final Process process;
    private final CallerLog callers;
    private final Path errors;
    private final CompletableFuture<Integer> ready = new CompletableFuture<>();
    private final BlockingQueue<String> reloads = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> health = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> watched = new LinkedBlockingQueue<>();
    private final Thread reader;
    private volatile long waitedNanos;
    private boolean paused;

    private Child(Process process, CallerLog callers, Path errors) {
        this.process = process;
        this.callers = callers;
        this.errors = errors;
        this.reader = new Thread(this::read, "child-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * @param before words before the java command, such as those of strace
     * @param options more options for the JVM
     */
    static Child start(Path config, CallerLog callers, List<String> before, List<String> options) throws IOException {
        List<String> words = new ArrayList<>(before);
        List<String> all = new ArrayList<>(List.of("-ea", "-Xshare:auto"));
        all.addAll(JavaCommand.SHORT_LIVED);
        all.addAll(options);
        words.addAll(JavaCommand.of(all, ChildBridge.class.getName(), config.toString()));
        Path errors = Files.createTempFile(config.getParent(), "child", ".log");
        Process process =
                new ProcessBuilder(words).redirectError(errors.toFile()).start();
        return new Child(process, callers, errors);
    }

    /** Waits until it accepts messages. */
    Child awaitReady() throws Exception {
        try {
            ready.get(60, TimeUnit.SECONDS);
            return this;
        } catch (Exception e) {
            throw new AssertionError("the bridge did not start: " + log(), e);
        }
    }

    int httpPort() {
        return ready.join();
    }

    /** How much of the time until it was ready went to other processes and threads, while the one that starts the bridge could have run. */
    Duration waitedForProcessor() {
        return Duration.ofNanos(waitedNanos);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void tell(String line) throws IOException {
        OutputStream out = process.getOutputStream();
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** The report's line. */
    String reload() throws Exception {
        tell("reload");
        String line = reloads.poll(30, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("no answer to reload: " + log());
        }
        return line;
    }

    /**
     * How the process is.
     *
     * @param deadlocked threads that wait for each other
     * @param heap octets in use after a collection
     */
    record Health(int deadlocked, int descriptors, int threads, long heap, long accepted, long ended) {}

    Health health() throws Exception {
        tell("health");
        String line = health.poll(60, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("no answer to health: " + log());
        }
        String[] words = line.split(" ");
        return new Health(
                Integer.parseInt(words[0]),
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]));
    }

    /** Whether it can still be asked. */
    boolean isListening() {
        return process.isAlive() && !paused && ready.isDone() && !ready.isCompletedExceptionally();
    }

    /**
     * What has been seen of its threads.
     *
     * @param samples how often they were looked at
     * @param findings threads that wait for each other, or did so for too long, or where they may not; empty when there are none
     */
    record Watched(long samples, String findings) {}

    Watched watched() throws Exception {
        tell("watched");
        String line = watched.poll(60, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("no answer to watched: " + log());
        }
        String[] words = line.split(" ", 2);
        return new Watched(Long.parseLong(words[0]), words[1]);
    }

    /** SIGKILL; returns when it is dead and everything it said has been read. */
    void kill() throws Exception {
        List<ProcessHandle> below = process.descendants().toList();
        process.toHandle().destroyForcibly();
        below.forEach(ProcessHandle::destroyForcibly);
        awaitExit(20);
    }

    /** SIGSTOP: it stands still until it is resumed or killed. */
    void pause() throws Exception {
        paused = true;
        signal("STOP");
    }

    /** SIGCONT. */
    void resume() throws Exception {
        signal("CONT");
        paused = false;
    }

    private void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
            throw new AssertionError("the process could not be sent " + name);
        }
    }

    /** SIGTERM, to the bridge itself where something stands before it; by the handle, which leaves what it said to be read. */
    void terminate() {
        process.descendants().findFirst().orElse(process.toHandle()).destroy();
    }

    /** Its exit code. */
    int awaitExit(int seconds) throws Exception {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new AssertionError("the process did not end within " + seconds + " s: " + log());
        }
        reader.join(10_000);
        return process.exitValue();
    }

    long pid() {
        return process.pid();
    }

    /** The bridge's own, also where something stands before it. */
    long bridge() {
        return process.descendants().findFirst().orElse(process.toHandle()).pid();
    }

    /** The names of its threads, as far as the system keeps them: fifteen letters. */
    List<String> threads() throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/" + pid() + "/task"))) {
            for (Path task : tasks) {
                names.add(Files.readString(task.resolve("comm")).strip());
            }
        }
        return names;
    }

    /** What it wrote to standard error: its log. */
    String log() throws IOException {
        return Files.readString(errors);
    }

    private void read() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                switch (words[0]) {
                    case "READY" -> {
                        waitedNanos = Long.parseLong(words[2]);
                        ready.complete(Integer.parseInt(words[1]));
                    }
                    case "RELOADED" -> reloads.add(line.substring("RELOADED ".length()));
                    case "HEALTH" -> health.add(line.substring("HEALTH ".length()));
                    case "WATCHED" -> watched.add(line.substring("WATCHED ".length()));
                    case "TRY" -> callers.asked(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
                    case "DONE" -> done(words);
                    default -> Files.writeString(errors, line + "\n", java.nio.file.StandardOpenOption.APPEND);
                }
            }
        } catch (IOException e) {
            // killed: what was read before counts
        }
        ready.completeExceptionally(new IllegalStateException("the process has ended"));
    }

    /** A line that a kill cut short has no end; the last word of it may be half an id, so only whole ids count. */
    private void done(String[] words) {
        int from = Integer.parseInt(words[1]);
        for (int i = 2; i < words.length; i++) {
            if (words[i].startsWith("-")) {
                callers.refused(from + i - 2, words[i]);
            } else if (words[i].length() == 13) {
                callers.accepted(from + i - 2, words[i]);
            }
        }
    }

    @Override
    public void close() throws Exception {
        kill();
    }
}
