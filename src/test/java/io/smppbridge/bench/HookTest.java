package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.TaskId;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The platform's side of the scenario with receipts. */
class HookTest {
    private static final long FIRST = TaskId.first(1_760_000_000_000L);

    private static String event(long id, boolean isFinal) {
        return "{\"type\":\"message.state\",\"eventId\":\"" + new TaskId(id + 7) + "\",\"messageId\":\""
                + new TaskId(id) + "\",\"state\":\"DELIVERED\",\"final\":" + isFinal + ",\"smsc\":\"sink1\"}";
    }

    private static HeardOf heard(String... events) {
        HeardOf heard = new HeardOf();
        byte[] body = ("{\"events\":[" + String.join(",", events) + "]}").getBytes(StandardCharsets.US_ASCII);
        Hook.read(body, heard);
        return heard;
    }

    @Test
    void each_message_that_has_ended_counts_once() {
        HeardOf heard = heard(event(FIRST, true), event(FIRST + 1, true), event(FIRST + 5_000_000, true));
        assertThat(heard.messages()).isEqualTo(3);
        assertThat(heard.repeats()).isZero();
    }

    @Test
    void what_comes_again_is_seen() {
        HeardOf heard = heard(event(FIRST, true), event(FIRST, true));
        assertThat(heard.messages()).isEqualTo(1);
        assertThat(heard.repeats()).isEqualTo(1);
    }

    @Test
    void news_that_is_not_the_end_does_not_count() {
        HeardOf heard = heard(event(FIRST, false), event(FIRST + 1, true), event(FIRST + 2, false));
        assertThat(heard.messages()).isEqualTo(1);
        assertThat(heard.repeats()).isZero();
    }

    @Test
    void a_batch_is_answered_and_counted() throws Exception {
        try (Hook hook = new Hook()) {
            HttpURLConnection post = (HttpURLConnection) URI.create("http://127.0.0.1:" + hook.port() + "/hook")
                    .toURL()
                    .openConnection();
            post.setReadTimeout(10_000);
            post.setDoOutput(true);
            post.getOutputStream()
                    .write(("{\"events\":[" + event(FIRST, true) + "]}").getBytes(StandardCharsets.US_ASCII));
            assertThat(post.getResponseCode()).isEqualTo(204);
            assertThat(hook.batches()).isEqualTo(1);
            assertThat(hook.messages()).isEqualTo(1);
        }
    }
}
