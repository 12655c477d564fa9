package io.smppbridge.settings;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/** How words that subscribers say are compared with those of the configuration. Stateless: any thread. */
public final class Spelling {
    /** Characters of what is told apart by its spelling: signs without number on a letter take the square of that to put into order. */
    private static final int LONGEST = 1_000;

    /** Between two words of one: several blanks, another line, or a blank of another kind. */
    private static final Pattern GAPS = Pattern.compile("[\\s\\p{Z}]+");

    private Spelling() {}

    /**
     * In one case and one spelling, with one blank where there are several, without what is no letter or digit before and after:
     * {@code "Stop."} is {@code stop}, and so is one with an emoji behind it, or in letters of full width. What has neither letters nor
     * digits is as it stands.
     */
    public static String fold(String text) {
        String core = core(text); // before spelling: there are signs and emoji that are spelt with letters
        String said = core.isEmpty() ? text.strip() : core;
        if (said.length() > LONGEST) {
            return said;
        }
        String one = Normalizer.normalize(said, Normalizer.Form.NFKC);
        String word = core(one).toLowerCase(Locale.ROOT);
        if (word.isEmpty()) {
            return one.strip().replace("\uFE0F", "");
        }
        // By way of capitals, as some letters have two small ones or none; the dot of a Turkish capital I is no letter
        // of its own.
        String small = word.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT).replace("i\u0307", "i");
        return GAPS.matcher(small).replaceAll(" ");
    }

    /** From its first letter or digit to the last, with the signs on that one. */
    private static String core(String text) {
        int from = 0;
        while (from < text.length() && !Character.isLetterOrDigit(text.codePointAt(from))) {
            from += Character.charCount(text.codePointAt(from));
        }
        int to = text.length();
        for (int base = base(text, to); to > from; base = base(text, to)) {
            if (base > 0 && Character.isLetterOrDigit(text.codePointBefore(base))) {
                break;
            }
            to = base == 0 ? 0 : base - Character.charCount(text.codePointBefore(base));
        }
        return text.substring(from, Math.max(from, to));
    }

    /** The end of the character that the signs before {@code end} stand on: those of some scripts, and what makes an emoji colourful. */
    private static int base(String text, int end) {
        int base = end;
        while (base > 0 && isMark(text.codePointBefore(base))) {
            base -= Character.charCount(text.codePointBefore(base));
        }
        return base;
    }

    private static boolean isMark(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> false;
        };
    }
}
