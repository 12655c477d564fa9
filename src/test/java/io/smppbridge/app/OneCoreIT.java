package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.settings.KeyHash;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SmscSimulator;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The bridge in a process that is pinned to one core, fed over HTTP; the SMSCs in this one. */
@Tag("long")
@Timeout(600)
class OneCoreIT {
    private static final Path TASKSET = Path.of("/usr/bin/taskset");

    private final KeyHash.NewKey key = KeyHash.create(new SecureRandom());

    @TempDir
    Path directory;

    @Test
    @Tag("S1.10")
    void on_one_core_five_smscs_take_25_every_second() throws Exception {
        Stalls.measure(attempt -> onOneCore(5, 10));
    }

    @Test
    @Tag("S1.13")
    void on_one_core_the_sum_grows_with_the_smscs_up_to_500_a_second() throws Exception {
        for (int smscs : new int[] {1, 2, 5, 10, 20, 50, 100}) {
            Stalls.measure(attempt -> onOneCore(smscs, 10));
        }
    }

    private void onOneCore(int smscs, int seconds) throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(TASKSET), "needs taskset to pin a process to one core");
        Path fresh = Files.createTempDirectory(directory, "core");
        CarrierBed.Plan plan = Written.noted(CarrierBed.with(fresh, smscs), fresh)
                .each("rate", "5")
                .node("account.platform.key-hash", key.hash().toString());
        try (SmscSimulator simulator = plan.startSimulator();
                Stalls stalls = new Stalls(simulator)) {
            Path file = plan.write(
                    simulator.ports().stream().map(SimulatedPort::number).toList());
            try (Child bridge =
                    new Child(List.of(TASKSET.toString(), "-c", "0"), "run", file.toString(), "--for", "3m")) {
                String intake = bridge.awaitLine("messages at (http://\\S+)");
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> simulator.ports().stream().allMatch(port -> port.bindsNow() == 1));
                for (int number = 0; number < 5 * seconds; number++) {
                    post(intake, smscs, number);
                }
                await().atMost(Duration.ofSeconds(seconds + 15L))
                        .until(() -> arrivals(simulator).length == 5 * seconds * smscs);
            }
            for (int smsc = 0; smsc < smscs; smsc++) {
                assertThat(Written.assertAtMost(5, fresh, "s" + smsc)).isEqualTo(5 * seconds);
            }
            long[] arrivals = arrivals(simulator);
            int[] counts = CarrierBed.perSecond(arrivals);
            System.out.printf(
                    "S1.13 on one core: %3d SMSCs at 5/s: %s in each second%n", smscs, Arrays.toString(counts));
            stalls.figures(() -> {
                assertThat(counts).hasSize(seconds).containsOnly(5 * smscs);
                assertThat(simulator.report())
                        .extracting(report -> report.submits().mostInAnySecond())
                        .allMatch(most -> most <= 5);
            });
        }
    }

    private static long[] arrivals(SmscSimulator simulator) {
        return simulator.ports().stream()
                .flatMapToLong(port -> Arrays.stream(CarrierBed.arrivals(port)))
                .sorted()
                .toArray();
    }

    /** One message for every SMSC. */
    private void post(String intake, int smscs, int number) throws Exception {
        StringBuilder body = new StringBuilder("[");
        for (int smsc = 0; smsc < smscs; smsc++) {
            body.append(smsc == 0 ? "" : ",")
                    .append("{\"to\":\"")
                    .append(CarrierBed.prefix(smsc))
                    .append(String.format("%06d", number))
                    .append("\",\"from\":\"Acme\",\"text\":\"message ")
                    .append(number)
                    .append("\"}");
        }
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(intake))
                                .header("Content-Type", "application/json")
                                .header("Authorization", "Bearer " + key.key().reveal())
                                .POST(HttpRequest.BodyPublishers.ofString(
                                        body.append("]").toString()))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    }
}
