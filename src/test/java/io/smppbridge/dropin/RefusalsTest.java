package io.smppbridge.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.InboundListener;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What either gateway's clients are told of a message that the bridge does not take: whether to ask again, or never. */
class RefusalsTest {
    private static final Map<String, SendOutcome> OUTCOMES = Map.of(
            "46701", new SendOutcome.NoCredit("a", Duration.ofSeconds(5)),
            "46702", new SendOutcome.NotAccepting("stopping", Duration.ofSeconds(5)),
            "46703", new SendOutcome.NoRoute("no route takes it"),
            "46704", new SendOutcome.Invalid(List.of(new SendOutcome.Fault("from", "bad", "no sender"))));

    private final HttpClient client = HttpClient.newHttpClient();

    private static OpenDoors doors;

    @BeforeAll
    static void open(@TempDir Path directory) throws Exception {
        doors = new OpenDoors(directory, new Refusing());
    }

    @AfterEach
    void unlimited() {
        doors.limit(Integer.MAX_VALUE);
    }

    @AfterAll
    static void close() {
        doors.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            46701 | 503 | Temporal failure, try again later.
            46702 | 503 | Temporal failure, try again later.
            46703 | 403 | Not routable. Do not try again.
            46704 | 400 | from: no sender, rejected
            46705 | 503 | Temporal failure, try again later.
            """)
    void kannels_say_whether_it_is_worth_another_try(String to, int status, String words) throws Exception {
        HttpResponse<String> answer = get("/cgi-bin/sendsms?user=u&pass=p&text=x&to=" + to);
        assertThat(answer.body()).isEqualTo(words);
        assertThat(answer.statusCode()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            46701 | 403 | Error "User throughput exceeded"
            46702 | 403 | Error "User throughput exceeded"
            46703 | 412 | Error "No route found"
            46704 | 400 | Error "from: no sender"
            """)
    void so_do_jasmins_alone_and_in_a_batch(String to, int status, String words) throws Exception {
        HttpResponse<String> answer = get("/send?username=u&password=p&content=x&to=" + to);
        assertThat(answer.body()).isEqualTo(words);
        assertThat(answer.statusCode()).isEqualTo(status);

        HttpResponse<String> batch = batch("{\"messages\":[{\"to\":[\"" + to + "\"],\"content\":\"x\"}]}");
        assertThat(batch.statusCode()).isEqualTo(200);
        assertThat(batch.body())
                .contains("\"messageCount\":1,", "\"status\":0,\"statusText\":\"" + words.replace("\"", "\\\"") + '"');
    }

    /** Nothing of it has been sent: it is refused before the first message is handed over. */
    @Test
    void a_batch_that_asks_for_what_there_is_not_or_for_too_many_is_refused_whole() throws Exception {
        for (String name : List.of("callback_url", "errback_url", "schedule_at")) {
            HttpResponse<String> answer = batch(
                    "{\"batch_config\":{\"" + name + "\":\"x\"},\"messages\":[{\"to\":\"46701\",\"content\":\"x\"}]}");
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("batch_config." + name + " is not supported");
        }
        String numbers = "1,".repeat(4_000) + "1";
        String many =
                "{\"messages\":[{\"to\":[" + numbers + "]},{\"to\":[" + numbers + "]},{\"to\":[" + numbers + "]}]}";
        HttpResponse<String> answer = batch(many);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("message 3: more than 10000 messages in one batch");
    }

    /** User and password stand in the body, of which nothing is read. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /cgi-bin/sendsms | multipart/form-data; boundary=b | 403 | Authorization failed for sendsms; of a body of this \
            type nothing is read, user and password included
            /cgi-bin/sendsms?username=u&password=p | text/xml  | 415 | Unsupported content-type, rejected
            /send            | Multipart/Form-Data; boundary=b | 415 | Error "multipart/form-data is not read here; send \
            application/x-www-form-urlencoded or application/json"
            /rate            | multipart/form-data; boundary=b | 415 | "multipart/form-data is not read here; send \
            application/x-www-form-urlencoded or application/json"
            """)
    void a_body_of_a_type_that_is_not_read_is_refused_with_a_word_about_its_type(
            String path, String type, int status, String words) throws Exception {
        String body = "--b\r\nContent-Disposition: form-data; name=\"username\"\r\n\r\nu\r\n--b--\r\n";
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(doors.uri(path))
                        .header("content-type", type)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.body()).isEqualTo(words);
        assertThat(answer.statusCode()).isEqualTo(status);
    }

    @Test
    void a_request_counts_as_many_as_it_has_receivers() throws Exception {
        doors.limit(4);
        String kannel = "/cgi-bin/sendsms?username=u&password=p&text=x&to=";
        assertThat(get(kannel + "46703").statusCode()).isEqualTo(403);
        HttpResponse<String> four = get(kannel + "46703+46701+46702+46704");
        assertThat(four.statusCode()).isEqualTo(503);
        assertThat(four.body()).isEqualTo("Temporal failure, try again later.");
        assertThat(get(kannel + "46703+46701+46702").statusCode()).isEqualTo(403);
        doors.limit(5);
        String batch = "{\"messages\":[{\"to\":[%s],\"content\":\"x\"}]}";
        assertThat(batch(batch.formatted("46703")).statusCode()).isEqualTo(200);
        HttpResponse<String> five = batch(batch.formatted("46703,46703,46703,46703,46703"));
        assertThat(five.statusCode()).isEqualTo(403);
        assertThat(five.body()).isEqualTo("{\"message\":\"User throughput exceeded\"}");
        assertThat(batch(batch.formatted("46703,46703,46703,46703")).statusCode())
                .isEqualTo(200);
        for (String path : List.of("/send", "/rate", "/balance")) {
            HttpResponse<String> one = get(path + "?username=u&password=p&content=x&to=46703");
            assertThat(one.statusCode()).as(path).isEqualTo(403);
            assertThat(one.body()).as(path).contains("User throughput exceeded");
        }
    }

    @Test
    void what_stands_in_a_message_of_a_batch_counts_before_what_stands_for_all() throws Exception {
        String batch = "{\"globals\":{\"to\":\"46701\",\"hex_content\":\"zz\"},\"messages\":[{\"to\":\"46703\"%s}]}";
        assertThat(batch(batch.formatted("")).body()).contains("Invalid hex-content data: 'zz'");
        assertThat(batch(batch.formatted(",\"hex_content\":\"78\"")).body())
                .contains("\"to\":\"46703\",\"status\":0,\"statusText\":\"Error \\\"No route found");
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(doors.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> batch(String json) throws Exception {
        return client.send(
                HttpRequest.newBuilder(doors.uri("/secure/sendbatch"))
                        .header("authorization", "basic dTpw")
                        .POST(HttpRequest.BodyPublishers.ofString(json))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** It fails over what it does not know. */
    private static final class Refusing implements MiddleWare {
        @Override
        public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
            SendOutcome[] outcomes = new SendOutcome[list.size()];
            for (int i = 0; i < outcomes.length; i++) {
                String number = list.get(i).to().number();
                if (!OUTCOMES.containsKey(number)) {
                    throw new IllegalStateException("fails over " + number);
                }
                outcomes[i] = OUTCOMES.get(number);
            }
            done.accept(outcomes);
        }

        @Override
        public void listen(InboundListener listener) {
            throw new UnsupportedOperationException();
        }
    }
}
