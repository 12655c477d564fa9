package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/conformance.md}: every statement of what a correct bridge does, and the tests that carry its tag. To write it anew:
 * {@code mvn -B test -Dtest=ConformanceTest -Dconformance.write=true}.
 */
class ConformanceTest {
    private static final Path STATEMENTS = Path.of("src", "test", "resources", "conformance", "statements.txt");
    private static final Path PAGE = Path.of("docs", "conformance.md");
    private static final Pattern STATEMENT = Pattern.compile("C\\d{2,3}");

    @Test
    void the_page_lists_each_statement_with_the_tests_that_are_there() throws IOException {
        String page = page(Proofs.byTag(STATEMENT.asMatchPredicate()));
        if (Boolean.getBoolean("conformance.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/conformance.md is out of date: mvn -B test -Dtest=ConformanceTest -Dconformance.write=true")
                .isEqualTo(page);
    }

    @Test
    void no_test_is_tagged_with_a_statement_that_does_not_exist() throws IOException {
        assertThat(statements().keySet())
                .containsAll(Proofs.byTag(STATEMENT.asMatchPredicate()).keySet());
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
