package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.QuickPassword;
import io.smppbridge.simulator.ReceivedSubmit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests as platforms write them for Kannel and Jasmin, against a whole bridge. What Kannel answers was taken down from Kannel 1.4.5. */
@Timeout(60)
@Tag("crowd")
class DropInIT {
    @TempDir
    static Path directory;

    private static CarrierBed bed;
    private static HttpServer platform;
    private static final List<String> CALLS = new CopyOnWriteArrayList<>();
    private static final AtomicInteger REFUSALS = new AtomicInteger();
    private static final KeyHash.NewKey NARROW = KeyHash.create(new SecureRandom());
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        platform = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        platform.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (REFUSALS.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                exchange.sendResponseHeaders(503, -1);
                exchange.close();
                return;
            }
            CALLS.add(exchange.getRequestMethod() + ' ' + exchange.getRequestURI() + ' ' + body);
            byte[] ack = "ACK/Jasmin".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, ack.length);
            exchange.getResponseBody().write(ack);
            exchange.close();
        });
        platform.start();
        String hash = QuickPassword.hash("foo bar");
        bed = CarrierBed.with(directory, 1)
                .node("intake.kannel.enabled", "true")
                .node("intake.kannel.port", "0")
                .node("intake.jasmin.enabled", "true")
                .node("intake.jasmin.port", "0")
                .node("handback.retry-min", "50ms")
                .node("account.old.dropin.user", "tester")
                .node("account.old.dropin.password-hash", hash)
                .node("account.narrow.senders", "Bank, 4670*")
                .node("account.narrow.key-hash", NARROW.hash().toString())
                .node("account.narrow.dropin.user", "narrow")
                .node("account.narrow.dropin.password-hash", hash)
                .node(
                        "account.old.dropin.callback-hosts",
                        "127.0.0.1:" + platform.getAddress().getPort())
                .simulator(config -> config.with("receipt-after", "50ms"))
                .start()
                .bound();
        bed.audit.alsoCalledFromOutside();
    }

    @AfterAll
    static void stop() {
        bed.close();
        platform.stop(0);
    }

    @BeforeEach
    void forget() {
        CALLS.clear();
    }

    private static String coded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String hook(String path) {
        return "http://127.0.0.1:" + platform.getAddress().getPort() + path;
    }

    private HttpResponse<String> get(String gateway, String path) throws Exception {
        return ask(HttpRequest.newBuilder(uri(gateway, path)).GET());
    }

    private static URI uri(String gateway, String path) {
        return URI.create("http://127.0.0.1:" + bed.bridge.dropInPort(gateway) + path);
    }

    private HttpResponse<String> ask(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> kannel(String more) throws Exception {
        return get("kannel", "/cgi-bin/sendsms?username=tester&password=foo+bar&" + more);
    }

    private HttpResponse<String> jasmin(String more) throws Exception {
        return get("jasmin", "/send?username=tester&password=foo+bar&" + more);
    }

    private static ReceivedSubmit last(String to) {
        await().until(() -> bed.port(0).submits().stream()
                .anyMatch(submit -> submit.destination().address().equals(to)));
        return bed.port(0).submits().stream()
                .filter(submit -> submit.destination().address().equals(to))
                .reduce((a, b) -> b)
                .orElseThrow();
    }

    @Test
    void a_text_of_ten_parts_fits_into_a_query_however_long_its_letters_are_there() throws Exception {
        String chinese = coded("\u6d88".repeat(660)); // 5,940 octets
        String german = coded("\u00e4".repeat(1500)); // 9,000
        assertThat(kannel("to=46700000081&coding=2&charset=UTF-8&text=" + chinese)
                        .statusCode())
                .isEqualTo(202);
        assertThat(jasmin("to=46700000082&content=" + german).body()).startsWith("Success");
        assertThat(last("46700000081").shortMessage()).endsWith(0x6d, 0x88);
        assertThat(last("46700000082").shortMessage()).endsWith(0x7b, 0x7b);

        HttpResponse<String> beyond = kannel("to=46700000083&text=" + "x".repeat(16_384));
        assertThat(beyond.statusCode()).isEqualTo(414);
        assertThat(beyond.body()).contains("longer than 16384 octets");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            from=123&to=46700000001&text=Hello            | 202 | 0: Accepted for delivery
            text=H                                        | 400 | Missing receiver number, rejected
            to=&text=H                                    | 400 | Empty receiver number not allowed, rejected
            to=46700000001&text=x&coding=9                | 400 | Coding field misformed, rejected
            to=46700000001&text=x&mclass=7                | 400 | MClass field misformed, rejected
            to=46700000001&text=x&validity=-5             | 400 | Validity field misformed, rejected
            to=46700000001&text=x&priority=9              | 400 | Priority field misformed, rejected
            to=46700000001&text=x&dlr-mask=99             | 400 | DLR-Mask field misformed, rejected
            to=46700000001&text=x&dlr-mask=31&dlr-url=foo | 400 | DLR-URL field misformed, rejected
            to=46700000001&text=x&udh=%05%00              | 400 | UDH field misformed, rejected
            to=46700000001&text=x&charset=nonsense        | 400 | Charset or body misformed, rejected
            """)
    void kannels_answers_are_those_of_kannel(String query, int status, String words) throws Exception {
        HttpResponse<String> answer = kannel(query);
        assertThat(answer.body()).isEqualTo(words);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("content-type")).contains("text/html");
    }

    @Test
    @Tag("S-23")
    void guesses_of_an_address_learn_nothing_of_a_password_that_opens_from_another_one() throws Exception {
        String right = "/cgi-bin/sendsms?username=tester&password=foo+bar";
        assertThat(get("kannel", right).statusCode()).isNotEqualTo(403); // opens: what is missing is a recipient
        String answer = "";
        for (int guess = 0; !answer.contains(" 503 "); guess++) {
            assertThat(guess).isLessThan(20);
            answer = statusFrom("127.0.0.9", "/cgi-bin/sendsms?username=tester&password=guess" + guess);
        }
        assertThat(statusFrom("127.0.0.9", right)).contains(" 503 ");
        assertThat(get("kannel", right).statusCode()).isNotIn(403, 503);
    }

    private static String statusFrom(String address, String path) throws IOException {
        URI uri = uri("kannel", path);
        try (Socket socket = new Socket(uri.getHost(), uri.getPort(), InetAddress.getByName(address), 0)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))
                    .readLine();
        }
    }

    @Test
    void a_wrong_password_and_a_missing_one_are_refused_as_kannel_refuses() throws Exception {
        assertThat(get("kannel", "/cgi-bin/sendsms?to=4&text=x").statusCode()).isEqualTo(403);
        HttpResponse<String> wrong = get("kannel", "/cgi-bin/sendsms?username=tester&password=x&to=4&text=x");
        assertThat(wrong.statusCode()).isEqualTo(403);
        assertThat(wrong.body()).isEqualTo("Authorization failed for sendsms");
    }

    @Test
    @Tag("S-25")
    void an_account_sends_in_no_other_name_than_its_own_through_each_door() throws Exception {
        String login = "?username=narrow&password=foo+bar&to=46700000091&";
        String why = "from: account narrow may not send in this name; expected a sender that account.narrow.senders"
                + " allows";
        HttpResponse<String> kannel = get("kannel", "/cgi-bin/sendsms" + login + "text=x&from=Acme");
        assertThat(kannel.statusCode()).isEqualTo(400);
        assertThat(kannel.body()).isEqualTo(why + ", rejected");
        HttpResponse<String> jasmin = get("jasmin", "/send" + login + "content=x&from=Acme");
        assertThat(jasmin.statusCode()).isEqualTo(400);
        assertThat(jasmin.body()).isEqualTo("Error \"" + why + '"');
        HttpResponse<String> http = json("Acme");
        assertThat(http.statusCode()).isEqualTo(422);
        assertThat(http.body()).contains("\"/from\"", "sender-not-allowed");

        assertThat(json("Bank").statusCode()).isEqualTo(202);
        assertThat(get("kannel", "/cgi-bin/sendsms" + login + "text=x&from=Bank")
                        .statusCode())
                .isEqualTo(202);
        assertThat(get("jasmin", "/send" + login + "content=x&from=46701").body())
                .startsWith("Success");
    }

    private HttpResponse<String> json(String from) throws Exception {
        return ask(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + bed.bridge.httpPort() + "/v1/messages"))
                .header("Authorization", "Bearer " + NARROW.key().reveal())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"to\":\"46700000091\",\"text\":\"x\",\"from\":\"" + from + "\"}")));
    }

    @Test
    void kannels_texts_binaries_headers_and_classes_reach_the_wire() throws Exception {
        kannel("from=Acme&to=46700000010+46700000011&text=" + coded("räksmörgås €"));
        assertThat(last("46700000010").text()).isEqualTo("räksmörgås €");
        assertThat(last("46700000011").source().address()).isEqualTo("Acme");
        kannel("to=46700000012&coding=2&text=%20%AC%00A");
        assertThat(last("46700000012").shortMessage()).isEqualTo(new byte[] {0x20, (byte) 0xAC, 0, 'A'});
        kannel("to=46700000013&coding=1&udh=%06%05%04%15%8A%00%00&text=%01%FF%00");
        assertThat(last("46700000013").shortMessage())
                .isEqualTo(new byte[] {6, 5, 4, 0x15, (byte) 0x8A, 0, 0, 1, (byte) 0xFF, 0});
        assertThat(last("46700000013").esmClass() & 0x40).isEqualTo(0x40);
        kannel("to=46700000014&mclass=0&text=now");
        assertThat(last("46700000014").dataCoding()).isEqualTo(0x10);
        kannel("to=46700000015&charset=ISO-8859-1&text=%E4");
        assertThat(last("46700000015").text()).isEqualTo("ä");
        kannel("to=46700000017&coding=2&charset=UCS-2&text=%00%E4%20%AC");
        assertThat(last("46700000017").text()).isEqualTo("ä€");
        assertThat(posted("46700000016", "Text/Plain; charset=UTF-8", "posted").statusCode())
                .isEqualTo(202);
        assertThat(last("46700000016").text()).isEqualTo("posted");
    }

    @Test
    void kannels_user_data_headers_and_octets_stay_octets_however_they_come() throws Exception {
        kannel("to=46700000020&udh=%06%05%04%0B%84%23%F0&text=%01%06%EA");
        assertThat(last("46700000020").shortMessage())
                .isEqualTo(new byte[] {6, 5, 4, 0x0B, (byte) 0x84, 0x23, (byte) 0xF0, 1, 6, (byte) 0xEA});
        kannel("to=46700000021&coding=0&udh=%06%05%04%0B%84%23%F0&text=Hi");
        assertThat(last("46700000021").dataCoding()).isZero();
        posted("46700000022", "text/plain", "hello", "X-Kannel-UDH", "06050415820000");
        assertThat(last("46700000022").shortMessage())
                .isEqualTo(new byte[] {6, 5, 4, 0x15, (byte) 0x82, 0, 0, 'h', 'e', 'l', 'l', 'o'});
        posted("46700000023", "application/octet-stream", "\u0001\u0002");
        assertThat(last("46700000023").dataCoding()).isEqualTo(4);
        posted("46700000024", "application/octet-stream", "Hi", "X-Kannel-Coding", "0");
        assertThat(last("46700000024").dataCoding()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            text/xml            | X-Kannel-From | 1      | 415 | Unsupported content-type, rejected
            multipart/form-data | X-Kannel-From | 1      | 415 | Unsupported content-type, rejected
            text/plain          | X-Kannel-UDH  | 0605zz | 400 | UDH field misformed, rejected
            text/plain          | X-Kannel-MWI  | 1      | 400 | mwi is not supported here, rejected
            text/plain          | X-Kannel-PID  | 64     | 400 | pid is not supported here, rejected
            """)
    void kannels_posts_are_refused_where_something_of_them_would_be_lost(
            String type, String header, String value, int status, String words) throws Exception {
        HttpResponse<String> answer = posted("46700000025", type, "x", header, value);
        assertThat(answer.body()).isEqualTo(words);
        assertThat(answer.statusCode()).isEqualTo(status);
    }

    @Test
    void kannels_posted_text_is_of_the_charset_that_its_type_names() throws Exception {
        posted("46700000018", "text/plain; charset=UTF-8", "Привет", "X-Kannel-Coding", "2");
        assertThat(last("46700000018").text()).isEqualTo("Привет");
        posted("46700000019", "text/plain; charset=\"windows-1251\"", "é");
        assertThat(last("46700000019").text()).isEqualTo("Г©"); // C3 A9 there
        posted("46700000027", "text/plain; charset=UTF-8", "\u0004\u001F", "X-Kannel-Charset", "UTF-16BE");
        assertThat(last("46700000027").text()).isEqualTo("П");
        HttpResponse<String> nonsense = posted("46700000028", "text/plain; charset=nonsense", "x");
        assertThat(nonsense.statusCode()).isEqualTo(400);
        assertThat(nonsense.body()).isEqualTo("Charset or body misformed, rejected");
    }

    @Test
    void kannels_posted_text_under_coding_2_whose_type_names_no_charset_is_that_text() throws Exception {
        posted("46700000091", "text/plain", "Hello!", "X-Kannel-Coding", "2");
        assertThat(last("46700000091").text()).isEqualTo("Hello!");
        posted("46700000092", "text/plain", "Привет", "X-Kannel-Coding", "2");
        assertThat(last("46700000092").text()).isEqualTo("Привет");
        posted("46700000093", "text/plain", "\u0004\u001F", "X-Kannel-Coding", "2", "X-Kannel-Charset", "UTF-16BE");
        assertThat(last("46700000093").text()).isEqualTo("П");
        posted("46700000094", "application/octet-stream", "\u0004\u001F", "X-Kannel-Coding", "2");
        assertThat(last("46700000094").text()).isEqualTo("П");
        posted("46700000095", "", "\u0004\u001F", "X-Kannel-Coding", "2");
        assertThat(last("46700000095").text()).isEqualTo("П");
    }

    @Test
    void kannels_form_is_one_in_whatever_letters_its_type_is_written() throws Exception {
        HttpResponse<String> answer = posted(
                "",
                "Application/X-WWW-Form-Urlencoded; charset=utf-8",
                "username=tester&password=foo+bar&to=46700000026&text=form");
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(last("46700000026").text()).isEqualTo("form");
    }

    private HttpResponse<String> posted(String to, String type, String body, String... header) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri("kannel", "/cgi-bin/sendsms"))
                .header("X-Kannel-Username", "tester")
                .header("X-Kannel-Password", "foo bar")
                .header("X-Kannel-To", to)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!type.isEmpty()) {
            request.header("Content-Type", type);
        }
        return ask(header.length == 0 ? request : request.headers(header));
    }

    @Test
    void kannels_dlr_url_is_called_with_its_escapes_filled_in_until_it_is_taken() throws Exception {
        REFUSALS.set(2);
        String url = hook("/dlr?type=%d&to=%p&from=%P&smsc=%i&time=%T&text=%A&own=%%&x=%2F");
        assertThat(kannel("from=Acme&to=%2B46700000020&text=Hi&dlr-mask=31&dlr-url=" + coded(url))
                        .statusCode())
                .isEqualTo(202);
        await().until(() -> CALLS.size() >= 2);
        assertThat(CALLS)
                .anySatisfy(call -> assertThat(call)
                        .startsWith("GET /dlr?type=8&to=%2B46700000020&from=Acme&smsc=s0&time=")
                        .contains("&text=ACK%2F&own=%25&x=%2F"));
        assertThat(CALLS)
                .anySatisfy(
                        call -> assertThat(call)
                                .startsWith("GET /dlr?type=1&to=%2B46700000020")
                                .containsPattern(
                                        "text=id%3A\\w+\\+sub%3A001\\+dlvrd%3A001\\+submit\\+date%3A\\d{10}\\+done\\+date%3A\\d{10}\\+stat%3ADELIVRD"));
        String elsewhere = coded("http://169.254.169.254/latest?%d");
        HttpResponse<String> refused = kannel("to=46700000021&text=Hi&dlr-mask=31&dlr-url=" + elsewhere);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("169.254.169.254").contains("dropin.callback-hosts");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            content=Hi                                    | 400 | Error "Mandatory argument [to] is not found."
            to=06222172&coding=99&content=Hi              | 400 | Error "Argument [coding] has an invalid value: [99]."
            to=06222172&dlr=maybe&content=Hi              | 400 | Error "Argument [dlr] has an invalid value: [maybe]."
            to=06222172                                   | 400 | Error "content or hex-content not present."
            to=06222172&hex-content=zz                    | 400 | Error "Invalid hex-content data: 'zz'"
            to=06222172&hex-content=4869&content=Hi       | 400 | Error "content and hex-content cannot be used both in same request."
            to=06222172&priority=4&content=Hi             | 400 | Error "Argument [priority] has an invalid value: [4]."
            """)
    void jasmins_refusals_name_the_argument(String query, int status, String words) throws Exception {
        HttpResponse<String> answer = jasmin(query);
        assertThat(answer.body()).isEqualTo(words);
        assertThat(answer.statusCode()).isEqualTo(status);
    }

    @Test
    void jasmins_send_answers_success_with_the_id_and_tells_the_receipt_at_the_url() throws Exception {
        HttpResponse<String> wrong = get("jasmin", "/send?username=foo&password=x&to=46700000030&content=Hi");
        assertThat(wrong.statusCode()).isEqualTo(403);
        assertThat(wrong.body()).isEqualTo("Error \"Authentication failure for username:foo\"");
        HttpResponse<String> sent =
                jasmin("to=46700000030&content=Hello&coding=0&dlr-level=3&dlr-url=" + coded(hook("/receipt")));
        assertThat(sent.statusCode()).isEqualTo(200);
        assertThat(sent.body()).matches("Success \"\\w{13}\"");
        String id = sent.body().substring(9, 22);
        await().until(() -> CALLS.size() >= 2);
        assertThat(CALLS)
                .anySatisfy(call -> assertThat(call)
                        .isEqualTo("POST /receipt id=" + id + "&level=1&connector=s0&message_status=ESME_ROK"));
        assertThat(CALLS)
                .anySatisfy(call -> assertThat(call)
                        .startsWith(
                                "POST /receipt id=" + id + "&level=2&connector=s0&message_status=DELIVRD&id_smsc="));
        jasmin("to=46700000031&coding=8&content=%06%23%06%31");
        assertThat(last("46700000031").shortMessage()).isEqualTo(new byte[] {6, 0x23, 6, 0x31});
        jasmin("to=46700000032&hex-content=0623&coding=8");
        assertThat(last("46700000032").shortMessage()).isEqualTo(new byte[] {6, 0x23});
    }

    @Test
    void a_refusal_of_the_smscs_is_told_in_the_words_of_either_gateway() throws Exception {
        bed.port(0).set("refuse", "46700000051=RINVDSTADR");
        try {
            kannel("to=46700000051&text=Hi&dlr-mask=31&dlr-url=" + coded(hook("/no?type=%d&text=%A")));
            jasmin("to=46700000051&content=Hi&dlr-level=1&dlr-method=GET&dlr-url=" + coded(hook("/never")));
            await().until(() -> CALLS.stream().anyMatch(call -> call.startsWith("GET /no?"))
                    && CALLS.stream().anyMatch(call -> call.startsWith("GET /never?")));
        } finally {
            bed.port(0).set("refuse", "");
        }
        assertThat(CALLS)
                .anySatisfy(call -> assertThat(call)
                        .isEqualTo("GET /no?type=16&text=NACK%2F0x0000000b%2FInvalid+Destination+Address "));
        assertThat(CALLS)
                .anySatisfy(call -> assertThat(call)
                        .startsWith("GET /never?id=")
                        .endsWith("&level=1&connector=s0&message_status=ESME_RINVDSTADR "));
    }

    @Test
    void jasmins_hex_content_reaches_the_wire_under_its_coding_and_is_told_of() throws Exception {
        jasmin("to=46700000033&hex-content=00021b65&dlr-level=2&dlr-url=" + coded(hook("/hex")));
        ReceivedSubmit coded = last("46700000033");
        assertThat(coded.dataCoding()).isZero();
        assertThat(coded.shortMessage()).isEqualTo(new byte[] {0, 2, 0x1B, 0x65});
        await().until(() -> CALLS.stream().anyMatch(call -> call.startsWith("POST /hex id=")));
        jasmin("to=46700000034&hex-content=83&coding=13");
        assertThat(last("46700000034").dataCoding()).isEqualTo(13);
        assertThat(last("46700000034").shortMessage()).isEqualTo(new byte[] {(byte) 0x83});
    }

    @Test
    void jasmins_send_takes_json_too() throws Exception {
        HttpResponse<String> sent = sendJson("""
                {"username": "tester", "password": "foo bar", "to": "46700000035", "from": "Acme", "content": "json €",
                 "coding": 0, "custom_tlvs": [[12288, null, "COctetString", "x"]]}""");
        assertThat(sent.body()).matches("Success \"\\w{13}\"");
        assertThat(last("46700000035").text()).isEqualTo("json €");
        HttpResponse<String> bad = sendJson("{\"username\":");
        assertThat(bad.statusCode()).isEqualTo(400);
        assertThat(bad.body()).isEqualTo("Error \"Cannot parse JSON data\"");
    }

    private HttpResponse<String> sendJson(String json) throws Exception {
        return ask(HttpRequest.newBuilder(uri("jasmin", "/send"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    @Test
    void jasmins_secure_api_takes_json_and_batches_and_says_rate_and_balance() throws Exception {
        assertThat(get("jasmin", "/ping").body()).isEqualTo("Jasmin/PONG");
        assertThat(get("jasmin", "/balance?username=tester&password=foo+bar").body())
                .isEqualTo("{\"balance\":\"ND\",\"sms_count\":\"ND\"}");
        assertThat(get("jasmin", "/rate?username=tester&password=foo+bar&to=46700000040&content=" + "x".repeat(161))
                        .body())
                .isEqualTo("{\"unit_rate\":0.0,\"submit_sm_count\":2}");
        HttpResponse<String> sent =
                secure("/secure/send", "{\"to\":46700000041,\"from\":\"Acme\",\"content\":\"json €\"}");
        assertThat(sent.body()).matches("\\{\"data\":\"Success \\\\\"\\w{13}\\\\\"\"}");
        assertThat(last("46700000041").text()).isEqualTo("json €");
        HttpResponse<String> batch = secure("/secure/sendbatch", """
                {"globals": {"from": "Brand2", "content": "all"}, "messages": [{"to": ["46700000042", "46700000043"]},
                 {"to": "46700000044", "from": "Other", "content": "one"}]}""");
        assertThat(batch.body()).contains("\"messageCount\":3").contains("\"status\":1");
        assertThat(last("46700000043").source().address()).isEqualTo("Brand2");
        assertThat(last("46700000044").text()).isEqualTo("one");
        HttpResponse<String> bad = secure("/secure/send", "{\"to\":");
        assertThat(bad.statusCode()).isEqualTo(400);
        assertThat(ask(HttpRequest.newBuilder(uri("jasmin", "/secure/balance")).GET())
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void a_bad_message_of_a_batch_is_told_in_its_place_and_the_others_go() throws Exception {
        HttpResponse<String> batch = secure("/secure/sendbatch", """
                {"globals": {"content": "all"}, "messages": [
                 {"to": ["46700000047", "bad", "4"]}, {"to": []}, {"content": "to nobody"}, 7,
                 {"to": "46700000048", "hex_content": "48"}, {"to": "46700000049", "priority": 4},
                 {"to": "46700000050", "content": "last"}]}""");
        assertThat(batch.statusCode()).isEqualTo(200);
        assertThat(batch.body().replaceAll("Success \\\\\"\\w{13}", "Success \\\\\"ID"))
                .contains("\"messageCount\":9", """
                        "messages":[\
                        {"to":"46700000047","status":1,"statusText":"Success \\"ID\\""},\
                        {"to":"bad","status":0,"statusText":"Error \\"message 1: Argument [to] has an invalid value: [bad].\\""},\
                        {"to":"4","status":0,"statusText":"Error \\"to: number of 1 digits, expected 3..15\\""},\
                        {"to":"","status":0,"statusText":"Error \\"message 2: Mandatory argument [to] is not found.\\""},\
                        {"to":"","status":0,"statusText":"Error \\"message 3: Mandatory argument [to] is not found.\\""},\
                        {"to":"","status":0,"statusText":"Error \\"message 4: Mandatory argument [to] is not found.\\""},\
                        {"to":"46700000048","status":0,"statusText":"Error \\"message 5: content and hex-content cannot be used both in same request.\\""},\
                        {"to":"46700000049","status":0,"statusText":"Error \\"message 6: Argument [priority] has an invalid value: [4].\\""},\
                        {"to":"46700000050","status":1,"statusText":"Success \\"ID\\""}]""");
        assertThat(last("46700000047").text()).isEqualTo("all");
        assertThat(last("46700000050").text()).isEqualTo("last");
        HttpResponse<String> none = secure("/secure/sendbatch", "{\"messages\": [{\"to\": \"46700000047\"}]}");
        assertThat(none.statusCode()).isEqualTo(200);
        assertThat(none.body()).contains("message 1: content or hex-content not present.");
    }

    @Test
    void jasmins_rate_needs_no_content_and_takes_json_by_get_and_by_post() throws Exception {
        String one = "{\"unit_rate\":0.0,\"submit_sm_count\":1}";
        assertThat(get("jasmin", "/rate?username=tester&password=foo+bar&to=46700000045")
                        .body())
                .isEqualTo(one);
        assertThat(secure("GET", "/secure/rate?to=46700000045", "").body()).isEqualTo("{\"data\":" + one + "}");
        String json = "{\"to\":46700000045,\"content\":\"" + "x".repeat(161) + "\"}";
        for (String method : List.of("GET", "POST")) {
            HttpResponse<String> answer = secure(method, "/secure/rate", json);
            assertThat(answer.statusCode()).as(method).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("{\"data\":{\"unit_rate\":0.0,\"submit_sm_count\":2}}");
        }
    }

    @Test
    void a_method_that_a_path_does_not_take_is_refused_with_those_that_it_takes() throws Exception {
        HttpResponse<String> put = ask(HttpRequest.newBuilder(
                        uri("kannel", "/cgi-bin/sendsms?username=tester&password=foo+bar&to=46700000046&text=x"))
                .PUT(HttpRequest.BodyPublishers.ofString("")));
        assertThat(put.statusCode()).isEqualTo(405);
        assertThat(put.headers().firstValue("allow")).contains("GET, HEAD, POST");
        HttpResponse<String> posted = secure("/secure/balance", "{}");
        assertThat(posted.statusCode()).isEqualTo(405);
        assertThat(posted.headers().firstValue("allow")).contains("GET, HEAD");
        assertThat(posted.body()).contains("this path takes GET, HEAD");
    }

    private HttpResponse<String> secure(String path, String json) throws Exception {
        return secure("POST", path, json);
    }

    private HttpResponse<String> secure(String method, String path, String json) throws Exception {
        return ask(HttpRequest.newBuilder(uri("jasmin", path))
                .header(
                        "Authorization",
                        "Basic "
                                + Base64.getEncoder().encodeToString("tester:foo bar".getBytes(StandardCharsets.UTF_8)))
                .method(method, HttpRequest.BodyPublishers.ofString(json)));
    }
}
