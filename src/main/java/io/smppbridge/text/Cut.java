package io.smppbridge.text;

import io.smppbridge.settings.TextCoding;

/** Where octets may be cut: how much a part holds, and what must stay together (23.040 §9.2.3.24.1). */
enum Cut {
    /** GSM septets, one an octet: an escape stays with what follows it. */
    SEPTETS,
    /** Latin-1 or IA5 octets that the SMSC makes septets of: counted as septets, what GSM lacks as one. */
    LATIN_AS_SEPTETS,
    OCTETS,
    /** UTF-16BE: even length, a surrogate pair stays together. */
    UNITS;

    /** What the air interface carries in one message (TP-UD). */
    static final int USER_DATA = 140;

    /** What fits beside any header, be it too long for the air: an escape and its character, a surrogate pair. */
    static final int LEAST = 4;

    /** How octets of a data_coding are cut that somebody else has coded. */
    static Cut of(byte[] octets, int dataCoding, TextProfile profile) {
        TextCoding coding = Alphabet.of(dataCoding, profile);
        return switch (coding.kind()) {
            case GSM -> SEPTETS;
            case UCS2 -> UNITS;
            case LATIN1, IA5 -> dataCoding == Alphabet.DC_IA5 && sevenBits(octets) ? LATIN_AS_SEPTETS : OCTETS;
            case GSM_PACKED, CHARSET, OCTETS, UNKNOWN -> OCTETS;
        };
    }

    private static boolean sevenBits(byte[] octets) {
        for (byte octet : octets) {
            if (octet < 0) {
                return false;
            }
        }
        return true;
    }

    /** How many octets (septets for the first two) fit beside a header of so many octets: 160, 153, 152; 140, 134, 132; 140, 134, 133. */
    int room(int header) {
        int octets = Math.max(USER_DATA - header, LEAST);
        return switch (this) {
            case SEPTETS, LATIN_AS_SEPTETS -> octets * 8 / 7;
            case OCTETS -> octets;
            case UNITS -> octets & ~1;
        };
    }

    /** The end of the part that begins at {@code from}. */
    int next(byte[] body, int from, int room) {
        if (this == LATIN_AS_SEPTETS) {
            return nextLatin(body, from, room);
        }
        int end = from + room;
        if (end >= body.length) {
            return body.length;
        }
        if (this == SEPTETS && escapeEndsAt(body, from, end)) {
            return end - 1;
        }
        if (this == UNITS && (body[end - 2] & 0xFC) == 0xD8 && (body[end] & 0xFC) == 0xDC) {
            return end - 2;
        }
        return end;
    }

    /** In a run of escapes every second one is led in by the one before it. */
    private static boolean escapeEndsAt(byte[] body, int from, int end) {
        int run = 0;
        while (end - 1 - run >= from && body[end - 1 - run] == GsmAlphabet.ESCAPE) {
            run++;
        }
        return (run & 1) == 1;
    }

    private static int nextLatin(byte[] body, int from, int room) {
        int at = from;
        int used = 0;
        while (at < body.length) {
            used += Math.max(1, GsmAlphabet.septets((char) (body[at] & 0xFF)));
            if (used > room) {
                return escapeEndsAt(body, from, at) ? at - 1 : at;
            }
            at++;
        }
        return at;
    }
}
