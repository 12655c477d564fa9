package io.smppbridge.app;

import io.smppbridge.intake.HttpIntake;
import io.smppbridge.pipeline.Pipeline;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.ConfigChange;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.Reload;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.NamedThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a running bridge from one configuration to another without losing or doubling a message: what has gone drains before its
 * messages go elsewhere, what must bind anew drains before it does.
 */
final class Change {
    private static final Logger LOG = LoggerFactory.getLogger(Change.class);

    private final BridgeConfig config;
    private final ConfigChange change;
    private final Duration drainWithin;

    Change(LoadOutcome.Loaded old, LoadOutcome.Loaded fresh) {
        this.config = fresh.config();
        this.change = ConfigChange.between(old, fresh);
        this.drainWithin = config.node().drainWithin();
    }

    ReloadReport apply(Pipeline pipeline, Map<String, Smsc> smscs, Smsc.Shared shared, HttpIntake http) {
        if (change.isEmpty()) {
            return new ReloadReport(true, List.of(), List.of());
        }
        try {
            pipeline.handback().apply(config.webhooks().values());
        } catch (IllegalArgumentException e) {
            return ReloadReport.refused(List.of(String.valueOf(e.getMessage())));
        }
        pipeline.apply(config);
        if (http != null) {
            http.accounts(config.accounts().values());
        }
        for (String name : change.smscs().removed()) {
            Smsc gone = smscs.remove(name);
            if (gone != null) {
                afterDrain(gone, () -> {
                    pipeline.remove(name);
                    shared.stats().forgetSmsc(name);
                });
            }
        }
        for (String name : change.smscs().added()) {
            begin(smscs, shared, config.smscs().get(name));
        }
        for (String name : change.smscs().changed()) {
            SmscConfig changed = config.smscs().get(name);
            if (change.rebinds().contains(name)) {
                Smsc old = smscs.get(name);
                afterDrain(old, () -> begin(smscs, shared, changed));
            } else {
                smscs.get(name).apply(changed);
            }
        }
        return new ReloadReport(
                true,
                lines(),
                change.needRestart().stream().map(ConfigChange.Changed::text).toList());
    }

    private static void begin(Map<String, Smsc> smscs, Smsc.Shared shared, SmscConfig config) {
        Smsc made = new Smsc(config, shared);
        smscs.put(config.name(), made);
        made.start();
    }

    private void afterDrain(Smsc smsc, Runnable then) {
        smsc.drain(drainWithin);
        NamedThreads.single("drain-" + smsc.config().name(), () -> {
                    try {
                        if (!smsc.awaitEnd(drainWithin.plusSeconds(5))) {
                            LOG.warn(
                                    "the senders of {} did not end in time",
                                    smsc.config().name());
                        }
                        then.run();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                })
                .start();
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        change.smscs().added().forEach(name -> lines.add("SMSC " + name + " added"));
        change.smscs()
                .removed()
                .forEach(name ->
                        lines.add("SMSC " + name + " removed: its window drains, then its messages are routed anew"));
        change.rebinds().forEach(name -> lines.add("SMSC " + name + " drains and binds anew"));
        change.keys().stream()
                .filter(key -> key.needs() == Reload.LIVE)
                .map(ConfigChange.Changed::text)
                .forEach(lines::add);
        if (change.routes()) {
            lines.add("routes changed");
        }
        return lines;
    }
}
