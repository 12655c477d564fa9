package io.smppbridge.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds what somebody meant who mistyped. Stateless. */
public final class Nearest {
    private Nearest() {}

    /** The word at the fewest single-letter mistakes, if they are few enough for it to be likely. */
    static Optional<String> of(String typed, Collection<String> known) {
        int limit = Math.max(2, Math.min(8, typed.length() / 3));
        return known.stream()
                .filter(word -> Math.abs(word.length() - typed.length()) <= limit)
                .map(word -> new Candidate(word, distance(typed, word)))
                .filter(candidate -> candidate.distance <= limit)
                .min(Comparator.comparingInt(Candidate::distance))
                .map(Candidate::word);
    }

    /** The same; but of more than one mistake, the only word that begins as it was typed. */
    static Optional<String> orBegun(String typed, Collection<String> known) {
        Optional<String> nearest = of(typed, known);
        if (nearest.filter(word -> distance(typed, word) == 1).isPresent()) {
            return nearest;
        }
        List<String> longer =
                known.stream().filter(word -> word.startsWith(typed)).toList();
        return longer.size() == 1 ? Optional.of(longer.get(0)) : nearest;
    }

    private record Candidate(String word, int distance) {}

    /** Letters added, left out, replaced, or swapped with their neighbour (optimal string alignment). */
    public static int distance(String one, String other) {
        int[] before = new int[other.length() + 1];
        int[] above = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
                boolean swapped = i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1);
                row[j] = swapped ? Math.min(row[j], before[j - 2] + 1) : row[j];
            }
            before = above;
            above = row;
        }
        return above[other.length()];
    }
}
