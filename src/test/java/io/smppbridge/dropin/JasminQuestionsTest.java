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
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How what Jasmin's clients ask is refused, beside sending: as Jasmin 0.11.1 does it. */
class JasminQuestionsTest {
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '|', textBlock = """
            /balance?username=u&password=no; 403; "Authentication failure for username:u"
            /balance?username=u; 400; "Mandatory argument [password] is not found."
            /rate?username=u&password=no&to=46701; 403; "Authentication failure for username:u"
            /rate?username=%22&password=no&to=46701; 403; "Authentication failure for username:\\""
            /rate?password=p; 400; "Mandatory argument [username] is not found."
            /rate?username=u&password=p&to=a%22; 400; "Argument [to] has an invalid value: [a\\"]."
            """)
    void rate_and_balance_say_in_json_what_is_wrong(String question, int status, String json) throws Exception {
        HttpResponse<String> answer = ask(question);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("content-type")).contains("application/json");
        assertThat(answer.body()).isEqualTo(json);
    }

    @Test
    void send_says_it_in_its_words() throws Exception {
        HttpResponse<String> answer = ask("/send?username=u&password=no&to=46701&content=x");
        assertThat(answer.headers().firstValue("content-type").orElse("")).startsWith("text/plain");
        assertThat(answer.body()).isEqualTo("Error \"Authentication failure for username:u\"");
    }

    private HttpResponse<String> ask(String question) throws Exception {
        try (OpenDoors doors = new OpenDoors(directory, new Nobody())) {
            return client.send(
                    HttpRequest.newBuilder(doors.uri(question)).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private static final class Nobody implements MiddleWare {
        @Override
        public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
            throw new AssertionError("nothing was to be sent");
        }

        @Override
        public void listen(InboundListener listener) {
            // nothing comes
        }
    }
}
