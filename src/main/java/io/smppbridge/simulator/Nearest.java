package io.smppbridge.simulator;

import java.util.Collection;
import java.util.Map;

/** Finds the known word that a misspelt one was meant to be (Levenshtein distance). */
final class Nearest {
    /** Keys by the names that they have as options of the command. */
    private static final Map<String, String> OPTIONS = Map.of("port", "listen", "delay", "respond-after");

    private Nearest() {}

    /** What is wrong with a key that nobody knows: the one that was probably meant, or where all of them stand. */
    static String hint(String key, Collection<String> known) {
        String best = OPTIONS.getOrDefault(key, of(key, known));
        boolean near = OPTIONS.containsKey(key) || distance(key, best) <= Math.max(2, key.length() / 4);
        return "no such key; " + (near ? "nearest: " + best : "config/smsc-sim.properties shows all");
    }

    static String of(String word, Collection<String> known) {
        String best = "";
        int least = Integer.MAX_VALUE;
        for (String candidate : known) {
            int d = distance(word, candidate);
            if (d < least) {
                least = d;
                best = candidate;
            }
        }
        return best;
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int up = row[j];
                int swap = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(swap, Math.min(up, row[j - 1]) + 1);
                diagonal = up;
            }
        }
        return row[b.length()];
    }
}
