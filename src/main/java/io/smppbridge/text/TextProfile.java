package io.smppbridge.text;

import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.TextCoding;
import java.util.Map;
import java.util.Objects;

/**
 * How one SMSC wants texts, and how it writes them.
 *
 * @param longMessage how a text longer than one short message travels
 * @param maxParts the most parts a message may have, 1..255 (the concatenation element counts in one octet)
 * @param alphabet what data_coding 0 holds: GSM septets, or characters that the SMSC turns into septets itself
 * @param octetLimit the longest {@code short_message}: 254 octets in SMPP 3.4 (§5.2.22), 255 in 5.0
 * @param shaping what may be done to a text to make it shorter or to keep it readable
 * @param codings what the octets of an MO with such a data_coding are, where the SMSC differs from the standards
 */
public record TextProfile(
        LongMessage longMessage,
        int maxParts,
        TextCoding alphabet,
        int octetLimit,
        SmscConfig.Text.Shaping shaping,
        Map<Integer, TextCoding> codings) {
    /** The longest short_message of SMPP 3.4. */
    public static final int SHORT_MESSAGE_LIMIT = 254;

    /** The longest of SMPP 5.0 (§4.2.1.1): all that the octet sm_length can say. */
    private static final int LIMIT_OF_50 = 255;

    private static final int SMPP_50 = 0x50;
    private static final int MAX_PARTS = 255;

    /** By the standards; for MO of an SMSC that is no longer known. */
    public static final TextProfile STANDARD =
            new TextProfile(LongMessage.UDH8, MAX_PARTS, TextCoding.GSM, SHORT_MESSAGE_LIMIT);

    public TextProfile {
        codings = Map.copyOf(codings);
        Objects.requireNonNull(alphabet, "alphabet");
        Objects.requireNonNull(longMessage, "longMessage");
        Objects.requireNonNull(shaping, "shaping");
        if (maxParts < 1 || maxParts > MAX_PARTS) {
            throw new IllegalArgumentException("max-parts = " + maxParts + ", expected 1.." + MAX_PARTS);
        }
        if (octetLimit < 160 || octetLimit > 255) {
            throw new IllegalArgumentException("short_message limit of " + octetLimit + " octets, expected 160..255");
        }
    }

    /** One that does nothing to texts but encode and cut. */
    public TextProfile(LongMessage longMessage, int maxParts, TextCoding alphabet, int octetLimit) {
        this(longMessage, maxParts, alphabet, octetLimit, SmscConfig.Text.Shaping.NONE, Map.of());
    }

    /** The profile of a configured SMSC; where its binds announce 5.0, a short_message may be as long as there. */
    public static TextProfile of(SmscConfig smsc) {
        SmscConfig.Text text = smsc.text();
        return new TextProfile(
                text.longMessage(),
                Math.min(text.maxParts(), MAX_PARTS),
                text.alphabet(),
                smsc.link().interfaceVersion() >= SMPP_50 ? LIMIT_OF_50 : SHORT_MESSAGE_LIMIT,
                text.shaping(),
                text.moAlphabets());
    }

    /** The same with another way for long texts. */
    public TextProfile with(LongMessage other) {
        return new TextProfile(other, maxParts, alphabet, octetLimit, shaping, codings);
    }

    /** One GSM septet an octet, which needs no turning. */
    public boolean septets() {
        return alphabet.kind() == TextCoding.Kind.GSM;
    }
}
