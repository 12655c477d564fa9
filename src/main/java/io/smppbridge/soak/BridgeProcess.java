package io.smppbridge.soak;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One life of the bridge, from its start to its kill. It ends with us, as its input does. */
@OwnedBy("the soak's thread")
final class BridgeProcess implements AutoCloseable {
    private static final int STOP_SECONDS = 40;

    private final Path log;
    private final Process process;
    private final BufferedReader out;
    private final Thread guard;
    private final int port;

    /**
     * Starts it and waits until it takes messages.
     *
     * @param command that starts a JVM on this class path, without a main class
     */
    BridgeProcess(List<String> command, Path config) throws IOException {
        List<String> line = new ArrayList<>(command);
        line.addAll(List.of(SoakedBridge.class.getName(), config.toString()));
        log = config.resolveSibling("bridge.log");
        process = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        guard = NamedThreads.single("soak-guard", process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(guard);
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        port = Integer.parseInt(answer("READY "));
    }

    /** @throws Broken if the process has ended without being told to */
    private String answer(String beginning) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length());
            }
        }
        throw new Broken(log);
    }

    int port() {
        return port;
    }

    /** @throws Broken if the process has ended without being told to */
    void check() throws Broken {
        if (!process.isAlive()) {
            throw new Broken(log);
        }
    }

    Health health() throws IOException {
        check();
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return Health.read(answer("HEALTH "));
    }

    /** kill -9. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
        Runtime.getRuntime().removeShutdownHook(guard);
    }

    @Override
    public void close() throws IOException {
        try {
            if (process.isAlive()) {
                process.getOutputStream().close();
                if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            }
            Runtime.getRuntime().removeShutdownHook(guard);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            // This process is ending itself; the guard does its work.
        }
    }

    /** The bridge has ended by itself. */
    static final class Broken extends IOException {
        private static final long serialVersionUID = 1L;

        Broken(Path log) {
            super("the bridge has ended by itself; " + log + " says why");
        }
    }
}
