package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.app.Bridge;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./bridge pdulog} with a running bridge. */
@Tag("crowd")
class PduLogIT {
    private static final String HASH = "pbkdf2:1:" + "00".repeat(16) + ":" + "00".repeat(32);

    @TempDir
    Path directory;

    private Bridge bridge;
    private Path file;

    private Typed pdulog(String... words) {
        return SmallBridge.ask(
                file,
                bridge,
                Stream.concat(Stream.of("pdulog"), Stream.of(words)).toArray(String[]::new));
    }

    @Test
    @Tag("S2.14")
    @Tag("S-48")
    void an_operator_switches_it_on_for_a_number_and_a_while_and_off_again() throws Exception {
        try (SmscSimulator carrier = SmscSimulator.start(SimulatorConfig.forTests("one"))) {
            file = SmallBridge.file(
                    directory,
                    carrier.port(),
                    "smsc.one.reconnect-min = 50ms",
                    "account.shop.esme.system-id = shop",
                    "account.shop.esme.password-hash = " + HASH,
                    "pdulog.directory = pdu",
                    "bridge.drain-within = 1s");
            bridge = Bridge.start(file);
            try {
                assertThat(pdulog().out()).contains("one: off; 0 PDUs written, 0 left out");
                Typed on = pdulog("one", "--form", "json", "--number", "46701234", "--unmasked", "--for", "10m");
                assertThat(on.code()).as(on.err()).isZero();
                assertThat(on.out()).contains("one: json, numbers 46701234, UNMASKED, until 2");
                for (String to : List.of("46701234567", "46709999999")) {
                    bridge.middleWare()
                            .send(OutboundSms.to(to).from("Shop").text("Hello").build());
                }
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> pdulog().out().contains("2 PDUs written, 0 left out"));
                assertThat(noted())
                        .contains("\"46701234567\"", "Hello", "submit_sm_resp")
                        .doesNotContain("4670999");
                assertThat(pdulog("one", "--as-set").out()).contains("one: off;");
                assertThat(pdulog("two").code()).isEqualTo(1);
                assertThat(pdulog("two").err()).contains("smsc = two, expected one of [one]");
                assertThat(pdulog("one", "--for", "25h").err()).contains("expected 1 s..24 h");
                assertThat(pdulog("--unmasked").code()).isEqualTo(2);
                assertThat(pdulog("one", "--all").code()).isEqualTo(2);
                assertThat(pdulog("--account", "shop", "--for", "1m").out()).startsWith("account shop: text, until 2");
                assertThat(pdulog("--account", "shoq", "--for", "1m").err())
                        .contains("account = shoq, expected one of [shop]");
                assertThat(pdulog("--account", "shop", "--as-set").out()).startsWith("account shop: off;");
                assertThat(pdulog("--all", "--number", "4670", "--for", "1m")
                                .out()
                                .lines())
                        .hasSize(2)
                        .allMatch(line -> line.contains(": text, numbers 4670, until 2"));
            } finally {
                bridge.close();
            }
        }
    }

    private String noted() throws Exception {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(directory.resolve("pdu"))) {
            for (Path one : files.toList()) {
                all.append(Files.readString(one));
            }
        }
        return all.toString();
    }
}
