package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A platform in the same process hears of its mistakes as one that speaks HTTP does. */
class InProcessIT {
    @TempDir
    Path directory;

    @Test
    void what_cannot_be_is_refused_with_its_field_and_the_others_of_the_list_go_on() throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .simulator(config -> config.with("receipt-after", "0"))
                .start()) {
            OutboundSms good = CarrierBed.message(0, 1);
            OutboundSms.Builder brief = OutboundSms.to(good.to()).text("x").validity(Duration.ofNanos(1));
            List<SendOutcome> outcomes = bed.middleWare()
                    .send(List.of(good.withText("half \ud83d"), brief.build(), good))
                    .get(10, TimeUnit.SECONDS);
            assertThat(reason(outcomes.get(0))).startsWith("text: half of a surrogate pair, \\ud83d at 5,");
            assertThat(reason(outcomes.get(1))).isEqualTo("validity: PT0.000000001S, expected 1 s..30 days");
            assertThat(outcomes.get(2)).isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(bed.bridge.stats().refused("invalid").sum()).isEqualTo(2);
            assertThatNullPointerException()
                    .isThrownBy(() -> bed.bridge.middleWare().send(Arrays.asList(good, null), outcome -> {}))
                    .withMessage("list[1] of 2 is null, expected a message; nothing of the list is taken");
        }
    }

    private static String reason(SendOutcome outcome) {
        assertThat(outcome).isInstanceOf(SendOutcome.Invalid.class);
        return ((SendOutcome.Invalid) outcome).reason();
    }
}
