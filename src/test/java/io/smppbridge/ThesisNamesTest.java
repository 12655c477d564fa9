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

/** A reader of the bridge thesis finds each of its classes in the README, mapped to what is there. */
@Tag("S1.3")
class ThesisNamesTest {
    private static final Pattern CODE = Pattern.compile("`([a-z]+\\.[A-Z][A-Za-z]+|[A-Z][A-Za-z]+)`");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Server",
                "ServerProperties",
                "Receiver",
                "Sender",
                "Handler",
                "SMS",
                "SMSList",
                "MiddleWare",
                "LogFile"
            })
    void each_class_of_the_thesis_is_mapped_to_classes_that_exist(String name) throws IOException {
        List<String> rows = Files.readAllLines(Path.of("README.md")).stream()
                .filter(line -> line.startsWith("| `" + name + "` |"))
                .toList();
        assertThat(rows).hasSize(1);
        Matcher mapped = CODE.matcher(rows.get(0).substring(rows.get(0).indexOf('|', 2)));
        int found = 0;
        while (mapped.find()) {
            String path = mapped.group(1).replace('.', '/') + ".java";
            assertThat(Path.of("src/main/java/io/smppbridge").resolve(path)).exists();
            found++;
        }
        assertThat(found).isPositive();
    }
}
