package io.smppbridge.text;

import io.smppbridge.Encoding;
import io.smppbridge.text.Decoded.Flaw;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Reads what subscribers write. Stateless: any thread. Never throws because of what came, and never puts a substitute for what it cannot
 * read: the octets are always there, and a {@link Flaw} says what was wrong.
 *
 * <p>An SMSC's default alphabet (data_coding 0) is GSM in unpacked septets, or Latin-1, as its profile says.
 */
public final class Decoder {
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
    public static Decoded decode(Fragment fragment, boolean gsm) {
        return read(fragment.octets(), fragment.dataCoding(), fragment.udh(), flawsOf(fragment.udh()), gsm);
    }

    /** Reads the characters of a message of several parts, given in order; some may be missing. */
    public static Decoded decode(List<Fragment> parts, boolean gsm) {
        if (parts.size() == 1) {
            return decode(parts.get(0), gsm);
        }
        Set<Flaw> flaws = EnumSet.noneOf(Flaw.class);
        boolean mixed = false;
        int length = 0;
        for (Fragment part : parts) {
            flaws.addAll(flawsOf(part.udh()));
            mixed |= !alike(part, parts.get(0));
            length += part.octets().length;
        }
        byte[] octets = new byte[length];
        int at = 0;
        for (Fragment part : parts) {
            System.arraycopy(part.octets(), 0, octets, at, part.octets().length);
            at += part.octets().length;
        }
        int dataCoding = parts.get(0).dataCoding();
        return mixed
                ? mixed(parts, octets, flaws, gsm)
                : read(octets, dataCoding, parts.get(0).udh(), flaws, gsm);
    }

    /** Whether the octets of both mean the same, so that they may be read as one: a character may end in the next part. */
    private static boolean alike(Fragment one, Fragment other) {
        return one.dataCoding() == other.dataCoding()
                && one.udh().shift() == other.udh().shift()
                && one.udh().lock() == other.udh().lock();
    }

    private static Decoded mixed(List<Fragment> parts, byte[] octets, Set<Flaw> flaws, boolean gsm) {
        StringBuilder text = new StringBuilder();
        Encoding encoding = Encoding.BINARY;
        for (Fragment part : parts) {
            Decoded read = decode(part, gsm);
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

    private static Decoded read(byte[] octets, int dataCoding, Udh udh, Set<Flaw> flaws, boolean gsm) {
        Alphabet alphabet = Alphabet.of(dataCoding, gsm);
        String text = "";
        switch (alphabet) {
            case GSM -> {
                if (!GsmAlphabet.readable(octets)) {
                    flaws.add(Flaw.NOT_SEPTETS);
                } else if (!flaws.contains(Flaw.NATIONAL_TABLE)) {
                    text = udh.shifted() ? national(octets, udh) : GsmAlphabet.decode(octets);
                }
            }
            case LATIN1 -> text = new String(octets, StandardCharsets.ISO_8859_1);
            case UCS2 -> {
                text = units(octets);
                flaws.remove(Flaw.NATIONAL_TABLE);
                if ((octets.length & 1) == 1) {
                    flaws.add(Flaw.ODD_LENGTH);
                }
            }
            case OCTETS -> flaws.remove(Flaw.NATIONAL_TABLE);
            case UNKNOWN -> flaws.add(Flaw.UNKNOWN_CODING);
        }
        boolean unread =
                flaws.contains(Flaw.NOT_SEPTETS) || alphabet == Alphabet.GSM && flaws.contains(Flaw.NATIONAL_TABLE);
        return new Decoded(unread ? Encoding.BINARY : alphabet.encoding(), text, octets, dataCoding, flaws);
    }

    private static String national(byte[] octets, Udh udh) {
        return NationalTables.decode(
                octets,
                NationalTables.lock(udh.lock()).orElseThrow(),
                NationalTables.shift(udh.shift()).orElseThrow());
    }

    /** UTF-16BE unit by unit: the JDK's decoder would put U+FFFD for half a surrogate pair. */
    private static String units(byte[] octets) {
        char[] text = new char[octets.length / 2];
        for (int i = 0; i < text.length; i++) {
            text[i] = (char) ((octets[2 * i] & 0xFF) << 8 | octets[2 * i + 1] & 0xFF);
        }
        return new String(text);
    }
}
