package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.settings.QuickPassword;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two bridges over SMPP, each of them the other's SMSC and the other's ESME, as nobody ever means it. All settings are the usual ones. */
@Timeout(60)
@Tag("crowd")
@Tag("C97")
class LoopIT {
    private static final String HASH = QuickPassword.hash("secret");
    private static final int MOST = 10;

    @TempDir
    Path directory;

    private final List<Receipt> receipts = Collections.synchronizedList(new ArrayList<>());
    private final List<InboundSms> inbound = Collections.synchronizedList(new ArrayList<>());

    private Bridge bridge(String name, int own, int other, String... more) throws IOException {
        List<String> lines = new ArrayList<>(List.of(more));
        lines.addAll(List.of(
                "intake.http.port = 0",
                "admin.enabled = false",
                "journal.segment-size = 1M",
                "journal.reserve = 1M",
                "journal.reserve-share = 0",
                "bridge.drain-within = 1s",
                "journal.directory = " + directory.resolve(name),
                "esme.e.host = 127.0.0.1",
                "esme.e.port = " + own,
                "account.gate.esme.system-id = gateway",
                "account.gate.esme.password-hash = " + HASH,
                "smsc.peer.host = 127.0.0.1",
                "smsc.peer.port = " + other,
                "smsc.peer.system-id = gateway",
                "smsc.peer.password = secret",
                "smsc.peer.rate = unlimited",
                "smsc.peer.reconnect-min = 50ms"));
        return Bridge.start(Files.write(directory.resolve(name + ".properties"), lines));
    }

    private static long visits(Bridge bridge) {
        return bridge.stats().accepted("esme").sum()
                + bridge.stats().accepted("middleware").sum();
    }

    @Test
    void a_message_visits_neither_more_often_than_it_may_and_ends_with_one_word_for_the_platform() throws Exception {
        int[] ports = freePorts();
        try (Bridge one = bridge("one", ports[0], ports[1]);
                Bridge other = bridge("other", ports[1], ports[0])) {
            one.middleWare().listen(CarrierBed.listener(receipts, inbound));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> one.stats().smsc("peer").anyBound()
                            && other.stats().smsc("peer").anyBound());
            Acceptance short1 = send(one, "round and round");
            await().atMost(Duration.ofSeconds(20)).until(() -> !receipts.isEmpty());
            assertThat(receipts).singleElement().satisfies(told -> {
                assertThat(told.message()).isEqualTo(short1.id());
                assertThat(told.state()).isIn(MessageState.REJECTED, MessageState.UNDELIVERED);
            });
            assertThat(visits(one)).isBetween(2L, (long) MOST);
            assertThat(visits(other)).isBetween(2L, (long) MOST);
            await().until(() -> other.stats().smsc("peer").inFlight.sum() == 0);
            long before = visits(one);
            await().pollDelay(Duration.ofMillis(300)).until(() -> visits(one) == before);

            for (int i = 0; i < 3; i++) { // a new message each time, in parts that come back as messages
                send(one, i + "x".repeat(200));
            }
            await().atMost(Duration.ofSeconds(20)).until(() -> receipts.size() == 4);
            assertThat(receipts).noneMatch(told -> told.state() == MessageState.DELIVERED);
        }
    }

    @Test
    void over_smpp_3_3_which_has_no_tlvs_a_round_ends_as_well() throws Exception {
        int[] ports = freePorts();
        try (Bridge one = bridge("one", ports[0], ports[1], "smsc.peer.version = 3.3");
                Bridge other = bridge("other", ports[1], ports[0], "smsc.peer.version = 3.3")) {
            one.middleWare().listen(CarrierBed.listener(receipts, inbound));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> one.stats().smsc("peer").anyBound()
                            && other.stats().smsc("peer").anyBound());
            send(one, "round and round");
            await().atMost(Duration.ofSeconds(20)).until(() -> !receipts.isEmpty());
            assertThat(receipts)
                    .singleElement()
                    .satisfies(told -> assertThat(told.state()).isNotEqualTo(MessageState.DELIVERED));
            await().until(() -> other.stats().smsc("peer").inFlight.sum()
                            + one.stats().smsc("peer").inFlight.sum()
                    == 0);
            assertThat(visits(one)).isBetween(2L, (long) MOST);
            assertThat(visits(other)).isBetween(2L, (long) MOST);
        }
    }

    private static Acceptance send(Bridge bridge, String text) throws Exception {
        return (Acceptance) bridge.middleWare()
                .send(OutboundSms.to("46701234567")
                        .from("Acme")
                        .text(text)
                        .receipt(ReceiptWish.FINAL)
                        .build())
                .get(10, TimeUnit.SECONDS);
    }

    private static int[] freePorts() throws IOException {
        try (ServerSocket first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket second = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new int[] {first.getLocalPort(), second.getLocalPort()};
        }
    }
}
