package io.smppbridge;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.TestReporter;

/**
 * What a test of a case of reliability tried and what became of it, for {@code docs/reliability-report.md}. The test carries the case's id as
 * its tag, and tells this to JUnit's own reporter; {@link CaseRecords} keeps it.
 */
public final class Tried {
    private final Map<String, String> figures = new LinkedHashMap<>();

    private Tried() {}

    /** @param tries messages, runs, states: whatever the test repeats */
    public static Tried times(long tries) {
        return new Tried().with("tries", tries);
    }

    /** How often something was made to fail. */
    public Tried faults(long count) {
        return with("faults", count);
    }

    public Tried lost(long count) {
        return with("lost", count);
    }

    public Tried doubled(long count) {
        return with("doubled", count);
    }

    public Tried refused(long count) {
        return with("refused", count);
    }

    /** What the figures do not say, in a few words. */
    public Tried note(String note) {
        figures.put("note", note);
        return this;
    }

    public void tell(TestReporter reporter) {
        reporter.publishEntry(figures);
    }

    private Tried with(String name, long count) {
        figures.put(name, Long.toString(count));
        return this;
    }
}
