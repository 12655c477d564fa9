package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an SMSC that calls by outbind must have, and what it does not go with. */
@Tag("C33")
class OutbindSettingsTest {
    private static final String WHOLE = "outbind.enabled = true\nsmsc.telia.receive = outbind\n"
            + "smsc.telia.outbind-from = 192.0.2.7, 2001:db8::/32\nsmsc.telia.outbind-password = pw\n";

    @TempDir
    Path directory;

    private ConfigFolder with(String more) {
        return new ConfigFolder(directory).main(ConfigFolder.ONE_SMSC + more);
    }

    @Test
    void the_port_is_closed_unless_asked_for() {
        OutbindConfig config = with("").config().outbind();
        assertThat(config.enabled()).isFalse();
        assertThat(config.peers()).isEmpty();
    }

    @Test
    void those_that_may_call_are_known_by_address_and_password() {
        assertThat(with(WHOLE).config().outbind().peers())
                .isEqualTo(Map.of(
                        "telia", new OutbindConfig.Peer(List.of("192.0.2.7", "2001:db8::/32"), "", new Secret("pw"))));
    }

    @Test
    void what_is_missing_is_named() {
        assertThat(with("smsc.telia.receive = outbind\n").texts())
                .anyMatch(text -> text.contains("set outbind.enabled = true"))
                .anyMatch(text -> text.startsWith("smsc.telia.outbind-from"))
                .anyMatch(text -> text.startsWith("smsc.telia.outbind-password"));
        assertThat(with(WHOLE + "smsc.telia.tls = on\n").texts())
                .singleElement()
                .asString()
                .contains("an outbind comes in clear text");
        assertThat(with(WHOLE.replace("192.0.2.7,", "telia.example,")).texts())
                .singleElement()
                .asString()
                .contains("192.0.2.0/24");
    }
}
