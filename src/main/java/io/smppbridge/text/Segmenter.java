package io.smppbridge.text;

import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.text.EncodeResult.Encoded;
import io.smppbridge.text.EncodeResult.TooLong;
import io.smppbridge.text.EncodeResult.Unencodable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Makes of a message what its {@code submit_sm}s carry. Stateless: any thread.
 *
 * <p>Without a hint a text travels as GSM 7-bit if every character fits; else as Latin-1 if the SMSC's alphabet is Latin-1 and holds it;
 * else as UCS-2. One message holds 160 septets, 70 units or 140 octets; a part of several 153, 67, 134 with an 8-bit reference, and 152,
 * 66, 133 with a 16-bit one or SAR (whose reference has 16 bits, and which an SMSC turns into a UDH). Under {@code payload} the same count
 * decides whether a message is too long, as the SMSC will cut it so.
 *
 * <p>Where an SMSC's alphabet is Latin-1, a text that GSM holds too goes with data_coding 0 in Latin-1 octets: the SMSC makes septets of
 * them, so they are counted as septets, and characters that only one of the two has (€, Greek capitals) do not qualify.
 */
public final class Segmenter {
    private static final int MAX_NAMED = 20;
    private static final int UDH8_LENGTH = 6;
    private static final int UDH16_LENGTH = 7;
    private static final byte[] NO_HEADER = {};

    private Segmenter() {}

    /** What is to be cut: a body, how it is coded, and a header that every part repeats. */
    private record Body(byte[] octets, Cut cut, Encoding encoding, int dataCoding, String forced, Udh header) {
        Body(byte[] octets, Cut cut, Encoding encoding, int dataCoding) {
            this(octets, cut, encoding, dataCoding, "", Udh.NONE);
        }
    }

    /**
     * Encodes and cuts.
     *
     * @param reference names the message among those of its sender and receiver; its low 8 or 16 bits are used
     */
    public static EncodeResult encode(OutboundSms sms, TextProfile profile, int reference) {
        if (sms.isBinary()) {
            return cut(binary(sms.binary(), sms.hint().orElse(Encoding.BINARY)), profile, reference);
        }
        String text = sms.text();
        if (sms.hint().isPresent()) {
            return asked(text, sms.hint().get(), profile, reference);
        }
        if (profile.gsm()) {
            byte[] octets = GsmAlphabet.encodeBasic(text, Cut.SEPTETS.room(0));
            if (octets != null) {
                return new Encoded(Encoding.GSM7, Alphabet.DC_DEFAULT, List.of(Part.plain(octets)), "");
            }
        }
        if (fitsDefault(text, profile)) {
            return cut(byDefault(text, profile), profile, reference);
        }
        if (!profile.gsm() && fitsLatin1(text)) {
            return cut(latin1(text), profile, reference);
        }
        return cut(ucs2(text, lacking(text, profile, !profile.gsm())), profile, reference);
    }

    /**
     * Cuts octets that somebody else has coded. A header with a place among parts, or one that cannot be read, means that they are a part
     * already: they pass as they are. Any other header (ports) is repeated in every part, merged with the place among the parts.
     *
     * @param userData short_message or message_payload as given
     * @param udhi whether it begins with a UDH
     * @param dataCoding kept
     */
    public static EncodeResult encodeOctets(
            byte[] userData, boolean udhi, int dataCoding, TextProfile profile, int reference) {
        Udh header = udhi ? Udh.parse(userData) : Udh.NONE;
        Alphabet alphabet = Alphabet.of(dataCoding, profile.gsm());
        if (header.malformed() || header.concat() != Concat.NONE) {
            boolean payload = userData.length > profile.octetLimit();
            List<Part> parts = List.of(new Part(userData, true, 0, 0, 0, payload));
            return new Encoded(alphabet.encoding(), dataCoding, parts, "");
        }
        byte[] octets = Arrays.copyOfRange(userData, header.length(), userData.length);
        return cut(new Body(octets, Cut.of(alphabet), alphabet.encoding(), dataCoding, "", header), profile, reference);
    }

    private static EncodeResult asked(String text, Encoding hint, TextProfile profile, int reference) {
        return switch (hint) {
            case GSM7 ->
                fitsDefault(text, profile)
                        ? cut(byDefault(text, profile), profile, reference)
                        : new Unencodable(lacking(text, profile, false), hint);
            case LATIN1 ->
                fitsLatin1(text)
                        ? cut(latin1(text), profile, reference)
                        : new Unencodable(lacking(text, profile, true), hint);
            case UCS2 -> cut(ucs2(text, ""), profile, reference);
            case BINARY ->
                text.isEmpty()
                        ? cut(binary(NO_HEADER, hint), profile, reference)
                        : new Unencodable(named(text, c -> true), hint);
        };
    }

    private static EncodeResult cut(Body body, TextProfile profile, int reference) {
        int own = body.header.length();
        if (body.cut.fits(body.octets, body.cut.room(own))) {
            return encoded(body, List.of(whole(body, false)));
        }
        LongMessage method = profile.longMessage();
        boolean narrow = method == LongMessage.UDH8 || method == LongMessage.PAYLOAD;
        int place = narrow ? UDH8_LENGTH : UDH16_LENGTH;
        int room = body.cut.room(own == 0 ? place : own + place - 1);
        int total = body.cut.parts(body.octets, room);
        if (total > profile.maxParts()) {
            return new TooLong(total, profile.maxParts());
        }
        if (method == LongMessage.PAYLOAD) {
            return encoded(body, List.of(whole(body, true)));
        }
        Part[] parts = new Part[total];
        int from = 0;
        for (int i = 0; i < total; i++) {
            int to = body.cut.next(body.octets, from, room);
            parts[i] = part(body, from, to, place(method, reference, total, i + 1));
            from = to;
        }
        return encoded(body, List.of(parts));
    }

    private static Concat place(LongMessage method, int reference, int total, int sequence) {
        return switch (method) {
            case UDH8, PAYLOAD -> new Concat(Concat.Kind.UDH8, reference & 0xFF, total, sequence);
            case UDH16 -> new Concat(Concat.Kind.UDH16, reference & 0xFFFF, total, sequence);
            case SAR -> new Concat(Concat.Kind.SAR, reference & 0xFFFF, total, sequence);
        };
    }

    private static Part whole(Body body, boolean payload) {
        boolean udhi = body.header.length() > 0;
        byte[] octets = udhi ? joined(body.header.octets(), body.octets, 0, body.octets.length) : body.octets;
        return new Part(octets, udhi, 0, 0, 0, payload);
    }

    private static Part part(Body body, int from, int to, Concat place) {
        boolean udhi = body.header.length() > 0;
        if (place.kind() == Concat.Kind.SAR) {
            byte[] octets = joined(body.header.octets(), body.octets, from, to);
            return new Part(octets, udhi, place.reference(), place.total(), place.sequence(), false);
        }
        byte[] octets = udhi
                ? joined(body.header.with(place), body.octets, from, to)
                : Udh.joined(place, body.octets, from, to);
        return new Part(octets, true, 0, 0, 0, false);
    }

    private static byte[] joined(byte[] header, byte[] body, int from, int to) {
        byte[] octets = new byte[header.length + to - from];
        System.arraycopy(header, 0, octets, 0, header.length);
        System.arraycopy(body, from, octets, header.length, to - from);
        return octets;
    }

    private static EncodeResult encoded(Body body, List<Part> parts) {
        return new Encoded(body.encoding, body.dataCoding, parts, body.forced);
    }

    /** Octets are what the hint says they are, and keep their places; without one they are octets. */
    private static Body binary(byte[] octets, Encoding hint) {
        return switch (hint) {
            case GSM7 -> new Body(octets, Cut.SEPTETS, hint, Alphabet.DC_DEFAULT);
            case LATIN1 -> new Body(octets, Cut.OCTETS, hint, Alphabet.DC_LATIN1);
            case UCS2 -> new Body(octets, Cut.UNITS, hint, Alphabet.DC_UCS2);
            case BINARY -> new Body(octets, Cut.OCTETS, hint, Alphabet.DC_OCTETS);
        };
    }

    private static boolean fitsDefault(String text, TextProfile profile) {
        return GsmAlphabet.septets(text) >= 0 && (profile.gsm() || fitsLatin1(text));
    }

    private static Body byDefault(String text, TextProfile profile) {
        return profile.gsm()
                ? new Body(GsmAlphabet.encode(text), Cut.SEPTETS, Encoding.GSM7, Alphabet.DC_DEFAULT)
                : new Body(latin1Octets(text), Cut.LATIN_AS_SEPTETS, Encoding.GSM7, Alphabet.DC_DEFAULT);
    }

    private static boolean fitsLatin1(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xFF) {
                return false;
            }
        }
        return true;
    }

    private static Body latin1(String text) {
        return new Body(latin1Octets(text), Cut.OCTETS, Encoding.LATIN1, Alphabet.DC_LATIN1);
    }

    private static byte[] latin1Octets(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** UTF-16BE unit by unit: the JDK's encoder would put U+FFFD for half a surrogate pair. */
    private static Body ucs2(String text, String forced) {
        byte[] octets = new byte[text.length() * 2];
        for (int i = 0, at = 0; i < text.length(); i++, at += 2) {
            char c = text.charAt(i);
            octets[at] = (byte) (c >>> 8);
            octets[at + 1] = (byte) c;
        }
        return new Body(octets, Cut.UNITS, Encoding.UCS2, Alphabet.DC_UCS2, forced, Udh.NONE);
    }

    private static String lacking(String text, TextProfile profile, boolean latin1) {
        if (latin1) {
            return named(text, c -> c > 0xFF);
        }
        boolean gsm = profile.gsm();
        return named(text, c -> c > 0xFFFF || GsmAlphabet.septets((char) c) == 0 || !gsm && c > 0xFF);
    }

    /** The distinct characters that fail a test, in order, up to the most that are named. */
    private static String named(String text, IntPredicate which) {
        StringBuilder named = new StringBuilder(2 * MAX_NAMED);
        int count = 0;
        int step;
        for (int i = 0; i < text.length() && count < MAX_NAMED; i += step) {
            int c = text.codePointAt(i);
            step = Character.charCount(c);
            if (which.test(c) && !holds(named, c)) {
                named.appendCodePoint(c);
                count++;
            }
        }
        return named.toString();
    }

    private static boolean holds(StringBuilder characters, int wanted) {
        int step;
        for (int i = 0; i < characters.length(); i += step) {
            int c = characters.codePointAt(i);
            if (c == wanted) {
                return true;
            }
            step = Character.charCount(c);
        }
        return false;
    }
}
