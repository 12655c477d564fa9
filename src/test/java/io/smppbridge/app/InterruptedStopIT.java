package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ThreadsSince;
import io.smppbridge.simulator.ReceivedSubmit;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A platform that is told to end interrupts its threads, and one of them stops the bridge. */
class InterruptedStopIT {
    private static final int MESSAGES = 60;
    private static final int WINDOW = 40;

    private final ThreadsSince since = ThreadsSince.now();

    @TempDir
    Path directory;

    @Test
    @Tag("C22")
    void a_stop_on_an_interrupted_thread_drains_all_the_same_and_nothing_goes_twice() throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .each("rate", "100")
                .each("window", String.valueOf(WINDOW))
                .node("bridge.drain-within", "10s")
                .simulator(config -> config.with("respond-after", "3s").with("receipt-after", "0"));
        try (CarrierBed bed = plan.start().bound()) {
            bed.send(MESSAGES, 0);
            bed.awaitArrived(WINDOW, Duration.ofSeconds(20));
            Thread.currentThread().interrupt();
            bed.bridge.close();
            assertThat(Thread.interrupted()).as("the flag is the caller's").isTrue();
            assertThat(bed.arrived()).as("the rest waits").isEqualTo(WINDOW);
            assertThat(since.names("sender-s0"))
                    .as("those who await answers have had them")
                    .isEmpty();
            try (Bridge again = Bridge.start(directory.resolve("bridge.properties"))) {
                again.middleWare().listen(heardBy(bed));
                await().atMost(Duration.ofSeconds(30)).until(() -> finals(bed) >= MESSAGES);
            }
            assertThat(bed.port(0).submits())
                    .extracting(ReceivedSubmit::text)
                    .hasSize(MESSAGES)
                    .doesNotHaveDuplicates();
            assertThat(bed.receipts).noneMatch(Receipt::possibleDuplicate);
        }
    }

    private static long finals(CarrierBed bed) {
        synchronized (bed.receipts) {
            return bed.receipts.stream()
                    .filter(receipt -> receipt.state().isFinal())
                    .count();
        }
    }

    private static InboundListener heardBy(CarrierBed bed) {
        return new InboundListener() {
            @Override
            public void onMessage(InboundSms message) {}

            @Override
            public void onReceipt(Receipt receipt) {
                bed.audit.heard(receipt);
                bed.receipts.add(receipt);
            }
        };
    }
}
