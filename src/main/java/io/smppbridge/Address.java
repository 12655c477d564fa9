package io.smppbridge;

import java.util.Objects;

/** A source or destination address with its type of number and numbering plan (SMPP 3.4 §5.2.5, §5.2.6). Immutable. */
public final class Address {
    /** The longest address field of SMPP 3.4 without its NUL. */
    public static final int MAX_LENGTH = 20;

    /** Below it is a short code, unless a + says otherwise. */
    private static final int SHORTEST_NUMBER = 7;
    /** E.164. */
    private static final int LONGEST_NUMBER = 15;

    /** The absent source address: the SMSC puts its own. */
    public static final Address NONE = new Address("", 0, 0);

    private final String number;
    private final short ton;
    private final short npi;
    private final boolean withPlus;

    /**
     * @param number digits without {@code +}, or up to 11 characters of an alphanumeric sender
     * @param ton type of number, 0..255; 1 international, 3 network specific, 5 alphanumeric
     * @param npi numbering plan indicator, 0..255; 1 E.164
     */
    public Address(String number, int ton, int npi) {
        this(number, ton, npi, false);
    }

    private Address(String number, int ton, int npi, boolean withPlus) {
        Objects.requireNonNull(number, "number");
        if (number.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "address of " + number.length() + " characters, expected at most " + MAX_LENGTH);
        }
        if (ton < 0 || ton > 255 || npi < 0 || npi > 255) {
            throw new IllegalArgumentException("ton " + ton + ", npi " + npi + ", expected 0..255 each");
        }
        this.number = number;
        this.ton = (short) ton;
        this.npi = (short) npi;
        this.withPlus = withPlus;
    }

    /**
     * Reads an address as people write it. Blanks around it do not count.
     *
     * <ul>
     *   <li>{@code +46701234567}: TON 1, NPI 1, at most 15 digits
     *   <li>{@code 46701234567}, 7 to 20 digits: TON 1, NPI 1
     *   <li>{@code 72404}, a short code of fewer digits: TON 3, NPI 0
     *   <li>{@code Acme}, at most 11 characters: alphanumeric, TON 5, NPI 0
     *   <li>nothing: {@link #NONE}
     * </ul>
     *
     * @throws IllegalArgumentException if it is none of these; the message says why
     */
    public static Address of(String written) {
        String s = written.strip();
        if (s.isEmpty()) {
            return NONE;
        }
        boolean plus = s.charAt(0) == '+';
        String digits = plus ? s.substring(1) : s;
        if (isDigits(digits)) {
            if (digits.length() > LONGEST_NUMBER && plus || digits.length() > MAX_LENGTH) {
                throw new IllegalArgumentException(
                        "number of " + digits.length() + " digits, expected at most " + LONGEST_NUMBER + " (E.164)");
            }
            return plus || digits.length() >= SHORTEST_NUMBER
                    ? new Address(digits, 1, 1, plus)
                    : new Address(digits, 3, 0);
        }
        if (plus) {
            throw new IllegalArgumentException("number with other characters than digits after the +");
        }
        if (s.length() > 11) {
            throw new IllegalArgumentException(
                    "alphanumeric sender of " + s.length() + " characters, expected at most 11");
        }
        return new Address(s, 5, 0);
    }

    /**
     * As {@link #of(String)}, from characters where they stand. For a number of 7 to 15 digits it allocates the address and its number only.
     *
     * @param written not kept
     * @throws IllegalArgumentException as above
     */
    public static Address of(char[] written, int offset, int length) {
        int from = length > 0 && written[offset] == '+' ? offset + 1 : offset;
        int digits = offset + length - from;
        boolean usual = digits >= SHORTEST_NUMBER && digits <= LONGEST_NUMBER;
        for (int i = from; usual && i < offset + length; i++) {
            usual = isDigit(written[i]);
        }
        return usual
                ? new Address(new String(written, from, digits), 1, 1, from > offset)
                : of(new String(written, offset, length));
    }

    /** The same address, marked as written with a {@code +}: its number begins with a country code. */
    public Address writtenWithPlus() {
        return new Address(number, ton, npi, true);
    }

    /** The digits without {@code +}, or the alphanumeric sender; empty for {@link #NONE}. */
    public String number() {
        return number;
    }

    /** Type of number, 0..255. */
    public int ton() {
        return ton;
    }

    /** Numbering plan indicator, 0..255. */
    public int npi() {
        return npi;
    }

    /**
     * Whether it was written with a {@code +}. False also for what was read from disk or came from an SMSC, where that is not known. Two
     * addresses that differ in this alone are equal.
     */
    public boolean isWithPlus() {
        return withPlus;
    }

    /** True for digits only, which is what a destination must be. */
    public boolean isNumeric() {
        return isDigits(number);
    }

    /** The number with its last three characters replaced: what logs may show. */
    public String masked() {
        return number.length() <= 3 ? "xxx" : number.substring(0, number.length() - 3) + "xxx";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Address address
                && ton == address.ton
                && npi == address.npi
                && number.equals(address.number);
    }

    @Override
    public int hashCode() {
        return (number.hashCode() * 31 + ton) * 31 + npi;
    }

    /** Masked, so that an address in a log line or an exception gives nobody away. */
    @Override
    public String toString() {
        return masked();
    }

    private static boolean isDigits(String s) {
        int length = s.length();
        for (int i = 0; i < length; i++) {
            if (!isDigit(s.charAt(i))) {
                return false;
            }
        }
        return length > 0;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
