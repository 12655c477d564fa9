package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerReaderTest {
    @ParameterizedTest
    @CsvSource({
        "7, 7000",
        "' 120 ', 120000",
        "0, 0",
        "-5, 0",
        "'Wed, 21 Oct 2026 07:28:00 GMT', 0",
        "999999, 999999000",
        "1000000, 999999000",
        "99999999999999999999, 999999000"
    })
    void a_pause_in_seconds_is_heard_however_long_it_is(String said, long ms) {
        BasicHttpResponse response = new BasicHttpResponse(503);
        response.addHeader("Retry-After", said);
        AnswerReader reader = new AnswerReader();
        reader.consumeResponse(response, null, null, new FutureCallback<>() {
            @Override
            public void completed(Integer status) {
                assertThat(status).isEqualTo(503);
            }

            @Override
            public void failed(Exception cause) {
                throw new AssertionError(cause);
            }

            @Override
            public void cancelled() {
                throw new AssertionError("cancelled");
            }
        });
        assertThat(reader.retryAfterMs()).isEqualTo(ms);
    }
}
