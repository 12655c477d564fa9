package io.smppbridge.handback;

import io.smppbridge.settings.HandbackConfig;
import io.smppbridge.stats.BridgeStats;

/** A hand-back whose lanes are whoever calls. It has no webhooks. */
public final class SteppedHandback {
    /** Large, and never used. */
    private static final WebhookClient CLIENT = new WebhookClient();

    private SteppedHandback() {}

    public static Handback of(HandbackConfig config, EventStore store, BridgeStats stats, Surroundings world) {
        return new Handback(config, store, stats, world, CLIENT);
    }

    /** One turn of each lane. */
    public static void turn(Handback handback) {
        handback.listenerLane.turn();
        handback.lanes.forEach(Lane::turn);
    }
}
