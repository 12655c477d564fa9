package io.smppbridge.text;

import io.smppbridge.Encoding;
import io.smppbridge.settings.TextCoding;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * What is to be cut into parts.
 *
 * @param cut how much a part holds and what must stay together
 * @param encoding what the octets are
 * @param forced the characters for whose sake it is UCS-2
 * @param header repeated in every part
 * @param turned what the septets of each part are turned into once they are cut; {@link TextCoding#OCTETS} for nothing
 * @param breaks where it may be cut, by octet; empty for wherever {@code cut} allows
 */
record Body(
        byte[] octets,
        Cut cut,
        Encoding encoding,
        int dataCoding,
        String forced,
        Udh header,
        Optional<BitSet> breaks,
        TextCoding turned) {
    Body(byte[] octets, Cut cut, Encoding encoding, int dataCoding) {
        this(octets, cut, encoding, dataCoding, "", Udh.NONE, Optional.empty(), TextCoding.OCTETS);
    }

    Body withForced(String characters) {
        return new Body(octets, cut, encoding, dataCoding, characters, header, breaks, turned);
    }

    Body withHeader(Udh udh) {
        return new Body(octets, cut, encoding, dataCoding, forced, udh, breaks, turned);
    }

    Body withClass(int messageClass) {
        return new Body(
                octets, cut, encoding, Alphabet.classed(encoding, messageClass), forced, header, breaks, turned);
    }

    Body withBreaks(BitSet where) {
        return new Body(octets, cut, encoding, dataCoding, forced, header, Optional.of(where), turned);
    }

    /** Cut as septets, which then are turned into what the SMSC takes. */
    Body turnedInto(TextCoding coding) {
        return new Body(octets, cut, encoding, dataCoding, forced, header, breaks, coding);
    }

    boolean isTurned() {
        return turned.kind() != TextCoding.Kind.OCTETS;
    }

    /** What stands behind a header of so many octets in the part from here to there. */
    byte[] slice(int from, int to, int headerLength) {
        return switch (turned.kind()) {
            case GSM_PACKED -> Septets.pack(octets, from, to, headerLength);
            case IA5, CHARSET ->
                GsmAlphabet.decode(Arrays.copyOfRange(octets, from, to)).getBytes(turned.charset());
            default -> from == 0 && to == octets.length ? octets : Arrays.copyOfRange(octets, from, to);
        };
    }

    /** How much fits into one message. */
    int room() {
        return cut.room(header.length());
    }

    /** How much fits into a part whose own place takes so many octets as a header of its own. */
    int room(int place) {
        int own = header.length();
        return cut.room(own == 0 ? place : own + place - 1);
    }

    /** The longest header of its own with which a part that has a place, too, is no longer than the air carries. */
    static int longestHeader(int place) {
        return Cut.USER_DATA - Cut.LEAST - place + 1;
    }

    boolean fits() {
        return cut.next(octets, 0, room()) == octets.length;
    }

    /** How many parts of so much room it takes, at least one. */
    int parts(int room) {
        int count = 1;
        for (int at = next(0, room); at < octets.length; at = next(at, room)) {
            count++;
        }
        return count;
    }

    /** The end of the part that begins at {@code from}; what is longer than a whole part is cut wherever the octets allow. */
    int next(int from, int room) {
        int end = cut.next(octets, from, room);
        if (breaks.isEmpty() || end == octets.length) {
            return end;
        }
        int whole = breaks.get().previousSetBit(end);
        return whole > from ? whole : end;
    }
}
