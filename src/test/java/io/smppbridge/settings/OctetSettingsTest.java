package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be written in SMPP is refused, as it would go out as a question mark. */
@Tag("G-04")
class OctetSettingsTest {
    private static final String DASH = "\u2013";

    @TempDir
    Path directory;

    private List<String> texts(String file) {
        return new ConfigFolder(directory).main(file).texts();
    }

    @Test
    void a_dash_of_a_document_in_a_password_is_a_fault_that_names_its_place_and_not_the_password() {
        assertThat(texts(ConfigFolder.ONE_SMSC.replace("s3cret", "s3" + DASH + "cret")))
                .singleElement()
                .asString()
                .startsWith("smsc.telia.password")
                .contains("characters of Latin-1", "look at character 3", "line 4")
                .doesNotContain("cret", DASH);
    }

    @Test
    void so_it_is_in_all_that_a_bind_or_a_submission_carries() {
        assertThat(texts(ConfigFolder.ONE_SMSC.replace("= bridge", "= \u0431ridge")
                        + "profile.p.system-type = SMS" + DASH + "\nsmsc.telia.profile = p\n"
                        + "smsc.telia.address-range = ^46\u2026\nsmsc.telia.service-type = \u201CA\n"))
                .hasSize(4)
                .allMatch(text -> text.contains("characters of Latin-1"))
                .anyMatch(text -> text.startsWith("smsc.telia.system-id"))
                .anyMatch(text -> text.contains("system-type") && text.contains("character 4"))
                .anyMatch(text -> text.startsWith("smsc.telia.address-range"))
                .anyMatch(text -> text.startsWith("smsc.telia.service-type"));
    }

    @Test
    void and_in_the_names_of_those_that_bind_here() {
        assertThat(texts(ConfigFolder.ONE_SMSC + "esme.a.port = 3000\nesme.a.system-id = br\u0456dge\n"
                        + "account.a.esme.system-id = sh\u043Ep\naccount.a.esme.password-hash = pbkdf2:100000:"
                        + "0".repeat(32) + ":" + "0".repeat(64) + "\n"))
                .hasSize(2)
                .anyMatch(text -> text.startsWith("esme.a.system-id"))
                .anyMatch(text -> text.startsWith("account.a.esme.system-id"));
    }

    @Test
    void and_in_what_a_caller_of_outbind_shows() {
        assertThat(texts(ConfigFolder.ONE_SMSC + "outbind.port = 3001\nsmsc.telia.receive = outbind\n"
                        + "smsc.telia.outbind-from = 10.0.0.1\nsmsc.telia.outbind-system-id = smsc" + DASH
                        + "\nsmsc.telia.outbind-password = se" + DASH + "cret\n"))
                .filteredOn(text -> text.contains("characters of Latin-1"))
                .hasSize(2)
                .anyMatch(text -> text.startsWith("smsc.telia.outbind-system-id"))
                .anyMatch(text -> text.startsWith("smsc.telia.outbind-password"));
    }

    @Test
    void letters_of_latin_1_are_no_fault() {
        assertThat(new ConfigFolder(directory)
                        .main(ConfigFolder.ONE_SMSC.replace("s3cret", "p\u00E4ss\u00F1")
                                + "smsc.telia.system-type = \u00E9\u00FF\n")
                        .load())
                .isInstanceOf(LoadOutcome.Loaded.class);
    }
}
