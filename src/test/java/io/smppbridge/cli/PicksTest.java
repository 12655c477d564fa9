package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands about many things at once say of those that they could not do. */
class PicksTest {
    /** Clears a terminal, forges a line, turns its words around; as JSON writes it, and as it is shown. */
    private static final String HOSTILE = "\\u001b[2J\\r\\n1B\\u202e\\u009b1m";

    private static final String SHOWN = "\\u001b[2J\\r\\n1B\\u202e\\u009b1m";

    @TempDir
    Path directory;

    private final AtomicInteger resent = new AtomicInteger();
    private final AtomicInteger dropped = new AtomicInteger();
    /** What stood behind the question mark. */
    private final List<String> asked = new CopyOnWriteArrayList<>();

    private HttpServer bridge;
    private String list = "{\"count\":2,\"held\":[{\"id\":\"1A\",\"smsc\":\"a\"},{\"id\":\"1B\",\"smsc\":\"a\"}]}";
    private String unmatched = "{\"count\":3,\"unmatched\":[{\"id\":\"1A\",\"smsc\":\"a\"}]}";
    private int most = 2;
    private volatile boolean refuses;

    @BeforeEach
    void start() throws IOException {
        bridge = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        bridge.createContext("/held", exchange -> {
            if (exchange.getRequestMethod().equals("GET")) {
                answer(exchange, 200, list);
            } else if (resent.incrementAndGet() <= most) {
                answer(exchange, 200, "{}");
            } else {
                answer(exchange, 503, "{\"detail\":\"busy\"}");
            }
        });
        bridge.createContext("/receipts/unmatched", exchange -> {
            boolean listed = exchange.getRequestMethod().equals("GET");
            if (listed) {
                asked.add(String.valueOf(exchange.getRequestURI().getQuery()));
            }
            boolean done = listed || dropped.incrementAndGet() <= most;
            answer(exchange, done ? 200 : 503, listed ? unmatched : "{\"receipts\":1,\"detail\":\"busy\"}");
        });
        bridge.createContext("/dead", exchange -> answer(exchange, 200, """
                        {"counts":{"webhook:a":1},"dead":[{"id":"1A","when":"now","endpoint":"webhook:a","why":"%s"}]}
                        """.formatted(HOSTILE)));
        bridge.createContext("/v1/messages/1A", exchange -> answer(exchange, 200, """
                        {"state":"sent","smsc":"a","detail":"%s",
                         "carrier":{"parts":[{"number":1,"messageId":"%s","state":"ENROUTE"}]}}
                        """.formatted(HOSTILE, HOSTILE)));
        bridge.createContext("/v1/messages/1C", exchange -> answer(exchange, 200, """
                        {"state":"delivered","smsc":"a","carrier":{"parts":[],"fault":"its SMSC is not asked"}}
                        """));
        bridge.createContext("/v1/messages/1D", exchange -> answer(exchange, 200, """
                        {"state":"sent","smsc":"a",
                         "carrier":{"parts":[{"number":1,"messageId":"7","fault":"no answer in time"}]}}
                        """));
        bridge.createContext(
                "/v1/messages",
                exchange -> answer(exchange, refuses ? 422 : 202, refuses ? """
                        {"detail":"no","errors":[{"pointer":"","detail":"plug-in guard is missing"},
                         {"pointer":"/to","detail":"no number"}]}
                        """ : "{\"id\":\"1D\",\"parts\":1}"));
        bridge.createContext("/v1/messages/1D/explain", exchange -> answer(exchange, 200, """
                        {"id":"1D","state":"sent","why":["a took it","route all chose it"]}
                        """));
        bridge.createContext("/consent", exchange -> answer(exchange, 200, """
                        {"count":1,"optedOut":[{"number":"7","since":"now","sender":"%s"}]}
                        """.formatted(HOSTILE)));
        bridge.start();
    }

    @AfterEach
    void stop() {
        bridge.stop(0);
    }

    private static void answer(HttpExchange exchange, int status, String json) throws IOException {
        byte[] said = json.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, said.length);
        exchange.getResponseBody().write(said);
        exchange.close();
    }

    private Typed typed(String... words) {
        String[] all = new String[words.length + 2];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "--url";
        all[words.length + 1] = "http://127.0.0.1:" + bridge.getAddress().getPort();
        return Typed.in(directory, all);
    }

    @Test
    void all_that_is_listed_is_all_that_there_is() {
        Typed typed = typed("held", "resend", "--all");
        assertThat(typed.out()).contains("2 messages to be sent again");
        assertThat(typed.code()).isZero();
    }

    /** It may be done a moment later. */
    @Test
    void nothing_is_said_to_be_done_to_none_where_the_bridge_does_not_say_what_was_done() {
        most = 0;
        Typed held = typed("held", "resend", "1A");
        assertThat(held.err()).contains("busy");
        assertThat(held.out()).isEmpty();
        Typed receipts = typed("receipts", "unmatched", "drop", "1A");
        assertThat(receipts.err()).contains("busy");
        assertThat(receipts.out()).isEmpty();
    }

    @Test
    void a_path_that_is_not_there_is_no_message_that_is_not_held() {
        bridge.createContext("/held/1X", exchange -> answer(exchange, 404, """
                        {"code":"no-such-path","detail":"no such path"}
                        """));
        bridge.createContext("/held/1Y", exchange -> answer(exchange, 404, """
                        {"code":"not-held","detail":"no message with this id waits"}
                        """));
        Typed elsewhere = typed("held", "resend", "1X");
        assertThat(elsewhere.err()).contains("no such path").doesNotContain("not held");
        assertThat(elsewhere.code()).isEqualTo(1);
        Typed over = typed("held", "resend", "1Y");
        assertThat(over.err()).contains("1 of these messages are not held");
        assertThat(over.code()).isEqualTo(1);
    }

    @Test
    void what_another_server_or_the_bridge_says_moves_no_cursor() throws IOException {
        bridge.createContext("/held/1Z", exchange -> answer(exchange, 503, "{\"detail\":\"" + HOSTILE + "\"}"));
        assertThat(typed("held", "resend", "1Z").err()).contains(SHOWN);
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread says = new Thread(() -> {
                try (Socket caller = other.accept()) {
                    caller.getOutputStream()
                            .write("\u001b[2J\u0000 220 ready\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    caller.getInputStream().readAllBytes();
                } catch (IOException e) {
                    Thread.currentThread().interrupt(); // the command tells of it
                }
            });
            says.start();
            Typed typed = Typed.in(directory, "held", "list", "--url", "http://127.0.0.1:" + other.getLocalPort());
            assertThat(typed.code()).isEqualTo(69);
            assertThat(typed.err())
                    .contains("did not answer as a bridge does", "\\u001b")
                    .doesNotContain("\u001b", "\u0000");
        }
    }

    @Test
    void those_beyond_the_list_are_told_of_as_left() {
        list = list.replace("2,", "25000,");
        Typed typed = typed("held", "giveup", "--all");
        assertThat(typed.out()).contains("2 messages given up as UNCERTAIN");
        assertThat(typed.err()).contains("24998 messages more than a list shows are left; repeat this");
        assertThat(typed.code()).isEqualTo(1);
        Typed dropped = typed("receipts", "unmatched", "drop", "--all");
        assertThat(dropped.out()).contains("1 receipt dropped");
        assertThat(dropped.err()).contains("2 receipts more");
        assertThat(dropped.code()).isEqualTo(1);
    }

    /** Those of other SMSCs, however many, do not hide them. */
    @Test
    void the_bridge_is_asked_for_those_of_one_smsc() {
        unmatched = "{\"count\":8,\"unmatched\":[{\"id\":\"1B\",\"smsc\":\"b\"}]}";
        Typed dropped = typed("receipts", "unmatched", "drop", "--all", "--smsc", "b");
        assertThat(dropped.out()).contains("1 receipt dropped");
        assertThat(dropped.err()).contains("7 receipts more than a list shows are left; repeat this");
        assertThat(dropped.code()).isEqualTo(1);
        Typed listed = typed("receipts", "unmatched", "list", "--smsc", "b");
        assertThat(listed.out()).contains("1 shown of 8 in all;");
        assertThat(asked).containsExactly("smsc=b", "smsc=b");
    }

    /** An SMSC chooses the ids of receipts, a customer the clientRef, a platform its answer. */
    @Test
    @Tag("S-32")
    void what_others_say_is_one_line_and_moves_no_cursor() {
        unmatched = "{\"count\":1,\"unmatched\":[{\"id\":\"1A\",\"smsc\":\"a\",\"messageId\":\"" + HOSTILE
                + "\",\"stat\":\"" + HOSTILE + "\"}]}";
        assertThat(typed("receipts", "unmatched", "list").out()).isEqualTo("""
                        1A  came   a  id:%s stat:%s
                        1 shown; rejoin or drop them by their ids, or by --all
                        """.formatted(SHOWN, SHOWN));
        assertThat(typed("dead", "list").out())
                .startsWith("1A  now  webhook:a  " + SHOWN + System.lineSeparator())
                .hasLineCount(2);
        assertThat(typed("query", "1A", "--key", "k").out())
                .contains("SMSC a: " + SHOWN, "message_id " + SHOWN + ": ")
                .hasLineCount(2);
        assertThat(typed("consent", "list").out())
                .contains("7  since now  from " + SHOWN)
                .hasLineCount(2);
        assertThat(ProbeCommand.printable("# id \u001b[2J\n\nprofile.a.extends = standard\n"))
                .isEqualTo("# id \\u001b[2J\n\nprofile.a.extends = standard\n");
    }

    /** Most SMSCs take no query_sm, so that nothing fails where none is sent. */
    @Test
    void a_message_whose_smsc_is_not_asked_is_told_of_all_the_same() {
        Typed told = typed("query", "1C", "--key", "k");
        assertThat(told.code()).isZero();
        assertThat(told.out().lines()).containsExactly("1C delivered, SMSC a", "  its SMSC is not asked");
        assertThat(typed("query", "1D", "--key", "k").code()).isEqualTo(1);
    }

    @Test
    void why_a_message_is_refused_or_waits_is_told_in_sentences_that_stand_apart() {
        assertThat(typed("send", "--to", "+46701", "--text", "Hi", "--key", "k", "--wait", "1ms")
                        .err())
                .contains(": a took it; route all chose it");
        refuses = true;
        assertThat(typed("send", "--to", "+46701", "--text", "Hi", "--key", "k").err())
                .contains("not accepted: plug-in guard is missing; to: no number");
    }

    /** Each said in words of the command line, before a number beside it is changed. */
    @Test
    @Tag("C104")
    void a_consent_that_cannot_be_meant_is_wrong_usage_and_changes_nothing() {
        assertUsage("NUMBER 4670x2, expected digits", "consent", "add", "+46701", "4670x2");
        assertUsage("NUMBER x, expected digits", "consent", "list", "x");
        assertUsage("list takes one number", "consent", "list", "+46701", "+46702");
        assertUsage("--sender , expected", "consent", "remove", "+46701", "--sender", "");
        assertUsage("--account is empty", "consent", "remove", "+46701", "--account", "");
        assertUsage(
                "--sender a much too long sender, expected",
                "consent",
                "add",
                "+46701",
                "--sender",
                "a much too long sender");
    }

    private void assertUsage(String complaint, String... words) {
        Typed typed = typed(words);
        assertThat(typed.err()).contains(complaint);
        assertThat(typed.out()).isEmpty();
        assertThat(typed.code()).isEqualTo(2);
    }

    @Test
    void what_was_done_before_something_failed_is_told() {
        most = 1;
        Typed typed = typed("held", "resend", "--all");
        assertThat(typed.out()).contains("1 message to be sent again");
        assertThat(typed.err()).contains("busy");
        assertThat(typed.code()).isEqualTo(1);
        unmatched = "{\"count\":600,\"unmatched\":["
                + "{\"id\":\"1A\",\"smsc\":\"a\"},".repeat(599)
                + "{\"id\":\"1B\",\"smsc\":\"a\"}]}";
        Typed some = typed("receipts", "unmatched", "drop", "--all");
        assertThat(some.out()).contains("1 receipt dropped, 599 left");
        assertThat(some.err()).contains("busy");
        assertThat(some.code()).isEqualTo(1);
    }
}
