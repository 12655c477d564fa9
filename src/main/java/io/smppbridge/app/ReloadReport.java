package io.smppbridge.app;

import io.smppbridge.admin.AdminSources;
import java.util.List;

/**
 * What a reload did, for the operator who asked for it.
 *
 * @param applied false when the new configuration has faults: then nothing has changed
 * @param lines what changed, or the faults; one sentence each
 * @param needRestart what changed in the file and waits for the next start
 */
public record ReloadReport(boolean applied, List<String> lines, List<String> needRestart) {
    public ReloadReport {
        lines = List.copyOf(lines);
        needRestart = List.copyOf(needRestart);
    }

    static ReloadReport refused(List<String> faults) {
        return new ReloadReport(false, faults, List.of());
    }

    /** As the operator's listener tells it. */
    AdminSources.Reload forOperator() {
        return applied ? new AdminSources.Reload.Applied(lines, needRestart) : new AdminSources.Reload.Refused(lines);
    }
}
