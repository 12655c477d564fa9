package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reader of the EMG thesis finds each of its stages in ARCHITECTURE.md, with the class that does it and the test that feeds it data. */
@Tag("S2.2")
class StageMapTest {
    private static final Pattern ROW =
            Pattern.compile("\\| ([a-z -]+) \\| `([a-z]+)\\.([A-Z]\\w+)` \\| `([a-z]+)\\.([A-Z]\\w+Test)` \\|");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "listener",
                "reader",
                "parser",
                "pdu logger",
                "builder",
                "router",
                "dispatcher",
                "connecter",
                "encoder",
                "pdu builder",
                "writer",
                "plug-in runner",
                "authenticator",
                "persister",
                "idle watcher"
            })
    void each_stage_has_its_class_and_a_test_that_starts_no_bridge(String stage) throws IOException {
        List<Matcher> rows = Files.readAllLines(Path.of("ARCHITECTURE.md")).stream()
                .map(ROW::matcher)
                .filter(row -> row.matches() && row.group(1).equals(stage))
                .toList();
        assertThat(rows).hasSize(1);
        Matcher row = rows.get(0);
        assertThat(source("main", row.group(2), row.group(3))).exists();
        Path test = source("test", row.group(4), row.group(5));
        assertThat(test).exists();
        // What starts a whole bridge, in this process or as one of its own.
        assertThat(Files.readString(test)).doesNotContain("Bridge.start(", "new Child", "CarrierBed");
    }

    private static Path source(String side, String of, String type) {
        return Path.of("src", side, "java", "io", "smppbridge", of, type + ".java");
    }
}
