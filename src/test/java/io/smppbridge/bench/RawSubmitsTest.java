package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RawSubmitsTest {
    private static final int MESSAGES = 25_000;

    @Test
    void each_message_goes_to_a_number_of_its_own_so_that_none_looks_like_one_that_goes_round() throws Exception {
        try (SmscSimulator smsc = SmscSimulator.start(SimulatorConfig.forTests().recording(MESSAGES));
                RawSubmits load = new RawSubmits(smsc.port(), 3, 10)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> load.accepted() >= MESSAGES);
            load.end();
            List<String> numbers = smsc.first().submits().stream()
                    .map(ReceivedSubmit::destination)
                    .map(ReceivedSubmit.Party::address)
                    .toList();
            assertThat(numbers)
                    .hasSize(MESSAGES)
                    .doesNotHaveDuplicates()
                    .allMatch(number -> number.matches("467[0-9]{8}"));
        }
    }
}
