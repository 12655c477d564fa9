package io.smppbridge.settings;

import java.util.List;

/** Senders that an account may use ({@code account.<name>.senders}, {@code account.<name>.esme.senders}). Stateless: any thread. */
public final class AllowedSenders {
    private AllowedSenders() {}

    /**
     * Whether a list allows a sender. A word allows itself, one with {@code *} at its end all that begin so; a {@code +} before digits does
     * not count, while capital and small letters do.
     *
     * @param words of the configuration; an empty list allows all
     * @param number without {@code +}; an empty one names no sender, and is allowed
     */
    public static boolean allow(List<String> words, String number) {
        if (words.isEmpty() || number.isEmpty()) {
            return true;
        }
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            int from = word.startsWith("+") ? 1 : 0;
            boolean open = word.endsWith("*");
            int length = word.length() - from - (open ? 1 : 0);
            if (number.regionMatches(0, word, from, length) && (open || number.length() == length)) {
                return true;
            }
        }
        return false;
    }
}
