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
    private final Map<Fault, List<List<Long>>> beside = new EnumMap<>(Fault.class);
    private final int[] counts = new int[Fault.values().length];

    Tally(int most) {
        this.most = most;
        for (Fault fault : Fault.values()) {
            first.put(fault, new ArrayList<>());
            beside.put(fault, new ArrayList<>());
        }
    }

    void add(Fault fault, long where) {
        add(fault, where, List.of());
    }

    /** @param others where else something is written down about it; 0 is nowhere */
    void add(Fault fault, long where, List<Long> others) {
        counts[fault.ordinal()]++;
        if (first.get(fault).size() < most) {
            first.get(fault).add(where);
            beside.get(fault)
                    .add(others.stream()
                            .filter(other -> other != 0 && other != where)
                            .toList());
        }
    }

    Map<Fault, Verdict.Found> found() {
        Map<Fault, Verdict.Found> found = new EnumMap<>(Fault.class);
        first.forEach((fault, places) -> found.put(
                fault,
                new Verdict.Found(counts[fault.ordinal()], List.copyOf(places), List.copyOf(beside.get(fault)))));
        return found;
    }
}
