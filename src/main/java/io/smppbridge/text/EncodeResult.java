package io.smppbridge.text;

import io.smppbridge.Encoding;
import java.util.List;
import java.util.Objects;

/** What became of a text. */
public sealed interface EncodeResult {
    /**
     * It fits.
     *
     * @param encoding how its characters travel
     * @param dataCoding data_coding of every part
     * @param parts in order, at least one
     * @param forcedUcs2 the distinct characters, at most 20, for whose sake UCS-2 was chosen; empty when it was not, or was asked for
     * @param replaced typographic characters that were replaced, each once; empty when none
     */
    record Encoded(Encoding encoding, int dataCoding, List<Part> parts, String forcedUcs2, String replaced)
            implements EncodeResult {
        public Encoded {
            Objects.requireNonNull(encoding, "encoding");
            Objects.requireNonNull(parts, "parts");
            Objects.requireNonNull(forcedUcs2, "forcedUcs2");
            Objects.requireNonNull(replaced, "replaced");
        }

        Encoded(Encoding encoding, int dataCoding, List<Part> parts, String forcedUcs2) {
            this(encoding, dataCoding, parts, forcedUcs2, "");
        }

        /** The same, told what was replaced before. */
        public Encoded withReplaced(String characters) {
            return new Encoded(encoding, dataCoding, parts, forcedUcs2, characters);
        }
    }

    /** It would take more parts than the SMSC's profile allows. Nothing is cut. */
    record TooLong(int parts, int max) implements EncodeResult {}

    /**
     * The encoding asked for cannot hold it.
     *
     * @param characters the distinct characters, at most 20, that it lacks
     * @param asked the hint
     */
    record Unencodable(String characters, Encoding asked) implements EncodeResult {}

    /**
     * Its form cannot be had.
     *
     * @param field what the platform calls it, such as {@code udh}
     * @param reason a sentence for people
     */
    record Unshapable(String field, String reason) implements EncodeResult {}
}
