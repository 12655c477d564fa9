package io.smppbridge.app;

import java.util.List;

/**
 * What a reload did, for the operator who asked for it.
 *
 * @param applied false when the new file has faults: then nothing has changed
 * @param lines what changed, what needs a restart, or the faults; one sentence each
 */
public record ReloadReport(boolean applied, List<String> lines) {
    public ReloadReport {
        lines = List.copyOf(lines);
    }
}
