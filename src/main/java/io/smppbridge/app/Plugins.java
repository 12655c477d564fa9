package io.smppbridge.app;

import io.smppbridge.PlatformDoor;
import io.smppbridge.pipeline.BeforeSubmit;
import io.smppbridge.pipeline.Pipeline;
import io.smppbridge.plugin.PluginDoor;
import io.smppbridge.plugin.PluginHost;
import io.smppbridge.settings.PluginConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Ticker;
import java.time.Duration;

/**
 * The plug-ins of a bridge.
 *
 * @param door the platform's, behind which they are asked
 * @param before asked by senders
 */
record Plugins(PluginHost host, PlatformDoor door, BeforeSubmit before) {
    static Plugins open(PluginConfig config, Pipeline pipeline, BridgeStats stats) {
        PluginHost host = PluginHost.open(
                config, Ticker.SYSTEM, kind -> stats.pluginTrouble(kind).increment());
        return new Plugins(host, PluginDoor.before(pipeline, host), pipeline.hooks(host));
    }

    /** What waits for them is refused. After the pipeline has stopped accepting. */
    void close(Duration within) throws InterruptedException {
        if (door instanceof PluginDoor waiting) {
            waiting.stop(within);
        }
        before.stop(within);
    }
}
