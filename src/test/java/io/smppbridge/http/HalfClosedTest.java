package io.smppbridge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients that shut their side after what they had to ask. */
class HalfClosedTest {
    private static final String KEY = "Host: x\r\nAuthorization: Bearer right\r\n";

    private Listener listener;

    @BeforeEach
    void open() throws Exception {
        listener = new Listener();
    }

    @AfterEach
    void close() {
        listener.close();
    }

    private Socket shutAfter(String octets) throws Exception {
        Socket socket = listener.connect();
        Listener.write(socket, octets);
        socket.shutdownOutput();
        return socket;
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\n" + KEY + "\r\n";
    }

    @Test
    void all_that_was_asked_is_answered_and_the_connection_closed() throws Exception {
        try (Socket socket = shutAfter(get("/wait/a") + get("/wait/b"))) {
            await().until(() -> listener.waiting.size() == 2);
            listener.release("b");
            listener.release("a");
            String answers = Listener.readAll(socket);
            assertThat(answers).containsSubsequence("\r\n\r\na", "connection: close", "\r\n\r\nb");
            assertThat(Listener.count(answers, "HTTP/1.1 200 OK")).isEqualTo(2);
            await().until(() -> listener.server.connections() == 0);
        }
    }

    /** In one look: each request is to be answered within ten seconds. */
    private int releaseAll() {
        List<String> names = List.copyOf(listener.waiting.keySet());
        names.forEach(listener::release);
        return names.size();
    }

    @Test
    void what_waits_for_the_answers_before_it_is_answered_too() throws Exception {
        int all = 3 * Pace.PIPELINED + 1;
        StringBuilder asked = new StringBuilder();
        for (int i = 0; i < all; i++) {
            asked.append(get("/wait/" + i));
        }
        try (Socket socket = shutAfter(asked + "POST /echo HTTP/1.1\r\n" + KEY + "Content-Length: 5\r\n\r\nhal")) {
            AtomicInteger released = new AtomicInteger();
            await().until(() -> released.addAndGet(releaseAll()) == all);
            String answers = Listener.readAll(socket);
            assertThat(Listener.count(answers, "HTTP/1.1 200 OK")).isEqualTo(all);
            assertThat(answers).contains("HTTP/1.1 400", "body-cut-short");
            await().until(() -> listener.server.connections() == 0);
        }
    }

    @Test
    void what_is_answered_at_once_is_answered_too() throws Exception {
        for (int i = 0; i < 200; i++) {
            try (Socket socket = shutAfter("POST /echo HTTP/1.1\r\n" + KEY + "Content-Length: 4\r\n\r\nonce"
                    + "GET /hello HTTP/1.0\r\n\r\n")) {
                assertThat(Listener.readAll(socket))
                        .startsWith("HTTP/1.1 200 OK")
                        .contains("\r\n\r\nonce")
                        .endsWith("\r\n\r\nhello");
            }
        }
        await().until(() -> listener.server.connections() == 0);
        assertThat(listener.bodies).hasSize(200);
    }

    @Test
    void an_answer_of_200_kib_comes_whole_though_it_is_not_read_at_once() throws Exception {
        int size = 200 << 10;
        try (Socket socket = shutAfter(get("/wait/a"))) {
            await().until(() -> listener.waiting.size() == 1);
            Exchange exchange = listener.waiting.get("a");
            exchange.run(() -> exchange.answer(200, "text/plain", new byte[size]));
            await().until(() -> listener.server.connections() == 0);
            assertThat(Listener.readAll(socket).length()).isGreaterThan(size);
        }
    }

    @Test
    @Tag("S-06")
    void an_answer_that_is_too_large_for_the_kernel_and_is_not_read_keeps_no_connection() throws Exception {
        try (Socket socket = shutAfter(get("/wait/a"))) {
            await().until(() -> listener.waiting.size() == 1);
            Exchange exchange = listener.waiting.get("a");
            exchange.run(() -> exchange.answer(200, "text/plain", new byte[12 << 20]));
            await().until(() -> listener.server.connections() == 0);
        }
    }

    @Test
    void a_request_that_is_cut_short_is_refused_behind_the_answers_before_it() throws Exception {
        try (Socket socket =
                shutAfter(get("/wait/a") + "POST /echo HTTP/1.1\r\n" + KEY + "Content-Length: 5\r\n\r\nhal")) {
            await().until(() -> listener.waiting.size() == 1);
            listener.release("a");
            assertThat(Listener.readAll(socket))
                    .containsSubsequence("HTTP/1.1 200", "\r\n\r\na", "HTTP/1.1 400", "body-cut-short");
        }
        assertThat(listener.bodies).isEmpty();
        await().until(() -> listener.server.connections() == 0);
    }

    @Test
    void without_a_request_the_connection_is_closed_at_once() throws Exception {
        try (Socket fresh = shutAfter("");
                Socket idle = listener.connect()) {
            Listener.write(idle, get("/hello"));
            Listener.readUntil(idle, "hello");
            idle.shutdownOutput();
            assertThat(Listener.readAll(fresh)).isEmpty();
            assertThat(Listener.readAll(idle)).isEmpty();
            await().until(() -> listener.server.connections() == 0);
        }
    }

    @Test
    @Tag("S-06")
    void a_client_that_has_reset_its_connection_is_gone_before_its_answer() throws Exception {
        listener.close();
        listener =
                new Listener(Listener.with(100, Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1)));
        Socket socket = shutAfter(get("/wait/a"));
        await().until(() -> listener.waiting.size() == 1);
        assertThat(listener.server.connections()).isEqualTo(1);
        socket.setSoLinger(true, 0);
        socket.close();
        await().until(() -> listener.server.connections() == 0);
    }

    @Test
    @Tag("S-06")
    void an_answer_that_does_not_come_has_its_deadline() throws Exception {
        listener.close();
        listener =
                new Listener(Listener.with(100, Duration.ofMinutes(1), Duration.ofMillis(400), Duration.ofMinutes(1)));
        try (Socket socket = shutAfter(get("/wait/a"))) {
            assertThat(Listener.readAll(socket)).startsWith("HTTP/1.1 504");
            await().until(() -> listener.server.connections() == 0);
        }
    }
}
