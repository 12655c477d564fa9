package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole bridge and an SMSC whose answers to submit_sm are odd. */
@Tag("crowd")
@Timeout(60)
class OddAnswersIT {
    private static final int MESSAGES = 60;

    @TempDir
    Path directory;

    @Test
    @Tag("C05")
    @Tag("C19")
    void refusals_of_sixteen_octets_are_tried_again_and_answers_that_come_twice_harm_nothing() throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .each("throttle-min", "50ms")
                .each("throttle-max", "200ms")
                .simulator(config -> config.with("fail-every", "5")
                        .with("fail-status", "RTHROTTLED")
                        .with("refusal-body", "false")
                        .with("duplicate-every", "4"))
                .start()
                .bound()) {
            bed.send(MESSAGES, 0);
            await().atMost(Duration.ofSeconds(30)).until(() -> bed.receipts.size() >= MESSAGES);
            assertThat(bed.receipts).extracting(Receipt::state).containsOnly(MessageState.DELIVERED);
            assertThat(bed.port(0).report().submits().accepted()).isEqualTo(MESSAGES);
            assertThat(bed.arrived(0)).as("refused ones came again").isGreaterThan(MESSAGES);
            assertThat(bed.bridge.stats().smsc("s0").strayAnswers.sum()).isPositive();
        }
    }

    @Test
    @Tag("C06")
    void a_message_whose_answer_names_no_id_ends_as_accepted_for_no_receipt_can_find_it() throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .simulator(config -> config.with("message-id", "empty").with("receipts", "never"))
                .start()
                .bound()) {
            bed.send(10, 0);
            await().atMost(Duration.ofSeconds(30)).until(() -> bed.receipts.size() >= 10);
            assertThat(bed.receipts).extracting(Receipt::state).containsOnly(MessageState.ACCEPTED);
            assertThat(bed.arrived(0)).isEqualTo(10);
        }
    }
}
