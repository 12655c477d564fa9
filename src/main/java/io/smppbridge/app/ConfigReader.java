package io.smppbridge.app;

import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;

/** Where a bridge has its configuration from. */
public interface ConfigReader {
    /** As it stands there now. */
    LoadOutcome read();

    /** Told of what a reload has read, when it is in force: for what is the process's own, such as its log. */
    default void inForce(BridgeConfig config) {}
}
