package io.smppbridge.settings;

import java.util.Optional;
import java.util.function.Function;

/**
 * All there is to know of one key.
 *
 * @param leaf the key after {@link Family#prefix}; {@code <code>} at its end stands for a number, such as a command_status,
 *     {@code <tlv>} for the name of a TLV, {@code <word>} for a word of the SMSC's
 * @param fallback the value where none is given, as text; empty for none
 * @param mandatory a value must be given
 * @param derived works the value out of its neighbours where none is given; empty result: a neighbour is faulty
 * @param secret never shown; may be given by {@code <key>-file}
 * @param meaning one sentence, with the unit
 */
record KeySpec(
        Family family,
        String leaf,
        ValueType type,
        String fallback,
        boolean mandatory,
        Optional<Function<Scope, Optional<Object>>> derived,
        Reload reload,
        boolean secret,
        String meaning) {
    static final String FILE = "-file";
    static final String CODE = "<code>";
    static final String TLV = "<tlv>";
    static final String WORD = "<word>";

    static KeySpec of(Family family, String leaf, ValueType type, String fallback, String meaning) {
        return new KeySpec(family, leaf, type, fallback, false, Optional.empty(), Reload.LIVE, false, meaning);
    }

    KeySpec mandatorily() {
        return new KeySpec(family, leaf, type, "", true, derived, reload, secret, meaning);
    }

    KeySpec secretly() {
        return new KeySpec(family, leaf, type, fallback, mandatory, derived, reload, true, meaning);
    }

    KeySpec after(Reload needed) {
        return new KeySpec(family, leaf, type, fallback, mandatory, derived, needed, secret, meaning);
    }

    /** {@code told} says in documents what {@code from} does. */
    KeySpec derived(String told, Function<Scope, Optional<Object>> from) {
        return new KeySpec(family, leaf, type, told, mandatory, Optional.of(from), reload, secret, meaning);
    }

    /** Whether the table itself says what holds where nobody does. */
    boolean hasFallback() {
        return !mandatory && !coded() && derived.isEmpty();
    }

    /** Whether the end of the key is not fixed. */
    boolean coded() {
        return leaf.endsWith(CODE) || leaf.endsWith(TLV) || leaf.endsWith(WORD);
    }

    /**
     * Whether a profile may hold it: what the carrier has made up with one customer (address, account, rate) does not belong into what is
     * said of all its customers.
     */
    boolean inProfiles() {
        return family == Family.SMSC && !mandatory && !secret && !leaf.equals(SmscKeys.PROFILE);
    }

    /** {@code smsc.<name>.window}. */
    String pattern() {
        return family.prefix("<name>") + leaf;
    }

    /** {@code 1..1000 (submit_sm without an answer)}. */
    String expected() {
        return type.expected() + " (" + meaning + ")";
    }
}
