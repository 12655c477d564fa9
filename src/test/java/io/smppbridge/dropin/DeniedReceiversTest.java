package io.smppbridge.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Encoding;
import io.smppbridge.InboundListener;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is answered when some of several receivers get nothing. */
class DeniedReceiversTest {
    private final List<String> taken = new CopyOnWriteArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private OpenDoors doors;

    @BeforeEach
    void open() throws Exception {
        doors = new OpenDoors(directory, new Choosy());
    }

    @AfterEach
    void close() {
        doors.close();
    }

    @Test
    void those_that_are_no_numbers_and_those_that_are_refused_are_named_once_each() throws Exception {
        HttpResponse<String> answer = get("46701+4670x+46702+46703+4670x+46702");
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.body()).isEqualTo("0: Accepted for delivery Denied receivers are: 4670x 46702");
        assertThat(taken).containsExactly("46701", "46703");
        assertThat(get("46704").body()).isEqualTo("0: Accepted for delivery");
    }

    /** The answer is HTML, as Kannel's is. */
    @Test
    void what_a_browser_would_run_is_not_told_back() throws Exception {
        assertThat(get("46701+%3Cscript%3Ex%26%22%27%C3%B6%F0%9F%98%80").body())
                .isEqualTo("0: Accepted for delivery Denied receivers are: ?script?x?????");
    }

    /** One field too many is told of by its name, whoever asks. */
    @Test
    @Tag("S-45")
    void nor_is_the_name_of_a_field() throws Exception {
        String many =
                "f%d=1&".repeat(100).formatted(IntStream.range(0, 100).boxed().toArray());
        HttpResponse<String> answer = get(doors.uri("/cgi-bin/sendsms?" + many + "%3Cscript%3Ex%3C%2Fscript%3E=1"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).isEqualTo("?script?x??script? field misformed, rejected");
    }

    @Test
    void where_nothing_is_taken_the_whole_request_is_refused() throws Exception {
        assertThat(get("46702+4670x").statusCode()).isEqualTo(403);
        assertThat(get("Acme+4670x").statusCode()).isEqualTo(400);
        assertThat(taken).isEmpty();
    }

    private HttpResponse<String> get(String to) throws Exception {
        return get(doors.uri("/cgi-bin/sendsms?username=u&password=p&text=x&to=" + to));
    }

    private HttpResponse<String> get(URI uri) throws Exception {
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Has a route for all but 46702. */
    private final class Choosy implements MiddleWare {
        @Override
        public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
            List<SendOutcome> outcomes = new ArrayList<>();
            for (OutboundSms sms : list) {
                String number = sms.to().number();
                if (number.equals("46702")) {
                    outcomes.add(new SendOutcome.NoRoute("no route"));
                } else {
                    taken.add(number);
                    outcomes.add(new SendOutcome.Acceptance(
                            new TaskId(taken.size()),
                            Encoding.GSM7,
                            1,
                            "",
                            "",
                            "a",
                            false,
                            SendOutcome.Durability.FORCED));
                }
            }
            done.accept(outcomes.toArray(SendOutcome[]::new));
        }

        @Override
        public void listen(InboundListener listener) {
            throw new UnsupportedOperationException();
        }
    }
}
