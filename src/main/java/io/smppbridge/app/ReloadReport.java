package io.smppbridge.app;

import io.smppbridge.admin.AdminSources;
import io.smppbridge.settings.ConfigFault;
import io.smppbridge.settings.LoadOutcome;
import java.util.List;
import org.slf4j.Logger;

/**
 * What a reload did, for the operator who asked for it.
 *
 * @param applied false when the new configuration has faults, or the bridge is starting or stopping: then nothing has changed
 * @param lines what changed, or the faults, or why not now; one sentence each
 * @param needRestart what differs from what the process started with and waits for the next start
 */
public record ReloadReport(boolean applied, List<String> lines, List<String> needRestart) {
    static final ReloadReport STARTING = refused(List.of("the bridge is starting; ask again when it takes messages"));
    static final ReloadReport STOPPING = refused(List.of("the bridge is stopping"));

    public ReloadReport {
        lines = List.copyOf(lines);
        needRestart = List.copyOf(needRestart);
    }

    static ReloadReport refused(List<String> faults) {
        return new ReloadReport(false, faults, List.of());
    }

    static ReloadReport refused(LoadOutcome.Faulty faulty) {
        return refused(faulty.faults().stream().map(ConfigFault::text).toList());
    }

    /** Whether it was refused whatever the configuration is. */
    private boolean isUntimely() {
        return equals(STARTING) || equals(STOPPING);
    }

    /** For who reads the log. */
    void tell(Logger log) {
        if (isUntimely()) {
            log.warn("reload refused, nothing has changed: {}", lines.get(0));
            return;
        }
        if (!applied) {
            log.warn("reload refused, nothing has changed; faults: {}", lines.size());
            lines.forEach(fault -> log.warn("reload refused: {}", fault));
            return;
        }
        if (lines.isEmpty() && needRestart.isEmpty()) {
            log.info("reload: nothing has changed");
        }
        lines.forEach(line -> log.info("reload: {}", line));
        needRestart.forEach(line -> log.warn("reload: {}, waits for a restart", line));
    }

    /** As the operator's listener tells it. */
    AdminSources.Reload forOperator() {
        if (isUntimely()) {
            return new AdminSources.Reload.NotNow(lines.get(0));
        }
        return applied ? new AdminSources.Reload.Applied(lines, needRestart) : new AdminSources.Reload.Refused(lines);
    }
}
