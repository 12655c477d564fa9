package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SMSCs of SMPP 5.0 that say how busy they are, with a contract and without. */
@Timeout(60)
@Tag("crowd")
class CongestionIT {
    @TempDir
    Path directory;

    private double rate(CarrierBed bed, int smsc) {
        return bed.bridge.stats().smsc("s" + smsc).effectiveRate;
    }

    private void until(java.util.concurrent.Callable<Boolean> holds) {
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(5))
                .until(holds);
    }

    @Test
    void both_are_sent_less_while_they_say_so_and_all_again_when_they_have_recovered() throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 2)
                .each("version", "5.0")
                .each("window", "20")
                .of(0, "rate", "100/s")
                // So that what is sent without a rate lasts for a while.
                .simulator(config -> config.with("interface-version", "5.0").with("respond-after", "10ms"))
                .start()
                .bound()) {
            // At 100 a second it is nearly congested, at 90 at its optimum.
            bed.port(0).set("congestion-at", "105");
            bed.port(1).set("congestion", "100");
            bed.send(20_000, 1);
            bed.send(600, 0);
            until(() -> rate(bed, 0) < 95 && rate(bed, 1) < Double.POSITIVE_INFINITY);
            double slow = rate(bed, 1);
            until(() -> rate(bed, 1) < slow);
            bed.port(1).set("congestion", "10");
            double slower = rate(bed, 1);
            until(() -> rate(bed, 1) > slower);
            bed.port(0).set("congestion-at", "1000");
            until(() -> rate(bed, 0) == 100);
            assertThat(bed.port(0).report().submits().refused()).isEmpty();
        }
    }
}
