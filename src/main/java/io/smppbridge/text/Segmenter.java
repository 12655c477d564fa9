package io.smppbridge.text;

import io.smppbridge.Encoding;
import io.smppbridge.Form;
import io.smppbridge.OutboundSms;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.text.EncodeResult.Encoded;
import io.smppbridge.text.EncodeResult.TooLong;
import io.smppbridge.text.EncodeResult.Unencodable;
import io.smppbridge.text.EncodeResult.Unshapable;
import java.util.Arrays;
import java.util.List;

/**
 * Makes of a message what its {@code submit_sm}s carry. Stateless: any thread.
 *
 * <p>Without a hint a text travels as GSM 7-bit if every character fits; else as Latin-1 if the SMSC's alphabet is Latin-1 and holds it;
 * else by a national language table that the SMSC's profile allows, if that is shorter than UCS-2; else as UCS-2. One message holds 160
 * septets, 70 units or 140 octets; a part of several 153, 67, 134 with an 8-bit reference, and 152, 66, 133 with a 16-bit one or SAR
 * (whose reference has 16 bits, and which an SMSC turns into a UDH); with one national language element 155 and 149. Under {@code payload}
 * the same count decides whether a message is too long, as the SMSC will cut it so.
 *
 * <p>Where an SMSC's alphabet is Latin-1, a text that GSM holds too goes with data_coding 0 in Latin-1 octets: the SMSC makes septets of
 * them, so they are counted as septets, and characters that only one of the two has (€, Greek capitals) do not qualify.
 */
public final class Segmenter {
    /** The longest text that {@link #isPlain}, in characters, which are as many septets. */
    public static final int LONGEST_PLAIN = 160;

    private static final int UDH8_LENGTH = 6;
    static final int UDH16_LENGTH = 7;
    /** The bits of a data_coding that say the class of a message that has one. */
    private static final int CLASS = 3;
    /** A longer header of the caller's leaves too little room for anything else. */
    private static final int LONGEST_HEADER = 100;

    private Segmenter() {}

    /**
     * Encodes and cuts.
     *
     * @param reference names the message among those of its sender and receiver; its low 8 or 16 bits are used
     */
    public static EncodeResult encode(OutboundSms sms, TextProfile profile, int reference) {
        if (!sms.form().isPlain()) {
            return shaped(sms, profile, reference);
        }
        if (sms.isBinary()) {
            return cut(Bodies.octets(sms.binary(), sms.hint().orElse(Encoding.BINARY)), profile, reference);
        }
        String text = sms.text();
        if (isPlain(sms, profile)) {
            Part part = Part.plain(GsmAlphabet.encode(text));
            return new Encoded(Encoding.GSM7, Alphabet.DC_DEFAULT, List.of(part), "");
        }
        if (sms.hint().isPresent()) {
            Encoding hint = sms.hint().get();
            return Bodies.holds(text, hint, profile, Udh.NONE)
                    ? cut(Bodies.asked(text, hint, profile), profile, reference)
                    : new Unencodable(Bodies.lacking(text, hint, profile), hint);
        }
        return cut(Bodies.shortest(text, profile, false, Udh.NONE), profile, reference);
    }

    /**
     * Whether a text goes as it is, in one part and in septets of GSM's basic table alone, as most do: {@link GsmAlphabet#encodeBasic} then
     * writes it. Every other message is one for {@link #encode}. Makes nothing.
     */
    public static boolean isPlain(OutboundSms sms, TextProfile profile) {
        return profile.septets()
                && sms.hint().isEmpty()
                && !sms.isBinary()
                && sms.form().isPlain()
                && GsmAlphabet.isBasic(sms.text(), LONGEST_PLAIN);
    }

    /**
     * Cuts octets that somebody else has coded. A header with a place among parts, or one that cannot be read, means that they are a part
     * already: they pass as they are, but for septets behind a header that says nothing but the place, which an SMSC whose data_coding 0 is
     * another alphabet gets in that. Any other header (ports) is repeated in every part, merged with the place among the parts.
     *
     * @param userData short_message or message_payload as given
     * @param udhi whether it begins with a UDH
     * @param dataCoding kept
     */
    public static EncodeResult encodeOctets(
            byte[] userData, boolean udhi, int dataCoding, TextProfile profile, int reference) {
        return octets(userData, udhi, dataCoding, isText(dataCoding, profile), profile, reference);
    }

    /**
     * Whether octets of that data_coding that somebody else has coded are GSM septets, with a message class (flash) or without, for which this
     * SMSC may have another alphabet; with a class not where its settings say what that data_coding is.
     */
    public static boolean isText(int dataCoding, TextProfile profile) {
        int group = dataCoding & ~CLASS;
        return dataCoding == 0
                || (group == 0x10 || group == 0xF0) && !profile.codings().containsKey(dataCoding);
    }

    /** As {@link #encodeOctets}, of octets that are no characters: none is changed, whatever data_coding 0 means to the SMSC. */
    public static EncodeResult encodeBinary(
            byte[] userData, boolean udhi, int dataCoding, TextProfile profile, int reference) {
        return octets(userData, udhi, dataCoding, false, profile, reference);
    }

    private static EncodeResult octets(
            byte[] userData, boolean udhi, int dataCoding, boolean septets, TextProfile profile, int reference) {
        Udh header = udhi ? Udh.parse(userData) : Udh.NONE;
        TextCoding alphabet = Alphabet.of(dataCoding, profile);
        if (header.malformed() || header.concat() != Concat.NONE) {
            byte[] passed = septets && header.isPlaceAlone() ? recodedBehind(header, userData, profile) : userData;
            boolean payload = passed.length > profile.octetLimit();
            List<Part> parts = List.of(new Part(passed, true, 0, 0, 0, payload));
            return new Encoded(Alphabet.encoding(alphabet), dataCoding, parts, "");
        }
        byte[] octets =
                header.length() == 0 ? userData : Arrays.copyOfRange(userData, header.length(), userData.length);
        Body plain = new Body(octets, Cut.of(octets, dataCoding, profile), Alphabet.encoding(alphabet), dataCoding);
        Body body = header == Udh.NONE ? plain : plain.withHeader(header);
        return cut(body, profile, reference);
    }

    private static byte[] recodedBehind(Udh header, byte[] userData, TextProfile profile) {
        byte[] septets = Arrays.copyOfRange(userData, header.length(), userData.length);
        byte[] coded = Bodies.recoded(septets, header.length(), profile);
        return coded == septets ? userData : joined(header.octets(), coded, 0, coded.length);
    }

    /**
     * How octets are coded that somebody else has coded, without a header, when one part holds them as they are: what {@link #encodeOctets} says
     * of them, without making anything. Null when it does not.
     */
    public static Encoding whole(byte[] userData, int dataCoding, TextProfile profile) {
        Cut cut = Cut.of(userData, dataCoding, profile);
        return cut.next(userData, 0, cut.room(0)) == userData.length
                ? Alphabet.encoding(Alphabet.of(dataCoding, profile))
                : null;
    }

    /**
     * One part of a message that its sender has cut, its place told beside the octets by SAR TLVs. It is never cut again: the place goes in
     * the SMSC's own way, in SAR TLVs where it takes these, else in a header; unless there is a header already that says a place.
     *
     * @param userData short_message or message_payload as given
     * @param udhi whether it begins with a UDH
     * @param dataCoding kept
     */
    public static EncodeResult encodePart(
            byte[] userData, boolean udhi, int dataCoding, Concat place, TextProfile profile) {
        Udh header = udhi ? Udh.parse(userData) : Udh.NONE;
        boolean said = header.malformed() || header.concat() != Concat.NONE;
        LongMessage method = profile.longMessage();
        Concat shown = Concat.NONE;
        byte[] octets = userData;
        if (!said && method != LongMessage.SAR) {
            boolean wide = place.reference() > 0xFF || method == LongMessage.UDH16;
            shown = new Concat(
                    wide ? Concat.Kind.UDH16 : Concat.Kind.UDH8, place.reference(), place.total(), place.sequence());
            byte[] before = header.with(shown);
            byte[] rest = Arrays.copyOfRange(userData, header.length(), userData.length);
            byte[] coded = isText(dataCoding, profile) ? Bodies.recoded(rest, before.length, profile) : rest;
            octets = joined(before, coded, 0, coded.length);
        } else if (header == Udh.NONE && isText(dataCoding, profile)) {
            octets = Bodies.recoded(userData, 0, profile);
        }
        boolean payload = octets.length > profile.octetLimit();
        Part part = !said && shown == Concat.NONE
                ? new Part(octets, udhi, place.reference(), place.total(), place.sequence(), payload)
                : new Part(octets, true, 0, 0, 0, payload);
        return new Encoded(Alphabet.encoding(Alphabet.of(dataCoding, profile)), dataCoding, List.of(part), "");
    }

    /** A message with a class or a header of its own. */
    private static EncodeResult shaped(OutboundSms sms, TextProfile profile, int reference) {
        Form form = sms.form();
        Udh header = form.udh().length == 0 ? Udh.NONE : Udh.parse(form.udh());
        if (header.malformed() || header.length() > LONGEST_HEADER) {
            return new Unshapable(
                    "udh",
                    header.malformed()
                            ? Udh.EXPECTED
                            : header.length() + " octets, expected at most " + LONGEST_HEADER);
        }
        boolean classed = form.messageClass() != Form.NONE;
        if (header.shifted() && !sms.isBinary()) {
            return new Unshapable(
                    "udh", "asks for a national language table, which the bridge chooses itself; leave it out");
        }
        if (classed && sms.hint().filter(hint -> hint == Encoding.LATIN1).isPresent()) {
            return new Unshapable("class", "Latin-1 has no data_coding with a class; use gsm7 or ucs2");
        }
        Body body;
        if (sms.isBinary()) {
            body = Bodies.octets(sms.binary(), sms.hint().orElse(Encoding.BINARY));
        } else if (sms.hint().isEmpty()) {
            body = Bodies.shortest(sms.text(), profile, classed, header);
        } else if (Bodies.holds(sms.text(), sms.hint().get(), profile, header)) {
            body = Bodies.asked(sms.text(), sms.hint().get(), profile);
        } else {
            return new Unencodable(
                    Bodies.lacking(sms.text(), sms.hint().get(), profile),
                    sms.hint().get());
        }
        Body full = body.withHeader(
                header.withTables(body.header().shift(), body.header().lock()));
        return cut(classed ? full.withClass(form.messageClass()) : full, profile, reference);
    }

    /** How many parts a body takes. */
    static int parts(Body body, TextProfile profile) {
        return body.fits() ? 1 : body.parts(body.room(place(profile)));
    }

    /** How much fits into each of several parts. */
    static int room(Body body, TextProfile profile) {
        return body.room(place(profile));
    }

    private static int place(TextProfile profile) {
        LongMessage method = profile.longMessage();
        return method == LongMessage.UDH16 || method == LongMessage.SAR ? UDH16_LENGTH : UDH8_LENGTH;
    }

    private static EncodeResult cut(Body body, TextProfile profile, int reference) {
        if (body.fits()) {
            return encoded(body, List.of(whole(body, false, profile)));
        }
        int room = body.room(place(profile));
        int total = body.parts(room);
        int most = body.header().concat() == Concat.NONE ? profile.maxParts() : 1;
        if (total > most) {
            return new TooLong(total, most);
        }
        LongMessage method = profile.longMessage();
        if (method == LongMessage.PAYLOAD) {
            return encoded(body, List.of(whole(body, true, profile)));
        }
        int longest = Body.longestHeader(place(profile));
        if (body.header().length() > longest) {
            return new Unshapable(
                    "udh",
                    body.header().length() + " octets, expected at most " + longest + " where there are several parts");
        }
        Part[] parts = new Part[total];
        int from = 0;
        for (int i = 0; i < total; i++) {
            int to = body.next(from, room);
            parts[i] = part(body, from, to, place(method, reference, total, i + 1));
            from = to;
        }
        return encoded(body, List.of(parts));
    }

    private static Concat place(LongMessage method, int reference, int total, int sequence) {
        return switch (method) {
            case UDH8, UDH8_OR_16, PAYLOAD -> new Concat(Concat.Kind.UDH8, reference & 0xFF, total, sequence);
            case UDH16 -> new Concat(Concat.Kind.UDH16, reference & 0xFFFF, total, sequence);
            case SAR -> new Concat(Concat.Kind.SAR, reference & 0xFFFF, total, sequence);
        };
    }

    /** @param payload whether it goes in message_payload whatever its length, as what a short_message does not hold does in any case */
    private static Part whole(Body body, boolean payload, TextProfile profile) {
        Udh header = body.header();
        boolean udhi = header.length() > 0;
        byte[] whole = body.slice(0, body.octets().length, header.length());
        byte[] octets = udhi ? joined(header.octets(), whole, 0, whole.length) : whole;
        return new Part(octets, udhi, 0, 0, 0, payload || octets.length > profile.octetLimit());
    }

    private static Part part(Body body, int from, int to, Concat place) {
        Udh header = body.header();
        boolean udhi = header.length() > 0;
        if (place.kind() == Concat.Kind.SAR) {
            byte[] slice = body.slice(from, to, header.length());
            byte[] octets = joined(header.octets(), slice, 0, slice.length);
            return new Part(octets, udhi, place.reference(), place.total(), place.sequence(), false);
        }
        if (body.isTurned()) {
            byte[] before = header.with(place);
            byte[] slice = body.slice(from, to, before.length);
            return new Part(joined(before, slice, 0, slice.length), true, 0, 0, 0, false);
        }
        byte[] octets =
                udhi ? joined(header.with(place), body.octets(), from, to) : Udh.joined(place, body.octets(), from, to);
        return new Part(octets, true, 0, 0, 0, false);
    }

    private static byte[] joined(byte[] header, byte[] body, int from, int to) {
        byte[] octets = new byte[header.length + to - from];
        System.arraycopy(header, 0, octets, 0, header.length);
        System.arraycopy(body, from, octets, header.length, to - from);
        return octets;
    }

    private static EncodeResult encoded(Body body, List<Part> parts) {
        return new Encoded(body.encoding(), body.dataCoding(), parts, body.forced());
    }
}
