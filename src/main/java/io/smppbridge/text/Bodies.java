package io.smppbridge.text;

import io.smppbridge.Encoding;
import io.smppbridge.settings.Language;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.settings.TextCoding.Kind;
import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** Turns texts into octets: which alphabet holds them, and which of those that do is the shortest. */
final class Bodies {
    private static final int MAX_NAMED = 20;

    private Bodies() {}

    /**
     * The shortest that holds every character, without the header; {@code classed} rules out what has no data_coding with a message class.
     *
     * @param header goes with each part
     */
    static Body shortest(String text, TextProfile profile, boolean classed, Udh header) {
        if (fitsDefault(text, profile)) {
            Body body = byDefault(text, profile);
            if (!tooWide(body.withHeader(header), profile)) {
                return body;
            }
        }
        boolean latin = profile.alphabet().kind() == Kind.LATIN1;
        if (!classed && latin && fitsLatin1(text)) {
            return whole(latin1(text), text, profile, c -> 1);
        }
        Body wide = ucs2(text, profile).withForced(lacking(text, profile, latin));
        return profile.alphabet().gsm() && !profile.shaping().nationalTables().isEmpty()
                ? national(text, profile, wide)
                : wide;
    }

    /** The body in the encoding asked for; only for a text that {@link #holds}. */
    static Body asked(String text, Encoding hint, TextProfile profile) {
        return switch (hint) {
            case GSM7, OTHER -> byDefault(text, profile);
            case LATIN1 -> whole(latin1(text), text, profile, c -> 1);
            case UCS2 -> ucs2(text, profile);
            case BINARY -> octets(new byte[0], hint);
        };
    }

    /** @param header goes with each part */
    static boolean holds(String text, Encoding hint, TextProfile profile, Udh header) {
        return switch (hint) {
            case GSM7, OTHER ->
                fitsDefault(text, profile) && !tooWide(byDefault(text, profile).withHeader(header), profile);
            case LATIN1 -> fitsLatin1(text);
            case UCS2 -> true;
            case BINARY -> text.isEmpty();
        };
    }

    /** The distinct characters that an encoding lacks, in order, at most 20. */
    static String lacking(String text, Encoding hint, TextProfile profile) {
        return hint == Encoding.BINARY ? named(text, c -> true) : lacking(text, profile, hint == Encoding.LATIN1);
    }

    /** Octets are what the hint says they are, and keep their places; without one they are octets. */
    static Body octets(byte[] octets, Encoding hint) {
        return switch (hint) {
            case GSM7 -> new Body(octets, Cut.SEPTETS, hint, Alphabet.DC_DEFAULT);
            case OTHER -> new Body(octets, Cut.OCTETS, hint, Alphabet.DC_DEFAULT);
            case LATIN1 -> new Body(octets, Cut.OCTETS, hint, Alphabet.DC_LATIN1);
            case UCS2 -> new Body(octets, Cut.UNITS, hint, Alphabet.DC_UCS2);
            case BINARY -> new Body(octets, Cut.OCTETS, hint, Alphabet.DC_OCTETS);
        };
    }

    static boolean fitsDefault(String text, TextProfile profile) {
        return GsmAlphabet.septets(text) >= 0 && inAlphabet(text, profile.alphabet());
    }

    private static boolean inAlphabet(String text, TextCoding alphabet) {
        return switch (alphabet.kind()) {
            case LATIN1 -> fitsLatin1(text);
            case IA5, CHARSET -> alphabet.charset().newEncoder().canEncode(text);
            default -> true;
        };
    }

    /** A charset of several octets a character may need more of them than short_message takes, for characters that the air has room for. */
    private static boolean tooWide(Body body, TextProfile profile) {
        boolean wide = body.turned().kind() == Kind.CHARSET
                && body.turned().charset().newEncoder().maxBytesPerChar() > 1;
        if (!wide || profile.longMessage() == LongMessage.PAYLOAD && !body.fits()) {
            return false;
        }
        int room = body.fits() ? body.octets().length : Segmenter.room(body, profile);
        int own = body.header().length();
        int header = body.fits() ? own : Math.max(own, 1) + Segmenter.UDH16_LENGTH - 1;
        int from = 0;
        do {
            int to = body.fits() ? body.octets().length : body.next(from, room);
            if (header + body.slice(from, to, header).length > profile.octetLimit()) {
                return true;
            }
            from = to;
        } while (from < body.octets().length);
        return false;
    }

    /** The best of the allowed languages' tables, single shift, locking shift or both; the wide body if none is shorter than that. */
    private static Body national(String text, TextProfile profile, Body wide) {
        Body best = wide;
        for (Language language : profile.shaping().nationalTables()) {
            int id = language.identifier();
            best = shorter(best, national(text, profile, 0, id), profile);
            best = shorter(best, national(text, profile, id, 0), profile);
            best = shorter(best, national(text, profile, id, id), profile);
        }
        return best;
    }

    /** The body by two tables; one of no octets for a text that they do not hold, or for a table that the standard lacks. */
    private static Body national(String text, TextProfile profile, int lockId, int shiftId) {
        NationalTables.Table lock = NationalTables.lock(lockId).orElse(NationalTables.NONE);
        NationalTables.Table shift = NationalTables.shift(shiftId).orElse(NationalTables.NONE);
        if (NationalTables.septets(text, lock, shift) < 0) {
            return NOTHING;
        }
        byte[] octets = NationalTables.encode(text, lock, shift);
        Body body = new Body(octets, Cut.SEPTETS, Encoding.GSM7, Alphabet.DC_DEFAULT)
                .withHeader(Udh.NONE.withTables(shiftId, lockId))
                .turnedInto(profile.septets() ? TextCoding.OCTETS : profile.alphabet());
        return whole(body, text, profile, c -> NationalTables.width((char) c, lock));
    }

    private static final Body NOTHING = new Body(new byte[0], Cut.OCTETS, Encoding.BINARY, Alphabet.DC_OCTETS);

    private static Body shorter(Body best, Body other, TextProfile profile) {
        if (other == NOTHING) {
            return best;
        }
        int parts = Segmenter.parts(other, profile) - Segmenter.parts(best, profile);
        return parts < 0 || parts == 0 && air(other) < air(best) ? other : best;
    }

    /** Octets on the air interface, where septets are packed. */
    private static int air(Body body) {
        int length = body.octets().length;
        return body.header().length() + (body.cut() == Cut.SEPTETS ? (length * 7 + 7) / 8 : length);
    }

    private static Body whole(Body body, String text, TextProfile profile, IntUnaryOperator width) {
        return profile.shaping().wholeGraphemes() ? body.withBreaks(Graphemes.ends(text, width)) : body;
    }

    private static Body byDefault(String text, TextProfile profile) {
        if (profile.alphabet().kind() == Kind.LATIN1) {
            Body body = new Body(latin1Octets(text), Cut.LATIN_AS_SEPTETS, Encoding.GSM7, Alphabet.DC_DEFAULT);
            return whole(body, text, profile, c -> 1);
        }
        Body body = new Body(GsmAlphabet.encode(text), Cut.SEPTETS, Encoding.GSM7, Alphabet.DC_DEFAULT);
        Body turned = profile.septets() ? body : body.turnedInto(profile.alphabet());
        return whole(turned, text, profile, c -> GsmAlphabet.septets((char) c));
    }

    /**
     * GSM septets in what data_coding 0 means to the SMSC, behind a header of so many octets; as they are when it lacks one of their
     * characters.
     */
    static byte[] recoded(byte[] septets, int headerLength, TextProfile profile) {
        TextCoding alphabet = profile.alphabet();
        if (profile.septets() || !GsmAlphabet.readable(septets)) {
            return septets;
        }
        if (alphabet.kind() == Kind.GSM_PACKED) {
            return Septets.pack(septets, 0, septets.length, headerLength);
        }
        String text = GsmAlphabet.decode(septets);
        return inAlphabet(text, alphabet) ? text.getBytes(alphabet.charset()) : septets;
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
    private static Body ucs2(String text, TextProfile profile) {
        byte[] octets = new byte[text.length() * 2];
        for (int i = 0, at = 0; i < text.length(); i++, at += 2) {
            char c = text.charAt(i);
            octets[at] = (byte) (c >>> 8);
            octets[at + 1] = (byte) c;
        }
        return whole(new Body(octets, Cut.UNITS, Encoding.UCS2, Alphabet.DC_UCS2), text, profile, c -> 2);
    }

    private static String lacking(String text, TextProfile profile, boolean latin1) {
        if (latin1) {
            return named(text, c -> c > 0xFF);
        }
        boolean gsm = profile.alphabet().gsm();
        return named(
                text,
                c -> c > 0xFFFF
                        || GsmAlphabet.septets((char) c) == 0
                        || !gsm && !inAlphabet(Character.toString(c), profile.alphabet()));
    }

    /** The distinct characters that pass a test, in order, up to the most that are named. */
    private static String named(String text, IntPredicate which) {
        StringBuilder named = new StringBuilder(2 * MAX_NAMED);
        int count = 0;
        int step;
        for (int i = 0; i < text.length() && count < MAX_NAMED; i += step) {
            int c = text.codePointAt(i);
            step = Character.charCount(c);
            if (which.test(c) && !has(named, c)) {
                named.appendCodePoint(c);
                count++;
            }
        }
        return named.toString();
    }

    private static boolean has(StringBuilder text, int character) {
        int step;
        for (int i = 0; i < text.length(); i += step) {
            int c = text.codePointAt(i);
            step = Character.charCount(c);
            if (c == character) {
                return true;
            }
        }
        return false;
    }
}
