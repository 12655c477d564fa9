package io.smppbridge.pipeline;

import io.smppbridge.connector.Delivery;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.threads.OwnedBy;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Receipts that wait for the answer that names their id, by their record. All of them are asked in each turn, and what is looked at for all together is
 * bounded: a turn begins with the first that had to do with less the time before, so that each has its turn however much another looks at.
 */
@OwnedBy("journal thread")
final class ParkedReceipts {
    private static final int MOST_KEPT = 10_000;

    private final Map<Long, Parked> all = new LinkedHashMap<>();
    private long lookedMs;

    /**
     * One of them.
     *
     * @param id of its record: greater than those of the messages from before it, whatever the clock does
     * @param atMs when it came, in milliseconds since 1970
     */
    record Parked(long id, Lane lane, Delivery delivery, SmscReceipt receipt, long atMs) {
        /** The same by the configuration of now; null when its SMSC has left that. */
        Parked by(Lanes lanes) {
            Lane now = lanes.at(lane.number());
            return now == null ? null : now == lane ? this : new Parked(id, now, delivery, receipt, atMs);
        }

        private Parked noLaterThan(long nowMs) {
            return atMs <= nowMs ? this : new Parked(id, lane, delivery, receipt, nowMs);
        }
    }

    /** It waits from now on; not when too many do. */
    void add(long record, Parked receipt) {
        if (all.size() < MOST_KEPT) {
            all.put(record, receipt);
        }
    }

    Set<Map.Entry<Long, Parked>> all() {
        return all.entrySet();
    }

    /**
     * Asks each whether it is over, and drops it then.
     *
     * @param nowMs where that was set back, what came by its former time counts from now on, in milliseconds since 1970
     * @param spent whether no more is looked at in this turn than each may by itself; it is not at the turn's begin
     */
    void turn(long nowMs, Predicate<Map.Entry<Long, Parked>> over, BooleanSupplier spent) {
        if (nowMs < lookedMs) {
            all.replaceAll((record, one) -> one.noLaterThan(nowMs));
        }
        lookedMs = nowMs;
        int served = 0;
        boolean enough = true;
        boolean first = true;
        for (Iterator<Map.Entry<Long, Parked>> each = all.entrySet().iterator(); each.hasNext(); first = false) {
            boolean done = over.test(each.next());
            boolean lasted = enough && (first || !spent.getAsBoolean()); // else it had what others left
            if (done) {
                each.remove();
            } else if (lasted) {
                served++;
            }
            enough = enough && !spent.getAsBoolean();
        }
        for (int behind = enough ? 0 : served; behind > 0; behind--) {
            Iterator<Map.Entry<Long, Parked>> each = all.entrySet().iterator();
            Map.Entry<Long, Parked> one = each.next();
            each.remove();
            all.put(one.getKey(), one.getValue());
        }
    }
}
