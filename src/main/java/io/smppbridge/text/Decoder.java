package io.smppbridge.text;

import io.smppbridge.Encoding;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.text.Decoded.Flaw;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Reads what subscribers write. Stateless: any thread. Never throws because of what came, and never puts a substitute for what it cannot
 * read: the octets are always there, and a {@link Flaw} says what was wrong.
 *
 * <p>What the SMSC's default alphabet (data_coding 0) is, its profile says, and what other data_codings are where it differs from the
 * standards.
 */
public final class Decoder {
    private static final char REPLACEMENT = '\uFFFD';
    private static final char MARK = '\uFEFF';
    private static final char SWAPPED_MARK = '\uFFFE';

    private Decoder() {}

    /** Takes the header off, and finds the place among the parts. A UDH wins over SAR TLVs. */
    public static Fragment open(Incoming incoming) {
        byte[] userData = incoming.userData();
        Udh udh = incoming.udhi() ? Udh.parse(userData) : Udh.NONE;
        Concat concat = udh.concat();
        if (concat == Concat.NONE) {
            concat = Concat.orNone(
                    Concat.Kind.SAR, incoming.sarReference() & 0xFFFF, incoming.sarTotal(), incoming.sarSequence());
        }
        byte[] octets = udh.length() == 0 ? userData : Arrays.copyOfRange(userData, udh.length(), userData.length);
        return new Fragment(incoming.dataCoding(), udh, concat, octets);
    }

    /** Reads the characters of a message of one part. */
    public static Decoded decode(Fragment fragment, TextProfile profile) {
        TextCoding coding = Alphabet.of(fragment.dataCoding(), profile);
        return read(
                new Content(fragment.octets(), characters(fragment, coding), fragment.dataCoding(), fragment.udh()),
                coding,
                flawsOf(fragment.udh()));
    }

    /** Reads the characters of a message of several parts, given in order; some may be missing. */
    public static Decoded decode(List<Fragment> parts, TextProfile profile) {
        if (parts.size() == 1) {
            return decode(parts.get(0), profile);
        }
        Set<Flaw> flaws = EnumSet.noneOf(Flaw.class);
        boolean mixed = false;
        int length = 0;
        for (Fragment part : parts) {
            flaws.addAll(flawsOf(part.udh()));
            mixed |= !alike(part, parts.get(0));
            length += part.octets().length;
        }
        byte[] octets = joined(parts.stream().map(Fragment::octets).toList(), length);
        if (mixed) {
            return mixed(parts, octets, flaws, profile);
        }
        int dataCoding = parts.get(0).dataCoding();
        TextCoding coding = Alphabet.of(dataCoding, profile);
        byte[] characters = octets;
        if (coding.kind() == TextCoding.Kind.GSM_PACKED) {
            List<byte[]> each =
                    parts.stream().map(part -> characters(part, coding)).toList();
            characters = joined(each, each.stream().mapToInt(it -> it.length).sum());
        }
        return read(new Content(octets, characters, dataCoding, parts.get(0).udh()), coding, flaws);
    }

    /**
     * What is to be read.
     *
     * @param octets as they came
     * @param characters the same, with packed septets unpacked
     */
    private record Content(byte[] octets, byte[] characters, int dataCoding, Udh udh) {}

    private static byte[] joined(List<byte[]> parts, int length) {
        byte[] octets = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, octets, at, part.length);
            at += part.length;
        }
        return octets;
    }

    /** The octets to read: packed septets are unpacked, by the place where they began. */
    private static byte[] characters(Fragment part, TextCoding coding) {
        return coding.kind() == TextCoding.Kind.GSM_PACKED
                ? Septets.unpack(part.octets(), part.udh().length())
                : part.octets();
    }

    /** Whether the octets of both mean the same, so that they may be read as one: a character may end in the next part. */
    private static boolean alike(Fragment one, Fragment other) {
        return one.dataCoding() == other.dataCoding()
                && one.udh().shift() == other.udh().shift()
                && one.udh().lock() == other.udh().lock();
    }

    private static Decoded mixed(List<Fragment> parts, byte[] octets, Set<Flaw> flaws, TextProfile profile) {
        StringBuilder text = new StringBuilder();
        Encoding encoding = Encoding.BINARY;
        for (Fragment part : parts) {
            Decoded read = decode(part, profile);
            text.append(read.text());
            flaws.addAll(read.flaws());
            encoding = encoding == Encoding.BINARY ? read.encoding() : encoding;
            if (part.dataCoding() != parts.get(0).dataCoding()) {
                flaws.add(Flaw.MIXED_CODING);
            }
        }
        return new Decoded(encoding, text.toString(), octets, parts.get(0).dataCoding(), flaws);
    }

    private static Set<Flaw> flawsOf(Udh udh) {
        Set<Flaw> flaws = EnumSet.noneOf(Flaw.class);
        if (udh.malformed()) {
            flaws.add(Flaw.BAD_UDH);
        }
        if (NationalTables.shift(udh.shift()).isEmpty()
                || NationalTables.lock(udh.lock()).isEmpty()) {
            flaws.add(Flaw.NATIONAL_TABLE);
        }
        return flaws;
    }

    private static Decoded read(Content content, TextCoding coding, Set<Flaw> flaws) {
        byte[] characters = content.characters;
        String text = "";
        switch (coding.kind()) {
            case GSM, GSM_PACKED -> {
                if (!GsmAlphabet.readable(characters)) {
                    flaws.add(Flaw.NOT_SEPTETS);
                } else if (!flaws.contains(Flaw.NATIONAL_TABLE)) {
                    text = content.udh.shifted() ? national(characters, content.udh) : GsmAlphabet.decode(characters);
                }
            }
            case LATIN1, IA5, CHARSET -> text = characters(characters, coding.charset(), flaws);
            case UCS2 -> {
                text = units(characters, flaws);
                flaws.remove(Flaw.NATIONAL_TABLE);
                if ((characters.length & 1) == 1) {
                    flaws.add(Flaw.ODD_LENGTH);
                }
            }
            case OCTETS -> flaws.remove(Flaw.NATIONAL_TABLE);
            case UNKNOWN -> flaws.add(Flaw.UNKNOWN_CODING);
        }
        boolean unread = flaws.contains(Flaw.NOT_SEPTETS)
                || flaws.contains(Flaw.NOT_IN_CHARSET)
                || coding.gsm() && flaws.contains(Flaw.NATIONAL_TABLE);
        Encoding encoding = unread ? Encoding.BINARY : Alphabet.encoding(coding);
        return new Decoded(encoding, text, content.octets, content.dataCoding, flaws);
    }

    private static String characters(byte[] octets, Charset charset, Set<Flaw> flaws) {
        try {
            return charset.newDecoder().decode(ByteBuffer.wrap(octets)).toString();
        } catch (CharacterCodingException notOfIt) {
            flaws.add(Flaw.NOT_IN_CHARSET);
            return "";
        }
    }

    private static String national(byte[] octets, Udh udh) {
        return NationalTables.decode(
                octets,
                NationalTables.lock(udh.lock()).orElseThrow(),
                NationalTables.shift(udh.shift()).orElseThrow());
    }

    /**
     * UTF-16BE, or the other order where a byte order mark says so, which is no part of the text; U+FFFD for half a surrogate pair, which no
     * text may hold. An odd octet at the end is left out.
     */
    private static String units(byte[] octets, Set<Flaw> flaws) {
        char first = octets.length < 2 ? 0 : unit(octets, 0);
        int skipped = first == MARK || first == SWAPPED_MARK ? 1 : 0;
        char[] text = new char[octets.length / 2 - skipped];
        for (int i = 0; i < text.length; i++) {
            char unit = unit(octets, i + skipped);
            text[i] = first == SWAPPED_MARK ? Character.reverseBytes(unit) : unit;
        }
        for (int i = 0; i < text.length; i++) {
            if (i + 1 < text.length && Character.isSurrogatePair(text[i], text[i + 1])) {
                i++;
            } else if (Character.isSurrogate(text[i])) {
                text[i] = REPLACEMENT;
                flaws.add(Flaw.HALF_PAIR);
            }
        }
        return new String(text);
    }

    private static char unit(byte[] octets, int index) {
        return (char) ((octets[2 * index] & 0xFF) << 8 | octets[2 * index + 1] & 0xFF);
    }
}
