package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What only the text of a source file shows. */
@Tag("S-73")
class SourceRulesTest {
    private static final int LONGEST = 350;
    private static final int MANY = 60;
    private static final String PACKAGE_INFO = "package-info.java";
    private static final Pattern OUTSIDE = Pattern.compile("/smppbridge/(bench|demo|soak|probe|simulator|cli)/");
    private static final Pattern NAMED_THREAD = Pattern.compile(
            "(?:NamedThreads\\.(?:single|numbered)|EventLoops\\.group|new Lines|new HttpOptions|Undisturbed\\.run|opened\\.start)"
                    + "\\(\\s*\"([a-z-]+)\"");

    @Test
    void no_file_is_longer_than_a_reader_can_hold() {
        Set<String> faults = new TreeSet<>();
        for (Path file : HouseFiles.sources()) {
            long lines = HouseFiles.text(file).lines().count();
            Tried.times(1).keep();
            if (lines > LONGEST) {
                faults.add(file.getFileName() + " has " + lines + " lines, expected at most " + LONGEST);
            }
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void nothing_is_left_for_later() {
        assertThat(filesWith("\\b(TODO|FIXME|XXX)\\b", both())).isEmpty();
    }

    @Test
    void nobody_imports_a_whole_package() {
        assertThat(filesWith("(?m)^import (?!static).*\\*;", both())).isEmpty();
    }

    @Test
    void no_test_sleeps() {
        assertThat(filesWith("\\b(Thread|TimeUnit|[A-Z]*SECONDS|MINUTES)\\s*\\.\\s*sleep\\(", HouseFiles.tests()))
                .as("tests that wait by sleeping: clocks are turned by hand, and what other threads do is awaited")
                .isEmpty();
    }

    /** Those of some locales are not 0 to 9: a file, a port or an id with them is another. */
    @Test
    void no_number_is_written_in_the_digits_of_the_process_s_locale() {
        assertThat(filesWith("(String\\s*\\.format|printf)\\(\\s*(?!Locale\\.)\\S", HouseFiles.sources()))
                .as("formats without Locale.ROOT")
                .isEmpty();
        assertThat(filesWith("(?s)%[-0-9,.]*[def].*\\.formatted\\(", HouseFiles.sources()))
                .as("formatted() with a number in it: it takes no locale, and %s writes one in 0 to 9")
                .isEmpty();
    }

    /** Behind a sentence, javadoc takes it for a part of that. */
    @Test
    void a_tag_of_javadoc_begins_its_line() {
        assertThat(filesWith("(?m)^ *(/\\*\\*|\\*) +[^@\\s].* @(param|return|throws) ", HouseFiles.sources()))
                .isEmpty();
    }

    @Test
    void a_package_of_more_classes_than_a_reader_can_hold_says_where_each_is_found() {
        Map<Path, List<Path>> packages = HouseFiles.sources().stream()
                .collect(Collectors.groupingBy(Path::getParent, TreeMap::new, Collectors.toList()));
        Set<String> faults = new TreeSet<>();
        packages.forEach((directory, files) -> {
            if (files.size() > MANY) {
                String map = HouseFiles.text(directory.resolve(PACKAGE_INFO));
                files.stream()
                        .map(file -> file.getFileName().toString())
                        .filter(name -> !name.equals(PACKAGE_INFO))
                        .map(name -> name.replace(".java", ""))
                        .filter(name -> !map.contains("{@code " + name + "}"))
                        .forEach(name -> faults.add(directory.getFileName() + "." + name));
                Tried.times(1).keep();
            }
        });
        assertThat(faults).isEmpty();
    }

    /** Beside a bridge's own threads there are those of what stands outside it, which have no row. */
    @Test
    void each_thread_of_a_bridge_has_a_row_in_architecture_md() {
        List<String> rows = HouseFiles.text(Path.of("ARCHITECTURE.md"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .toList();
        Set<String> faults = new TreeSet<>();
        for (Path file : HouseFiles.sources()) {
            Matcher named = NAMED_THREAD.matcher(HouseFiles.text(file));
            while (!OUTSIDE.matcher(file.toString()).find() && named.find()) {
                String name = named.group(1);
                Tried.times(1).keep();
                if (rows.stream().noneMatch(row -> row.split("\\|")[1].contains("`" + name))) {
                    faults.add(name + " of " + file.getFileName());
                }
            }
        }
        assertThat(faults).isEmpty();
    }

    private static List<Path> both() {
        return Stream.concat(HouseFiles.sources().stream(), HouseFiles.tests().stream())
                .toList();
    }

    private static Set<String> filesWith(String expression, List<Path> among) {
        Pattern pattern = Pattern.compile(expression);
        Set<String> faults = new TreeSet<>();
        for (Path file : among) {
            if (pattern.matcher(HouseFiles.code(file)).find()) {
                faults.add(file.toString());
            }
        }
        return faults;
    }
}
