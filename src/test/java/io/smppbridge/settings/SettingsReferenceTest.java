package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Run with {@code -Dsettings.write=true} after a change of the table of keys. */
class SettingsReferenceTest {
    private static final Path EXAMPLE = Path.of("config/bridge.properties");

    @TempDir
    Path directory;

    private static void equal(Path file, String text) throws IOException {
        if (Boolean.getBoolean("settings.write")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
        assertThat(file)
                .as("run this test with -Dsettings.write=true")
                .content()
                .isEqualTo(text);
    }

    @Test
    void the_example_file_is_written_from_the_table() throws IOException {
        equal(EXAMPLE, SettingsReference.exampleFile());
    }

    @Test
    void the_reference_is_written_from_the_table() throws IOException {
        equal(Path.of("docs/settings.md"), SettingsReference.markdown());
    }

    @Test
    void no_value_in_a_document_has_a_comment_behind_it_which_would_be_part_of_it() throws IOException {
        Pattern behind = Pattern.compile("\\s*[a-z][a-z0-9.<>-]*\\s*=\\s*\\S.*\\s#.*");
        List<Path> pages = new ArrayList<>(List.of(Path.of("README.md"), Path.of("SECURITY.md"), EXAMPLE));
        try (Stream<Path> docs = Files.walk(Path.of("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        for (Path page : pages) {
            assertThat(Files.readAllLines(page)).as(page.toString()).noneMatch(behind.asMatchPredicate());
        }
    }

    @Test
    @Tag("S-47")
    void the_example_file_works_without_faults_or_warnings_and_listens_on_loopback_only() throws IOException {
        LoadOutcome outcome = BridgeConfig.load(EXAMPLE, Map.of(), Map.of());
        assertThat(outcome).isInstanceOf(LoadOutcome.Loaded.class);
        LoadOutcome.Loaded loaded = (LoadOutcome.Loaded) outcome;
        assertThat(loaded.warnings()).isEmpty();
        assertThat(loaded.config().smscs()).containsOnlyKeys("one", "two");
        assertThat(loaded.config().smscs().get("two").link().port()).isEqualTo(2776);
        assertThat(loaded.config().routes()).extracting(RouteConfig::name).containsExactly("sweden", "rest");
        assertThat(loaded.config().http().host()).isEqualTo("127.0.0.1");
        assertThat(loaded.config().admin().host()).isEqualTo("127.0.0.1");
        String hash = loaded.config().accounts().get("shop").keyHashes().get(0);
        assertThat(KeyHash.parse(hash).orElseThrow().matches(ExposureRules.EXAMPLE_KEY))
                .isTrue();
    }

    @Test
    @Tag("S-08")
    void every_listener_stays_on_loopback_unless_asked_for() {
        List<KeySpec> hosts = Keys.ALL.stream()
                .filter(key -> key.type() == Types.HOST && !key.mandatory())
                .toList();
        Tried.times(hosts.size()).keep();
        assertThat(hosts)
                .extracting(KeySpec::pattern)
                .containsExactlyInAnyOrder(
                        "intake.http.host",
                        "intake.tcp.host",
                        "intake.kannel.host",
                        "intake.jasmin.host",
                        "intake.datagram.host",
                        "admin.host",
                        "outbind.host",
                        "esme.<name>.host");
        assertThat(hosts).extracting(KeySpec::fallback).containsOnly("127.0.0.1");
    }

    @Test
    void every_default_shown_in_the_example_file_is_the_default() throws IOException {
        String text = Files.readString(EXAMPLE);
        String all = Arrays.stream(text.split("\n"))
                .map(line -> line.matches("#[a-z].*=.*") ? line.substring(1) : line)
                .filter(line -> !line.matches(
                        "smsc\\.one\\.(status|attempts|pause|tlv|tlv-default|mo-alphabet|receipt-state)\\..*"))
                .collect(Collectors.joining("\n"));
        ConfigFolder folder = new ConfigFolder(directory).main(text);
        LoadOutcome.Loaded before = folder.loaded();
        LoadOutcome.Loaded after = folder.main(all).loaded();
        assertThat(ConfigChange.between(before, after).keys()).isEmpty();
        List<String> still = after.settings().all().stream()
                .filter(setting -> setting.origin().equals(Origin.DEFAULT))
                .map(Settings.Setting::key)
                .filter(key -> !key.matches("(smsc.two|route.rest)\\..*"))
                .toList();
        assertThat(still).isEmpty();
    }

    @Test
    void every_key_has_a_meaning_and_a_default_of_its_own_type() throws ValueType.BadValue {
        for (KeySpec spec : Keys.ALL) {
            assertThat(spec.meaning()).as(spec.pattern()).isNotBlank();
            if (!spec.mandatory() && spec.derived().isEmpty() && !spec.coded()) {
                assertThat(spec.type().parse(spec.fallback()))
                        .as(spec.pattern())
                        .isNotNull();
            }
        }
    }
}
