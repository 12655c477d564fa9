package io.smppbridge.pipeline;

import io.smppbridge.SendOutcome.Refusal;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.ThreadSafe;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** The picture of the lanes that is in force, and the numbers that stay with their names. Changed by one at a time, read by anybody. */
@ThreadSafe
final class LaneBook implements Supplier<Lanes> {
    private final LaneNumbers numbers = new LaneNumbers();
    private final BridgeStats stats;
    private final InstantSource clock;
    private volatile Lanes lanes;

    LaneBook(BridgeConfig config, BridgeStats stats, InstantSource clock) {
        this.stats = stats;
        this.clock = clock;
        this.lanes = Lanes.of(config, numbers, stats, clock.millis());
    }

    @Override
    public Lanes get() {
        return lanes;
    }

    /** What any message is told while all bags are full, or {@code nearly}. */
    Optional<Refusal> full(boolean nearly) {
        return lanes.full(nearly);
    }

    LaneNumbers numbers() {
        return numbers;
    }

    /** The picture of another configuration; SMSCs keep their bags. */
    synchronized void apply(BridgeConfig config) {
        lanes = lanes.next(config, numbers, stats, clock.millis());
    }

    /** Takes an SMSC out that has left the configuration, with what was counted of it; empty when it has not, or has come back. */
    synchronized Optional<Lane> drop(String smsc) {
        Optional<Lane> gone = lanes.find(smsc).filter(Lane::retired);
        if (gone.isPresent()) {
            lanes = lanes.without(smsc);
            stats.forgetSmsc(
                    smsc); // here, or one that comes back now would be counted elsewhere than its senders count
        }
        return gone;
    }
}
