package io.smppbridge.app;

import io.smppbridge.PlatformDoor;
import io.smppbridge.pipeline.Pipeline;
import io.smppbridge.plugin.PluginDoor;
import io.smppbridge.plugin.PluginHost;
import io.smppbridge.settings.PluginConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Ticker;

/**
 * The plug-ins of a bridge.
 *
 * @param door the platform's, behind which they are asked
 */
record Plugins(PluginHost host, PlatformDoor door) {
    static Plugins open(PluginConfig config, Pipeline pipeline, BridgeStats stats) {
        PluginHost host = PluginHost.open(
                config, Ticker.SYSTEM, kind -> stats.pluginTrouble(kind).increment());
        pipeline.hooks(host);
        return new Plugins(host, PluginDoor.before(pipeline, host));
    }
}
