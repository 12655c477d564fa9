package io.smppbridge.sender;

import io.smppbridge.Address;
import io.smppbridge.settings.Addresses;
import io.smppbridge.settings.Addresses.TonNpi;
import io.smppbridge.text.GsmAlphabet;
import io.smppbridge.text.SenderLetters;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Gives addresses the TON and NPI that an SMSC wants for their kind (SMPP 3.4 §5.2.5, §5.2.6), and the letters of a sender its coding.
 * Whoever sets another type than those that {@link Address#of} gives (abbreviated, subscriber number) means it: that stays.
 */
@OwnedBy("the sender thread")
final class Addressing {
    private static final int INTERNATIONAL = 1;
    private static final int NATIONAL = 2;
    private static final int NETWORK = 3;
    private static final int ALPHANUMERIC = 5;

    /** Most messages in a row have one sender. */
    private Address lastGiven = Address.NONE;

    private Addresses lastRules = Addresses.AS_GIVEN;
    private Address lastMade = Address.NONE;

    /** @throws IllegalArgumentException if the SMSC's form of addresses lacks a letter: it would be another sender */
    Address from(Address given, Addresses rules) {
        if (given.number().isEmpty()) {
            return given;
        }
        if (rules == Addresses.AS_GIVEN) {
            check(given, rules);
            return given;
        }
        if (rules != lastRules || !given.equals(lastGiven)) {
            lastMade = made(given, rules);
            lastGiven = given;
            lastRules = rules;
        }
        return lastMade;
    }

    Address to(Address given, Addresses rules) {
        if (rules == Addresses.AS_GIVEN) {
            return given;
        }
        return typed(given, rules.recipient().or(() -> typeOf(given, rules)));
    }

    private static void check(Address given, Addresses rules) {
        if (!SenderLetters.fit(given, rules.gsmLetters())) {
            throw new IllegalArgumentException("sender with letters that sender-alphabet = "
                    + (rules.gsmLetters() ? "gsm" : "latin1") + " of its SMSC does not hold");
        }
    }

    private static Address made(Address given, Addresses rules) {
        check(given, rules);
        Address typed = typed(given, typeOf(given, rules));
        boolean letters = given.ton() == ALPHANUMERIC && rules.gsmLetters();
        return letters ? new Address(septets(typed.number()), typed.ton(), typed.npi()) : typed;
    }

    /** One septet a character, as the wire takes it. */
    private static String septets(String number) {
        String septets = new String(GsmAlphabet.encode(number), StandardCharsets.ISO_8859_1);
        return septets.length() > Address.MAX_LENGTH ? number : septets;
    }

    private static Address typed(Address given, Optional<TonNpi> type) {
        boolean same =
                type.isEmpty() || type.get().ton() == given.ton() && type.get().npi() == given.npi();
        return same
                ? given
                : new Address(given.number(), type.get().ton(), type.get().npi());
    }

    private static Optional<TonNpi> typeOf(Address given, Addresses rules) {
        return switch (given.ton()) {
            case ALPHANUMERIC -> rules.alphanumeric();
            case INTERNATIONAL, NATIONAL, NETWORK -> {
                if (!given.isNumeric()) {
                    yield Optional.empty();
                } else if (given.number().length() <= rules.shortDigits()) {
                    yield rules.shortCode();
                }
                yield given.number().charAt(0) == '0' || given.ton() == NATIONAL
                        ? rules.national()
                        : rules.international();
            }
            default -> Optional.empty();
        };
    }
}
