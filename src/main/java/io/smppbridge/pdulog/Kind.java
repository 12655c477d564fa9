package io.smppbridge.pdulog;

/** How the octets of a field are read, and what of them may be shown. */
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
