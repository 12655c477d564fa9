package io.smppbridge.app;

import io.smppbridge.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code ./bridge} with some arguments in a process of its own, on the class path of the tests. */
final class Child implements AutoCloseable {
    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    /** @param prefix what stands before {@code java}, such as taskset; may be empty */
    Child(List<String> prefix, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(JavaCommand.of(List.of("-Xmx256m"), "io.smppbridge.cli.Main"));
        command.addAll(Arrays.asList(arguments));
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread reader = new Thread(this::read, "child-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** The first group of the pattern in a line still to come. */
    String awaitLine(String pattern) throws InterruptedException {
        List<String> seen = new ArrayList<>();
        Pattern wanted = Pattern.compile(pattern);
        long until = System.nanoTime() + 30_000_000_000L;
        while (System.nanoTime() - until < 0) {
            String line = lines.poll(100, TimeUnit.MILLISECONDS);
            if (line != null) {
                seen.add(line);
                Matcher matcher = wanted.matcher(line);
                if (matcher.find()) {
                    return matcher.group(1);
                }
            }
        }
        throw new AssertionError("expected a line like " + pattern + " within 30 s, saw " + seen);
    }

    private void read() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add("its output ended: " + e.getMessage());
        }
    }

    /** Ends it as {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroy); // What stands before java may be its parent.
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }
}
