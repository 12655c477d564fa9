package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.util.concurrent.FastThreadLocalThread;
import io.smppbridge.MessageState;
import io.smppbridge.ThreadsSince;
import io.smppbridge.simulator.SimulatedPort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole bridge whose binds are carried by Netty, and one that changes over. */
@Timeout(60)
class TransportIT {
    private final ThreadsSince since = ThreadsSince.now();

    @TempDir
    Path directory;

    @Test
    @Tag("C107")
    @Tag("C108")
    void binds_change_over_to_netty_and_back_by_a_reload_and_no_message_is_lost_or_sent_twice() throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 2)
                .each("binds", "3")
                .each("senders", "3")
                .each("transport", "jsmpp")
                .of(1, "transport", "netty")
                .node("smpp.threads", "1");
        try (CarrierBed bed = plan.start().bound()) {
            assertThat(since.names("smpp-s0-")).isNotEmpty();
            assertThat(since.names("smpp-s1-")).isEmpty();
            for (String kind : List.of("netty", "jsmpp", "netty")) {
                int before = bed.receipts.size();
                bed.send(100, bed.all());
                plan.of(0, "transport", kind);
                plan.write(bed.simulator.ports().stream()
                        .map(SimulatedPort::number)
                        .toList());
                assertThat(bed.bridge.reload().applied()).isTrue();
                await().atMost(Duration.ofSeconds(20)).until(() -> bed.receipts.size() == before + 200);
            }
            assertThat(bed.receipts).allMatch(receipt -> receipt.state() == MessageState.DELIVERED);
            assertThat(bed.arrived()).isEqualTo(600);
            await().untilAsserted(() -> assertThat(since.names("smpp-s0-")).isEmpty());
            assertThat(since.names("smpp-io-")).containsExactly("smpp-io-1");

            bed.port(0).sendMo("46700111222", "72404", "hello");
            await().until(() -> bed.inbound.size() == 1);
        }
        assertThat(since.names("smpp-")).isEmpty();
    }

    @Test
    @Tag("C107")
    @Tag("C108")
    void senders_that_carry_their_own_binds_need_no_other_thread_also_after_a_reload() throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 2)
                .each("binds", "3")
                .each("senders", "2")
                .each("transport", "netty")
                .node("smpp.threads", "0");
        try (CarrierBed bed = plan.start().bound()) {
            bed.send(300, bed.all());
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.receipts.size() == 600);
            for (String senders : List.of("1", "3")) {
                int before = bed.receipts.size();
                plan.each("senders", senders);
                plan.write(bed.simulator.ports().stream()
                        .map(SimulatedPort::number)
                        .toList());
                assertThat(bed.bridge.reload().applied()).isTrue();
                bed.send(100, bed.all());
                await().atMost(Duration.ofSeconds(20)).until(() -> bed.receipts.size() == before + 200);
            }
            assertThat(bed.receipts).allMatch(receipt -> receipt.state() == MessageState.DELIVERED);
            assertThat(bed.arrived()).isEqualTo(1_000);
            bed.port(0).sendMo("46700111222", "72404", "hello");
            await().until(() -> bed.inbound.size() == 1);
            assertThat(since.names("smpp-")).isEmpty();
        }
        assertThat(since.names("sender-")).isEmpty();
    }

    @Test
    @Tag("C107")
    void only_senders_whose_binds_go_over_netty_carry_any() throws Exception {
        CarrierBed.Plan plan =
                CarrierBed.with(directory, 2).overBothTransports().node("smpp.threads", "0");
        try (CarrierBed bed = plan.start().bound()) {
            assertThat(carriers()).singleElement().asString().startsWith("sender-s1-");
            plan.of(0, "transport", "netty").of(1, "transport", "jsmpp");
            plan.write(bed.simulator.ports().stream().map(SimulatedPort::number).toList());
            assertThat(bed.bridge.reload().applied()).isTrue();
            await().untilAsserted(() ->
                    assertThat(carriers()).singleElement().asString().startsWith("sender-s0-"));
            bed.send(10, bed.all());
            await().until(() -> bed.receipts.size() == 20);
            assertThat(since.names("smpp-io-")).isEmpty();
        }
    }

    /** Senders whose threads are made to be event loops too. */
    private List<String> carriers() {
        return since.running("sender-").stream()
                .filter(FastThreadLocalThread.class::isInstance)
                .map(Thread::getName)
                .toList();
    }

    /** What {@code mvn verify -Dtransport=jsmpp} relies on; without it, the default. */
    @Test
    @Tag("C107")
    void binds_of_integration_tests_are_carried_by_the_transport_that_the_build_names() throws Exception {
        String named = System.getenv().getOrDefault("SMPP_BRIDGE_SMSC_DEFAULTS_TRANSPORT", "netty");
        try (CarrierBed bed = CarrierBed.with(directory, 1).start().bound()) {
            bed.send(1, 0);
            await().atMost(Duration.ofSeconds(10)).until(() -> bed.receipts.size() == 1);
            assertThat(since.names("smpp-io-").isEmpty()).as(named).isEqualTo(!named.equals("netty"));
            assertThat(since.names("smpp-s0-").isEmpty()).as(named).isEqualTo(!named.equals("jsmpp"));
        }
    }

    @Test
    @Tag("C33")
    void an_smsc_that_calls_is_bound_to_over_netty_too() throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .node("outbind.enabled", "true")
                .node("outbind.port", "0")
                .each("transport", "netty")
                .each("bind", "transmitter")
                .each("receive", "outbind")
                .each("outbind-from", "127.0.0.1")
                .each("outbind-password", "secret");
        try (CarrierBed bed = plan.start().bound()) {
            bed.port(0)
                    .set("outbind-password", "secret")
                    .set("outbind-every", "200ms")
                    .set("outbind", "127.0.0.1:" + bed.bridge.outbindPort());
            bed.port(0).sendMo("46700111222", "72404", "somebody there?");
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.inbound.size() == 1);
            assertThat(since.names("smpp-io-").stream().sorted().collect(Collectors.joining(" ")))
                    .isEqualTo("smpp-io-1 smpp-io-called-1");
        }
    }

    @Test
    @Tag("C107")
    void a_transport_that_is_none_is_a_fault_that_names_what_there_is() throws Exception {
        Path file = CarrierBed.with(directory, 1).each("transport", "mina").write(List.of(2775));
        assertThat(Files.readString(file)).contains("mina");
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> Bridge.start(file)))
                .isInstanceOf(BridgeException.class)
                .hasMessageContaining("smsc.s0.transport")
                .hasMessageContaining("jsmpp")
                .hasMessageContaining("netty");
    }
}
