package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.pdulog.PduLogs;
import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.settings.PduLogConfig.Form;
import io.smppbridge.settings.PduLogConfig.Wish;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import io.smppbridge.threads.Ticker;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a full PDU log costs the threads that carry messages: processor time, for it hardly depends on what else runs. */
@Tag("long")
@Tag("S2.14")
@Timeout(180)
class PduLogCostTest {
    @TempDir
    Path directory;

    @Test
    void a_full_log_costs_the_wire_less_than_four_times_none() throws Exception {
        try (SmscSimulator simulator =
                SmscSimulator.start(SimulatorConfig.forTests().recording(0).with("receipts", "never"))) {
            double off = SubmitSpeedTest.measure(
                    "log off",
                    Accounts.at(simulator.port()),
                    1,
                    logs(Form.OFF, false).tap("test"));
            PduLogs full = logs(Form.TEXT, true);
            double on =
                    SubmitSpeedTest.measure("lines and capture", Accounts.at(simulator.port()), 1, full.tap("test"));
            full.close();
            PduLogs.Status status = full.status().get(0);
            System.out.printf(
                    "a full PDU log: x %.2f; %,d PDUs written, %,d left out%n",
                    on / off, status.written(), status.leftOut());
            assertThat(on / off).isLessThan(4);
            assertThat(status.written()).isPositive();
        }
    }

    private PduLogs logs(Form form, boolean capture) {
        Map<String, Wish> wishes = Map.of("test", new Wish(form, capture, List.of()));
        return new PduLogs(new PduLogConfig(directory, 64 << 20, 3, wishes), InstantSource.system(), Ticker.SYSTEM);
    }
}
