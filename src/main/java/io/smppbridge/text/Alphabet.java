package io.smppbridge.text;

import io.smppbridge.Encoding;
import io.smppbridge.settings.TextCoding;

/** What a data_coding says of the octets (SMPP 3.4 §5.2.19, and 3GPP TS 23.038 §4 where SMPP refers to it). Stateless. */
final class Alphabet {
    static final int DC_DEFAULT = 0x00;
    static final int DC_IA5 = 0x01;
    static final int DC_LATIN1 = 0x03;
    static final int DC_OCTETS = 0x04;
    static final int DC_UCS2 = 0x08;

    private Alphabet() {}

    static Encoding encoding(TextCoding coding) {
        return switch (coding.kind()) {
            case GSM, GSM_PACKED -> Encoding.GSM7;
            case LATIN1, IA5 -> Encoding.LATIN1;
            case UCS2 -> Encoding.UCS2;
            case CHARSET -> Encoding.OTHER;
            case OCTETS, UNKNOWN -> Encoding.BINARY;
        };
    }

    /** The data_coding of a message class 0..3 (3GPP TS 23.038 §4, general group); Latin-1 has none and goes as octets. */
    static int classed(Encoding encoding, int messageClass) {
        int alphabet =
                switch (encoding) {
                    case GSM7, OTHER -> 0x00;
                    case LATIN1, BINARY -> 0x04;
                    case UCS2 -> 0x08;
                };
        return 0x10 | alphabet | messageClass;
    }

    /** How octets of a data_coding are coded: as the SMSC's profile says, or else as the standards say. */
    static TextCoding of(int dataCoding, TextProfile profile) {
        int dc = dataCoding & 0xFF;
        TextCoding said = profile.codings().get(dc);
        return said != null ? said : standard(dc, profile.alphabet());
    }

    private static TextCoding standard(int dc, TextCoding smscDefault) {
        return switch (dc >>> 4) {
            case 0x0 -> plain(dc, smscDefault);
            // General group with a message class (0x10 is flash): bits 3 and 2 name the alphabet.
            case 0x1 ->
                switch (dc & 0x0C) {
                    case 0x00 -> smscDefault;
                    case 0x04 -> TextCoding.OCTETS;
                    case 0x08 -> TextCoding.UCS2;
                    default -> TextCoding.UNKNOWN;
                };
            // Message waiting indication.
            case 0xC, 0xD -> smscDefault;
            case 0xE -> TextCoding.UCS2;
            // Message class: bit 2 names the alphabet.
            case 0xF -> (dc & 0x04) != 0 ? TextCoding.OCTETS : smscDefault;
            default -> TextCoding.UNKNOWN;
        };
    }

    private static TextCoding plain(int dc, TextCoding smscDefault) {
        return switch (dc) {
            case DC_DEFAULT -> smscDefault;
            // IA5: the lower half of Latin-1, and SMSCs that send the upper half under it mean Latin-1.
            case DC_IA5, DC_LATIN1 -> TextCoding.LATIN1;
            case 0x02, DC_OCTETS -> TextCoding.OCTETS;
            case DC_UCS2 -> TextCoding.UCS2;
            default -> TextCoding.UNKNOWN;
        };
    }
}
