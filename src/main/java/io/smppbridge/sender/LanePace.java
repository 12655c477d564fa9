package io.smppbridge.sender;

import io.smppbridge.settings.SmscConfig;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.threads.ThreadSafe;

/**
 * How fast one SMSC account may be sent to: what its contract allows, what it has been sent in the last second, and what its refusals have
 * taught. It outlives a set of senders, for to the SMSC those that bind anew are the same account.
 */
@ThreadSafe
public final class LanePace {
    final RateGate gate;
    final Throttle throttle;
    final Congestion congestion;
    final PutOffs putOffs = new PutOffs();

    /** @param stats of that account, for as long as this lives */
    public LanePace(SmscConfig config, SmscStats stats) {
        SmscConfig.Pace pace = config.pace();
        this.gate = new RateGate(pace.rate(), pace.burst(), pace.guard());
        this.throttle = new Throttle(gate, config.retry());
        this.congestion = new Congestion(gate, stats.accepted::sum);
    }

    /** Another contract, from the next submission on. */
    void apply(SmscConfig config) {
        SmscConfig.Pace pace = config.pace();
        gate.apply(pace.rate(), pace.burst(), pace.guard());
        throttle.apply(config.retry());
    }
}
