package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.simulator.BindMode;
import io.smppbridge.simulator.BreakHow;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.stats.SmscStats;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A transmitter and a receiver of which one breaks: what the SMSC sees of the other, and an operator of the loss; over both transports. */
@Tag("waits")
@Timeout(120)
class HalfAPairIT {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    private final List<String> warned = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> ear = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
                warned.add(event.getFormattedMessage());
            }
        }
    };

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    @BeforeEach
    void listen() {
        ear.setContext(root().getLoggerContext());
        ear.start();
        root().addAppender(ear);
    }

    @AfterEach
    void leave() {
        root().detachAppender(ear);
    }

    private CarrierBed start() throws Exception {
        CarrierBed bed = CarrierBed.with(directory, 2)
                .overBothTransports()
                .each("bind", "transmitter")
                .each("reconnect-min", "100ms")
                .each("reconnect-max", "200ms")
                .each("reconnect-refused", "1s")
                .node("admin.enabled", "true")
                .node("admin.port", "0")
                .start()
                .bound();
        for (int smsc = 0; smsc < 2; smsc++) {
            SimulatedPort port = bed.port(smsc);
            await().atMost(SOON).until(() -> port.bindsNow() == 2);
        }
        return bed;
    }

    private static String seen(CarrierBed bed, String path) throws Exception {
        URI at = URI.create("http://127.0.0.1:" + bed.bridge.adminPort() + path);
        try (InputStream in = at.toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static JsonNode health(CarrierBed bed, int smsc) throws Exception {
        for (JsonNode component :
                new ObjectMapper().readTree(seen(bed, "/health")).path("components")) {
            if (component.path("name").asText().equals("smsc:s" + smsc)) {
                return component;
            }
        }
        throw new AssertionError("/health says nothing of s" + smsc);
    }

    private static void awaitHealth(CarrierBed bed, int smsc, String status, String detail) {
        await().atMost(SOON).untilAsserted(() -> {
            JsonNode health = health(bed, smsc);
            assertThat(health.path("status").asText()).as("%s", health).isEqualTo(status);
            assertThat(health.path("detail").asText()).contains(detail);
        });
    }

    /** What rings: a warning that names the bind, the health of the SMSC, and the series of the bind. */
    private void assertAlarmed(CarrierBed bed, int smsc, String bind, String meaning) throws Exception {
        SmscStats stats = bed.bridge.stats().smsc("s" + smsc);
        await().atMost(SOON).until(() -> !stats.bind(bind).bound);
        awaitHealth(bed, smsc, "degraded", meaning);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(warned)
                        .anyMatch(line -> line.startsWith("s" + smsc + " " + bind + ": bind lost: ")));
        assertThat(seen(bed, "/metrics"))
                .contains("smpp_bridge_bind_state{bind=\"" + bind + "\",smsc=\"s" + smsc + "\"} 0.0")
                .contains("smpp_bridge_bind_losses_total{bind=\"" + bind + "\",smsc=\"s" + smsc + "\"} 1.0");
    }

    @Test
    @Tag("C34")
    void a_receiver_that_is_lost_stops_no_transmitter_and_is_alarmed_until_it_is_back() throws Exception {
        try (CarrierBed bed = start()) {
            for (int smsc = 0; smsc < 2; smsc++) {
                SimulatedPort port = bed.port(smsc);
                awaitHealth(bed, smsc, "ok", "");
                port.set("bind-modes", "tx").breakBinds(BindMode.RX, BreakHow.RST);
                assertAlarmed(bed, smsc, "rx-1", "receipts and MO do not come");
                assertThat(bed.bridge.stats().smsc("s" + smsc).bind("tx-1-1").bound)
                        .isTrue();
                bed.send(20, smsc);
                await().atMost(SOON).until(() -> port.report().submits().accepted() == 20);
                port.set("bind-modes", "tx,rx,trx");
                int receipts = 20 * (smsc + 1);
                await().atMost(SOON).until(() -> bed.receipts.size() == receipts);
                awaitHealth(bed, smsc, "ok", "");
            }
        }
    }

    @Test
    @Tag("C34")
    void a_transmitter_that_is_lost_stops_no_receiver_and_is_alarmed_until_it_is_back() throws Exception {
        try (CarrierBed bed = start()) {
            for (int smsc = 0; smsc < 2; smsc++) {
                SimulatedPort port = bed.port(smsc);
                port.set("bind-modes", "rx").breakBinds(BindMode.TX, BreakHow.CLOSE);
                assertAlarmed(bed, smsc, "tx-1-1", "tx-1-1: ");
                assertThat(bed.bridge.stats().smsc("s" + smsc).bind("rx-1").bound)
                        .isTrue();
                port.sendMo("46709999999", "72404", "anybody?");
                int heard = smsc + 1;
                await().atMost(SOON).until(() -> bed.inbound.size() == heard);
                bed.send(20, smsc);
                assertThat(bed.arrived(smsc)).isZero();
                port.set("bind-modes", "tx,rx,trx");
                await().atMost(SOON).until(() -> port.report().submits().accepted() == 20);
                awaitHealth(bed, smsc, "ok", "");
            }
        }
    }
}
