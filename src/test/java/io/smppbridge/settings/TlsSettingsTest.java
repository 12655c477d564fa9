package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the keys {@code smsc.<name>.tls*} take, and what they complain of. */
@Tag("C-17")
@Tag("S-31")
class TlsSettingsTest {
    private static final String TLS = "smsc.telia.tls = on\nsmsc.telia.tls-trust = trust.pem\n";
    private static final String OWN = "smsc.telia.tls-certificate = own.pem\nsmsc.telia.tls-key = own.key\n";

    @TempDir
    Path directory;

    private final Certificates authority = new Certificates("test authority");
    private ConfigFolder folder;

    @BeforeEach
    void files() {
        folder = new ConfigFolder(directory);
        authority.trust(directory.resolve("trust.pem"));
        own(authority.issue("bridge.example"));
    }

    private void own(Certificates.Issued issued) {
        issued.certificate(directory.resolve("own.pem"));
        issued.key(directory.resolve("own.key"));
    }

    private ConfigFolder with(String more) {
        return folder.main(ConfigFolder.ONE_SMSC + more);
    }

    @Test
    void a_link_is_in_clear_text_unless_asked_for() {
        assertThat(with("").telia().link().tls()).isEmpty();
    }

    @Test
    void files_are_found_beside_the_configuration_and_the_name_is_the_host() {
        SmscConfig.Link link = with(TLS + OWN).telia().link();
        TlsConfig tls = link.tls().orElseThrow();
        assertThat(tls.trust()).contains(directory.resolve("trust.pem"));
        assertThat(tls.certificate()).contains(directory.resolve("own.pem"));
        assertThat(tls.key()).contains(directory.resolve("own.key"));
        assertThat(tls.name()).isEqualTo(link.host());
        assertThat(with(TLS + "smsc.telia.tls-name = smsc.example\n")
                        .telia()
                        .link()
                        .tls()
                        .orElseThrow()
                        .name())
                .isEqualTo("smsc.example");
    }

    @Test
    void a_missing_file_is_a_fault_with_its_key_and_line() {
        assertThat(with("smsc.telia.tls = on\nsmsc.telia.tls-trust = gone.pem\n")
                        .texts())
                .singleElement()
                .asString()
                .startsWith("smsc.telia.tls-trust = gone.pem, expected the name of a file that exists")
                .contains("bridge.properties line");
    }

    @Test
    void a_directory_is_not_called_a_file_that_is_missing() throws Exception {
        Files.createDirectory(directory.resolve("certs"));
        assertThat(with("smsc.telia.tls = on\nsmsc.telia.tls-trust = certs\n").texts())
                .singleElement()
                .asString()
                .startsWith("smsc.telia.tls-trust = certs, expected the name of a file, which this is not");
    }

    @Test
    void a_file_without_certificates_is_a_fault() {
        assertThat(with("smsc.telia.tls = on\nsmsc.telia.tls-trust = own.key\n").texts())
                .singleElement()
                .asString()
                .contains("-----BEGIN CERTIFICATE-----");
    }

    @Test
    void a_key_of_another_certificate_is_a_fault() {
        authority.issue("bridge.example").key(directory.resolve("own.key"));
        assertThat(with(TLS + OWN).texts())
                .singleElement()
                .asString()
                .startsWith("smsc.telia.tls-key = own.key, expected the key of the first certificate in own.pem");
    }

    @Test
    void a_certificate_without_its_key_is_a_fault() {
        assertThat(with(TLS + "smsc.telia.tls-certificate = own.pem\n").texts())
                .singleElement()
                .asString()
                .contains("both smsc.telia.tls-certificate and tls-key, or neither");
    }

    @Test
    void a_key_that_everybody_may_read_is_a_fault() throws Exception {
        Files.setPosixFilePermissions(directory.resolve("own.key"), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(with(TLS + OWN).texts()).singleElement().asString().contains("chmod o-rwx");
    }

    @Test
    void those_that_vouch_for_a_certificate_may_stand_in_any_order_and_twice() throws Exception {
        Certificates between = new Certificates("between", authority);
        Certificates.Issued issued = between.issue("bridge.example");
        own(issued);
        chain(issued.certificate(), authority.certificate(), between.certificate(), issued.certificate());
        assertThat(PemFiles.identity(directory.resolve("own.pem"), directory.resolve("own.key"))
                        .chain())
                .containsExactly(issued.certificate(), between.certificate(), authority.certificate());
    }

    @Test
    void a_chain_with_a_gap_or_with_a_certificate_of_others_is_a_fault_of_links_and_listeners() throws Exception {
        Certificates.Issued issued = new Certificates("between", authority).issue("bridge.example");
        own(issued);
        chain(issued.certificate(), authority.certificate());
        assertThat(with(TLS + OWN + "esme.main.port = 2775\nesme.main.tls-certificate = own.pem\n"
                                + "esme.main.tls-key = own.key\n")
                        .texts())
                .hasSize(2)
                .allMatch(text -> text.contains("tls-certificate = own.pem, expected the certificate for the key")
                        && text.contains("after that of CN=bridge.example one of its issuer CN=between is missing"));
    }

    private void chain(X509Certificate... certificates) throws Exception {
        StringBuilder all = new StringBuilder();
        for (X509Certificate each : certificates) {
            all.append(Certificates.pem("CERTIFICATE", each.getEncoded()));
        }
        Files.writeString(directory.resolve("own.pem"), all);
    }

    @Test
    void an_expired_certificate_is_a_warning() {
        own(authority.issue("bridge.example", Duration.ofDays(-2)));
        assertThat(with(TLS + OWN).warnings())
                .anyMatch(text -> text.startsWith(
                        "smsc.telia.tls-certificate = own.pem, the certificate of" + " CN=bridge.example expired on "));
    }

    @Test
    void an_expired_certificate_of_a_listener_or_of_those_that_sign_its_esmes_is_a_warning() {
        own(authority.issue("bridge.example", Duration.ofDays(-2)));
        assertThat(with("esme.main.port = 2775\nesme.main.tls-certificate = own.pem\n"
                                + "esme.main.tls-key = own.key\nesme.main.tls-client-ca = own.pem\n")
                        .warnings())
                .filteredOn(text -> text.contains("the certificate of CN=bridge.example expired on ")
                        && text.contains("a reload takes the new file"))
                .extracting(text -> text.substring(0, text.indexOf(" = ")))
                .containsExactly("esme.main.tls-certificate", "esme.main.tls-client-ca");
    }

    @Test
    void tls_keys_without_tls_are_a_warning() {
        assertThat(with("smsc.telia.tls-trust = trust.pem\n").warnings())
                .anyMatch(text -> text.contains("the link is in clear text all the same"));
    }

    @Test
    @Tag("C107")
    void a_certificate_renewed_in_place_makes_the_binds_anew() {
        LoadOutcome.Loaded old = with(TLS + OWN).loaded();
        assertThat(ConfigChange.between(old, folder.loaded()).isEmpty()).isTrue();
        own(authority.issue("bridge.example"));
        ConfigChange change = ConfigChange.between(old, folder.loaded());
        assertThat(change.rebinds()).containsExactly("telia");
        assertThat(change.smscs().changed()).containsExactly("telia");
        assertThat(change.keys()).singleElement().asString().contains("smsc.telia.tls");
    }

    @Test
    void a_listener_s_files_renewed_in_place_are_a_change_that_a_reload_takes_over() {
        LoadOutcome.Loaded old = with("esme.main.port = 2775\nesme.main.tls-certificate = own.pem\n"
                        + "esme.main.tls-key = own.key\nesme.main.tls-client-ca = trust.pem\n")
                .loaded();
        assertThat(ConfigChange.between(old, folder.loaded()).isEmpty()).isTrue();
        new Certificates("another").trust(directory.resolve("trust.pem"));
        ConfigChange change = ConfigChange.between(old, folder.loaded());
        assertThat(change.esmes().changed()).containsExactly("main");
        assertThat(change.keys())
                .singleElement()
                .extracting(ConfigChange.Changed::text)
                .asString()
                .startsWith("esme.main.tls-certificate: own.pem -> own.pem, with other files (live)");
        own(authority.issue("bridge.example"));
        assertThat(ConfigChange.between(old, folder.loaded()).isEmpty()).isFalse();
    }

    private static final String HOOK =
            "webhook.shop.url = https://hook.example/\nwebhook.shop.secret = 0123456789abcdef0123456789abcdef\n";

    @Test
    void a_webhook_s_authorities_are_read_and_checked_as_an_smsc_s_are() {
        LoadOutcome.Loaded loaded =
                with(HOOK + "webhook.shop.tls-trust = trust.pem\n").loaded();
        assertThat(loaded.config().webhooks().get("shop").trust()).contains(List.of(authority.certificate()));
        assertThat(loaded.warnings()).noneMatch(warning -> warning.text().contains("tls-trust"));
        assertThat(with(HOOK).loaded().config().webhooks().get("shop").trust()).isEmpty();
        assertThat(with(HOOK + "webhook.shop.tls-trust = gone.pem\n").texts())
                .singleElement()
                .asString()
                .startsWith("webhook.shop.tls-trust = gone.pem, expected the name of a file that exists")
                .contains("bridge.properties line");
        assertThat(with(HOOK + "webhook.shop.tls-trust = own.key\n").texts())
                .singleElement()
                .asString()
                .contains("-----BEGIN CERTIFICATE-----");
    }

    @Test
    void a_webhook_s_authorities_that_are_over_or_of_no_use_are_a_warning() {
        own(authority.issue("hook.example", Duration.ofDays(-2)));
        assertThat(with(HOOK + "webhook.shop.tls-trust = own.pem\n").warnings())
                .anyMatch(text -> text.startsWith(
                                "webhook.shop.tls-trust = own.pem, the certificate of CN=hook.example expired on ")
                        && text.contains("a reload takes the new file"));
        String clear = HOOK.replace("https", "http") + "webhook.shop.allow-private = true\n";
        assertThat(with(clear + "webhook.shop.tls-trust = trust.pem\n").warnings())
                .anyMatch(text -> text.contains("in clear text all the same"));
    }

    @Test
    void a_webhook_s_authorities_renewed_in_place_are_a_change_that_a_reload_takes_over() {
        LoadOutcome.Loaded old =
                with(HOOK + "webhook.shop.tls-trust = trust.pem\n").loaded();
        assertThat(ConfigChange.between(old, folder.loaded()).isEmpty()).isTrue();
        new Certificates("another").trust(directory.resolve("trust.pem"));
        ConfigChange change = ConfigChange.between(old, folder.loaded());
        assertThat(change.webhooks().changed()).containsExactly("shop");
        assertThat(change.keys())
                .singleElement()
                .extracting(ConfigChange.Changed::text)
                .asString()
                .startsWith("webhook.shop.tls-trust: trust.pem -> trust.pem, with other files (live)");
    }

    @Test
    void keys_in_the_older_forms_are_read() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        KeyPair rsa = generator.generateKeyPair();
        byte[] pkcs8 = rsa.getPrivate().getEncoded();
        byte[] pkcs1 = Arrays.copyOfRange(pkcs8, 26, pkcs8.length); // Behind version and algorithm.
        assertThat(PemFiles.key(file("RSA PRIVATE KEY", pkcs1))).isEqualTo(rsa.getPrivate());

        // openssl ecparam -name prime256v1 -genkey -noout, made for this test and used nowhere else.
        byte[] sec1 = java.util.Base64.getDecoder()
                .decode("MHcCAQEEII0CtDQAvUnhUUBOWgXLuciYq0w2TdvqHtbsC60U1agDoAoGCCqGSM49AwEHoUQDQgAE"
                        + "I128jtxgd9GR1HuiHILVk/qm3YY/tsUvnL+MGu3iww89rSpNPpcj5c+ckvp6YasjwdlL5X5d8IoLULcy87h/yA==");
        assertThat(PemFiles.key(file("EC PRIVATE KEY", sec1)).getAlgorithm()).isEqualTo("EC");
    }

    @Test
    void an_encrypted_key_is_told_apart_from_a_broken_one() throws Exception {
        assertThatThrownBy(() -> PemFiles.key(file("ENCRYPTED PRIVATE KEY", new byte[40])))
                .isInstanceOf(PemException.class)
                .hasMessageContaining("a key without a pass phrase");
        assertThatThrownBy(() -> PemFiles.key(file("PRIVATE KEY", new byte[40])))
                .isInstanceOf(PemException.class)
                .hasMessageContaining("a key of RSA, EC or Ed25519");
    }

    private Path file(String type, byte[] der) throws Exception {
        Path file = Files.writeString(directory.resolve("some.key"), Certificates.pem(type, der));
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
}
