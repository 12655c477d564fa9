package io.smppbridge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
        listener = new Listener();
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
    void of_very_many_that_read_nothing_those_that_have_not_for_longest_are_closed() throws Exception {
        int most = 2 * Loop.UNREAD;
        for (int i = 0; i < most + 40; i++) {
            asks(60);
        }
        await().until(() -> listener.server.connections() <= most && listener.large.get() > most);

        assertThat(listener.talk("GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .endsWith("hello");
    }
}
