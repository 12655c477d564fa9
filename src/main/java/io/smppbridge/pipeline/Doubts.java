package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Parts of which an answer was lost, by SMSC and whom they are for: as many as are worth remembering, beyond that none more. */
@OwnedBy("journal thread")
final class Doubts {
    private static final int MOST = 100_000;

    private final Map<Key, List<Doubt>> byNumber = new HashMap<>();
    /** Those that are noted: one number may have very many of them. */
    private final Set<Noted> noted = new HashSet<>();

    private record Noted(int lane, long message, int part) {
        static Noted of(int lane, Doubt doubt) {
            return new Noted(lane, doubt.message(), doubt.part());
        }
    }

    private record Key(int lane, String lastDigits) {
        static Key of(int lane, Address to) {
            String number = to.number();
            return new Key(lane, number.substring(Math.max(0, number.length() - Likeness.LAST_DIGITS)));
        }
    }

    boolean hasRoom() {
        return noted.size() < MOST;
    }

    /** Notes it, unless that part is noted already. */
    void add(int lane, Address to, Doubt doubt) {
        if (hasRoom() && noted.add(Noted.of(lane, doubt))) {
            byNumber.computeIfAbsent(Key.of(lane, to), key -> new ArrayList<>(1))
                    .add(doubt);
        }
    }

    /** Those at that SMSC whose number ends as this one does. */
    List<Doubt> to(int lane, Address number) {
        return byNumber.getOrDefault(Key.of(lane, number), List.of());
    }

    void remove(int lane, Address to, Doubt doubt) {
        Key key = Key.of(lane, to);
        List<Doubt> list = byNumber.get(key);
        if (list != null && list.remove(doubt)) {
            noted.remove(Noted.of(lane, doubt));
            if (list.isEmpty()) {
                byNumber.remove(key);
            }
        }
    }

    void removeIf(Predicate<Doubt> over) {
        byNumber.forEach((key, list) -> list.removeIf(doubt -> {
            boolean goes = over.test(doubt);
            if (goes) {
                noted.remove(Noted.of(key.lane(), doubt));
            }
            return goes;
        }));
        byNumber.values().removeIf(List::isEmpty);
    }

    int size() {
        return noted.size();
    }
}
