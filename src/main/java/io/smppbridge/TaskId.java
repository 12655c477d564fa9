package io.smppbridge;

import java.nio.charset.StandardCharsets;

/**
 * The bridge's own id of a message: 43 bits of milliseconds since 1970 and 20 bits of count, so that ids sort by time of acceptance.
 * Ids of one account mean nothing to another: every look-up is scoped to the account.
 *
 * @param value positive
 */
public record TaskId(long value) implements Comparable<TaskId> {
    /** Characters of the text form. */
    public static final int TEXT_LENGTH = 13;

    private static final char[] DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();
    private static final int COUNT_BITS = 20;

    public TaskId {
        if (value <= 0) {
            throw new IllegalArgumentException("task id " + value + ", expected a positive number");
        }
    }

    /** The smallest id of a millisecond. */
    public static long first(long epochMs) {
        return epochMs << COUNT_BITS;
    }

    /** When the id was given, in milliseconds since 1970. */
    public long epochMs() {
        return value >>> COUNT_BITS;
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException if it is not 13 characters of Crockford's base 32
     */
    public static TaskId parse(String text) {
        if (text.length() != TEXT_LENGTH) {
            throw new IllegalArgumentException("message id of " + text.length() + " characters, expected 13");
        }
        long value = 0;
        for (int i = 0; i < TEXT_LENGTH; i++) {
            int digit = digit(text.charAt(i));
            if (digit < 0 || i == 0 && digit > 7) {
                throw new IllegalArgumentException("message id with a character outside of base 32");
            }
            value = value << 5 | digit;
        }
        return new TaskId(value);
    }

    @Override
    public int compareTo(TaskId other) {
        return Long.compare(value, other.value);
    }

    /** Thirteen characters of Crockford's base 32, sorting as the numbers do. */
    @Override
    public String toString() {
        byte[] text = new byte[TEXT_LENGTH];
        write(text, 0);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /**
     * Writes the text form.
     *
     * @param into 13 octets of it are written, from a place on
     * @return 13
     */
    public int write(byte[] into, int at) {
        long rest = value;
        for (int i = TEXT_LENGTH - 1; i >= 0; i--) {
            into[at + i] = (byte) DIGITS[(int) (rest & 31)];
            rest >>>= 5;
        }
        return TEXT_LENGTH;
    }

    private static int digit(char c) {
        char upper = c >= 'a' && c <= 'z' ? (char) (c - 32) : c;
        for (int i = 0; i < DIGITS.length; i++) {
            if (DIGITS[i] == upper) {
                return i;
            }
        }
        return -1;
    }
}
