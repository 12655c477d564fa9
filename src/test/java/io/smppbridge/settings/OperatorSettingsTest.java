package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.AdminConfig.Right;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators in the configuration: what they may, and what is no operator. */
@Tag("S-46")
class OperatorSettingsTest {
    private final String one = KeyHash.create(new Random(1)).hash().toString();
    private final String other = KeyHash.create(new Random(2)).hash().toString();

    @TempDir
    Path directory;

    private ConfigFolder with(String more) {
        return new ConfigFolder(directory).main(ConfigFolder.ONE_SMSC + more);
    }

    @Test
    void whoever_has_a_key_may_read_and_what_is_said_besides() {
        AdminConfig admin = with("operator.anna.key-hash = " + one + "\noperator.night.key-hash = " + other
                        + "\noperator.night.rights = operate, content\n")
                .config()
                .admin();
        assertThat(admin.operators().get("anna").keyHashes()).containsExactly(one);
        assertThat(admin.operators().get("anna").rights()).containsExactly(Right.READ);
        assertThat(admin.operators().get("night").rights())
                .containsExactlyInAnyOrder(Right.READ, Right.OPERATE, Right.CONTENT);
        assertThat(with("").config().admin().operators()).isEmpty();
    }

    @Test
    void an_operator_has_a_key_of_his_own_a_name_of_his_own_and_known_rights() {
        assertThat(with("operator.anna.rights = read\n").warnings())
                .anyMatch(text -> text.startsWith("operator.anna.key-hash") && text.contains("can do nothing"));
        assertThat(with("operator.anna.key-hash = " + one + "\noperator.anna.rights = read, write\n")
                        .texts())
                .singleElement()
                .asString()
                .startsWith("operator.anna.rights")
                .contains("read, operate, configure, content");
        assertThat(with("operator.operator.key-hash = " + one + "\n").texts())
                .singleElement()
                .asString()
                .contains("another name than operator");
        assertThat(with("operator.anna.key-hash = " + one + "\noperator.ben.key-hash = " + one + "\n")
                        .texts())
                .singleElement()
                .asString()
                .contains("it is that of operator.anna");
        assertThat(with("operator.anna.key-hash = " + one + "\nadmin.key-hash = " + one + "\n")
                        .texts())
                .singleElement()
                .asString()
                .contains("it is that of admin.key-hash");
    }

    @Test
    void the_listener_opens_beyond_loopback_to_an_operator_but_not_to_the_key_of_the_example() {
        String open = "admin.host = 0.0.0.0\n";
        assertThat(with(open + "operator.anna.key-hash = " + one + "\n")
                        .config()
                        .admin()
                        .host())
                .isEqualTo("0.0.0.0");
        assertThat(with(open).texts()).singleElement().asString().startsWith("admin.host");
        assertThat(with(open + "operator.anna.key-hash = " + ExposureRules.EXAMPLE_HASH + "\n")
                        .texts())
                .singleElement()
                .asString()
                .startsWith("admin.host");
    }
}
