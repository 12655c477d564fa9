package io.smppbridge.text;

import io.smppbridge.Encoding;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * Content as far as it could be read.
 *
 * @param encoding how the octets were read; {@link Encoding#BINARY} when they were not
 * @param text what they say; empty when they were not read
 * @param octets as they came, without UDH; shared, not to be changed
 * @param dataCoding as it came
 * @param flaws what was wrong; empty when nothing
 */
public record Decoded(Encoding encoding, String text, byte[] octets, int dataCoding, Set<Flaw> flaws) {
    public Decoded {
        Objects.requireNonNull(encoding, "encoding");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(octets, "octets");
        Objects.requireNonNull(flaws, "flaws");
    }

    /** As the platform is told of the flaws: {@code unknown-coding}. */
    public List<String> flawWords() {
        return flaws.isEmpty()
                ? List.of()
                : flaws.stream()
                        .map(flaw -> flaw.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .sorted()
                        .toList();
    }

    /** Why content is not, or not quite, what its sender meant. */
    public enum Flaw {
        /** data_coding names an alphabet that is not read here. */
        UNKNOWN_CODING,
        /** An octet above 0x7F where septets were announced: nothing was read. */
        NOT_SEPTETS,
        /** Octets that the SMSC's charset has no character for: nothing was read. */
        NOT_IN_CHARSET,
        /** Half a UCS-2 character at the end, left out of the text. */
        ODD_LENGTH,
        /** Half of a surrogate pair, U+FFFD in the text. */
        HALF_PAIR,
        /** The header made no sense, in whole or in part. */
        BAD_UDH,
        /** The header asks for a national language table that is not known here: nothing was read. */
        NATIONAL_TABLE,
        /** Parts of one message came with different data_coding: each was read by its own. */
        MIXED_CODING
    }
}
