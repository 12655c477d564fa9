package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.ThreadsSince;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A message in flight is an entry in a window, not a thread. */
@Timeout(90)
class ThreadCountIT {
    @TempDir
    Path directory;

    @Test
    @Tag("C108")
    void a_thousand_submits_in_flight_take_the_same_threads_as_one() throws Exception {
        List<String> withOne = threadsWhileInFlight(1);
        List<String> withAThousand = threadsWhileInFlight(1000);
        System.out.printf(
                "C108: in flight 1: %d threads %s; 1000: %d%n", withOne.size(), withOne, withAThousand.size());
        assertThat(withOne).isNotEmpty().anyMatch(name -> name.startsWith("sender-"));
        assertThat(withAThousand).isEqualTo(withOne);
    }

    @Test
    @Tag("S1.5")
    void one_thread_receives_from_three_smscs() throws Exception {
        ThreadsSince since = ThreadsSince.now();
        CarrierBed.Plan plan = CarrierBed.with(directory, 3).each("bind", "transmitter");
        try (CarrierBed bed = plan.start().bound()) {
            bed.send(5, bed.all());
            await().atMost(Duration.ofSeconds(10)).until(() -> bed.receipts.size() == 15);
            assertThat(since.names("receiver")).containsExactly("receiver");
        }
    }

    /** Names of the threads that live while the whole window waits for answers, those of the test itself left out. */
    private List<String> threadsWhileInFlight(int window) throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(Files.createDirectory(directory.resolve("w" + window)), 1)
                .each("window", Integer.toString(window))
                .each("bunch", "1000")
                .each("answer-within", "60s")
                .simulator(config -> config.with("window", "1000")
                        .with("respond-after", "30s")
                        .with("receipts", "never"));
        ThreadsSince since = ThreadsSince.now();
        try (CarrierBed bed = plan.start().bound()) {
            bed.send(window + 500, 0);
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.arrived() == window);
            assertThat(bed.port(0).report().submits().mostUnanswered()).isEqualTo(window);
            assertThat(bed.bridge.stats().smsc("s0").inFlight.sum()).isEqualTo(window);
            return since.namesButOfTools();
        }
    }
}
