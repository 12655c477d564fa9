package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.ReceivedSubmit.Party;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A subscriber says STOP while a message to him waits. */
@Tag("crowd")
class StopIT {
    private static final String ANNA = CarrierBed.prefix(0) + "000001";

    @TempDir
    Path directory;

    @Test
    @Tag("C104")
    void what_waits_ends_unsent_with_the_reason_and_only_the_answer_goes_out() throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 2)
                .node("consent.enabled", "true")
                .node("consent.stop-reply", "No more.")
                .node("route.two.smsc", "s0, s1")
                .node("route.two.prefix", ANNA)
                .node("route.two.order", "10")
                .node("route.two.failover", "rejected")
                .start()
                .bound()) {
            OutboundSms later = OutboundSms.to(ANNA)
                    .from("72404")
                    .text("News")
                    .schedule(Instant.now().plusMillis(1500))
                    .receipt(ReceiptWish.FINAL)
                    .build();
            assertThat(bed.middleWare().send(later).get(10, TimeUnit.SECONDS)).isInstanceOf(Acceptance.class);
            bed.port(0)
                    .sendDeliver(
                            new Party(1, 1, ANNA),
                            new Party(0, 1, "72404"),
                            0,
                            0,
                            "STOP".getBytes(StandardCharsets.US_ASCII));
            await().atMost(Duration.ofSeconds(10)).until(() -> !bed.receipts.isEmpty());
            assertThat(bed.receipts).singleElement().satisfies(receipt -> {
                assertThat(receipt.state()).isEqualTo(MessageState.REJECTED);
                assertThat(receipt.detail()).startsWith("opted-out");
            });
            assertThat(bed.simulator.ports().stream()
                            .flatMap(port -> port.submits().stream())
                            .map(ReceivedSubmit::text))
                    .containsExactly("No more.");
        }
    }
}
