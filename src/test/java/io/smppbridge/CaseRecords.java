package io.smppbridge;

import com.tngtech.archunit.junit.engine_api.FieldSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Keeps a line in {@code target/reliability} for each test that carries the id of a case of reliability: how it ended, and what it {@link Tried}.
 * Found by JUnit as a service, so every run of tests is a record. Thread-safe.
 */
public final class CaseRecords implements TestExecutionListener {
    static final Path DIRECTORY = Path.of("target", "reliability");
    /** It was skipped while it ran, for want of a tool or because the machine did not keep up. */
    static final String NOT_MEASURED = "not measured";

    private static final int LONGEST_REASON = 160;
    static final Pattern ID = Pattern.compile("[A-JS]-\\d\\d");

    private final Map<String, Running> running = new ConcurrentHashMap<>();

    /** A test between its start and its end. */
    private record Running(long since, Map<String, String> told) {}

    @Override
    public void executionStarted(TestIdentifier test) {
        if (isCase(test)) {
            Tried.kept();
            running.put(test.getUniqueId(), new Running(System.nanoTime(), new ConcurrentHashMap<>()));
        }
    }

    @Override
    public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
        Running run = running.get(test.getUniqueId());
        if (run != null) {
            run.told.putAll(entry.getKeyValuePairs());
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Running run = running.remove(test.getUniqueId());
        if (run == null) {
            return;
        }
        Map<String, String> line = new LinkedHashMap<>();
        line.put("ended", ended(result));
        line.put("seconds", Long.toString((System.nanoTime() - run.since + 999_999_999L) / 1_000_000_000L));
        line.put("on", LocalDate.now().toString());
        line.put("jdk", Integer.toString(Runtime.version().feature()));
        line.putAll(Tried.kept());
        line.putAll(run.told);
        if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            line.put("note", result.getThrowable().map(CaseRecords::reason).orElse("no reason given"));
        }
        keep(name(test), line);
    }

    private static String ended(TestExecutionResult result) {
        return switch (result.getStatus()) {
            case SUCCESSFUL -> "passed";
            case FAILED -> "failed";
            case ABORTED -> NOT_MEASURED;
        };
    }

    private static String reason(Throwable why) {
        String said = String.valueOf(why.getMessage()).strip().replaceAll("\\s+", " ");
        return said.substring(0, Math.min(said.length(), LONGEST_REASON));
    }

    private static boolean isCase(TestIdentifier test) {
        return test.isTest()
                && test.getTags().stream()
                        .map(TestTag::getName)
                        .anyMatch(tag -> ID.matcher(tag).matches());
    }

    /** As the report names it: class and method, or the field of a rule, as written; runs of the same one, by parameter or in a class that inherits it, differ behind a #. */
    private static String name(TestIdentifier test) {
        String run = "";
        int hash = test.getUniqueId().lastIndexOf("invocation:#");
        if (hash >= 0) {
            run = '#' + test.getUniqueId().substring(hash + 12).replace("]", "");
        }
        if (test.getSource().orElse(null) instanceof MethodSource method) {
            Class<?> written = method.getJavaMethod().getDeclaringClass();
            return written.getSimpleName()
                    + '.'
                    + method.getMethodName()
                    + (written == method.getJavaClass()
                            ? ""
                            : '#' + method.getJavaClass().getSimpleName())
                    + run;
        }
        if (test.getSource().orElse(null) instanceof FieldSource rule) {
            return rule.getJavaClass().getSimpleName() + '.' + rule.getFieldName();
        }
        return test.getSource().orElse(null) instanceof ClassSource type
                ? type.getJavaClass().getSimpleName() + run
                : run;
    }

    /** What has passed today is not taken back by a run in which it could not be measured. */
    private static void keep(String name, Map<String, String> line) {
        Path file = DIRECTORY.resolve(name + ".txt");
        StringBuilder text = new StringBuilder();
        line.forEach((key, value) -> text.append(key)
                .append('=')
                .append(value.replaceAll("[\\r\\n\\t]+", " "))
                .append('\n'));
        try {
            Files.createDirectories(DIRECTORY);
            List<String> before = Files.exists(file) ? Files.readAllLines(file) : List.of();
            if (!line.get("ended").equals(NOT_MEASURED)
                    || !before.containsAll(List.of("ended=passed", "on=" + line.get("on")))) {
                Files.writeString(file, text);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
