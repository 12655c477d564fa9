package io.smppbridge.settings;

import java.util.Optional;

/**
 * The TON and NPI of addresses by their kind; empty for as the message has them.
 *
 * @param alphanumeric of a sender with letters ({@code address-alphanumeric})
 * @param shortCode of a number of at most {@code shortDigits} digits ({@code address-short})
 * @param national of a longer number that begins with a zero ({@code address-national})
 * @param international of any other number ({@code address-international})
 * @param recipient of every recipient, before the others ({@code address-recipient})
 * @param shortDigits {@code short-code-digits}
 * @param gsmLetters whether letters of a sender go as GSM septets, not as Latin-1 ({@code sender-alphabet})
 */
public record Addresses(
        Optional<TonNpi> alphanumeric,
        Optional<TonNpi> shortCode,
        Optional<TonNpi> national,
        Optional<TonNpi> international,
        Optional<TonNpi> recipient,
        int shortDigits,
        boolean gsmLetters) {
    public static final Addresses AS_GIVEN = new Addresses(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), 6, false);

    /** As equals, which a JVM puts together slowly when a record is first asked. */
    boolean isAsGiven() {
        boolean anyGiven = alphanumeric.isPresent()
                || shortCode.isPresent()
                || national.isPresent()
                || international.isPresent()
                || recipient.isPresent();
        return !anyGiven && shortDigits == AS_GIVEN.shortDigits && gsmLetters == AS_GIVEN.gsmLetters;
    }

    /** Type of number and numbering plan, 0..255 each. */
    public record TonNpi(int ton, int npi) {}
}
