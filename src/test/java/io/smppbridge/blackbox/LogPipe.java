package io.smppbridge.blackbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;

/** A pipe that somebody reads, or nobody. */
final class LogPipe extends LogOutput {
    private final InputStream pipe;
    private final Semaphore turn = new Semaphore(1);

    LogPipe(InputStream pipe) {
        this.pipe = pipe;
        Thread thread = new Thread(this::read, "test-log-reader");
        thread.setDaemon(true);
        thread.start();
    }

    private void read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(pipe, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                took(line);
                turn.acquireUninterruptibly();
                turn.release();
            }
        } catch (IOException e) {
            // the bridge has ended
        }
    }

    @Override
    void block() {
        turn.acquireUninterruptibly();
    }

    @Override
    void free() {
        turn.release();
    }

    @Override
    public void close() throws IOException {
        pipe.close();
    }
}
