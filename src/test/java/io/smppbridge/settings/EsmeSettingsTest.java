package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with the keys of the SMPP server is said at once, and what comes and goes on reload is noticed. */
class EsmeSettingsTest {
    private static final String HASH = "pbkdf2:1:" + "00".repeat(16) + ":" + "00".repeat(32);

    @TempDir
    Path directory;

    private LoadOutcome load(String... lines) throws IOException {
        List<String> all = new ArrayList<>(
                List.of("smsc.a.host = 127.0.0.1", "smsc.a.system-id = a", "smsc.a.password = a", "smsc.a.rate = 1"));
        all.addAll(List.of(lines));
        return BridgeConfig.load(Files.write(directory.resolve("bridge.properties"), all), Map.of(), Map.of());
    }

    private List<String> faults(String... lines) throws IOException {
        return ((LoadOutcome.Faulty) load(lines))
                .faults().stream().map(ConfigFault::text).toList();
    }

    @Test
    void every_fault_names_its_key_and_what_is_expected() throws Exception {
        List<String> faults = faults(
                "esme.e.port = 2775",
                "esme.e.tls-certificate = nowhere.pem",
                "esme.f.port = 2775",
                "account.one.esme.system-id = same",
                "account.two.esme.system-id = same",
                "account.two.esme.password-hash = " + HASH,
                "account.three.esme.addresses = 192.0.2.0/33, fe80::1",
                "account.four.esme.addresses = example.com",
                "account.five.esme.password-hash = secret");
        assertThat(faults)
                .anyMatch(it -> it.contains("account.one.esme.password-hash") && it.contains("./bridge key --password"))
                .anyMatch(it -> it.contains("account.two.esme.system-id") && it.contains("account one"))
                .anyMatch(it -> it.contains("account.three.esme.addresses"))
                .anyMatch(it -> it.contains("account.four.esme.addresses"))
                .anyMatch(it -> it.contains("account.five.esme.password-hash") && it.contains("pbkdf2:<rounds>"))
                .anyMatch(it -> it.contains("esme.e.tls-key"))
                .anyMatch(it -> it.contains("esme.e.tls-certificate") && it.contains("can be read"))
                .anyMatch(it -> it.contains("esme.f.port") && it.contains("esme.e"))
                .noneMatch(it -> it.contains("= secret"));
    }

    @Test
    void listeners_come_and_go_and_all_their_keys_are_live() throws Exception {
        LoadOutcome.Loaded old = (LoadOutcome.Loaded) load("esme.e.port = 1", "esme.gone.port = 2");
        LoadOutcome.Loaded fresh = (LoadOutcome.Loaded)
                load("esme.e.port = 3", "esme.e.bind-within = 5s", "esme.new.port = 4", "intake.esme.threads = 3");
        ConfigChange change = ConfigChange.between(old, fresh);
        assertThat(change.esmes().added()).containsExactly("new");
        assertThat(change.esmes().removed()).containsExactly("gone");
        assertThat(change.esmes().changed()).containsExactly("e");
        assertThat(change.needRestart()).extracting(ConfigChange.Changed::key).containsExactly("intake.esme.threads");
    }

    @Test
    void a_password_matches_its_hash_and_no_other_does() {
        PasswordHash hash = PasswordHash.create("secret", new Random(1));
        PasswordHash read = PasswordHash.parse(hash.toString()).orElseThrow();
        assertThat(read.matches("secret")).isTrue();
        assertThat(read.matches("Secret")).isFalse();
        assertThat(hash.toString()).doesNotContain("secret");
        assertThat(PasswordHash.parse("pbkdf2:0:" + "00".repeat(16) + ":" + "00".repeat(32)))
                .isEmpty();
    }
}
