package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("crowd")
class BridgeIT {
    @TempDir
    Path directory;

    private Path config(SmscSimulator sim) throws Exception {
        return Files.write(
                directory.resolve("bridge.properties"),
                List.of(
                        "smsc.a.host = 127.0.0.1",
                        "smsc.a.port = " + sim.port(),
                        "smsc.a.system-id = smppclient1",
                        "smsc.a.password = password",
                        "smsc.a.rate = unlimited",
                        "smsc.a.window = 50",
                        "intake.http.port = 0",
                        "admin.enabled = false",
                        "journal.segment-size = 1M",
                        "journal.reserve = 1M",
                        "journal.reserve-share = 0",
                        "journal.directory = " + directory.resolve("journal")));
    }

    @Test
    void messages_go_out_and_receipts_and_mo_come_back() throws Exception {
        List<Receipt> receipts = new CopyOnWriteArrayList<>();
        List<InboundSms> messages = new CopyOnWriteArrayList<>();
        try (SmscSimulator sim = SmscSimulator.start(SimulatorConfig.forTests());
                Bridge bridge = Bridge.start(config(sim))) {
            bridge.middleWare().listen(new InboundListener() {
                @Override
                public void onMessage(InboundSms message) {
                    messages.add(message);
                }

                @Override
                public void onReceipt(Receipt receipt) {
                    receipts.add(receipt);
                }
            });
            List<OutboundSms> list = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                list.add(OutboundSms.to("4670" + (1_000_000 + i))
                        .from("Acme")
                        .text("number " + i)
                        .receipt(ReceiptWish.FINAL)
                        .build());
            }
            List<SendOutcome> outcomes = bridge.middleWare().send(list).get(20, TimeUnit.SECONDS);
            assertThat(outcomes).allMatch(o -> o instanceof SendOutcome.Acceptance);
            await().atMost(Duration.ofSeconds(30)).until(() -> receipts.size() == 2000);
            assertThat(receipts).allMatch(r -> r.state() == MessageState.DELIVERED);
            assertThat(sim.first().submits()).hasSize(2000);
            sim.first().sendMo("46709999999", "72404", "STOP");
            await().until(() -> messages.size() == 1);
            assertThat(messages.get(0).text()).isEqualTo("STOP");
        }
    }
}
