package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SmscSimulator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Order by number over a restart. */
@Timeout(60)
class OrderIT {
    private static final String ONE = CarrierBed.prefix(0) + "000001";
    private static final String OTHER = CarrierBed.prefix(0) + "000002";

    @TempDir
    Path directory;

    private static void send(Bridge bridge, String to, String text) throws Exception {
        bridge.middleWare()
                .send(OutboundSms.to(to).from("Acme").text(text).build())
                .get(10, TimeUnit.SECONDS);
    }

    private static List<String> texts(SimulatedPort port) {
        return port.submits().stream()
                .map(submit -> new String(submit.shortMessage(), java.nio.charset.StandardCharsets.US_ASCII))
                .toList();
    }

    /** The answer to the first is lost when the bridge stops; those behind it had to wait, and still do after the start. */
    @Test
    @Tag("C43")
    @Tag("C21")
    @Tag("long")
    void a_message_whose_answer_was_lost_with_the_process_is_not_passed_by_later_ones_to_its_number() throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .node("bridge.drain-within", "100ms")
                .each("order", "destination")
                .each("uncertain-wait", "8s");
        try (SmscSimulator simulator = plan.startSimulator()) {
            SimulatedPort port = simulator.first();
            Path file = plan.write(List.of(port.number()));
            try (Bridge bridge = Bridge.start(file)) {
                await().until(() -> bridge.stats().smsc("s0").anyBound());
                port.set("silence", "submits");
                send(bridge, ONE, "first");
                send(bridge, ONE, "second");
                send(bridge, ONE, "third");
                await().until(() -> port.submits().size() == 1);
            }
            port.forget();
            port.answerAgain();
            try (Bridge bridge = Bridge.start(file)) {
                send(bridge, OTHER, "other");
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> port.submits().size() == 4);
            }
            assertThat(texts(port)).containsExactly("other", "first", "second", "third");
        }
    }
}
