package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Runs the stress tests of {@code src/jcstress} and reads what they have seen:
 * {@code mvn -B -Pjcstress test -Dtest=HandOverStressTest -Dexcluded.groups=smppsim}, with {@code -Djcstress.java=HOME} on another JDK too.
 */
@Tag("long")
class HandOverStressTest {
    private static final Path OUTPUT = Path.of("target", "jcstress.log");
    private static final Pattern VERDICT = Pattern.compile(
            "Results: (\\d+) planned; (\\d+) passed, (\\d+) failed, (\\d+) soft errs, (\\d+) hard errs");
    private static final Pattern SAMPLES = Pattern.compile("^ +\\S.* +([\\d,]+) +[\\d.<]+% ", Pattern.MULTILINE);

    @Test
    @Tag("H-02")
    void nothing_that_is_forbidden_is_ever_seen_where_threads_hand_over(TestReporter reporter) throws Exception {
        stress(System.getProperty("java.home") + "/bin/java", reporter);
    }

    @Test
    @Tag("H-02")
    void nor_is_it_on_another_jdk(TestReporter reporter) throws Exception {
        String home = System.getProperty("jcstress.java", "");
        assumeThat(home).as("no other JDK is named: -Djcstress.java=HOME does").isNotEmpty();
        stress(Files.isDirectory(Path.of(home)) ? home + "/bin/java" : home, reporter);
    }

    private static void stress(String program, TestReporter reporter) throws Exception {
        assumeThat(HandOverStressTest.class.getClassLoader().getResource("META-INF/TestList"))
                .as("the stress tests are not on the class path: -Pjcstress puts them there")
                .isNotNull();
        Process stress = new ProcessBuilder(List.of(
                        program,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.openjdk.jcstress.Main",
                        "-r",
                        "target/jcstress",
                        "-m",
                        "quick",
                        "-sc",
                        "false",
                        "-af",
                        "NONE",
                        "-f",
                        "1",
                        "-v"))
                .redirectErrorStream(true)
                .redirectOutput(OUTPUT.toFile())
                .start();
        try {
            assertThat(stress.waitFor(60, TimeUnit.MINUTES)).isTrue();
        } finally {
            stress.destroyForcibly();
        }
        String said = Files.readString(OUTPUT);
        int[] verdict = last(said);
        assertThat(verdict[0]).as("planned").isPositive();
        assertThat(verdict[1]).as("passed of the planned, %s", OUTPUT).isEqualTo(verdict[0]);
        Tried.times(SAMPLES.matcher(said)
                        .results()
                        .mapToLong(line -> Long.parseLong(line.group(1).replace(",", "")))
                        .sum())
                .note(verdict[0] + " configurations passed, on " + version(program))
                .tell(reporter);
    }

    private static int[] last(String said) {
        Matcher matcher = VERDICT.matcher(said);
        int[] verdict = new int[5];
        while (matcher.find()) {
            for (int i = 0; i < verdict.length; i++) {
                verdict[i] = Integer.parseInt(matcher.group(i + 1));
            }
        }
        return verdict;
    }

    private static String version(String program) throws Exception {
        Process process = new ProcessBuilder(program, "-version")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher matcher = Pattern.compile("\"(\\d+)").matcher(said);
        return matcher.find() ? "JDK " + matcher.group(1) : "an unknown JDK";
    }
}
