package io.smppbridge.settings;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Objects;
import java.util.Optional;

/**
 * How characters stand in octets.
 *
 * @param charset of {@link Kind#LATIN1}, {@link Kind#IA5} and {@link Kind#CHARSET}; of the others it means nothing
 */
public record TextCoding(Kind kind, Charset charset) {
    public static final TextCoding GSM = new TextCoding(Kind.GSM, StandardCharsets.US_ASCII);
    public static final TextCoding GSM_PACKED = new TextCoding(Kind.GSM_PACKED, StandardCharsets.US_ASCII);
    public static final TextCoding LATIN1 = new TextCoding(Kind.LATIN1, StandardCharsets.ISO_8859_1);
    public static final TextCoding IA5 = new TextCoding(Kind.IA5, StandardCharsets.US_ASCII);
    public static final TextCoding UCS2 = new TextCoding(Kind.UCS2, StandardCharsets.UTF_16BE);
    public static final TextCoding OCTETS = new TextCoding(Kind.OCTETS, StandardCharsets.ISO_8859_1);
    /** Nobody says what the octets are. */
    public static final TextCoding UNKNOWN = new TextCoding(Kind.UNKNOWN, StandardCharsets.ISO_8859_1);

    static final String WORDS = "gsm | gsm-packed | latin1 | ia5 | a charset such as windows-1252 or UTF-8";

    public enum Kind {
        /** Septets of the GSM default alphabet, one an octet. */
        GSM,
        /** Eight septets in seven octets, as on the air (3GPP TS 23.038 §6.1.2.1). */
        GSM_PACKED,
        LATIN1,
        /** The international reference alphabet, which is ASCII. */
        IA5,
        /** UTF-16 big-endian. */
        UCS2,
        /** No characters. */
        OCTETS,
        CHARSET,
        UNKNOWN
    }

    public TextCoding {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(charset, "charset");
    }

    public static TextCoding of(Charset charset) {
        return new TextCoding(Kind.CHARSET, charset);
    }

    /** Septets of the GSM default alphabet, packed or not. */
    public boolean gsm() {
        return kind == Kind.GSM || kind == Kind.GSM_PACKED;
    }

    /** What an SMSC's default alphabet may be. */
    static Optional<TextCoding> alphabet(String word) {
        return switch (word) {
            case "gsm" -> Optional.of(GSM);
            case "gsm-packed" -> Optional.of(GSM_PACKED);
            case "latin1" -> Optional.of(LATIN1);
            case "ia5" -> Optional.of(IA5);
            default -> named(word);
        };
    }

    /** What the octets of an MO may be. */
    static Optional<TextCoding> any(String word) {
        return switch (word) {
            case "ucs2" -> Optional.of(UCS2);
            case "binary" -> Optional.of(OCTETS);
            default -> alphabet(word);
        };
    }

    private static Optional<TextCoding> named(String word) {
        try {
            Charset charset = Charset.forName(word);
            return charset.canEncode() ? Optional.of(of(charset)) : Optional.empty();
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            return Optional.empty();
        }
    }
}
