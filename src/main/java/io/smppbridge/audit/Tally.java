package io.smppbridge.audit;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts faults by class and keeps where the first few are. */
@OwnedBy("whoever audits")
final class Tally {
    private final int most;
    private final Map<Fault, List<Long>> first = new EnumMap<>(Fault.class);
    private final int[] counts = new int[Fault.values().length];

    Tally(int most) {
        this.most = most;
        for (Fault fault : Fault.values()) {
            first.put(fault, new ArrayList<>());
        }
    }

    void add(Fault fault, long where) {
        counts[fault.ordinal()]++;
        if (first.get(fault).size() < most) {
            first.get(fault).add(where);
        }
    }

    Map<Fault, Verdict.Found> found() {
        Map<Fault, Verdict.Found> found = new EnumMap<>(Fault.class);
        first.forEach(
                (fault, places) -> found.put(fault, new Verdict.Found(counts[fault.ordinal()], List.copyOf(places))));
        return found;
    }
}
