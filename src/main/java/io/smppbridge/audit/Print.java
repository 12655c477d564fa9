package io.smppbridge.audit;

/** What texts, numbers and ids are compared by: 64 bits in place of the characters, never 0. Two of ten million are alike once in 400,000 audits. */
final class Print {
    /** Not told. */
    static final long NONE = 0;

    private static final long SEED = 0x9E3779B97F4A7C15L;
    private static final long FACTOR = 0xD6E8FEB86659FD93L;

    private Print() {}

    /** Of any text; {@link #NONE} of an empty one is never given: an empty text is one as well. */
    static long of(CharSequence text) {
        long h = SEED + text.length();
        for (int i = 0; i < text.length(); i++) {
            h = mixed(h ^ text.charAt(i));
        }
        return h == NONE ? 1 : h;
    }

    /** Of an id or a reference; {@link #NONE} when there is none. */
    static long ofId(String id) {
        return id.isEmpty() ? NONE : of(id);
    }

    /** Of a number, however its prefix is written; {@link #NONE} when there is none. */
    static long ofNumber(String number) {
        String plain = number.startsWith("+") ? number.substring(1) : number;
        return plain.isEmpty() ? NONE : of(plain);
    }

    static long both(long one, long other) {
        long h = mixed(mixed(one) + other * SEED);
        return h == NONE ? 1 : h;
    }

    private static long mixed(long bits) {
        long h = bits * FACTOR;
        h ^= h >>> 32;
        h *= FACTOR;
        return h ^ h >>> 29;
    }
}
