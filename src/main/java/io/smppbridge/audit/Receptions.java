package io.smppbridge.audit;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where it stands that messages came to a carrier: 8 octets each, and more for the first 100,000 that came again. */
@OwnedBy("whoever audits")
final class Receptions {
    private static final int MOST = 100_000;
    private static final int EACH = 5;

    private final Longs first = new Longs();
    private final Map<Integer, List<Long>> again = new HashMap<>();

    void add(int row, long where) {
        if (first.get(row) == 0) {
            first.set(row, where);
        } else if (again.size() < MOST || again.containsKey(row)) {
            List<Long> more = again.computeIfAbsent(row, at -> new ArrayList<>());
            if (more.size() < EACH) {
                more.add(where);
            }
        }
    }

    /** The first few of them. */
    List<Long> of(int row) {
        List<Long> all = new ArrayList<>();
        if (first.get(row) != 0) {
            all.add(first.get(row));
        }
        all.addAll(again.getOrDefault(row, List.of()));
        return all;
    }
}
