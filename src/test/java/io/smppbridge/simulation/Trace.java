package io.smppbridge.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What happened, in words; and a sum of it, by which two runs are known to be the same. */
final class Trace {
    private final Time time;
    private final boolean kept;
    private final List<String> lines = new ArrayList<>();
    private long sum = 17;

    Trace(Time time, boolean kept) {
        this.time = time;
        this.kept = kept;
    }

    void say(String format, Object... args) {
        if (kept) {
            lines.add(
                    String.format(Locale.ROOT, "%9d ms  ", time.passedMs()) + String.format(Locale.ROOT, format, args));
        }
        sum = sum * 31 + format.hashCode() + time.nanos();
        for (Object arg : args) {
            sum = sum * 31
                    + (arg instanceof Number || arg instanceof String
                            ? arg.hashCode()
                            : arg.toString().hashCode());
        }
    }

    List<String> lines() {
        return lines;
    }

    long sum() {
        return sum;
    }
}
