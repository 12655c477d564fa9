package io.smppbridge.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.smppbridge.Tried;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** An account with a rate of ten messages a second. */
@Tag("S-09")
class HttpRateTest {
    private static final String ONE = "{\"to\":\"46701234567\",\"text\":\"x\"}";

    private Bed bed;

    @BeforeEach
    void open() throws Exception {
        bed = new Bed();
        bed.rates.apply(Map.of("a", 10.0));
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void what_is_beyond_its_rate_is_answered_429_with_the_time_to_wait_and_goes_nowhere(TestReporter reporter)
            throws Exception {
        int accepted = 0;
        int refused = 0;
        for (int i = 0; i < 30; i++) {
            HttpResponse<String> answer = bed.post(ONE);
            if (answer.statusCode() == 202) {
                accepted++;
            } else {
                refused++;
                assertProblem(answer);
            }
        }

        assertThat(accepted).isEqualTo(10);
        assertThat(bed.door.stored).hasSize(10);
        assertThat(bed.stats.refused("throttled").sum()).isEqualTo(refused);
        Tried.times(30).refused(refused).tell(reporter);
    }

    @Test
    void after_the_time_that_it_was_told_it_may_come_again() throws Exception {
        bed.post("[" + (ONE + ",").repeat(24) + ONE + "]");
        HttpResponse<String> answer = bed.post(ONE);
        assertThat(answer.headers().firstValueAsLong("retry-after")).hasValue(2);

        bed.nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(bed.post(ONE).statusCode()).isEqualTo(202);
    }

    @Test
    void questions_and_malformed_requests_count_as_one_and_another_account_is_not_touched() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(bed.get("/v1/messages/1M7XHWPW00000").statusCode()).isEqualTo(404);
            assertThat(bed.post("{").statusCode()).isEqualTo(400);
        }

        assertProblem(bed.get("/v1/messages/1M7XHWPW00000"));
        assertProblem(bed.get("/v1/messages/1M7XHWPW00000/explain"));
        assertProblem(bed.delete("/v1/messages/1M7XHWPW00000"));
        assertProblem(bed.post("{"));
        assertThat(bed.send(bed.request("/v1/messages/1M7XHWPW00000").setHeader("Authorization", "Bearer key-b"))
                        .statusCode())
                .isEqualTo(404);
        assertThat(bed.get("/livez").statusCode()).isEqualTo(200);
    }

    private static void assertProblem(HttpResponse<String> answer) throws Exception {
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("content-type")).hasValue("application/problem+json");
        assertThat(answer.headers().firstValueAsLong("retry-after").orElse(0)).isPositive();
        JsonNode problem = Bed.json(answer);
        assertThat(problem.get("code").asText()).isEqualTo("rate-exceeded");
        assertThat(problem.get("retryAfter").asInt()).isPositive();
    }
}
