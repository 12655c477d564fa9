package io.smppbridge.blackbox;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a bridge's log goes, and what has come of it. */
abstract class LogOutput implements AutoCloseable {
    private static final Pattern TOLD = Pattern.compile("(\\d+) log lines were dropped");

    private long told;
    private long submits;

    /** From now on it takes nothing. */
    abstract void block() throws Exception;

    abstract void free() throws Exception;

    /** Lines that the log itself says are missing. */
    synchronized long told() throws IOException {
        return told;
    }

    /** Lines about a submit_sm. */
    synchronized long submits() {
        return submits;
    }

    synchronized void took(String line) {
        Matcher missing = TOLD.matcher(line);
        if (missing.find()) {
            told += Long.parseLong(missing.group(1));
        } else if (line.contains("> submit_sm sequence")) {
            submits++;
        }
    }
}
