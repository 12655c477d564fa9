package io.smppbridge.dropin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.InboundListener;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Neither gateway has a word for a message that may be sent or not; whoever is refused asks again, and would have it sent twice. */
class InDoubtTest {
    private static final String KANNEL = "/cgi-bin/sendsms?username=u&password=p&text=x&to=";
    private static final String JASMIN = "/send?username=u&password=p&content=x&to=";

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private OpenDoors doors;

    @BeforeEach
    void open() throws Exception {
        doors = new OpenDoors(directory, new Failing());
    }

    @AfterEach
    void close() {
        doors.close();
    }

    @Test
    void the_connection_ends_without_an_answer() throws Exception {
        assertThat(get(KANNEL + "46701").statusCode()).isEqualTo(503);
        assertThat(get(JASMIN + "46701").statusCode()).isEqualTo(403);
        assertThat(batch("46701").statusCode()).isEqualTo(200);

        assertThatThrownBy(() -> get(KANNEL + "46702")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> get(KANNEL + "46701+46702")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> get(JASMIN + "46702")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> batch("46702")).isInstanceOf(IOException.class);
    }

    @Test
    void what_was_answered_before_on_that_connection_is_told() throws Exception {
        get(KANNEL + "46701"); // the password is known from here on
        try (Socket socket = new Socket("127.0.0.1", doors.port())) {
            String first = "GET " + KANNEL + "46701 HTTP/1.1\r\nhost: x\r\n\r\n";
            socket.getOutputStream().write((first + first.replace("46701", "46702")).getBytes(UTF_8));
            String all = new String(socket.getInputStream().readAllBytes(), UTF_8);
            assertThat(all).containsOnlyOnce("HTTP/1.1 503");
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(doors.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> batch(String to) throws Exception {
        String body = "{\"messages\":[{\"to\":\"" + to + "\",\"content\":\"x\"}]}";
        return client.send(
                HttpRequest.newBuilder(doors.uri("/secure/sendbatch"))
                        .header("authorization", "Basic dTpw")
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Its journal fails while it writes what is for 46702. */
    private static final class Failing implements MiddleWare {
        @Override
        public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
            done.accept(list.stream()
                    .map(sms -> new SendOutcome.NotAccepting(
                            "the journal has failed",
                            Duration.ofSeconds(5),
                            sms.to().number().equals("46702")))
                    .toArray(SendOutcome[]::new));
        }

        @Override
        public void listen(InboundListener listener) {
            throw new UnsupportedOperationException();
        }
    }
}
