package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.threads.OwnedBy;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Parts of which an answer was lost, by SMSC, whom they are for and how they begin: as many as are worth remembering, beyond that none more. One
 * number may have very many of them; what a receipt means is found without a look at each, and of those that cannot be meant no more are passed
 * over between two calls of {@link #removeIf} than some milliseconds allow: what is not found then may be asked for again after that.
 */
@OwnedBy("journal thread")
final class Doubts {
    private static final int MOST = 100_000;
    /** So many that cannot be meant each question may pass over. */
    private static final int FEW = 16;
    /** So many more all of them together, until {@link #removeIf} is called. */
    private static final int PASSED_OVER = 20_000;

    private final Map<Key, TreeMap<Place, Doubt>> byNumber = new HashMap<>();
    /** Those that are noted, and where; first the one that was looked at least lately. */
    private final LinkedHashMap<Noted, Kept> noted = new LinkedHashMap<>();
    /** How many may still be passed over. */
    private int left = PASSED_OVER;

    private record Noted(int lane, long message, int part) {
        static Noted of(int lane, Doubt doubt) {
            return new Noted(lane, doubt.message(), doubt.part());
        }
    }

    private record Kept(Key key, Place place) {}

    private record Key(int lane, String lastDigits) {
        static Key of(int lane, Address to) {
            String number = to.number();
            return new Key(lane, number.substring(Math.max(0, number.length() - Likeness.LAST_DIGITS)));
        }
    }

    /** Among those of a number: by how they begin, then by their words, and of the same words the oldest message first. */
    private record Place(String opening, int words, long message, int part) implements Comparable<Place> {
        private static final Comparator<Place> ORDER = Comparator.comparing(Place::opening)
                .thenComparingInt(Place::words)
                .thenComparingLong(Place::message)
                .thenComparingInt(Place::part);

        static Place of(Doubt doubt) {
            return new Place(Likeness.opening(doubt.beginning()), doubt.words(), doubt.message(), doubt.part());
        }

        static Place before(String opening) {
            return new Place(opening, Integer.MIN_VALUE, Long.MIN_VALUE, 0);
        }

        Place behindItsWords() {
            return new Place(opening, words, Long.MAX_VALUE, Integer.MAX_VALUE);
        }

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    boolean hasRoom() {
        return noted.size() < MOST;
    }

    /** Notes it; what was noted of that part before gives way to it. */
    void add(int lane, Address to, Doubt doubt) {
        remove(lane, doubt);
        if (hasRoom()) {
            Kept kept = new Kept(Key.of(lane, to), Place.of(doubt));
            noted.put(Noted.of(lane, doubt), kept);
            byNumber.computeIfAbsent(kept.key(), key -> new TreeMap<>()).put(kept.place(), doubt);
        }
    }

    /** Whether there is any at that SMSC whose number ends as this one does. */
    boolean has(int lane, Address number) {
        return byNumber.containsKey(Key.of(lane, number));
    }

    /**
     * The one that is meant by the beginning of a text: of those with the same words the oldest message. Null when none begins so, or such with other
     * words do too, or no text is quoted and there are several; or too many that do not fit stand before it.
     *
     * @param fits which of them can be meant at all; not asked of more than it takes
     */
    Doubt meant(int lane, Address number, String quoted, Predicate<Doubt> fits) {
        TreeMap<Place, Doubt> all = byNumber.get(Key.of(lane, number));
        return all == null ? null : new Look(all, quoted, fits).only();
    }

    /** One question. */
    private final class Look {
        private final TreeMap<Place, Doubt> all;
        private final String quoted;
        private final Predicate<Doubt> fits;
        private Doubt found;
        private int passed;

        Look(TreeMap<Place, Doubt> all, String quoted, Predicate<Doubt> fits) {
            this.all = all;
            this.quoted = quoted;
            this.fits = fits;
        }

        Doubt only() {
            String opening = Likeness.opening(quoted);
            for (int length = 0; length < Math.min(opening.length(), Likeness.BEGINNING + 1); length++) {
                String shorter = opening.substring(0, length);
                if (!isOne(Place.before(shorter), Place.before(shorter + '\0'))) {
                    return null;
                }
            }
            return isOne(Place.before(opening), Place.before(opening + Likeness.BEHIND_ALL)) ? found : null;
        }

        /** Looks from one place to before the other; false once what is found is not the only one, or nobody can tell. */
        private boolean isOne(Place from, Place to) {
            Map.Entry<Place, Doubt> at = all.ceilingEntry(from);
            while (at != null && at.getKey().compareTo(to) < 0) {
                Place place = at.getKey();
                Doubt doubt = at.getValue();
                if (!Likeness.begins(doubt.beginning(), quoted) || !fits.test(doubt)) {
                    if (!passesOver()) {
                        return false;
                    }
                    at = all.higherEntry(place);
                } else if (found != null) {
                    return false;
                } else {
                    found = doubt;
                    at = all.higherEntry(quoted.isEmpty() ? place : place.behindItsWords());
                }
            }
            return true;
        }

        private boolean passesOver() {
            passed++;
            if (passed <= FEW) {
                return true;
            }
            left = Math.max(0, left - 1);
            return left > 0;
        }
    }

    /** Whether each question may pass over a few only, until {@link #removeIf} is called. */
    boolean areSpent() {
        return left == 0;
    }

    void remove(int lane, Doubt doubt) {
        Kept kept = noted.remove(Noted.of(lane, doubt));
        if (kept != null) {
            drop(kept);
        }
    }

    private void drop(Kept kept) {
        TreeMap<Place, Doubt> all = byNumber.get(kept.key());
        all.remove(kept.place());
        if (all.isEmpty()) {
            byNumber.remove(kept.key());
        }
    }

    /** Drops those that are over, of so many at the most; the next call goes on with the others. About once a second. */
    void removeIf(Predicate<Doubt> over, int most) {
        left = PASSED_OVER;
        for (int more = Math.min(most, noted.size()); more > 0; more--) {
            Iterator<Map.Entry<Noted, Kept>> first = noted.entrySet().iterator();
            Map.Entry<Noted, Kept> entry = first.next();
            Noted one = entry.getKey();
            Kept kept = entry.getValue();
            first.remove();
            if (over.test(byNumber.get(kept.key()).get(kept.place()))) {
                drop(kept);
            } else {
                noted.put(one, kept);
            }
        }
    }

    int size() {
        return noted.size();
    }
}
