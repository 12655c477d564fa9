package io.smppbridge;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.TestReporter;

/**
 * What a test of a case of reliability tried and what became of it, for {@code docs/reliability-report.md}. The test carries the case's id as
 * its tag, and tells this to JUnit's own reporter; {@link CaseRecords} keeps it.
 */
public final class Tried {
    /** What the test on this thread has kept so far. */
    private static final ThreadLocal<Map<String, Long>> KEPT = ThreadLocal.withInitial(TreeMap::new);

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

    /** Adds the counts to those of the test that runs on this thread; what it {@link #tell}s itself stands instead. */
    public void keep() {
        figures.forEach((name, count) -> {
            if (!name.equals("note")) {
                KEPT.get().merge(name, Long.parseLong(count), Long::sum);
            }
        });
    }

    /** What was kept on this thread since the last call. */
    static Map<String, String> kept() {
        Map<String, String> figures = new TreeMap<>();
        KEPT.get().forEach((name, count) -> figures.put(name, Long.toString(count)));
        KEPT.remove();
        return figures;
    }

    private Tried with(String name, long count) {
        figures.put(name, Long.toString(count));
        return this;
    }
}
