package io.smppbridge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.ThreadsSince;
import io.smppbridge.http.HttpOptions.Deadlines;
import io.smppbridge.http.HttpOptions.Sizes;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HttpServerTest {
    private static final String KEY = "Host: x\r\nAuthorization: Bearer right\r\n";

    private final ThreadsSince since = ThreadsSince.now();
    private Listener listener;

    @BeforeEach
    void open() throws Exception {
        listener = new Listener();
    }

    @AfterEach
    void close() {
        listener.close();
    }

    @Test
    void pipelined_requests_are_answered_in_order_even_when_the_last_is_ready_first() throws Exception {
        try (Socket socket = listener.connect()) {
            Listener.write(
                    socket,
                    "GET /wait/a HTTP/1.1\r\n" + KEY + "\r\nGET /wait/b HTTP/1.1\r\n" + KEY
                            + "\r\nPOST /echo HTTP/1.1\r\n" + KEY + "Content-Length: 1\r\nConnection: close\r\n\r\nc");
            await().until(() -> listener.waiting.size() == 2);
            listener.release("b");
            listener.release("a");

            String answers = Listener.readAll(socket);
            assertThat(answers).containsSubsequence("\r\n\r\na", "\r\n\r\nb", "\r\n\r\nc");
            assertThat(Listener.count(answers, "HTTP/1.1 200 OK")).isEqualTo(3);
        }
    }

    @Test
    void a_client_with_too_many_requests_in_flight_is_read_no_further() throws Exception {
        try (Socket socket = listener.connect()) {
            String filler = "X-Fill: " + "x".repeat(4000) + "\r\n";
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                try {
                    for (int i = 0; i < 5_000; i++) {
                        Listener.write(socket, "GET /wait/n" + i + " HTTP/1.1\r\n" + KEY + filler + "\r\n");
                    }
                } catch (IOException closedByTheTest) {
                    // the test has seen enough
                }
            });
            await().until(() -> listener.waiting.size() >= Pace.PIPELINED);
            await().during(Duration.ofMillis(300)).until(() -> listener.waiting.size() < 2 * Pace.PIPELINED);
            assertThat(writing).isNotDone();
        }
    }

    @Test
    @Tag("F-20")
    void what_can_only_be_refused_is_refused_by_its_head_and_its_connection_goes_on() throws Exception {
        listener.busy.no = Optional.of(Problem.of(429, "no-credit", "full").retryAfter(1));
        try (Socket socket = listener.connect()) {
            Listener.write(socket, "POST /busy HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\nunread!");
            assertThat(Listener.readUntil(socket, "}"))
                    .startsWith("HTTP/1.1 429")
                    .contains("retry-after: 1", "no-credit");
            listener.busy.no = Optional.empty();
            Listener.write(socket, "POST /busy HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nread");
            assertThat(Listener.readUntil(socket, "\r\n\r\nread")).startsWith("HTTP/1.1 200");
        }
        assertThat(listener.bodies).containsExactly("read");
        assertThat(listener.busy.unread).hasValue(1);
    }

    @Test
    @Tag("F-20")
    void a_body_that_is_thrown_away_has_the_same_bounds() throws Exception {
        listener.busy.no = Optional.of(Problem.of(429, "no-credit", "full"));
        String chunks = ("2710\r\n" + "x".repeat(10_000) + "\r\n").repeat(11);

        assertThat(listener.talk("POST /busy HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks))
                .startsWith("HTTP/1.1 413");
        assertThat(listener.talk("POST /busy HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n"))
                .as("no body is asked for")
                .startsWith("HTTP/1.1 429")
                .contains("connection: close")
                .doesNotContain("100 Continue");
    }

    @Test
    void head_has_the_head_of_get_and_no_body() throws Exception {
        String answer = listener.talk("HEAD /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 200 OK")
                .contains("content-length: 5")
                .endsWith("\r\n\r\n");
    }

    @Test
    void a_get_has_a_body_only_where_it_may() throws Exception {
        String body = "Host: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi";

        assertThat(listener.talk("GET /told HTTP/1.1\r\n" + body))
                .startsWith("HTTP/1.1 200 OK")
                .endsWith("\r\n\r\nhi");
        assertThat(listener.talk("GET /hello HTTP/1.1\r\n" + body))
                .startsWith("HTTP/1.1 400")
                .contains("unexpected-body");
    }

    @Test
    void a_method_that_a_path_lacks_is_said_to_whoever_may_call_the_others() throws Exception {
        String open = listener.talk("PUT /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        String keyed = listener.talk("PUT /echo HTTP/1.1\r\n" + KEY + "Connection: close\r\n\r\n");
        String keyless = listener.talk("PUT /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

        assertThat(open).startsWith("HTTP/1.1 405").contains("allow: GET, HEAD\r\n", "method-not-allowed");
        assertThat(keyed).startsWith("HTTP/1.1 405").contains("allow: POST\r\n");
        assertThat(keyless).startsWith("HTTP/1.1 401").doesNotContain("allow:");
    }

    @Test
    void a_client_that_expects_100_continue_gets_it_before_its_body_is_read() throws Exception {
        try (Socket socket = listener.connect()) {
            Listener.write(
                    socket, "POST /echo HTTP/1.1\r\n" + KEY + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n");
            assertThat(Listener.readUntil(socket, "\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            Listener.write(socket, "hi");
            assertThat(Listener.readUntil(socket, "\r\n\r\nhi")).startsWith("HTTP/1.1 200 OK");
        }
    }

    @Test
    void a_body_that_may_not_be_sent_is_refused_before_it_is_sent() throws Exception {
        String tooLarge = listener.talk(
                "POST /echo HTTP/1.1\r\n" + KEY + "Content-Length: 100001\r\nExpect: 100-continue\r\n\r\n");
        String keyless =
                listener.talk("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n");
        String odd = listener.talk("POST /echo HTTP/1.1\r\n" + KEY + "Content-Length: 1\r\nExpect: miracles\r\n\r\n");

        assertThat(tooLarge).startsWith("HTTP/1.1 413").contains("connection: close");
        assertThat(keyless).startsWith("HTTP/1.1 401").contains("www-authenticate: Bearer");
        assertThat(odd).startsWith("HTTP/1.1 417");
    }

    @Test
    void chunked_bodies_are_joined_and_cut_at_the_limit() throws Exception {
        String joined = listener.talk(
                "POST /echo HTTP/1.1\r\n" + KEY
                        + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: x\r\n\r\n");
        String cut = listener.talk("POST /echo HTTP/1.1\r\n" + KEY + "Transfer-Encoding: chunked\r\n\r\n"
                + ("2710\r\n" + "x".repeat(10_000) + "\r\n").repeat(11));

        assertThat(joined).endsWith("\r\n\r\nabcde");
        assertThat(cut).startsWith("HTTP/1.1 413");
    }

    @Test
    void old_and_absolute_forms_are_understood() throws Exception {
        assertThat(listener.talk("GET /hello HTTP/1.0\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK")
                .endsWith("hello");
        assertThat(listener.talk("GET http://x/hello?a=b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK");
        assertThat(listener.talk("GET HTTP://x/hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK");
    }

    @Test
    void the_path_of_an_absolute_form_ends_where_its_query_begins_also_an_empty_one() throws Exception {
        assertThat(listener.talk("GET http://x?a=/hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 404");
    }

    @Test
    @Tag("S-11")
    void a_handler_that_fails_tells_nothing_of_why() throws Exception {
        String answer = listener.talk("GET /fails HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 500").doesNotContain("secret", "Exception", "passwd");
    }

    @Test
    @Tag("C106")
    @Tag("S-06")
    void a_head_that_drips_is_ended_after_its_time() throws Exception {
        listener.close();
        listener =
                new Listener(Listener.with(100, Duration.ofMillis(400), Duration.ofSeconds(5), Duration.ofSeconds(5)));
        try (Socket socket = listener.connect()) {
            Listener.write(socket, "GET /hello HTTP/1.1\r\n");
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> {
                try {
                    return Listener.readAll(socket);
                } catch (IOException e) {
                    return "reset";
                }
            });
            await().atMost(Duration.ofSeconds(4))
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> {
                        try {
                            Listener.write(socket, "X: y\r\n");
                        } catch (IOException gone) {
                            return true;
                        }
                        return answer.isDone();
                    });
            assertThat(answer.get()).matches(text -> text.startsWith("HTTP/1.1 408") || text.equals("reset"));
        }
    }

    @Test
    @Tag("C106")
    void silence_slow_bodies_and_idle_connections_have_their_ends() throws Exception {
        listener.close();
        listener = new Listener(
                Listener.with(100, Duration.ofMillis(300), Duration.ofMillis(600), Duration.ofMillis(300)));

        assertThat(listener.talk("")).isEmpty();
        assertThat(listener.talk("POST /echo HTTP/1.1\r\n" + KEY + "Content-Length: 5\r\n\r\nab"))
                .startsWith("HTTP/1.1 408");
        assertThat(listener.talk("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")).endsWith("hello");
        await().until(() -> listener.server.connections() == 0);
    }

    @Test
    void an_answer_that_does_not_come_in_time_is_said_to_be_late() throws Exception {
        listener.close();
        listener =
                new Listener(Listener.with(100, Duration.ofSeconds(1), Duration.ofMillis(300), Duration.ofSeconds(1)));

        assertThat(listener.talk("GET /wait/never HTTP/1.1\r\n" + KEY + "\r\n"))
                .startsWith("HTTP/1.1 504")
                .contains("answer-late");
        listener.release("never");
    }

    @Test
    void bodies_that_find_no_room_are_counted() {
        int all = (64 << 20) + 100_000;

        assertThat(listener.server.takeBody(all)).isTrue();
        assertThat(listener.server.takeBody(1)).isFalse();
        listener.server.giveBackBody(all + 1);
        assertThat(listener.server.takeBody(all)).isTrue();
        assertThat(listener.refused).containsExactly("too-many-bodies");
    }

    @Test
    void what_takes_its_time_is_not_late_where_others_are() throws Exception {
        listener.close();
        listener =
                new Listener(Listener.with(100, Duration.ofSeconds(1), Duration.ofMillis(300), Duration.ofSeconds(1)));

        try (Socket patient = listener.connect()) {
            Listener.write(patient, "GET /patient/long HTTP/1.1\r\n" + KEY + "\r\n");
            await().until(() -> listener.waiting.containsKey("long"));
            assertThat(listener.talk("GET /wait/never HTTP/1.1\r\n" + KEY + "\r\n"))
                    .contains("no answer came within 300 ms");
            listener.release("long");
            assertThat(Listener.readUntil(patient, "long")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    @Tag("C106")
    void when_all_places_are_taken_those_without_a_key_give_way_and_those_with_one_stay() throws Exception {
        listener.close();
        HttpOptions one = new HttpOptions(
                "http-test",
                "127.0.0.1",
                0,
                1,
                4,
                new Sizes(1000, 8192),
                new Deadlines(Duration.ofSeconds(9), Duration.ofSeconds(9), Duration.ofSeconds(9)));
        listener = new Listener(one);
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            sockets.add(listener.connect());
            Listener.write(sockets.get(i), "GET /hel");
        }
        await().until(() -> listener.server.connections() == 4);
        for (int i = 0; i < 4; i++) {
            Socket keyed = listener.connect();
            Listener.write(keyed, "POST /echo HTTP/1.1\r\n" + KEY + "Content-Length: 1\r\n\r\nx");
            assertThat(Listener.readUntil(keyed, "\r\n\r\nx")).startsWith("HTTP/1.1 200 OK");
            sockets.add(keyed);
        }

        assertThat(listener.talk(""))
                .startsWith(
                        "HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-type: application/problem+json\r\n")
                .endsWith(
                        ",\"code\":\"too-many-connections\",\"detail\":\"no more connections are taken; try again in 1 s,"
                                + " and keep connections open\",\"retryAfter\":1}");
        assertThat(listener.refused).containsExactly("too-many-connections");
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void a_crowd_that_comes_while_a_loop_is_busy_does_not_go_beyond_the_bound() throws Exception {
        listener.close();
        Duration patience = Duration.ofSeconds(60);
        listener = new Listener(Listener.with(4, patience, patience, patience));
        List<Socket> crowd = new ArrayList<>();
        try (Socket first = listener.connect()) {
            Listener.write(first, "GET /held HTTP/1.1\r\nHost: x\r\n\r\n");
            listener.held.await();
            for (int i = 0; i < 12; i++) {
                crowd.add(listener.connect());
            }
            Socket last = crowd.get(10);
            Listener.write(last, "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
            Listener.readUntil(last, "hello"); // so the loop that accepts has handed the others over
            listener.free.countDown();
            await().until(() -> listener.server.connections() <= 4);
        } finally {
            for (Socket socket : crowd) {
                socket.close();
            }
        }
    }

    @Test
    void stopping_answers_what_was_asked_and_takes_nothing_new() throws Exception {
        try (Socket busy = listener.connect();
                Socket idle = listener.connect()) {
            Listener.write(busy, "GET /wait/last HTTP/1.1\r\n" + KEY + "\r\n");
            await().until(() -> listener.waiting.size() == 1);
            int port = listener.server.port();
            CompletableFuture<Void> stopped =
                    CompletableFuture.runAsync(() -> listener.server.stop(Duration.ofSeconds(5)));
            assertThat(Listener.readAll(idle)).isEmpty();
            assertThat(stopped).isNotDone();
            listener.release("last");

            assertThat(Listener.readAll(busy)).contains("connection: close").endsWith("last");
            busy.close();
            stopped.join();
            Assertions.assertThatThrownBy(() -> new Socket("127.0.0.1", port).close())
                    .isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void an_answer_that_comes_after_the_stop_disturbs_nobody() throws Exception {
        try (Socket socket = listener.connect()) {
            Listener.write(socket, "GET /wait/a HTTP/1.1\r\n" + KEY + "\r\nGET /wait/b HTTP/1.1\r\n" + KEY + "\r\n");
            await().until(() -> listener.waiting.size() == 2);
            listener.server.stop(Duration.ofMillis(50));

            listener.release("a");
            listener.release("b");
            assertThat(Listener.readAll(socket)).isEmpty();
        }
    }

    @Test
    void a_loop_that_is_told_to_end_in_the_middle_of_its_turn_closes_its_connections() throws Exception {
        try (Socket socket = listener.connect()) {
            Listener.write(socket, "GET /ends HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(Listener.readAll(socket)).isEmpty();
        }
    }

    @Test
    @Tag("C108")
    void the_number_of_threads_does_not_follow_the_number_of_connections() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try {
            connect(sockets, 10);
            int few = threads();
            connect(sockets, 1_000);
            assertThat(threads()).isEqualTo(few).isEqualTo(2);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private void connect(List<Socket> sockets, int total) throws IOException {
        while (sockets.size() < total) {
            Socket socket = listener.connect();
            sockets.add(socket);
            Listener.write(socket, "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
            Listener.readUntil(socket, "hello");
        }
    }

    private int threads() {
        return since.running("http-test-").size();
    }
}
