package io.smppbridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a proxy on the way might read as one request and we as two, or the other way round. */
@Tag("S-05")
class SmugglingTest {
    private static final String SECOND = "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String HEAD = "POST /echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer right\r\n";

    private Listener listener;

    @BeforeEach
    void open() throws Exception {
        listener = new Listener();
    }

    @AfterEach
    void close() {
        listener.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
                "Content-Length: 0\r\nContent-Length: 5\r\n\r\nhello",
                "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
                "Content-Length: 5, 5\r\n\r\nhello",
                "Content-Length: 0\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
                "Content-Length: +5\r\n\r\nhello",
                "Content-Length: -1\r\n\r\n",
                "Content-Length: 0x5\r\n\r\nhello",
                "Content-Length: 5 5\r\n\r\nhello",
                "Content-Length: 99999999999999999999\r\n\r\nhello",
                "Content-Length : 5\r\n\r\nhello",
                "Content-Length: 0\r\nX: a\r\n b\r\n\r\n",
                "Content-Length: 0\r\nX: a\r\n\tTransfer-Encoding: chunked\r\n\r\n",
                " Content-Length: 5\r\n\r\nhello",
                "Content-Length: 0\r\nX: a\nY: b\r\n\r\n",
                "Content-Length: 0\n\n",
                "Content-Length: 0\r\nX: a\rY: b\r\n\r\n",
                "Content-Length: 0\r\nX: a\u0000b\r\n\r\n",
                "Content-Length: 0\r\nX\u0000: a\r\n\r\n",
                "Content-Length: 0\r\nno colon\r\n\r\n",
                "Content-Length: 0\r\n: empty name\r\n\r\n",
                "Content-Length: 0\r\nHost: y\r\n\r\n",
                "Transfer-Encoding: identity\r\n\r\n",
                "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n0x3\r\nabc\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n-3\r\nabc\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n3\nabc\n0\n\n",
                "Transfer-Encoding: chunked\r\n\r\n3;a\nb\r\nabc\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nabc\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n3 5\r\nabc\r\n0\r\n\r\n"
            })
    void an_ambiguous_request_is_refused_and_nothing_after_it_is_read(String rest) throws Exception {
        refusedOnce(HEAD + rest + SECOND);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0001GET /hello HTTP/1.1\r\nHost: x\r\n\r\n",
                " GET /hello HTTP/1.1\r\nHost: x\r\n\r\n",
                "\u0000\u0000GET /hello HTTP/1.1\r\nHost: x\r\n\r\n",
                "get /hello HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /hello\r\nHost: x\r\n\r\n",
                "GET  /hello HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /hello  HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET\t/hello\tHTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /hello\u000bHTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /hello http/1.1\r\nHost: x\r\n\r\n",
                "GET /hello?\u0000 HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /hello?\u007f HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /hello?\r HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /hello HTTP/1.1\r\nHost: a b\r\n\r\n",
                "GET /hello HTTP/1.1\r\nHost: user@x\r\n\r\n",
                "GET /hello HTTP/1.1\r\nHost: x/y\r\n\r\n",
                "GET /hello HTTP/1.1\r\nHost: x, y\r\n\r\n",
                "GET /hello HTTP/1.1\r\nHost: x:80:80\r\n\r\n",
                "GET /hello HTTP/1.1\r\nHost: x:http\r\n\r\n",
                "GET /hello HTTP/1.1\r\nHost: [::1\r\n\r\n",
                "GET /hello HTTP/1.1\r\nHost: [::1]x\r\n\r\n",
                "GET /hello HTTP/1.1\r\nHost: []\r\n\r\n",
                "GET /hello HTTP/1.1 extra\r\nHost: x\r\n\r\n",
                "GET /hel lo HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /hello HTTP/1.1\r\n\r\n",
                "GET /hello HTTP/1.1\nHost: x\n\n",
                "GET /hello HTTP/2.0\r\nHost: x\r\n\r\n",
                "GET /hello HTTP/1.1.1\r\nHost: x\r\n\r\n",
                "GET /hello JUNK/1.1\r\nHost: x\r\n\r\n",
                "POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n"
            })
    void a_request_line_that_is_none_is_refused(String request) throws Exception {
        refusedOnce(request + SECOND);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "x:",
                "x:8080",
                "10.0.0.1:8080",
                "[::1]",
                "[::1]:8080",
                "[fe80::1%25eth0]:80",
                "my_host.local",
                "a%20b"
            })
    void a_host_that_is_one_is_taken(String host) throws Exception {
        String answer = listener.talk("GET /hello HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 200 ");
    }

    private void refusedOnce(String octets) throws Exception {
        String answer = listener.talk(octets);

        assertThat(answer).matches("(?s)HTTP/1.1 (400|413|501|505) .*").contains("connection: close");
        assertThat(Listener.count(answer, "content-length: ")).as(answer).isEqualTo(1);
        assertThat(listener.bodies).isEmpty();
        Tried.times(1).refused(Listener.count(answer, "connection: close")).keep();
    }
}
