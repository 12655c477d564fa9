package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("S-54")
class IncludeTest {
    @TempDir
    Path outside;

    private Path directory;
    private ConfigFolder folder;

    @BeforeEach
    void write() throws IOException {
        directory = Files.createDirectory(outside.resolve("config"));
        folder = new ConfigFolder(directory).main(ConfigFolder.ONE_SMSC);
        Files.writeString(outside.resolve("other.properties"), "smsc.telia.window = 3\n");
    }

    private void including(String name) {
        folder.main(ConfigFolder.ONE_SMSC + "include = " + name + "\n");
    }

    @Test
    void a_file_beside_or_below_is_included() {
        folder.with("more/telia.properties", "smsc.telia.window = 3\ninclude = more/deep.properties\n")
                .with("more/deep.properties", "smsc.telia.bag = 500\n");
        including("more/telia.properties");
        assertThat(folder.telia().pace().window()).isEqualTo(3);
        assertThat(folder.telia().pace().bag()).isEqualTo(500);
        assertThat(folder.loaded().settings().print()).containsPattern("window = 3 +# more/telia.properties line 1");
    }

    @Test
    void nothing_outside_the_directory_is_included() throws IOException {
        Files.createSymbolicLink(directory.resolve("link.properties"), outside.resolve("other.properties"));
        Files.createSymbolicLink(directory.resolve("linked"), outside);
        for (String name : new String[] {
            "../other.properties",
            "more/../../other.properties",
            outside.resolve("other.properties").toString(),
            "/etc/passwd",
            "link.properties",
            "linked/other.properties",
            "http://example.com/x.properties",
            "missing.properties",
            "."
        }) {
            including(name);
            assertThat(folder.faults()).as(name).singleElement().satisfies(fault -> {
                assertThat(fault.key()).isEqualTo("include");
                assertThat(fault.line()).isEqualTo(6);
                assertThat(fault.text()).contains("a file in the directory of the configuration");
            });
            Tried.times(1).refused(1).keep();
        }
    }

    @Test
    void conf_d_may_not_lead_out_either() throws IOException {
        Files.createDirectory(directory.resolve("conf.d"));
        Files.createSymbolicLink(directory.resolve("conf.d/x.properties"), outside.resolve("other.properties"));
        assertThat(folder.faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.file()).isEqualTo("conf.d/x.properties"));
    }

    @Test
    void links_inside_the_directory_are_followed() throws IOException {
        // So container platforms mount configurations: every file is a link into a directory that is swapped as a
        // whole.
        folder.with("..data/telia.properties", "smsc.telia.window = 3\n");
        Files.createSymbolicLink(directory.resolve("telia.properties"), Path.of("..data/telia.properties"));
        including("telia.properties");
        assertThat(folder.telia().pace().window()).isEqualTo(3);
    }

    @Test
    void a_file_that_includes_itself_is_a_fault() {
        folder.with("a.properties", "include = b.properties\n").with("b.properties", "include = a.properties\n");
        including("a.properties");
        assertThat(folder.texts())
                .containsExactly(
                        "include = a.properties, expected each file only once; it has been read already, b.properties line 1");
    }

    @Test
    void a_key_in_two_files_is_a_fault_except_that_conf_d_may_set_what_the_main_file_sets() {
        folder.with("a.properties", "smsc.telia.rate = 6\n");
        including("a.properties");
        assertThat(folder.texts())
                .containsExactly("smsc.telia.rate, expected each key only once, a.properties line 1: "
                        + "bridge.properties line 5 sets it already, delete one of them");
        folder.main(ConfigFolder.ONE_SMSC).with("conf.d/a.properties", "smsc.telia.rate = 6\n");
        assertThat(folder.telia().pace().rate()).isEqualTo(6.0);
        folder.with("conf.d/b.properties", "smsc.telia.rate = 7\n");
        assertThat(folder.faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.file()).isEqualTo("conf.d/b.properties"));
    }

    @Test
    void a_file_that_is_missing_too_large_or_not_utf8_is_a_fault() throws IOException {
        Files.write(
                directory.resolve("latin1.properties"), "a = 1\n\n# caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
        including("latin1.properties");
        assertThat(folder.texts()).containsExactly("line 3, expected text in UTF-8, latin1.properties line 3");
        Files.write(directory.resolve("large.properties"), new byte[(1 << 20) + 1]);
        including("large.properties");
        assertThat(folder.texts()).singleElement().asString().contains("at most 1 MiB", "conf.d");
        Files.delete(folder.main);
        assertThat(folder.texts()).singleElement().asString().contains("it does not exist");
    }
}
