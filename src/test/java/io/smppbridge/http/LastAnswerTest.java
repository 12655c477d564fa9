package io.smppbridge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.http.HttpOptions.Deadlines;
import io.smppbridge.http.HttpOptions.Sizes;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers that a client takes slowly; one event loop, and a clock that is turned. */
class LastAnswerTest {
    private static final HttpOptions ONE_LOOP = new HttpOptions(
            "http-test",
            "127.0.0.1",
            0,
            1,
            4,
            new Sizes(100_000, 8192),
            new Deadlines(Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(10)));

    private final AtomicLong nanos = new AtomicLong(1);
    private Listener listener;

    @BeforeEach
    void open() throws Exception {
        listener = new Listener(ONE_LOOP, nanos::get);
    }

    @AfterEach
    void close() {
        listener.close();
    }

    @Test
    void the_last_answer_of_a_connection_is_sent_whole_to_a_client_that_takes_it_slowly() throws Exception {
        try (Socket slow = ask("Connection: close\r\n")) {
            Listener.readUntil(slow, "\r\n\r\n");
            try (Socket silent = listener.connect()) {
                await().until(() -> listener.server.connections() == 2);
                nanos.addAndGet(Duration.ofSeconds(3).toNanos());
                assertThat(Listener.readAll(silent)).isEmpty(); // so the deadlines have been looked at
            }
            assertThat(slow.getInputStream().readAllBytes()).hasSize(Listener.BIG);
            assertThat(listener.server.connections()).isEqualTo(1);

            nanos.addAndGet(Duration.ofSeconds(2).toNanos());
            await().until(() -> listener.server.connections() == 0);
        }
    }

    @Test
    void a_client_that_does_not_take_its_last_answer_is_cut_off_in_the_end() throws Exception {
        try (Socket slow = ask("Connection: close\r\n")) {
            Listener.readUntil(slow, "\r\n\r\n");
            nanos.addAndGet(Duration.ofSeconds(11).toNanos());
            await().until(() -> listener.server.connections() == 0);
        }
    }

    @Test
    void a_stop_waits_for_an_answer_that_is_on_its_way() throws Exception {
        try (Socket slow = ask("")) {
            Listener.readUntil(slow, "\r\n\r\n");
            CompletableFuture<Void> stopping =
                    CompletableFuture.runAsync(() -> listener.server.stop(Duration.ofSeconds(20)));
            await().until(this::isClosed);
            InputStream in = slow.getInputStream();
            assertThat(in.readNBytes(Listener.BIG)).hasSize(Listener.BIG);
            assertThat(in.read()).isNegative();
            stopping.join();
        }
    }

    private Socket ask(String header) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.setSoTimeout(8_000);
        socket.connect(new InetSocketAddress("127.0.0.1", listener.server.port()));
        Listener.write(socket, "GET /big HTTP/1.1\r\nHost: x\r\n" + header + "\r\n");
        return socket;
    }

    private boolean isClosed() {
        try (Socket socket = listener.connect()) {
            return false;
        } catch (IOException refused) {
            return true;
        }
    }
}
