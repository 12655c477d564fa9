package io.smppbridge.sender;

import io.smppbridge.bag.TaskBag;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Inlet;
import io.smppbridge.connector.StatusTable;
import io.smppbridge.pipeline.Outcomes;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.threads.ThreadSafe;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What all workers of one SMSC account share. */
@ThreadSafe
final class Account {
    final String smsc;
    final SenderGroup.Wiring wiring;
    final TaskBag bag;
    final Outcomes outcomes;
    final Inlet inlet;
    final SmscStats stats;
    final RateGate gate;
    final Throttle throttle;
    final Congestion congestion;
    final PutOffs putOffs;
    final Destinations destinations;
    final Clearance clearance;
    /** Those that have not ended; the last puts back what waits for others. */
    final AtomicInteger workers = new AtomicInteger();
    /** What is to be asked of the SMSC, oldest first; bounded by {@link SenderGroup#ask}. */
    final Queue<Errands.Errand> errands = new ConcurrentLinkedQueue<>();

    /** The SMSC does not know submit_multi, or not of so many: none until the configuration changes. */
    volatile boolean refusesMulti;

    /** Whether messages may be taken: false while what an earlier run left is still being settled. */
    volatile boolean released = true;

    /** Everything that a reload may change, swapped as a whole. */
    volatile Terms terms;

    /** One version of the configuration and what is made from it. */
    record Terms(int version, SmscConfig config, Connector.Factory factory, StatusTable statuses) {}

    Account(SmscConfig config, Connector.Factory factory, SenderGroup.Wiring wiring, LanePace pace) {
        this.smsc = config.name();
        this.wiring = wiring;
        this.bag = wiring.bag();
        this.outcomes = wiring.outcomes();
        this.inlet = wiring.inlet();
        this.stats = wiring.stats();
        pace.apply(config);
        this.gate = pace.gate;
        this.congestion = pace.congestion;
        this.throttle = pace.throttle;
        this.putOffs = pace.putOffs;
        this.destinations = new Destinations(bag);
        bag.floors(config.leaving().floors());
        this.clearance = new Clearance(this, wiring.before());
        this.terms =
                new Terms(1, config, factory, new StatusTable(config.retry().statuses()));
        stats.effectiveRate = gate.rate();
    }

    /** How many messages may go out in one submission now. */
    int atOnce() {
        return refusesMulti ? 1 : Math.max(1, terms.config().operations().submitMulti());
    }

    void apply(SmscConfig config, Connector.Factory factory) {
        SmscConfig.Pace pace = config.pace();
        if (!pace.equals(terms.config().pace())) {
            gate.apply(pace.rate(), pace.burst(), pace.guard());
            bag.capacity(pace.bag());
        }
        throttle.apply(config.retry());
        bag.floors(config.leaving().floors());
        refusesMulti = false;
        terms = new Terms(
                terms.version() + 1,
                config,
                factory,
                new StatusTable(config.retry().statuses()));
        stats.effectiveRate = gate.rate();
        if (!config.leaving().byDestination()) {
            destinations.open();
        }
    }
}
