package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code examples/DatagramClient.java} asks of the datagram intake. */
@Timeout(120)
class DatagramExampleIT {
    private static final Path EXAMPLE = Path.of("examples", "DatagramClient.java");
    private static final int MESSAGES = 3;
    private static final String REASON = "not-accepting: the disk is full";

    @TempDir
    Path directory;

    /** Else the messages of the second run would be taken for those of the first, acknowledged, and not sent. */
    @Test
    @Tag("S3.6")
    void a_second_run_under_the_same_name_uses_no_id_of_the_first() throws Exception {
        try (DatagramSocket bridge = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            Set<Long> first = run(bridge);
            assertThat(first).hasSize(MESSAGES);
            assertThat(run(bridge)).hasSize(MESSAGES).doesNotContainAnyElementsOf(first);
        }
    }

    /** It had waited without a word, and after half a minute said that no bridge was there. */
    @Test
    @Tag("S3.6")
    void who_is_told_to_wait_long_is_told_why() throws Exception {
        Path output = directory.resolve("client.log");
        try (DatagramSocket bridge = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            DatagramPacket request = new DatagramPacket(new byte[1_024], 1_024);
            Process client = start(bridge, ProcessBuilder.Redirect.to(output.toFile()));
            bridge.setSoTimeout(60_000);
            bridge.receive(request);
            ByteBuffer notNow = ByteBuffer.allocate(4 + REASON.length())
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(2_500)
                    .put(REASON.getBytes(StandardCharsets.US_ASCII))
                    .flip();
            answer(bridge, request, 4, notNow);
            acceptAll(bridge, client);
        }
        assertThat(output).content().containsOnlyOnce(REASON).contains("3 safe, 0 refused");
    }

    /** The ids of what one run asks, each of which is accepted. */
    private static Set<Long> run(DatagramSocket bridge) throws Exception {
        return acceptAll(bridge, start(bridge, ProcessBuilder.Redirect.DISCARD));
    }

    private static Process start(DatagramSocket bridge, ProcessBuilder.Redirect output) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        EXAMPLE.toAbsolutePath().toString(),
                        "127.0.0.1",
                        Integer.toString(bridge.getLocalPort()),
                        "key",
                        "orders",
                        "+46701234567",
                        Integer.toString(MESSAGES))
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
    }

    private static Set<Long> acceptAll(DatagramSocket bridge, Process client) throws Exception {
        Set<Long> ids = new HashSet<>();
        bridge.setSoTimeout(100);
        try {
            while (client.isAlive()) {
                accept(bridge, ids);
            }
            assertThat(client.waitFor(1, TimeUnit.SECONDS)).isTrue();
            assertThat(client.exitValue()).isZero();
        } finally {
            client.destroyForcibly();
        }
        return ids;
    }

    private static void accept(DatagramSocket bridge, Set<Long> ids) throws Exception {
        DatagramPacket request = new DatagramPacket(new byte[1_024], 1_024);
        try {
            bridge.receive(request);
        } catch (SocketTimeoutException e) {
            return; // the client starts, or has ended
        }
        long id = ByteBuffer.wrap(request.getData())
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong(4);
        ids.add(id);
        answer(bridge, request, 1, ByteBuffer.allocate(8));
    }

    private static void answer(DatagramSocket bridge, DatagramPacket request, int kind, ByteBuffer rest)
            throws Exception {
        byte[] answer = ByteBuffer.allocate(12 + rest.remaining())
                .put(request.getData(), 0, 12)
                .put(3, (byte) kind)
                .put(rest)
                .array();
        bridge.send(new DatagramPacket(answer, answer.length, request.getSocketAddress()));
    }
}
