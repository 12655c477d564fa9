package io.smppbridge.pipeline;

/** Whether a receipt that names no known id may be about a text: by the numbers, and by how the text begins. */
final class Likeness {
    /** Digits that must agree where one number is written with a prefix and the other without. */
    static final int LAST_DIGITS = 8;
    /** So much of a text is kept to tell it by: SMSCs quote the first 20 characters. */
    static final int BEGINNING = 20;

    /** Sorts behind every character of an {@linkplain #opening opening}. */
    static final char BEHIND_ALL = '\u007f';

    private Likeness() {}

    /** Equal, or one is the other in its national form. */
    static boolean sameNumber(String one, String other) {
        if (one.equalsIgnoreCase(other)) {
            return true;
        }
        String first = withoutZeros(one);
        String second = withoutZeros(other);
        return Math.min(first.length(), second.length()) >= LAST_DIGITS
                && (first.endsWith(second) || second.endsWith(first));
    }

    private static String withoutZeros(String number) {
        int zeros = 0;
        while (zeros < number.length() && number.charAt(zeros) == '0') {
            zeros++;
        }
        return number.substring(zeros);
    }

    /**
     * Compared as far as both are ASCII: what stands for other characters depends on the SMSC. Blanks before the first character do not
     * count: behind {@code text:} nobody can tell them from those that stand between fields, and parts of a text often begin with one.
     */
    static boolean begins(String beginning, String quoted) {
        int from = blanks(beginning);
        int at = blanks(quoted);
        if (from > 0 && from == beginning.length()) {
            return at == quoted.length(); // nothing but blanks tells no text from another
        }
        int length = Math.min(beginning.length() - from, quoted.length() - at);
        for (int i = 0; i < length; i++) {
            char ours = beginning.charAt(from + i);
            char theirs = quoted.charAt(at + i);
            if (ours > '~' || theirs > '~' || ours < ' ' || theirs < ' ') {
                return true;
            }
            if (ours != theirs) {
                return false;
            }
        }
        return true;
    }

    /** As much of a text as tells it from others: of two that {@linkplain #begins begin} alike, one has the other's opening or a longer one. */
    static String opening(String text) {
        int from = blanks(text);
        int end = from;
        while (end < text.length() && text.charAt(end) >= ' ' && text.charAt(end) <= '~') {
            end++;
        }
        return text.substring(from, end);
    }

    private static int blanks(String text) {
        int blanks = 0;
        while (blanks < text.length() && text.charAt(blanks) == ' ') {
            blanks++;
        }
        return blanks;
    }
}
