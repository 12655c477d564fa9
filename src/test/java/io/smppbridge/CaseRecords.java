package io.smppbridge;

import com.tngtech.archunit.junit.engine_api.FieldSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
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
        if (run == null || result.getStatus() == TestExecutionResult.Status.ABORTED) {
            return;
        }
        Map<String, String> line = new LinkedHashMap<>();
        line.put("ended", result.getStatus() == TestExecutionResult.Status.SUCCESSFUL ? "passed" : "failed");
        line.put("seconds", Long.toString((System.nanoTime() - run.since + 999_999_999L) / 1_000_000_000L));
        line.put("on", LocalDate.now().toString());
        line.put("jdk", Integer.toString(Runtime.version().feature()));
        line.putAll(Tried.kept());
        line.putAll(run.told);
        keep(name(test), line);
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

    private static void keep(String name, Map<String, String> line) {
        StringBuilder text = new StringBuilder();
        line.forEach((key, value) -> text.append(key)
                .append('=')
                .append(value.replaceAll("[\\r\\n\\t]+", " "))
                .append('\n'));
        try {
            Files.createDirectories(DIRECTORY);
            Files.writeString(DIRECTORY.resolve(name + ".txt"), text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
