package io.smppbridge.text;

/** Halves of surrogate pairs, which are no characters: no encoding carries them, and most turn them into question marks. */
public final class Surrogates {
    private Surrogates() {}

    /** Where the first half stands that has no other half beside it; -1 when there is none, as in nearly every text. */
    public static int firstAlone(String text) {
        int size = text.length();
        for (int i = 0; i < size; i++) {
            char c = text.charAt(i);
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                if (c > Character.MAX_HIGH_SURROGATE
                        || i + 1 == size
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }

    public static boolean anyAlone(String text) {
        return firstAlone(text) >= 0;
    }
}
