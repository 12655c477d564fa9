package io.smppbridge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients that ask and ask, and read no answer: what they are owed takes memory from all. */
@Tag("C106")
class UnreadAnswersTest {
    private static final String ASK = "GET /large HTTP/1.1\r\nHost: x\r\n\r\n";

    private final List<Socket> sockets = new ArrayList<>();
    private Listener listener;

    @BeforeEach
    void open() throws Exception {
        Duration longer = Duration.ofMinutes(5); // than any test takes
        listener = new Listener(Listener.with(5_000, longer, longer, longer), Ticker.SYSTEM, 512 << 10);
    }

    @AfterEach
    void close() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        listener.close();
    }

    /** Its receive buffer holds next to nothing. */
    private Socket asks(int times) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setReceiveBufferSize(4096);
        socket.setSoTimeout(8_000);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.server.port()));
        Listener.write(socket, ASK.repeat(times));
        return socket;
    }

    @Test
    void what_came_in_one_read_is_looked_at_as_far_as_answers_are_taken_and_then_on_to_its_end() throws Exception {
        Socket socket = asks(600);
        await().until(() -> listener.large.get() > 0);
        await().during(Duration.ofMillis(500)).until(() -> listener.large.get() < 150);

        Listener.write(socket, "GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        String all = Listener.readAll(socket);
        assertThat(Listener.count(all, "HTTP/1.1 200 OK")).isEqualTo(601);
        assertThat(all).endsWith("hello");
    }

    @Test
    void of_more_than_is_kept_strangers_get_none_and_who_has_shown_a_key_gets_his() throws Exception {
        String body = "x".repeat(90_000);
        int echoes = 36; // more than the kernel's buffers hold
        Socket keyed = asks(0);
        for (int i = 0; i < echoes; i++) {
            Listener.write(
                    keyed,
                    "POST /echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer right\r\nContent-Length: " + body.length()
                            + "\r\n\r\n" + body);
        }
        await().until(() -> listener.bodies.size() > 1);
        List<Socket> strangers = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            strangers.add(asks(400));
        }
        for (Socket stranger : strangers) {
            stranger.getInputStream().read(); // it has been let in
        }
        await().until(() -> listener.server.connections() < 20);

        assertThat(listener.talk("GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .endsWith("hello");
        Listener.write(keyed, "GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        assertThat(Listener.readAll(keyed)).endsWith("hello").hasSizeGreaterThan(echoes * body.length());
    }
}
