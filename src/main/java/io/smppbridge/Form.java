package io.smppbridge;

import java.util.Objects;
import java.util.Optional;

/**
 * What goes with a message besides its text or octets: class, user data header, smart encoding.
 *
 * @param messageClass 0 (flash: shown at once, not kept) to 3 (3GPP TS 23.038 §4), or {@link #NONE}
 * @param udh a user data header with its length octet, such as one with ports, at most 140 octets; empty for none. For a long message the
 *     bridge adds each part's reference and number. A header that has them already makes the message a part, which goes as it is
 * @param smart whether typographic characters may be replaced when that makes the message shorter; empty for what the account or the
 *     SMSC is configured to do
 */
public record Form(int messageClass, byte[] udh, Optional<Boolean> smart) {
    public static final int NONE = -1;

    /** The longest user data, and so the longest header. */
    public static final int LONGEST_UDH = 140;

    private static final byte[] NO_OCTETS = {};
    private static final int PORTS = 0x05;

    /** Nothing special. */
    public static final Form PLAIN = new Form(NONE, NO_OCTETS, Optional.empty());

    public Form {
        Objects.requireNonNull(udh, "udh");
        Objects.requireNonNull(smart, "smart");
        if (messageClass < NONE || messageClass > 3) {
            throw new IllegalArgumentException("class " + messageClass + ", expected 0..3");
        }
        if (udh.length > LONGEST_UDH || udh.length > 0 && (udh[0] & 0xFF) != udh.length - 1) {
            throw new IllegalArgumentException("user data header of " + udh.length
                    + " octets, expected its first octet to count the others, at most " + LONGEST_UDH);
        }
    }

    /** The header for an application's ports (3GPP TS 23.040 §9.2.3.24.4). */
    public static byte[] ports(int destination, int source) {
        if (destination < 0 || destination > 0xFFFF || source < 0 || source > 0xFFFF) {
            throw new IllegalArgumentException("ports " + destination + " and " + source + ", expected 0..65535");
        }
        return new byte[] {
            6, PORTS, 4, (byte) (destination >>> 8), (byte) destination, (byte) (source >>> 8), (byte) source
        };
    }

    /** Whether there is nothing in it that the wire would show. */
    public boolean isPlain() {
        return this == PLAIN || messageClass == NONE && udh.length == 0;
    }

    public Form withMessageClass(int value) {
        return new Form(value, udh, smart);
    }

    public Form withUdh(byte[] value) {
        return new Form(messageClass, value.clone(), smart);
    }

    public Form withSmart(boolean value) {
        return new Form(messageClass, udh, Optional.of(value));
    }
}
