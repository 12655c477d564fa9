package io.smppbridge;

/** How a message's characters travel. */
public enum Encoding {
    /** GSM 03.38 default alphabet with its extension table. */
    GSM7,
    /** ISO 8859-1, data_coding 3. */
    LATIN1,
    /** UTF-16 big-endian, data_coding 8. */
    UCS2,
    /** The charset that the SMSC's profile names. */
    OTHER,
    /** Octets as given, data_coding 4 unless the sender says otherwise. */
    BINARY
}
