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

/** What operators look through: the admin listener and the live counters, each if the configuration wants it. */
@OwnedBy("the thread that starts and stops the bridge")
final class Lookouts {
    private AdminServer admin;
    private LiveCounters counters;

    /** @throws IOException if a port or a file cannot be had; the message says which */
    void open(BridgeConfig config, AdminSources sources, InstantSource clock) throws IOException {
        Path journal = config.journal().directory();
        Duration every = config.admin().countersEvery();
        if (!every.isZero()) {
            counters = LiveCounters.open(journal, sources, every, clock, Ticker.SYSTEM);
        }
        if (config.admin().enabled()) {
            admin = AdminServer.open(config.admin(), journal, sources, clock, Ticker.SYSTEM);
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
