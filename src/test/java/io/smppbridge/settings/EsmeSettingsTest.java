package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Certificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(strings = {":1::2", "1::2:", "::ffff:0:0/96", "::ffff:c000:207/128", "10.1/16", "300.1.1.1"})
    void what_would_be_no_range_of_addresses_is_a_fault_and_not_left_out(String range) throws Exception {
        assertThat(faults("account.one.esme.addresses = " + range))
                .singleElement()
                .asString()
                .contains("account.one.esme.addresses = " + range, "192.0.2.0/24");
    }

    @Test
    @Tag("S-23")
    void a_key_of_another_certificate_is_a_fault() throws Exception {
        Certificates authority = new Certificates("authority");
        Certificates.Issued issued = authority.issue("bridge.example");
        issued.certificate(directory.resolve("chain.pem"));
        authority.issue("bridge.example").key(directory.resolve("key.pem"));
        String[] keys = {
            "esme.e.tls-certificate = chain.pem", "esme.e.tls-key = key.pem", "esme.e.tls-client-ca = key.pem"
        };
        assertThat(faults(keys))
                .anyMatch(it -> it.startsWith(
                        "esme.e.tls-key = key.pem, expected the key of the first certificate in chain.pem"))
                .anyMatch(it -> it.startsWith("esme.e.tls-client-ca = key.pem, expected a PEM file with at least one"));
        issued.key(directory.resolve("key.pem"));
        assertThat(faults(keys)).noneMatch(it -> it.startsWith("esme.e.tls-key"));
    }

    @Test
    @Tag("C77")
    void a_grammar_of_receipts_that_says_nothing_or_cannot_be_written_is_a_fault() throws Exception {
        assertThat(faults(
                        "account.a.esme.receipt-text = stat:{stat}",
                        "account.b.esme.receipt-text = id:{id}",
                        "account.c.esme.receipt-text = {id} {stat} {text}",
                        "account.d.esme.receipt-text = {id} {stat} {id}",
                        "account.e.esme.receipt-text = {id} {stat} }",
                        "account.f.esme.receipt-text = {id} {stat} " + "x".repeat(120),
                        "account.g.esme.receipt-dates = yyMMdd 'a very long word of our own making'",
                        "account.h.esme.receipt-dates = whenever",
                        "account.i.esme.message-id = octal",
                        "account.j.esme.receipt-id = usual",
                        "account.k.esme.receipt-err = none",
                        "account.l.esme.receipt = tlv",
                        "account.l.esme.receipt-tlvs = false"))
                .extracting(fault -> fault.substring("account.".length(), fault.indexOf(" =")))
                .containsExactlyInAnyOrder(
                        "a.esme.receipt-text",
                        "b.esme.receipt-text",
                        "c.esme.receipt-text",
                        "d.esme.receipt-text",
                        "e.esme.receipt-text",
                        "f.esme.receipt-text",
                        "g.esme.receipt-dates",
                        "h.esme.receipt-dates",
                        "i.esme.message-id",
                        "j.esme.receipt-id",
                        "k.esme.receipt-err",
                        "l.esme.receipt-tlvs");
        LoadOutcome.Loaded good = (LoadOutcome.Loaded) load(
                "account.a.esme.receipt-text = {state}|{id}|{err}",
                "account.a.esme.message-id = hex",
                "account.a.esme.receipt-dates = dd/MM/yyyy HH:mm:ss");
        EsmeReceipts receipts = good.config().accounts().get("a").esme().receipts();
        assertThat(receipts.text()).isEqualTo("{state}|{id}|{err}");
        assertThat(receipts.told()).as("same as in answers").isEqualTo(EsmeReceipts.IdForm.HEX);
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

    @Test
    void as_it_comes_half_of_the_cores_have_an_event_loop_for_esmes() throws IOException {
        EsmeConfig server = loaded("esme.e.port = 3").esme();
        assertThat(server.loops(1)).isEqualTo(1);
        assertThat(server.loops(2)).isEqualTo(1);
        assertThat(server.loops(8)).isEqualTo(4);
        assertThat(loaded("esme.e.port = 3", "intake.esme.threads = 3").esme().loops(8))
                .isEqualTo(3);
    }

    @Test
    void the_journal_thread_stays_awake_by_itself_only_where_there_are_cores_to_spare() throws IOException {
        NodeConfig.Idle idle = loaded("esme.e.port = 3").node().idle();
        assertThat(idle).isEqualTo(NodeConfig.Idle.AUTO);
        assertThat(idle.mayStayAwake(2)).isFalse();
        assertThat(idle.mayStayAwake(4)).isTrue();
        assertThat(NodeConfig.Idle.PARK.mayStayAwake(64)).isFalse();
    }

    private BridgeConfig loaded(String... lines) throws IOException {
        return ((LoadOutcome.Loaded) load(lines)).config();
    }
}
