package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/conformance.md}: every statement of what a correct bridge does, and the tests that carry its tag. To write it anew:
 * {@code mvn -B test -Dtest=ConformanceTest -Dconformance.write=true}.
 */
class ConformanceTest {
    private static final Path STATEMENTS = Path.of("src", "test", "resources", "conformance", "statements.txt");
    private static final Path TESTS = Path.of("src", "test", "java");
    private static final Path PAGE = Path.of("docs", "conformance.md");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"(C\\d{2,3})\"\\)");
    private static final Pattern METHOD = Pattern.compile("^    (?:public )?void (\\w+)\\(");
    private static final Pattern TYPE = Pattern.compile("^(?:public )?(?:final |abstract )?class (\\w+)");

    @Test
    void the_page_lists_each_statement_with_the_tests_that_are_there() throws IOException {
        String page = page(proofs());
        if (Boolean.getBoolean("conformance.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/conformance.md is out of date: mvn -B test -Dtest=ConformanceTest -Dconformance.write=true")
                .isEqualTo(page);
    }

    @Test
    void no_test_is_tagged_with_a_statement_that_does_not_exist() throws IOException {
        assertThat(statements().keySet()).containsAll(proofs().keySet());
    }

    private static Map<String, String> statements() throws IOException {
        Map<String, String> statements = new LinkedHashMap<>();
        for (String line : Files.readAllLines(STATEMENTS)) {
            if (!line.startsWith("#")) {
                int blank = line.indexOf(' ');
                statements.put(line.substring(0, blank), line.substring(blank + 1));
            }
        }
        return statements;
    }

    /** Names of tests by the statement they prove. A tag of a class is one of all its tests: the class alone is named. */
    private static Map<String, TreeSet<String>> proofs() throws IOException {
        Map<String, TreeSet<String>> proofs = new TreeMap<>();
        try (Stream<Path> files = Files.walk(TESTS)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                collect(file, proofs);
            }
        }
        return proofs;
    }

    private static void collect(Path file, Map<String, TreeSet<String>> proofs) throws IOException {
        List<String> tags = new ArrayList<>();
        String type = "";
        for (String line : Files.readAllLines(file)) {
            Matcher tag = TAG.matcher(line);
            Matcher method = METHOD.matcher(line);
            Matcher header = TYPE.matcher(line);
            if (tag.find()) {
                tags.add(tag.group(1));
            } else if (header.find() && type.isEmpty()) {
                type = header.group(1);
                name(tags, type, proofs);
            } else if (method.find()) {
                name(tags, type + '.' + method.group(1), proofs);
            }
        }
    }

    private static void name(List<String> tags, String test, Map<String, TreeSet<String>> proofs) {
        tags.forEach(id -> proofs.computeIfAbsent(id, key -> new TreeSet<>()).add(test));
        tags.clear();
    }

    private static String page(Map<String, TreeSet<String>> proofs) throws IOException {
        StringBuilder page = new StringBuilder(
                "# What a correct bridge does, and what shows it\n\n"
                        + "Made from the tags of the tests by the build (`ConformanceTest`); not edited by hand. A statement without a test is a gap.\n");
        int open = 0;
        for (String line : Files.readAllLines(STATEMENTS)) {
            if (line.startsWith("#")) {
                page.append("\n#").append(line).append("\n\n| id | statement | shown by |\n|---|---|---|\n");
                continue;
            }
            int blank = line.indexOf(' ');
            TreeSet<String> tests = proofs.get(line.substring(0, blank));
            open += tests == null ? 1 : 0;
            page.append("| ")
                    .append(line, 0, blank)
                    .append(" | ")
                    .append(line, blank + 1, line.length())
                    .append(" | ")
                    .append(tests == null ? "**no test yet**" : "`" + String.join("`<br>`", tests) + "`")
                    .append(" |\n");
        }
        return page.append("\nWithout a test: ").append(open).append(".\n").toString();
    }
}
