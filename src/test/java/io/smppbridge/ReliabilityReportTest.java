package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/reliability-report.md}: each case of reliability, the tests that carry its tag, and what they told when they last ran. To take over what
 * the runs since the last {@code clean} have left in {@code target/reliability}, and write the page anew:
 * {@code mvn -B test -Dtest=ReliabilityReportTest -Dreliability.write=true}.
 */
class ReliabilityReportTest {
    private static final Path CASES = Path.of("src", "test", "resources", "reliability", "cases.txt");
    private static final Path RESULTS = CASES.resolveSibling("results.txt");
    /** What {@code ./bridge soak --report} has written, with its heading one level down. */
    private static final Path SOAK = CASES.resolveSibling("soak.md");

    private static final Path PAGE = Path.of("docs", "reliability-report.md");
    private static final List<String> COUNTS = List.of("tries", "faults", "lost", "doubled", "refused");
    private static final int NOTES = 3;
    /** The worst of those of one test is what is said. */
    private static final List<String> ENDS = List.of("passed", CaseRecords.NOT_MEASURED, "failed");

    @Test
    void the_page_lists_each_case_with_its_tests_and_what_they_told() throws IOException {
        Map<String, TreeSet<String>> proofs = Proofs.byTag(CaseRecords.ID.asMatchPredicate());
        if (Boolean.getBoolean("reliability.write")) {
            Files.write(RESULTS, taken(results(), records(), proofs));
            Files.writeString(PAGE, page(proofs, results()));
        }
        assertThat(Files.readString(PAGE))
                .as("docs/reliability-report.md is out of date: "
                        + "mvn -B test -Dtest=ReliabilityReportTest -Dreliability.write=true")
                .isEqualTo(page(proofs, results()));
    }

    @Test
    void no_test_is_tagged_with_a_case_that_does_not_exist() throws IOException {
        assertThat(Files.readAllLines(CASES).stream()
                        .filter(line -> !line.startsWith("#"))
                        .map(line -> line.substring(0, line.indexOf(' ')))
                        .toList())
                .containsAll(Proofs.byTag(CaseRecords.ID.asMatchPredicate()).keySet());
    }

    @Test
    void the_cases_of_a_test_with_parameters_are_one_line() {
        Map<String, String> first =
                figures("ended=passed\ttries=3\tlost=0\tseconds=1\ton=2026-01-01\tnote=odd".split("\t"));
        Map<String, String> second =
                figures("ended=failed\ttries=4\tlost=1\tseconds=2\ton=2026-01-02\tnote=even".split("\t"));

        assertThat(added(first, second))
                .containsEntry("ended", "failed")
                .containsEntry("tries", "7")
                .containsEntry("lost", "1")
                .containsEntry("seconds", "3")
                .containsEntry("on", "2026-01-02")
                .containsEntry("note", "odd; even");
    }

    @Test
    void what_could_not_be_measured_says_so_and_takes_back_nothing() {
        Map<String, String> old = figures("ended=passed\ttries=3\ton=2026-01-01\tnote=even".split("\t"));
        Map<String, String> fresh = figures("ended=not measured\ton=2026-01-02\tnote=no strace".split("\t"));

        Map<String, String> both = later(later(old, fresh), fresh);

        assertThat(both)
                .containsEntry("ended", "passed")
                .containsEntry("tries", "3")
                .containsEntry("on", "2026-01-01")
                .containsEntry("note", "even; not measured on 2026-01-02: no strace");
        assertThat(later(figures(new String[] {"ended=failed"}), fresh)).isEqualTo(fresh);
        assertThat(added(figures(new String[] {"ended=failed"}), fresh)).containsEntry("ended", "failed");
    }

    /** Of each method, what its runs have left; those of one method with parameters together. */
    private static Map<String, Map<String, String>> records() throws IOException {
        Map<String, Map<String, String>> records = new TreeMap<>();
        if (Files.isDirectory(CaseRecords.DIRECTORY)) {
            try (Stream<Path> files = Files.list(CaseRecords.DIRECTORY)) {
                for (Path file : files.sorted().toList()) {
                    String test = file.getFileName().toString().replaceAll("(#.*)?\\.txt$", "");
                    records.merge(
                            test,
                            figures(Files.readAllLines(file).toArray(String[]::new)),
                            ReliabilityReportTest::added);
                }
            }
        }
        return records;
    }

    private static Map<String, String> figures(String[] lines) {
        Map<String, String> figures = new LinkedHashMap<>();
        for (String line : lines) {
            int equals = line.indexOf('=');
            figures.put(line.substring(0, equals), line.substring(equals + 1));
        }
        return figures;
    }

    private static Map<String, String> added(Map<String, String> one, Map<String, String> other) {
        Map<String, String> sum = new LinkedHashMap<>(one);
        other.forEach((key, value) -> sum.merge(key, value, (a, b) -> switch (key) {
            case "ended" -> ENDS.indexOf(a) > ENDS.indexOf(b) ? a : b;
            case "on" -> a.compareTo(b) > 0 ? a : b;
            case "jdk" -> a;
            case "note" -> notes(a, b);
            default -> Long.toString(Long.parseLong(a) + Long.parseLong(b));
        }));
        return sum;
    }

    private static String notes(String a, String b) {
        return Stream.of(a.split("; "), b.split("; "))
                .flatMap(Stream::of)
                .distinct()
                .limit(NOTES)
                .collect(Collectors.joining("; "));
    }

    private static Map<String, Map<String, String>> results() throws IOException {
        Map<String, Map<String, String>> results = new TreeMap<>();
        if (Files.exists(RESULTS)) {
            for (String line : Files.readAllLines(RESULTS)) {
                int tab = line.indexOf('\t');
                results.put(
                        line.substring(0, tab), figures(line.substring(tab + 1).split("\t")));
            }
        }
        return results;
    }

    /** The old results with the new ones in their places, and none of a test that is no more. */
    private static List<String> taken(
            Map<String, Map<String, String>> old,
            Map<String, Map<String, String>> fresh,
            Map<String, TreeSet<String>> proofs) {
        Map<String, Map<String, String>> all = new TreeMap<>(old);
        fresh.forEach((test, figures) -> all.merge(test, figures, ReliabilityReportTest::later));
        Set<String> tests = proofs.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
        Predicate<String> known = test -> tests.contains(test) || tests.contains(type(test));
        List<String> lines = new ArrayList<>();
        all.forEach((test, figures) -> {
            if (known.test(test)) {
                lines.add(test
                        + figures.entrySet().stream()
                                .map(figure -> '\t' + figure.getKey() + '=' + figure.getValue())
                                .collect(Collectors.joining()));
            }
        });
        return lines;
    }

    /** What could not be measured leaves standing what an earlier run has told, and says so. */
    private static Map<String, String> later(Map<String, String> old, Map<String, String> fresh) {
        if (!CaseRecords.NOT_MEASURED.equals(fresh.get("ended")) || !"passed".equals(old.get("ended"))) {
            return fresh;
        }
        Map<String, String> both = new LinkedHashMap<>(old);
        String why = "not measured on " + fresh.get("on") + ": " + fresh.getOrDefault("note", "");
        String before = old.getOrDefault("note", "").replaceAll("(; )?not measured on .*", "");
        both.put("note", before.isEmpty() ? why : before + "; " + why);
        return both;
    }

    private static String type(String test) {
        int dot = test.indexOf('.');
        return dot < 0 ? test : test.substring(0, dot);
    }

    private static String page(Map<String, TreeSet<String>> proofs, Map<String, Map<String, String>> results)
            throws IOException {
        StringBuilder page = new StringBuilder("""
                # What was made to fail, and what became of it

                Made by `ReliabilityReportTest` from the tags of the tests and from what they told when they last ran; not edited by hand. Each run of the tests
                leaves its records in `target/reliability`; `mvn -B test -Dtest=ReliabilityReportTest -Dreliability.write=true` takes them over. The long
                cases run with `mvn -B verify -Plong`. Two cores, one disk; nothing here says what another machine would do.

                *Tries* are messages, runs or states, whatever the test repeats; *faults* how often something was made to fail; *twice* how many messages reached
                a carrier more than once, which the promise bounds ([promise.md](promise.md)) and does not exclude. An empty place: the test says no more than that it passed.
                """);
        int open = 0;
        boolean built = true;
        for (String line : Files.readAllLines(CASES)) {
            if (line.startsWith("#")) {
                built = !line.startsWith("# Not built");
                page.append("\n#")
                        .append(line)
                        .append(
                                "\n\n| id | case | test | ended | tries | faults | lost | twice | refused | s | when, JDK | note |\n|---|---|---|---|---:|---:|---:|---:|---:|---:|---|---|\n");
                continue;
            }
            String id = line.substring(0, line.indexOf(' '));
            String start = "| " + id + " | " + line.substring(id.length() + 1) + " | ";
            List<String> tests = told(proofs.getOrDefault(id, new TreeSet<>()), results);
            if (tests.isEmpty()) {
                open += built ? 1 : 0;
                page.append(start)
                        .append(built ? "**no test yet**" : "not built")
                        .append(" | | | | | | | | | |\n");
            }
            for (String test : tests) {
                page.append(start).append(row(test, results.get(test)));
                start = "| | | ";
            }
        }
        page.append("\nWithout a test: ").append(open).append(".\n\n## An hour of soak (I-20)\n\n");
        return page.append(Files.readString(SOAK)).toString();
    }

    /** The tests of a case; of a class that carries the tag as a whole, its methods that have told something. */
    private static List<String> told(TreeSet<String> tests, Map<String, Map<String, String>> results) {
        return tests.stream()
                .flatMap(test -> {
                    List<String> methods = results.keySet().stream()
                            .filter(result -> result.startsWith(test + '.'))
                            .toList();
                    return methods.isEmpty() ? Stream.of(test) : methods.stream();
                })
                .toList();
    }

    private static String row(String test, Map<String, String> told) {
        if (told == null) {
            return '`' + test + "` | not yet run | | | | | | | | |\n";
        }
        StringBuilder row = new StringBuilder("`" + test + "` | " + told.get("ended") + " | ");
        COUNTS.forEach(count -> row.append(told.getOrDefault(count, "")).append(" | "));
        return row.append(told.get("seconds"))
                .append(" | ")
                .append(told.get("on"))
                .append(", ")
                .append(told.get("jdk"))
                .append(" | ")
                .append(told.getOrDefault("note", "").replace("|", "\\|"))
                .append(" |\n")
                .toString();
    }
}
