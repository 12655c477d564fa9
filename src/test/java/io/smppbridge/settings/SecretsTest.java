package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("S-53")
class SecretsTest {
    private static final String WITHOUT = ConfigFolder.ONE_SMSC.replaceAll("(?m)^.*password.*\\R", "");

    @TempDir
    Path directory;

    private ConfigFolder folder;

    @BeforeEach
    void write() {
        folder = new ConfigFolder(directory);
    }

    private String password() {
        return folder.telia().link().password().reveal();
    }

    @Test
    void a_password_may_stand_in_a_file_whose_last_line_feed_is_not_part_of_it() {
        folder.main(WITHOUT + "smsc.telia.password-file = secrets/telia\n").with("secrets/telia", "pass wd\r\n");
        assertThat(password()).isEqualTo("pass wd");
    }

    @Test
    void a_secret_in_clear_is_told_with_the_file_that_everybody_may_read_whichever_it_is() throws IOException {
        folder.main(WITHOUT + "include = own.properties\njournal.key = k1 " + "a1".repeat(32) + "\n")
                .with("own.properties", "smsc.telia.outbind-password = s3cret\n")
                .with("conf.d/secret.properties", "smsc.telia.password = s3cret\n");
        readableByAll("bridge.properties");
        assertThat(concerns()).containsExactly("journal.key: everybody on this machine may read bridge.properties");
        readableByAll("own.properties");
        readableByAll("conf.d/secret.properties");
        assertThat(concerns())
                .containsExactlyInAnyOrder(
                        "journal.key: everybody on this machine may read bridge.properties",
                        "smsc.telia.outbind-password: everybody on this machine may read own.properties",
                        "smsc.telia.password: everybody on this machine may read conf.d/secret.properties");
        folder.with("conf.d/secret.properties", "smsc.telia.password = ${WORD}\n");
        folder.environment.put("WORD", "s3cret");
        readableByAll("conf.d/secret.properties");
        assertThat(concerns()).hasSize(2);
    }

    private void readableByAll(String file) throws IOException {
        Files.setPosixFilePermissions(directory.resolve(file), PosixFilePermissions.fromString("rw-r--r--"));
    }

    private List<String> concerns() {
        return folder.loaded().warnings().stream()
                .filter(warning -> warning.concern().startsWith("everybody"))
                .map(warning -> warning.key() + ": " + warning.concern())
                .toList();
    }

    @Test
    void a_byte_order_mark_is_no_part_of_a_password_and_what_is_not_utf8_is_none() throws IOException {
        folder.main(WITHOUT + "smsc.telia.password-file = telia\n").with("telia", "\uFEFFpassword\n");
        assertThat(password()).isEqualTo("password");
        Files.write(directory.resolve("telia"), "p\u00E4ss".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(folder.texts())
                .containsExactly(
                        "smsc.telia.password-file = telia, expected a file in UTF-8, bridge.properties line 5");
    }

    @Test
    void a_secret_file_that_is_empty_or_has_more_lines_is_told_from_one_that_holds_something_else() {
        folder.main(WITHOUT + "smsc.telia.password-file = telia\n").with("telia", "\n");
        assertThat(folder.texts()).singleElement().asString().contains("; it is empty, bridge.properties line 5");
        folder.with("telia", "one\ntwo\n");
        assertThat(folder.texts()).singleElement().asString().contains("; only its first line is that,");
        folder.with("telia", "x".repeat(65));
        assertThat(folder.texts())
                .singleElement()
                .asString()
                .endsWith("(password to bind with; empty where the SMSC wants none), bridge.properties line 5");
    }

    /** And not read to its end, which may be far. */
    @Test
    void a_secret_file_of_more_than_4096_octets_is_told_by_that() {
        folder.main(ConfigFolder.ONE_SMSC + "journal.key-file = keys\n");
        String key = "a " + "0123456789abcdef".repeat(4) + "\n";
        folder.with("keys", key + "#".repeat(4096 - key.length()));
        assertThat(folder.config().journal().keys().all()).hasSize(1);
        folder.with("keys", key + "#".repeat(4097 - key.length()));
        assertThat(folder.texts())
                .containsExactly(
                        "journal.key-file = keys, expected a file of at most 4096 octets, bridge.properties line 6");
    }

    @Test
    void a_secret_file_that_everybody_may_read_is_refused() throws IOException {
        folder.main(WITHOUT + "smsc.telia.password-file = telia\n").with("telia", "s3cret");
        Files.setPosixFilePermissions(directory.resolve("telia"), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(folder.texts())
                .containsExactly("smsc.telia.password-file = telia, expected a file that not everybody may read; "
                        + "chmod o-rwx it, bridge.properties line 5");
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_secret_file_that_is_missing_or_a_directory_or_a_pipe_is_refused_at_once() throws Exception {
        Files.createDirectory(directory.resolve("folder"));
        String own =
                directory.resolve("pipe").toString(); // that not everybody may read: else that is what is wrong with it
        boolean pipe = new ProcessBuilder("mkfifo", "-m", "600", own).start().waitFor() == 0;
        for (String name : new String[] {"none", "folder", pipe ? "pipe" : "none", "a\\u0000b"}) {
            folder.main(WITHOUT + "smsc.telia.password-file = " + name + "\n");
            assertThat(folder.faults()).as(name).singleElement().satisfies(fault -> {
                assertThat(fault.key()).isEqualTo("smsc.telia.password-file");
                assertThat(fault.line()).isEqualTo(5);
                assertThat(fault.text()).contains("the name of a file that ");
            });
            Tried.times(1).refused(1).keep();
        }
    }

    @Test
    void a_password_may_come_from_the_environment_in_three_ways() {
        folder.environment.put("TELIA", "one");
        folder.main(WITHOUT + "smsc.telia.password = ${TELIA}\n");
        assertThat(password()).isEqualTo("one");
        folder.environment.put("SMSC_TELIA_PASSWORD", "two");
        assertThat(password()).isEqualTo("two");
        folder.environment.put("SMPP_BRIDGE_SMSC_TELIA_PASSWORD", "three");
        assertThat(password()).isEqualTo("three");
    }

    @Test
    void a_variable_that_is_not_set_is_a_fault_unless_it_has_a_default() {
        folder.main(WITHOUT + "smsc.telia.password = ${TELIA:fallback}\n");
        assertThat(password()).isEqualTo("fallback");
        folder.main(WITHOUT + "smsc.telia.password = ${TELIA}\n");
        assertThat(folder.texts())
                .containsExactly("smsc.telia.password = ****, expected environment variable TELIA to be set, "
                        + "bridge.properties line 5");
    }

    @Test
    void what_a_variable_holds_is_not_filled_in_again() {
        folder.environment.put("TELIA", "${HOME}");
        folder.main(WITHOUT + "smsc.telia.password = ${TELIA}\n");
        assertThat(password()).isEqualTo("${HOME}");
        folder.main(WITHOUT + "smsc.telia.password = $${HOME}\n");
        assertThat(password()).isEqualTo("${HOME}");
        folder.main(WITHOUT + "smsc.telia.password = ${HO ME}\n");
        assertThat(folder.faults()).hasSize(1);
    }

    @Test
    void a_password_and_a_password_file_in_one_layer_are_a_fault_but_a_stronger_layer_wins() {
        folder.main(ConfigFolder.ONE_SMSC + "smsc.telia.password-file = telia\n")
                .with("telia", "filed");
        assertThat(folder.faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.line()).isEqualTo(4));
        folder.main(ConfigFolder.ONE_SMSC);
        folder.environment.put("SMSC_TELIA_PASSWORD_FILE", "telia");
        assertThat(password()).isEqualTo("filed");
    }

    @Test
    @Tag("C105")
    void no_secret_shows_in_print_outs_faults_warnings_or_records() {
        String secrets = """
                smsc.telia.password = mark-er-1
                smsc.telia.pasword = mark-er-2
                smsc-defaults.password = mark-er-3
                account.shop.key-hash = mark-er-4
                webhook.shop.url = https://platform.example/
                webhook.shop.secret = mark-er-5
                admin.key-hash = mark-er-6
                smsc.telia.password = mark-er-7
                webhook.shop.old-secret = mark-er-8-${NOT_SET}
                mark-er-key
                """;
        folder.main(WITHOUT + secrets);
        assertThat(folder.faults().size()).isGreaterThanOrEqualTo(7);
        assertThat(folder.load().toString().replace("'mark-er-key'", "")).doesNotContain("mark-er");

        String good = """
                smsc.telia.password = mark-er
                webhook.shop.url = https://platform.example/
                webhook.shop.secret = mark-er-mark-er-mark-er
                webhook.shop.old-secret = mark-er-old
                """;
        folder.main(WITHOUT + good);
        LoadOutcome.Loaded loaded = folder.loaded();
        assertThat(loaded.config().toString()
                        + loaded.settings().print()
                        + loaded.settings().all()
                        + loaded.warnings())
                .doesNotContain("mark-er");
        assertThat(loaded.settings().print()).contains("smsc.telia.password = ****");
    }

    @Test
    void a_password_in_clear_in_a_file_that_everybody_may_read_is_warned_of() throws IOException {
        folder.main(ConfigFolder.ONE_SMSC);
        assertThat(folder.warnings()).noneMatch(text -> text.contains("password"));
        Files.setPosixFilePermissions(folder.main, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(folder.warnings()).anyMatch(text -> text.startsWith("smsc.telia.password = ****, everybody"));
    }

    @Test
    void so_are_both_secrets_of_a_webhook_unless_it_leads_to_this_machine() throws IOException {
        String secrets = "webhook.w.secret = 0123456789abcdef\nwebhook.w.old-secret = fedcba9876543210\n";
        folder.main(WITHOUT + "smsc.telia.password =\nwebhook.w.url = https://platform.example/\n" + secrets);
        readableByAll("bridge.properties");
        assertThat(concerns())
                .containsExactly(
                        "webhook.w.secret: everybody on this machine may read bridge.properties",
                        "webhook.w.old-secret: everybody on this machine may read bridge.properties");
        folder.main(WITHOUT + "smsc.telia.password =\nwebhook.w.url = http://127.0.0.1:8088/\n"
                + "webhook.w.allow-private = true\n" + secrets);
        readableByAll("bridge.properties");
        assertThat(concerns()).isEmpty();
    }

    @Test
    void keys_of_the_journal_are_lines_of_an_id_and_64_digits_the_newest_first() {
        String hex = "0123456789abcdef".repeat(4);
        folder.main(ConfigFolder.ONE_SMSC + "journal.key-file = keys\n")
                .with("keys", "# two\nb " + hex + "\n\na " + hex);
        assertThat(folder.config().journal().keys().all())
                .extracting(JournalKeys.JournalKey::id)
                .containsExactly("b", "a");
        assertThat(folder.config().journal().toString()).doesNotContain("0123");
        for (String wrong :
                new String[] {"", "# none", "a " + hex + "\na " + hex, "a " + hex.substring(1), hex, "a b"}) {
            folder.with("keys", wrong);
            assertThat(folder.faults())
                    .as(wrong)
                    .singleElement()
                    .satisfies(fault -> assertThat(fault.key()).startsWith("journal.key"));
        }
    }
}
