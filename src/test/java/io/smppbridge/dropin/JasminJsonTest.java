package io.smppbridge.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is taken from Jasmin's JSON, and what is not. */
class JasminJsonTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private final Taker taken = new Taker();

    @TempDir
    Path directory;

    private OpenDoors doors;

    @BeforeEach
    void open() throws Exception {
        doors = new OpenDoors(directory, taken);
    }

    @AfterEach
    void close() {
        doors.close();
    }

    /** No text may hold one, and in octets it would be a question mark. */
    @Test
    void half_a_surrogate_pair_is_refused_with_the_argument_that_holds_it() throws Exception {
        String why = "]: half of a surrogate pair, which is no character";
        HttpResponse<String> secure = post("/secure/send", """
                {"to":"46701","content":"Hi \\ud83d"}""");
        assertThat(secure.statusCode()).isEqualTo(400);
        assertThat(secure.body()).isEqualTo("{\"message\":\"Argument [content" + why + "\"}");
        HttpResponse<String> plain = post("/send", """
                {"username":"u","password":"p","to":"46701","content":"Hi","from":"A\\ude00"}""");
        assertThat(plain.statusCode()).isEqualTo(400);
        assertThat(plain.body()).isEqualTo("Error \"Argument [from" + why + '"');
        HttpResponse<String> batch = post("/secure/sendbatch", """
                {"messages":[{"to":"46701","content":"\\ud83d"},{"to":"46702","content":"\\ud83d\\ude00"}]}""");
        assertThat(batch.body())
                .contains("\"to\":\"46701\",\"status\":0,\"statusText\":\"Error \\\"message 1: Argument [content" + why)
                .contains("\"to\":\"46702\",\"status\":1");
        assertThat(taken.messages).extracting(sms -> sms.text()).containsExactly("\uD83D\uDE00");
    }

    @Test
    void receivers_may_stand_among_the_globals_of_a_batch() throws Exception {
        HttpResponse<String> batch = post("/secure/sendbatch", """
                {"globals":{"to":["46701","46702"]},
                 "messages":[{"content":"one"},{"to":"46703","content":"two"}]}""");
        assertThat(batch.body()).contains("\"messageCount\":3");
        assertThat(taken.messages)
                .extracting(sms -> sms.to().number() + ' ' + sms.text())
                .containsExactly("46701 one", "46702 one", "46703 two");
    }

    @Test
    void what_is_no_object_is_no_message_whatever_the_globals_say() throws Exception {
        HttpResponse<String> batch = post("/secure/sendbatch", """
                {"globals":{"to":"46701","content":"hi"},"messages":[null,"x",7,{}]}""");
        assertThat(batch.body()).contains("\"messageCount\":4");
        assertThat(taken.messages).as("the last one").hasSize(1);
    }

    private HttpResponse<String> post(String path, String json) throws Exception {
        return client.send(
                HttpRequest.newBuilder(doors.uri(path))
                        .header("authorization", "Basic dTpw")
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
