package io.smppbridge.pdulog;

/**
 * Where one field of a PDU lies.
 *
 * @param name as SMPP calls it; of an unknown TLV, {@code tlv_1400}
 * @param at of its first octet, from the PDU's first
 * @param length in octets, without the NUL of a text
 */
record Field(String name, Kind kind, int at, int length) {
    /** How its octets are read, and what of them may be shown. */
    enum Kind {
        /** A text that gives nobody away. */
        WORD,
        /** Never shown. */
        PASSWORD,
        /** A number or name of a sender or recipient. */
        ADDRESS,
        /** A whole number. */
        NUMBER,
        /** A number whose bits mean something. */
        BITS,
        /** What the message says. */
        TEXT,
        /** Octets of a known, harmless TLV. */
        OCTETS,
        /** Octets of which nobody knows what they say. */
        OPAQUE,
        /** What cannot be read: a field or TLV that runs past the PDU, or what follows the last. */
        REST
    }
}
