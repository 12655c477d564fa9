package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("crowd")
class ProbeCommandIT {
    @TempDir
    Path directory;

    private Typed typed(int port, String... arguments) throws IOException {
        Files.createDirectories(directory.resolve("config/conf.d"));
        Files.writeString(directory.resolve("config/bridge.properties"), """
                smsc.one.host = 127.0.0.1
                smsc.one.port = %d
                smsc.one.system-id = probe
                smsc.one.password = secret99
                smsc.one.rate = 1
                """.formatted(port));
        List<String> all = new ArrayList<>(List.of("probe"));
        all.addAll(List.of(arguments));
        return Typed.in(directory, all.toArray(String[]::new));
    }

    @Test
    void without_yes_it_says_what_it_would_do_and_sends_nothing() throws IOException {
        try (SmscSimulator simulator = SmscSimulator.start(SimulatorConfig.forTests())) {
            Typed asked = typed(simulator.port(), "one", "--to", "+46701234567");
            assertThat(asked.code()).isEqualTo(2);
            assertThat(asked.err())
                    .contains("up to 60 messages", "costs money; add --yes")
                    .doesNotContain("46701234567");
            assertThat(simulator.first().submits()).isEmpty();
        }
    }

    @Test
    void a_wrong_name_number_or_file_is_told_before_anything_is_sent() throws IOException {
        assertThat(typed(1, "two", "--to", "+46701234567", "--yes").err()).contains("has no SMSC two; it has one");
        assertThat(typed(1, "one", "--to", "Acme", "--yes").err()).contains("must be digits");
        assertThat(typed(1, "one", "--to", "+46701234567", "--messages", "0", "--yes")
                        .err())
                .contains("messages = 0, expected 1..10000");
        assertThat(typed(1, "one", "--to", "+46701234567", "--yes", "--out", "config/bridge.properties")
                        .err())
                .contains("is there already");
        Typed elsewhere = typed(1, "one", "--to", "+46701234567", "--yes", "--out", "nowhere/new.properties");
        assertThat(elsewhere.code()).isEqualTo(2);
        assertThat(elsewhere.err()).contains("--out", "nowhere does not exist", "nothing was sent");
    }

    @Test
    void it_writes_a_profile_that_the_configuration_takes() throws IOException {
        try (SmscSimulator simulator =
                SmscSimulator.start(SimulatorConfig.forTests().with("receipt-after", "10ms"))) {
            String out = "config/conf.d/one-probed.properties";
            Typed done = typed(
                    simulator.port(),
                    "one",
                    "--to",
                    "+46701234567",
                    "--yes",
                    "--messages",
                    "4",
                    "--receipts-within",
                    "200ms",
                    "--out",
                    out);
            assertThat(done.code()).isZero();
            assertThat(Files.readString(directory.resolve(out)))
                    .contains("profile.one-probed.message-id = text", "from what 4 messages showed")
                    .doesNotContain("secret99");
            Typed config = Typed.in(directory, "config", "--set", "smsc.one.profile=one-probed");
            assertThat(config.out())
                    .containsPattern(
                            "smsc\\.one\\.version = 3\\.4 +# profile one-probed, conf\\.d/one-probed\\.properties line");
        }
    }
}
