package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.app.Bridge;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An SMSC answers with hexadecimal ids and writes decimal ones into its receipts; nobody has told the bridge. */
@Tag("crowd")
class UnmatchedIT {
    @TempDir
    Path directory;

    private Bridge bridge;
    private Path file;

    private Typed typed(String... words) {
        return SmallBridge.ask(file, bridge, words);
    }

    private void configure(int port, String idForm) throws Exception {
        file = SmallBridge.file(
                directory,
                port,
                "smsc.one.receipt-park = 0s",
                "smsc.one.message-id = " + idForm,
                "route.all.smsc = one",
                "bridge.drain-within = 1s");
    }

    @Test
    @Tag("C74")
    void receipts_that_fit_nothing_are_joined_after_the_form_of_the_ids_was_put_right() throws Exception {
        SimulatorConfig shape = SimulatorConfig.forTests("one")
                .with("message-id", "hex")
                .with("message-id-start", "1000000")
                .with("receipt-id", "decimal")
                .with("receipt-after", "10ms");
        try (SmscSimulator carrier = SmscSimulator.start(shape)) {
            configure(carrier.port(), "text");
            bridge = Bridge.start(file);
            try {
                assertThat(typed("receipts", "unmatched", "list").out()).contains("no receipts without a message");
                for (int i = 0; i < 20; i++) {
                    OutboundSms sms = OutboundSms.to("46701234567")
                            .from("Shop")
                            .text("Hello")
                            .receipt(ReceiptWish.FINAL)
                            .build();
                    assertThat(bridge.middleWare().send(sms).get(10, TimeUnit.SECONDS))
                            .isInstanceOf(SendOutcome.Acceptance.class);
                }
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> carrier.ports().get(0).report().receipts().acked() == 20);
                configure(carrier.port(), "hex-dec");
                assertThat(typed("reload").code()).isZero();
                await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                    assertThat(typed("receipts", "unmatched", "rejoin", "--all", "--smsc", "one")
                                    .code())
                            .isZero();
                    assertThat(bridge.stats().ended("DELIVERED").sum()).isEqualTo(20);
                });
                assertThat(typed("receipts", "unmatched", "list").out()).contains("no receipts without a message");
                assertThat(typed("receipts", "unmatched", "drop").code()).isEqualTo(2);
                assertThat(typed("receipts", "unmatched", "drop", "?").code()).isEqualTo(2);
            } finally {
                bridge.close();
            }
        }
    }
}
