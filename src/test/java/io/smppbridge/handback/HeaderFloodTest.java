package io.smppbridge.handback;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Tried;
import io.smppbridge.stats.BridgeStats;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A receiver that never ends the headers of its answer. */
@Timeout(60)
class HeaderFloodTest {
    private static final int FLOOD = 128 << 20;
    /** What the sockets of both sides may hold, generously. */
    private static final int ALLOWED = 24 << 20;

    @ParameterizedTest
    @ValueSource(strings = {"x: y\r\n", "y"})
    @Tag("S-42")
    void headers_without_end_close_the_connection_and_are_no_answer(String again, TestReporter reporter)
            throws Exception {
        MemoryStore store = new MemoryStore();
        try (ServerSocket flooding = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            URI url = URI.create("http://127.0.0.1:" + flooding.getLocalPort() + "/hook");
            Handback handback = new Handback(Given.quick(), store, new BridgeStats(), Surroundings.system());
            handback.start();
            handback.apply(List.of(Given.webhook("crm", url, 1, 1, Duration.ofSeconds(20))));
            long id = Given.id(Instant.now(), 1);
            handback.offer(Handback.webhook("crm"), id, 1, store.put(Given.state(id, id, MessageState.DELIVERED)));

            long written = flood(flooding, again);

            handback.stop(Duration.ZERO);
            Tried.times(1).note(written + " octets before it was closed").tell(reporter);
            assertThat(written).isLessThan(ALLOWED);
            assertThat(store.taken).isEmpty();
        }
    }

    /** Else its events would come again and again, and be laid aside in the end, though they were taken. */
    @Test
    @Tag("C75")
    void an_answer_with_headers_as_long_as_frameworks_make_them_is_an_answer() throws Exception {
        MemoryStore store = new MemoryStore();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            URI url = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/hook");
            Handback handback = new Handback(Given.quick(), store, new BridgeStats(), Surroundings.system());
            handback.start();
            handback.apply(List.of(Given.webhook("crm", url, 1, 1, Duration.ofSeconds(20))));
            long id = Given.id(Instant.now(), 1);
            handback.offer(Handback.webhook("crm"), id, 1, store.put(Given.state(id, id, MessageState.DELIVERED)));
            try (Socket socket = server.accept()) {
                socket.getInputStream().read();
                String headers = "x: y\r\n".repeat(150) + "content-security-policy: " + "p".repeat(60_000);
                socket.getOutputStream()
                        .write(("HTTP/1.1 200 OK\r\n" + headers + "\r\ncontent-length: 0\r\n\r\n").getBytes(US_ASCII));
                await().atMost(Duration.ofSeconds(10)).until(() -> store.taken.containsKey(id));
            }
            handback.stop(Duration.ZERO);
        }
    }

    /** How much was written until the other side had enough. */
    private static long flood(ServerSocket server, String again) throws IOException {
        byte[] block = again.repeat(8_192).getBytes(US_ASCII);
        long written = 0;
        try (Socket socket = server.accept()) {
            socket.getInputStream().read();
            OutputStream out = socket.getOutputStream();
            out.write("HTTP/1.1 200 OK\r\n".getBytes(US_ASCII));
            while (written < FLOOD) {
                out.write(block);
                written += block.length;
            }
        } catch (IOException closed) {
            return written;
        }
        return written;
    }
}
