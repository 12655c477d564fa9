package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.SmscConfig.StatusClass;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilesTest {
    @TempDir
    Path directory;

    private ConfigFolder folder;

    @BeforeEach
    void folder() {
        folder = new ConfigFolder(directory);
    }

    private SmscConfig telia(String more) {
        return folder.main(ConfigFolder.ONE_SMSC + more).config().smscs().get("telia");
    }

    private String fault(String more) {
        LoadOutcome outcome = folder.main(ConfigFolder.ONE_SMSC + more).load();
        assertThat(outcome).isInstanceOf(LoadOutcome.Faulty.class);
        assertThat(((LoadOutcome.Faulty) outcome).faults()).hasSize(1);
        return ((LoadOutcome.Faulty) outcome).faults().get(0).text();
    }

    @Test
    void an_smscs_own_key_wins_over_its_profile_and_the_profile_over_the_defaults_for_all() {
        SmscConfig telia = telia("""
                smsc.telia.profile = north
                smsc.telia.max-parts = 7
                smsc-defaults.max-parts = 5
                smsc-defaults.service-type = all
                smsc-defaults.unbind-within = 3s
                profile.north.max-parts = 6
                profile.north.service-type = nrth
                profile.north.long-message = sar
                """);
        assertThat(telia.text().maxParts()).isEqualTo(7);
        assertThat(telia.text().serviceType()).isEqualTo("nrth");
        assertThat(telia.text().longMessage()).isEqualTo(LongMessage.SAR);
        assertThat(telia.timers().unbindWithin()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void a_profile_takes_over_what_the_one_it_extends_says() {
        SmscConfig telia = telia("""
                smsc-defaults.profile = north
                profile.north.extends = wide
                profile.north.max-parts = 6
                profile.wide.extends = standard
                profile.wide.max-parts = 3
                profile.wide.service-type = wide
                """);
        assertThat(telia.text().maxParts()).isEqualTo(6);
        assertThat(telia.text().serviceType()).isEqualTo("wide");
    }

    @Test
    void who_names_no_profile_has_the_standard_one() {
        assertThat(telia("profile.standard.max-parts = 4\n").text().maxParts()).isEqualTo(4);
    }

    @Test
    void a_shipped_profile_yields_to_a_key_of_ones_own_file() {
        SmscConfig telia = telia("smsc.telia.profile = vonage\n");
        assertThat(telia.inbound().idForm()).isEqualTo("hex-dec");
        telia = telia("smsc.telia.profile = vonage\nprofile.vonage.message-id = hex\n");
        assertThat(telia.inbound().idForm()).isEqualTo("hex");
    }

    @Test
    void a_status_is_taken_over_code_by_code_however_it_is_written() {
        SmscConfig telia = telia("""
                smsc.telia.profile = north
                smsc.telia.status.0x58 = temporary
                smsc-defaults.status.1025 = permanent
                smsc-defaults.status.0x402 = permanent
                profile.north.status.88 = permanent
                profile.north.status.0x401 = throttled
                """);
        assertThat(telia.retry().statuses())
                .containsEntry(0x58, StatusClass.TEMPORARY)
                .containsEntry(0x401, StatusClass.THROTTLED)
                .containsEntry(0x402, StatusClass.PERMANENT)
                .hasSize(3);
    }

    @Test
    void the_print_out_tells_the_profile_and_the_line_that_a_value_came_from() {
        String print = folder.main(ConfigFolder.ONE_SMSC + "smsc.telia.profile = north\nprofile.north.max-parts = 6\n")
                .loaded()
                .settings()
                .print();
        assertThat(print)
                .containsPattern("smsc\\.telia\\.max-parts = 6 +# profile north, bridge\\.properties line 7\n")
                .containsPattern("smsc\\.telia\\.profile = north +# bridge\\.properties line 6\n")
                .doesNotContain("\nprofile.");
    }

    @Test
    void a_profile_can_be_set_from_outside_of_the_file_as_everything_else() {
        folder.environment.put("PROFILE_NORTH_MAX_PARTS", "4");
        folder.overrides.put("profile.north.service-type", "set");
        SmscConfig telia = telia("smsc.telia.profile = north\nprofile.north.max-parts = 6\n");
        assertThat(telia.text().maxParts()).isEqualTo(4);
        assertThat(telia.text().serviceType()).isEqualTo("set");
    }

    @Test
    void a_profile_that_is_not_there_is_refused_with_the_one_that_was_meant() {
        assertThat(fault("smsc.telia.profile = nort\nprofile.north.max-parts = 6\n"))
                .startsWith("smsc.telia.profile = nort, expected the name of a profile (north, ")
                .contains("bridge.properties line 6", "did you mean north?");
        assertThat(fault("smsc.telia.profile = north\nprofile.north.extends = standart\n"))
                .startsWith("profile.north.extends = standart, expected the name of a profile")
                .contains("line 7", "did you mean standard?");
    }

    @Test
    void profiles_that_extend_each_other_are_refused_with_the_circle() {
        LoadOutcome outcome = folder.main(ConfigFolder.ONE_SMSC + """
                smsc.telia.profile = a
                profile.a.extends = b
                profile.b.extends = c
                profile.c.extends = b
                """).load();
        assertThat(((LoadOutcome.Faulty) outcome).faults())
                .extracting(ConfigFault::text)
                .hasSize(2)
                .anyMatch(text -> text.contains("profile.b.extends = c") && text.contains("b -> c -> b"));
    }

    @Test
    void what_is_agreed_with_one_customer_cannot_stand_in_a_profile() {
        for (String leaf : new String[] {"host", "system-id", "password", "password-file", "rate"}) {
            assertThat(fault("smsc.telia.profile = north\nprofile.north." + leaf + " = 8\n"))
                    .startsWith("profile.north." + leaf + ", expected a key that tells of the carrier")
                    .contains("set it as smsc.<name>." + leaf);
        }
    }

    @Test
    void a_bad_value_is_told_once_where_it_stands_and_a_mistyped_key_with_the_one_meant() {
        assertThat(fault("smsc.telia.profile = north\nprofile.north.max-parts = 0\n"))
                .startsWith("profile.north.max-parts = 0, expected 1..255")
                .contains("bridge.properties line 7");
        assertThat(fault("profile.north.max-part = 1\nprofile.north.window = 2\nsmsc.telia.profile = north\n"))
                .contains("profile.north.max-part", "did you mean profile.north.max-parts?");
    }

    @Test
    void a_grammar_that_cannot_be_is_told_with_what_to_do() {
        String north = "smsc.telia.profile = north\nprofile.north.";
        assertThat(fault(north + "receipt-pattern = id (\\\\d+)\n"))
                .startsWith(
                        "profile.north.receipt-pattern = id (\\d+), expected a regular expression of RE2 with (?P<id>")
                .contains("bridge.properties line 7");
        assertThat(fault(north + "receipt-pattern = (?P<id>\n")).contains("a regular expression of RE2");
        assertThat(fault(north + "receipt-pattern = (?P<id>.)(?P<when>.)\n")).contains("a regular expression of RE2");
        assertThat(fault(north + "receipt-fields = id, stat\n")).contains("expected places by comma, each id, state");
        assertThat(fault(north + "receipt-fields = id, id\n")).contains("none twice");
        assertThat(fault(north + "receipt-separator = ::\n"))
                .contains("one of , ; | / : # * ^ ~ or the word blank or tab");
        assertThat(fault(north + "receipt-dates = ddMMbbb\n")).contains("letters such as ddMMyyHHmm");
        assertThat(fault(north + "receipt-state.OK = fine\n")).contains("scheduled | enroute | delivered");
        assertThat(fault(north + "receipt-state.OK = accepted\nprofile.north.receipt-state.ok = delivered\n"))
                .contains("only once");
        assertThat(fault(north + "receipt-fields = id, state\nsmsc.telia.receipt-pattern = (?P<id>.+)\n"))
                .contains("telia.receipt-fields", "nothing where receipt-pattern is set", "take one of the two away");
    }

    @Test
    void words_for_states_are_taken_over_word_by_word() {
        SmscConfig telia = telia("""
                smsc.telia.profile = north
                smsc.telia.receipt-state.ok = accepted
                profile.north.receipt-state.ok = delivered
                profile.north.receipt-state.0x0B = expired
                smsc-defaults.receipt-state.none = unknown
                """);
        assertThat(telia.inbound().grammar().states())
                .containsOnly(Map.entry("OK", "accepted"), Map.entry("0X0B", "expired"), Map.entry("NONE", "unknown"));
    }

    @Test
    void a_profile_that_nobody_uses_is_warned_of_unless_it_came_with_the_bridge() {
        LoadOutcome.Loaded loaded = folder.main(ConfigFolder.ONE_SMSC + "profile.north.max-parts = 6\n")
                .loaded();
        assertThat(loaded.warnings())
                .extracting(ConfigWarning::text)
                .anyMatch(text -> text.contains("no SMSC uses this profile"));
        loaded = folder.main(ConfigFolder.ONE_SMSC).loaded();
        assertThat(loaded.warnings()).extracting(ConfigWarning::text).noneMatch(text -> text.contains("profile"));
    }

    @Test
    void a_changed_profile_is_a_change_of_the_smscs_that_use_it_only() {
        String two = ConfigFolder.ONE_SMSC + ConfigFolder.ONE_SMSC.replace("telia", "other") + """
                route.all.smsc = telia, other
                smsc.telia.profile = north
                """;
        LoadOutcome.Loaded before =
                folder.main(two + "profile.north.max-parts = 6\n").loaded();
        LoadOutcome.Loaded after = folder.main(two + "profile.north.max-parts = 7\nprofile.north.version = 3.3\n")
                .loaded();
        ConfigChange change = ConfigChange.between(before, after);
        assertThat(change.keys())
                .extracting(ConfigChange.Changed::key)
                .containsExactlyInAnyOrder("smsc.telia.max-parts", "smsc.telia.version");
        assertThat(change.rebinds()).containsExactly("telia");
    }
}
