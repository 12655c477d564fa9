package io.smppbridge.text;

import io.smppbridge.Encoding;

/** What a data_coding says of the octets (SMPP 3.4 §5.2.19, and 3GPP TS 23.038 §4 where SMPP refers to it). */
enum Alphabet {
    /** Unpacked septets. */
    GSM(Encoding.GSM7),
    LATIN1(Encoding.LATIN1),
    UCS2(Encoding.UCS2),
    OCTETS(Encoding.BINARY),
    /** A charset that is not read here (JIS, Cyrillic, Hebrew, pictograms…), or a reserved value. */
    UNKNOWN(Encoding.BINARY);

    static final int DC_DEFAULT = 0x00;
    static final int DC_LATIN1 = 0x03;
    static final int DC_OCTETS = 0x04;
    static final int DC_UCS2 = 0x08;

    private final Encoding encoding;

    Alphabet(Encoding encoding) {
        this.encoding = encoding;
    }

    Encoding encoding() {
        return encoding;
    }

    /** The data_coding of a message class 0..3 (3GPP TS 23.038 §4, general group); Latin-1 has none and goes as octets. */
    static int classed(Encoding encoding, int messageClass) {
        int alphabet =
                switch (encoding) {
                    case GSM7 -> 0x00;
                    case LATIN1, BINARY -> 0x04;
                    case UCS2 -> 0x08;
                };
        return 0x10 | alphabet | messageClass;
    }

    /** The alphabet of a data_coding; {@code gsm} says what an SMSC's default alphabet is. */
    static Alphabet of(int dataCoding, boolean gsm) {
        int dc = dataCoding & 0xFF;
        return switch (dc >>> 4) {
            case 0x0 -> plain(dc, gsm);
            // General group with a message class (0x10 is flash): bits 3 and 2 name the alphabet.
            case 0x1 ->
                switch (dc & 0x0C) {
                    case 0x00 -> gsm ? GSM : LATIN1;
                    case 0x04 -> OCTETS;
                    case 0x08 -> UCS2;
                    default -> UNKNOWN;
                };
            // Message waiting indication.
            case 0xC, 0xD -> gsm ? GSM : LATIN1;
            case 0xE -> UCS2;
            // Message class: bit 2 names the alphabet.
            case 0xF -> (dc & 0x04) != 0 ? OCTETS : gsm ? GSM : LATIN1;
            default -> UNKNOWN;
        };
    }

    private static Alphabet plain(int dc, boolean gsm) {
        return switch (dc) {
            case DC_DEFAULT -> gsm ? GSM : LATIN1;
            // IA5: the lower half of Latin-1, and SMSCs that send the upper half under it mean Latin-1.
            case 0x01, DC_LATIN1 -> LATIN1;
            case 0x02, DC_OCTETS -> OCTETS;
            case DC_UCS2 -> UCS2;
            default -> UNKNOWN;
        };
    }
}
