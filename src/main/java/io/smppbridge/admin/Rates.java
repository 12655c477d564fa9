package io.smppbridge.admin;

import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How many submit_sm per second went to each SMSC, measured over the last ten seconds. */
@ThreadSafe
final class Rates {
    private static final int SAMPLES = 12;

    private final BridgeStats stats;
    private final Ticker ticker;
    private final Map<String, Samples> bySmsc = new ConcurrentHashMap<>();

    /** A ring of counts with the time of each. */
    private static final class Samples {
        private final long[] counts = new long[SAMPLES];
        private final long[] times = new long[SAMPLES];
        private int taken;

        synchronized void add(long count, long now) {
            counts[taken % SAMPLES] = count;
            times[taken % SAMPLES] = now;
            taken++;
        }

        synchronized double perSecond() {
            if (taken < 2) {
                return 0;
            }
            int last = (taken - 1) % SAMPLES;
            int first = taken > SAMPLES ? taken % SAMPLES : 0;
            long nanos = times[last] - times[first];
            return nanos <= 0 ? 0 : (counts[last] - counts[first]) * 1e9 / nanos;
        }
    }

    Rates(BridgeStats stats, Ticker ticker) {
        this.stats = stats;
        this.ticker = ticker;
    }

    /** Looks at the counters; about once a second. */
    void sample() {
        long now = ticker.nanos();
        bySmsc.keySet().retainAll(stats.smscs().keySet());
        stats.smscs()
                .forEach((name, smsc) ->
                        bySmsc.computeIfAbsent(name, n -> new Samples()).add(smsc.submitted.sum(), now));
    }

    /** submit_sm per second; 0 until there are two samples. */
    double perSecond(String smsc) {
        Samples samples = bySmsc.get(smsc);
        return samples == null ? 0 : samples.perSecond();
    }
}
