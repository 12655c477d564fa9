package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The main job against an SMSC in another process that takes MO by SMPPSim's page: messages out, receipts and an MO back. */
final class RoundTrip {
    private static final int MESSAGES = 50;

    private RoundTrip() {}

    static void run(Path directory, String host, int port, int httpPort) throws Exception {
        List<Receipt> receipts = Collections.synchronizedList(new ArrayList<>());
        List<InboundSms> inbound = Collections.synchronizedList(new ArrayList<>());
        Path file = Files.write(
                directory.resolve("bridge.properties"),
                List.of(
                        "smsc.sim.host = " + host,
                        "smsc.sim.port = " + port,
                        "smsc.sim.system-id = smppclient1",
                        "smsc.sim.password = password",
                        "smsc.sim.address-range = .*",
                        "smsc.sim.rate = 20",
                        "intake.http.enabled = false",
                        "admin.enabled = false",
                        "bridge.drain-within = 2s",
                        "journal.segment-size = 1M",
                        "journal.reserve = 1M",
                        "journal.reserve-share = 0",
                        "journal.directory = " + directory.resolve("journal")));
        try (Bridge bridge = Bridge.start(file)) {
            bridge.middleWare().listen(CarrierBed.listener(receipts, inbound));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> bridge.stats().smsc("sim").anyBound());
            List<OutboundSms> list = new ArrayList<>();
            for (int number = 0; number < MESSAGES; number++) {
                list.add(OutboundSms.to("4670000" + (1000 + number))
                        .from("12345")
                        .text("message " + number)
                        .receipt(ReceiptWish.FINAL)
                        .build());
            }
            assertThat(bridge.middleWare().send(list).get(10, TimeUnit.SECONDS))
                    .allMatch(outcome -> outcome instanceof SendOutcome.Acceptance);
            inject(host, httpPort);
            // SMPPSim lets messages rest for up to ten seconds and may be told to fail some.
            await().atMost(Duration.ofSeconds(90)).until(() -> receipts.size() >= MESSAGES);
            assertThat(receipts)
                    .extracting(Receipt::message)
                    .doesNotHaveDuplicates()
                    .hasSize(MESSAGES);
            assertThat(receipts).extracting(Receipt::state).allMatch(MessageState::isFinal);
            await().atMost(Duration.ofSeconds(30)).until(() -> !inbound.isEmpty());
            assertThat(inbound.get(0).text()).isEqualTo("STOP");
        }
    }

    /** data_coding 3: SMPPSim 2.6.11 refuses an MO with 0. */
    private static void inject(String host, int httpPort) throws Exception {
        String query = "short_message=STOP&source_addr=46709999999&source_addr_ton=1&source_addr_npi=1"
                + "&destination_addr=72404&dest_addr_ton=0&dest_addr_npi=0&data_coding=3&submit=Submit+Message";
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://" + host + ":" + httpPort + "/inject_mo?" + query))
                                .timeout(Duration.ofSeconds(10))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    }
}
