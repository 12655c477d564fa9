package io.smppbridge.app;

import io.smppbridge.admin.AdminServer;
import io.smppbridge.admin.AdminSources;
import io.smppbridge.admin.LiveCounters;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What operators look through: the admin listener and the live counters, each if the configuration wants it. */
@OwnedBy("the thread that starts and stops the bridge")
final class Lookouts {
    private static final Logger LOG = LoggerFactory.getLogger(Lookouts.class);

    private AdminServer admin;
    private LiveCounters counters;

    /** @throws IOException if a port cannot be had; the message says which */
    void open(BridgeConfig config, AdminSources sources, InstantSource clock) throws IOException {
        Path journal = config.journal().directory();
        Duration every = config.admin().countersEvery();
        if (!every.isZero()) {
            counters = live(journal, sources, every, clock);
        }
        if (config.admin().enabled()) {
            admin = AdminServer.open(config.admin(), journal, sources, clock, Ticker.SYSTEM);
        }
    }

    /** Null without room for them: what waits in the journal is more urgent than its figures. */
    private static LiveCounters live(Path journal, AdminSources sources, Duration every, InstantSource clock) {
        try {
            return LiveCounters.open(journal, sources, every, clock, Ticker.SYSTEM);
        } catch (IOException e) {
            LOG.warn("no live counters until a restart, ./bridge stat will find none: {}", e.toString());
            return null;
        }
    }

    /** Port of the admin listener; -1 when it is not enabled. */
    int adminPort() {
        return admin == null ? -1 : admin.port();
    }

    void stop(Duration within) {
        if (admin != null) {
            admin.stop(within);
        }
        if (counters != null) {
            counters.stop(within);
        }
    }
}
