package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.threads.NamedThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The generator against a server that answers as told. */
class HttpLoadTest {
    private ServerSocket server;
    private final CountDownLatch hold = new CountDownLatch(1);

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        hold.countDown();
        server.close();
    }

    @Test
    void the_count_at_the_end_of_a_list_is_what_was_accepted() throws Exception {
        answer(
                "HTTP/1.1 202 Accepted\r\nContent-Length: 44\r\n\r\n{\"results\":[{},{}],\"accepted\":7,\"refused\":1}",
                false);
        assertThat(first(10).accepted()).isEqualTo(7);
    }

    @Test
    void an_answer_in_pieces_is_one_answer() throws Exception {
        answer("HTTP/1.1 202 Accepted\r\ncontent-length: 11\r\nx: y\r\n\r\n{\"id\":\"a1\"}", true);
        HttpLoad.Tally tally = first(1);
        assertThat(tally.accepted()).isEqualTo(1);
        assertThat(tally.broken()).isZero();
    }

    @Test
    void a_refusal_for_want_of_room_counts_as_refused() throws Exception {
        answer("HTTP/1.1 429 Too Many Requests\r\nContent-Length: 2\r\n\r\n{}", false);
        HttpLoad.Tally tally = first(1);
        assertThat(tally.accepted()).isZero();
        assertThat(tally.refused()).isEqualTo(1);
    }

    @Test
    void in_an_open_loop_time_counts_from_when_the_request_was_due() throws Exception {
        Thread slow = NamedThreads.single(
                "slow", () -> serve("HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\n{}", false, 1));
        slow.start();
        try (HttpLoad load = new HttpLoad(server.getLocalPort(), new Requests("key", 1), 1)) {
            // One connection, answered once: all later ones wait, and are seen to wait.
            load.openLoop(1000);
            int[] overdue = new int[1];
            await().atMost(5, TimeUnit.SECONDS)
                    .until(() -> (overdue[0] = load.tally().overdue()) >= 20);
            hold.countDown();
            await().atMost(5, TimeUnit.SECONDS).untilAsserted(() -> {
                HttpLoad.Tally tally = load.tally();
                assertThat(tally.latency().getMaxValue()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(15));
            });
            load.end();
        }
    }

    private HttpLoad.Tally first(int batch) throws IOException {
        try (HttpLoad load = new HttpLoad(server.getLocalPort(), new Requests("key", batch), 1)) {
            load.closedLoop();
            HttpLoad.Tally[] tally = new HttpLoad.Tally[1];
            await().atMost(5, TimeUnit.SECONDS).until(() -> {
                tally[0] = load.tally();
                return tally[0].accepted() + tally[0].refused() + tally[0].broken() > 0;
            });
            return tally[0];
        }
    }

    /** Answers the first request only, and holds the connection open. */
    private void answer(String response, boolean pieces) {
        NamedThreads.single("answers", () -> serve(response, pieces, 1)).start();
    }

    private void serve(String response, boolean pieces, int before) {
        try (Socket socket = server.accept()) {
            socket.setTcpNoDelay(true);
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            byte[] buffer = new byte[64 * 1024];
            for (int i = 0; in.read(buffer) > 0; i++) {
                if (i == before) {
                    hold.await();
                }
                byte[] bytes = response.getBytes(StandardCharsets.US_ASCII);
                for (int at = 0; at < bytes.length; at += pieces ? 1 : bytes.length) {
                    out.write(bytes, at, pieces ? 1 : bytes.length);
                }
            }
        } catch (IOException | InterruptedException e) {
            // The test is over.
        }
    }
}
