package io.smppbridge.audit;

import java.util.HexFormat;
import java.util.Optional;

/** What a message says: characters, octets, or what a log hides. */
public record Said(Optional<String> words) {
    /** Masked, or not written down. */
    public static final Said HIDDEN = new Said(Optional.empty());

    public static Said text(String text) {
        return new Said(Optional.of(text));
    }

    /** Octets that are no text. */
    public static Said octets(byte[] octets) {
        return new Said(Optional.of("\u0000" + HexFormat.of().formatHex(octets)));
    }

    boolean isHidden() {
        return words.isEmpty();
    }

    long print() {
        return words.map(Print::of).orElse(Print.NONE);
    }
}
