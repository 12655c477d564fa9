package io.smppbridge.smpp;

import static io.smppbridge.smpp.ScriptedSmsc.NONE;
import static io.smppbridge.smpp.ScriptedSmsc.cString;
import static io.smppbridge.smpp.ScriptedSmsc.cat;
import static io.smppbridge.smpp.ScriptedSmsc.pdu;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jsmpp.SMPPConstant.*;

import io.smppbridge.Tried;
import io.smppbridge.settings.OutbindConfig;
import io.smppbridge.settings.OutbindConfig.Peer;
import io.smppbridge.settings.Secret;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is let in at the port for outbind. */
@Tag("C33")
@Tag("S-31")
@Timeout(30)
class OutbindDoorTest {
    private final BlockingQueue<String> called = new LinkedBlockingQueue<>();
    private volatile boolean wanted = true;
    private OutbindDoor door;

    @BeforeEach
    void open() throws IOException {
        door = OutbindDoor.open(
                config(Map.of(
                        "telia", new Peer(List.of("127.0.0.1"), "TELIA", new Secret("one")),
                        "three", new Peer(List.of("127.0.0.3", "10.0.0.0/8"), "", new Secret("two")))),
                Ticker.SYSTEM,
                (smsc, socket) -> {
                    called.add(smsc + " " + socket.isClosed());
                    return wanted;
                });
    }

    private static OutbindConfig config(Map<String, Peer> peers) {
        return new OutbindConfig(true, "127.0.0.1", 0, peers);
    }

    @AfterEach
    void close() {
        door.close();
    }

    private Socket call(String from, byte[] says) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
        socket.connect(new InetSocketAddress("127.0.0.1", door.port()), 5_000);
        socket.setSoTimeout(10_000);
        try {
            socket.getOutputStream().write(says);
        } catch (IOException closedAlready) {
            // What a stranger is to see.
        }
        return socket;
    }

    private static byte[] outbind(String systemId, String password) {
        return pdu(CID_OUTBIND, 0, 1, cat(cString(systemId), cString(password)));
    }

    private static boolean isLeft(Socket socket) {
        boolean left;
        try (socket) {
            left = socket.getInputStream().read() < 0;
        } catch (IOException reset) {
            left = !(reset instanceof java.net.SocketTimeoutException);
        }
        Tried.times(1).refused(left ? 1 : 0).keep();
        return left;
    }

    private String next() throws InterruptedException {
        return String.valueOf(called.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void an_smsc_with_the_right_address_name_and_password_is_let_in() throws Exception {
        try (Socket one = call("127.0.0.1", outbind("TELIA", "one"));
                Socket three = call("127.0.0.3", outbind("whatever", "two"))) {
            assertThat(List.of(next(), next())).containsExactlyInAnyOrder("telia false", "three false");
        }
    }

    @Test
    void anything_else_is_left_without_a_word() throws Exception {
        assertThat(isLeft(call("127.0.0.1", outbind("TELIA", "two")))).isTrue();
        assertThat(isLeft(call("127.0.0.1", outbind("TELIA", "")))).isTrue();
        assertThat(isLeft(call("127.0.0.1", outbind("telia", "one")))).isTrue();
        assertThat(isLeft(call("127.0.0.2", outbind("TELIA", "one")))).isTrue();
        assertThat(isLeft(call("127.0.0.3", outbind("TELIA", "one")))).isTrue();
        assertThat(isLeft(call("127.0.0.1", pdu(CID_BIND_RECEIVER, 0, 1, cat(cString("TELIA"), cString("one"))))))
                .isTrue();
        assertThat(isLeft(call("127.0.0.1", pdu(CID_OUTBIND, 0, 1, NONE)))).isTrue();
        assertThat(isLeft(call("127.0.0.1", ScriptedSmsc.header(0x7FFFFFFF, CID_OUTBIND, 0, 1))))
                .isTrue();
        assertThat(called).isEmpty();
    }

    @Test
    void one_that_nobody_takes_is_left_too() throws Exception {
        wanted = false;
        assertThat(isLeft(call("127.0.0.1", outbind("TELIA", "one")))).isTrue();
        assertThat(next()).isEqualTo("telia false");
    }

    @Test
    @Tag("C106")
    void callers_that_say_nothing_keep_nobody_out_for_long() throws Exception {
        try (Crowd silent = new Crowd()) {
            for (int i = 0; i < 40; i++) {
                silent.add(call("127.0.0.1", NONE));
            }
            long before = System.nanoTime();
            try (Socket honest = call("127.0.0.3", outbind("THREE", "two"))) {
                assertThat(next()).isEqualTo("three false");
            }
            assertThat(Duration.ofNanos(System.nanoTime() - before))
                    .as("the five seconds that a silent caller has")
                    .isLessThan(Duration.ofSeconds(3));
        }
    }

    @Test
    @Tag("C106")
    void callers_of_one_address_take_each_others_places_before_those_of_another() throws Exception {
        try (Crowd crowd = new Crowd();
                Socket slow = call("127.0.0.3", NONE)) {
            for (int i = 0; i < 40; i++) {
                crowd.add(call("127.0.0.1", NONE));
            }
            assertThat(isLeft(crowd.get(0))).isTrue();
            slow.getOutputStream().write(outbind("THREE", "two"));
            assertThat(next()).isEqualTo("three false");
        }
    }

    @Test
    @Tag("C106")
    void a_second_caller_of_an_address_takes_the_place_of_its_first_and_of_no_other() throws Exception {
        door.apply(config(Map.of("telia", new Peer(List.of("127.0.0.0/8"), "", new Secret("one")))));
        try (Crowd slow = new Crowd()) {
            for (int i = 5; i <= 8; i++) {
                slow.add(call("127.0.0." + i, NONE));
            }
            Socket first = call("127.0.0.9", NONE);
            slow.add(call("127.0.0.9", NONE));
            assertThat(isLeft(slow.get(0))).as("the oldest of five").isTrue();
            assertThat(isLeft(first)).isTrue();
            slow.get(1).getOutputStream().write(outbind("TELIA", "one"));
            assertThat(next()).isEqualTo("telia false");
        }
    }

    /** Sockets that stay open as long as this does. */
    private static final class Crowd implements AutoCloseable {
        private final List<Socket> sockets = new ArrayList<>();

        void add(Socket socket) {
            sockets.add(socket);
        }

        Socket get(int index) {
            return sockets.get(index);
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    @Tag("C107")
    void other_addresses_and_passwords_hold_from_the_next_call_on() throws Exception {
        door.apply(config(Map.of("telia", new Peer(List.of("127.0.0.0/8"), "", new Secret("new")))));
        assertThat(isLeft(call("127.0.0.1", outbind("TELIA", "one")))).isTrue();
        try (Socket socket = call("127.0.0.2", outbind("x", "new"))) {
            assertThat(next()).isEqualTo("telia false");
        }
    }

    /** Else a process without files would spend a core on asking. */
    @Test
    @Tag("C106")
    void it_rests_after_each_connection_that_it_could_not_take_and_asks_again() throws IOException {
        List<String> done = new ArrayList<>();
        ServerSocket none = new ServerSocket() {
            @Override
            public Socket accept() throws IOException {
                done.add("asked");
                if (done.size() > 4) {
                    close();
                }
                throw new IOException("Too many open files");
            }
        };
        new OutbindDoor(none, config(Map.of()), Ticker.SYSTEM, (smsc, socket) -> false, () -> done.add("rested"))
                .listen();
        assertThat(done).containsExactly("asked", "rested", "asked", "rested", "asked");
    }

    @Test
    void a_port_that_is_taken_is_named() {
        assertThatThrownBy(() -> OutbindDoor.open(
                        new OutbindConfig(true, "127.0.0.1", door.port(), Map.of()), Ticker.SYSTEM, (a, b) -> true))
                .hasMessageContaining("cannot listen on 127.0.0.1:" + door.port())
                .hasMessageContaining("outbind.port");
    }
}
