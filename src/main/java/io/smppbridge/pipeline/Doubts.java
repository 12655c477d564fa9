package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Parts of which an answer was lost, by SMSC and whom they are for: as many as are worth remembering, beyond that none more. */
@OwnedBy("journal thread")
final class Doubts {
    private static final int MOST = 100_000;

    private final Map<Key, List<Doubt>> byNumber = new HashMap<>();
    private int size;

    private record Key(int lane, String lastDigits) {
        static Key of(int lane, Address to) {
            String number = to.number();
            return new Key(lane, number.substring(Math.max(0, number.length() - Likeness.LAST_DIGITS)));
        }
    }

    boolean hasRoom() {
        return size < MOST;
    }

    /** Notes it, unless that part is noted already. */
    void add(int lane, Address to, Doubt doubt) {
        if (!hasRoom()) {
            return;
        }
        List<Doubt> list = byNumber.computeIfAbsent(Key.of(lane, to), key -> new ArrayList<>(1));
        if (list.stream().noneMatch(other -> other.message() == doubt.message() && other.part() == doubt.part())) {
            list.add(doubt);
            size++;
        }
    }

    /** Those at that SMSC whose number ends as this one does. */
    List<Doubt> to(int lane, Address number) {
        return byNumber.getOrDefault(Key.of(lane, number), List.of());
    }

    void remove(int lane, Address to, Doubt doubt) {
        if (to(lane, to).remove(doubt)) {
            size--;
        }
    }

    void removeIf(Predicate<Doubt> over) {
        if (size == 0) {
            return;
        }
        size = 0;
        Iterator<List<Doubt>> all = byNumber.values().iterator();
        while (all.hasNext()) {
            List<Doubt> list = all.next();
            list.removeIf(over);
            size += list.size();
            if (list.isEmpty()) {
                all.remove();
            }
        }
    }

    int size() {
        return size;
    }
}
