package io.smppbridge.app;

import io.smppbridge.pipeline.Pipeline;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.ConfigChange;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.Reload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Brings a running bridge from one configuration to another without losing or doubling a message: what has gone drains before its
 * messages go elsewhere, what must bind anew drains before it does.
 */
final class Change {
    private final BridgeConfig config;
    private final ConfigChange change;
    private final List<String> needRestart;

    /**
     * @param begun what the process started with: it still runs with those keys of it that need a restart
     * @param old what was in force until now
     */
    Change(LoadOutcome.Loaded begun, LoadOutcome.Loaded old, LoadOutcome.Loaded fresh) {
        this.config = fresh.config();
        this.change = ConfigChange.between(old, fresh);
        this.needRestart = ConfigChange.between(begun, fresh).needRestart().stream()
                .map(ConfigChange.Changed::text)
                .toList();
    }

    ReloadReport apply(Pipeline pipeline, Running running, Doors doors) {
        boolean missed = doors.isMissing();
        if (change.isEmpty() && running.isWhole() && !missed) {
            return new ReloadReport(true, List.of(), needRestart);
        }
        Optional<String> missing = pipeline.rotate(config.journal().keys());
        if (missing.isPresent()) {
            return ReloadReport.refused(List.of(missing.get()));
        }
        try {
            pipeline.handback().apply(config.webhooks().values());
        } catch (IllegalArgumentException e) {
            return ReloadReport.refused(List.of(String.valueOf(e.getMessage())));
        }
        pipeline.handback().apply(config.handback());
        pipeline.apply(config);
        List<String> troubles = new ArrayList<>(doors.apply(config));
        Running.Followed followed = running.follow(change, config);
        troubles.addAll(followed.troubles());
        List<String> lines = lines(troubles);
        followed.late().forEach(name -> lines.add("SMSC " + name + " begun, which an earlier reload could not"));
        if (missed && !doors.isMissing()) {
            lines.add("open now is what an earlier reload could not open");
        }
        return new ReloadReport(true, lines, needRestart);
    }

    private List<String> lines(List<String> troubles) {
        List<String> lines = new ArrayList<>();
        change.smscs().added().forEach(name -> lines.add("SMSC " + name + " added"));
        change.smscs()
                .removed()
                .forEach(name ->
                        lines.add("SMSC " + name + " removed: its window drains, then its messages are routed anew"));
        change.rebinds().forEach(name -> lines.add("SMSC " + name + " drains and binds anew"));
        comeAndGone("account", change.accounts(), lines);
        comeAndGone("webhook", change.webhooks(), lines);
        comeAndGone("operator", change.operators(), lines);
        change.keys().stream()
                .filter(key -> key.needs() != Reload.RESTART)
                .map(ConfigChange.Changed::text)
                .forEach(lines::add);
        if (change.routes()) {
            lines.add("routes changed");
        }
        change.esmes().added().forEach(name -> lines.add("ESME listener " + name + " added"));
        change.esmes().removed().forEach(name -> lines.add("ESME listener " + name + " closed; its binds stay"));
        troubles.forEach(trouble -> lines.add("NOT DONE: " + trouble));
        return lines;
    }

    private static void comeAndGone(String kind, ConfigChange.Things things, List<String> lines) {
        things.added().forEach(name -> lines.add(kind + " " + name + " added"));
        things.removed().forEach(name -> lines.add(kind + " " + name + " removed"));
    }
}
