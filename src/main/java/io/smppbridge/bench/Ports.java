package io.smppbridge.bench;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;

/** Free ports, and who answers on them. */
final class Ports {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int POLL_MILLIS = 10;

    private Ports() {}

    static int free() throws IOException {
        return free(1)[0];
    }

    /** So many at once, all different. */
    static int[] free(int count) throws IOException {
        ServerSocket[] held = new ServerSocket[count];
        int[] ports = new int[count];
        try {
            for (int i = 0; i < count; i++) {
                held[i] = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ports[i] = held[i].getLocalPort();
            }
        } finally {
            for (ServerSocket socket : held) {
                if (socket != null) {
                    socket.close();
                }
            }
        }
        return ports;
    }

    /** Waits until an address answers 200, at most a minute, as long as its process lives. */
    static void awaitAnswer(URI address, ChildJvm process) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!answers(address)) {
            process.check();
            if (System.nanoTime() > deadline) {
                throw new IOException(address + " does not answer 200 within " + PATIENCE.toSeconds() + " s");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    static boolean answers(URI address) {
        try {
            HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        }
    }
}
