package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.ThreadsSince;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reloads of which a part cannot be done, as when there is no room for the notes of another sender. */
@Timeout(60)
@Tag("C107")
class UnfinishedReloadIT {
    private final ThreadsSince since = ThreadsSince.now();

    @TempDir
    Path directory;

    private SmscSimulator sim;

    @BeforeEach
    void startCarriers() throws IOException {
        sim = SmscSimulator.start(SimulatorConfig.forTests("a", "b", "c", "d"));
    }

    @AfterEach
    void stopCarriers() {
        sim.close();
    }

    private Path config(String smscs, String... more) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String name : smscs.split(",")) {
            SimulatedPort port = sim.ports().get(name.charAt(0) - 'a');
            lines.add("smsc." + name + ".host = 127.0.0.1");
            lines.add("smsc." + name + ".port = " + port.number());
            lines.add("smsc." + name + ".system-id = smppclient1");
            lines.add("smsc." + name + ".password = password");
            lines.add("smsc." + name + ".rate = 100");
            lines.add("route." + name + ".smsc = " + name);
            lines.add("route." + name + ".prefix = 4" + (name.charAt(0) - 'a'));
        }
        lines.add("intake.http.enabled = false");
        lines.add("admin.enabled = false");
        lines.add("journal.segment-size = 1M");
        lines.add("journal.reserve = 1M");
        lines.add("journal.reserve-share = 0");
        lines.add("journal.directory = " + directory.resolve("journal"));
        lines.addAll(List.of(more));
        return Files.write(directory.resolve("bridge.properties"), lines);
    }

    /** No notes can be made under this name. */
    private Path taken(String notes) throws IOException {
        return Files.createDirectory(directory.resolve("journal/flights/" + notes + ".flights"));
    }

    private int senders(String smsc) {
        return since.running("sender-" + smsc + "-").size();
    }

    private void isSent(Bridge bridge, String to, int port) throws Exception {
        bridge.middleWare().send(List.of(OutboundSms.of(to, "hello"))).get(5, TimeUnit.SECONDS);
        await().until(() -> sim.ports().get(port).submits().size() == 1);
    }

    @Test
    void one_smsc_that_cannot_be_added_keeps_no_other_from_it_and_begins_at_the_next_reload() throws Exception {
        try (Bridge bridge = Bridge.start(config("a"))) {
            Path inTheWay = taken("sender-b-1");
            config("a,b,c");
            assertThat(bridge.reload().lines())
                    .anyMatch(line -> line.startsWith("NOT DONE: SMSC b: ") && line.contains("sender-b-1.flights"));
            isSent(bridge, "42701234567", 2);
            assertThat(senders("c")).isEqualTo(1);
            config("a,b,c,d");
            assertThat(bridge.reload().lines()).anyMatch(line -> line.startsWith("NOT DONE: SMSC b: "));
            Files.delete(inTheWay);
            assertThat(bridge.reload().lines()).containsExactly("SMSC b begun, which an earlier reload could not");
            isSent(bridge, "41701234567", 1);
            await().until(() -> senders("b") == 1);
            assertThat(senders("c")).as("one set of senders").isEqualTo(1);
            assertThat(bridge.reload().lines()).isEmpty();
        }
    }

    @Test
    void what_waits_for_an_smsc_that_could_not_be_added_goes_elsewhere_when_it_is_taken_away() throws Exception {
        try (Bridge bridge = Bridge.start(config("a", "route.rest.smsc = a"))) {
            taken("sender-b-1");
            config("a,b", "route.rest.smsc = a");
            bridge.reload();
            bridge.middleWare()
                    .send(List.of(OutboundSms.of("41701234567", "hello")))
                    .get(5, TimeUnit.SECONDS);
            config("a", "route.rest.smsc = a");
            assertThat(bridge.reload().applied()).isTrue();
            await().until(() -> sim.ports().get(0).submits().size() == 1);
        }
    }

    @Test
    void an_smsc_that_could_not_bind_anew_does_so_at_the_next_reload() throws Exception {
        try (Bridge bridge = Bridge.start(config("a"))) {
            Path inTheWay = taken("sender-a-1.2");
            config("a", "smsc.a.system-type = other", "smsc.a.binds = 50");
            assertThat(bridge.reload().lines())
                    .contains("SMSC a drains and binds anew")
                    .anyMatch(line -> line.startsWith("smsc.a.system-type: ") && line.contains(" -> other (rebind), "));
            await().until(() -> !bridge.reload().lines().isEmpty());
            Files.delete(inTheWay);
            assertThat(bridge.reload().lines()).containsExactly("SMSC a begun, which an earlier reload could not");
            isSent(bridge, "40701234567", 0);
        }
    }

    @Test
    void a_listener_whose_address_was_taken_is_opened_by_the_next_reload() throws Exception {
        try (Bridge bridge = Bridge.start(config("a"));
                ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            config("a", "esme.all.port = " + other.getLocalPort());
            assertThat(bridge.reload().lines()).anyMatch(line -> line.startsWith("NOT DONE: "));
            other.close();
            assertThat(bridge.reload().lines()).containsExactly("open now is what an earlier reload could not open");
            assertThat(bridge.esmePort("all")).isPositive();
        }
    }
}
