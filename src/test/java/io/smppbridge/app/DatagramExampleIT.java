package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code examples/DatagramClient.java} asks of the datagram intake. */
@Timeout(120)
class DatagramExampleIT {
    private static final Path EXAMPLE = Path.of("examples", "DatagramClient.java");
    private static final int MESSAGES = 3;

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

    /** The ids of what one run asks, each of which is accepted. */
    private static Set<Long> run(DatagramSocket bridge) throws Exception {
        Process client = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        EXAMPLE.toAbsolutePath().toString(),
                        "127.0.0.1",
                        Integer.toString(bridge.getLocalPort()),
                        "key",
                        "orders",
                        "+46701234567",
                        Integer.toString(MESSAGES))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
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
        byte[] answer = ByteBuffer.allocate(20)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 'S')
                .put((byte) 'B')
                .put((byte) 1)
                .put((byte) 1)
                .putLong(id)
                .putLong(id)
                .array();
        bridge.send(new DatagramPacket(answer, answer.length, request.getSocketAddress()));
    }
}
