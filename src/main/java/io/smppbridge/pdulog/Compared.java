package io.smppbridge.pdulog;

import io.smppbridge.pdulog.Meant.Difference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * How a PDU's octets compare with what was meant by it, ready to be shown.
 *
 * @param known whether there was a structure to compare with
 * @param otherwise fields that the octets say otherwise
 */
record Compared(boolean known, List<Shown> otherwise) {
    private static final Compared UNKNOWN = new Compared(false, List.of());

    /**
     * One field.
     *
     * @param meant masked as its kind is; empty when nothing was meant
     */
    record Shown(String name, Optional<String> meant) {}

    static Compared of(Meant meant, Pdu pdu, boolean unmasked) {
        if (meant.isNothing()) {
            return UNKNOWN;
        }
        return new Compared(
                true,
                meant.against(pdu).stream()
                        .map(difference -> shown(difference, unmasked))
                        .toList());
    }

    boolean same() {
        return otherwise.isEmpty();
    }

    /** {@code meant: source_addr="46701xxx" validity_period=nothing}; empty where nothing differs. */
    String comment() {
        if (same()) {
            return "";
        }
        StringBuilder comment = new StringBuilder("meant:");
        otherwise.forEach(shown -> {
            comment.append(' ').append(shown.name).append('=');
            shown.meant.ifPresentOrElse(value -> Lines.quoted(comment, value), () -> comment.append("nothing"));
        });
        return comment.length() > MOST_COMMENT ? comment.substring(0, MOST_COMMENT) : comment.toString();
    }

    private static final int MOST_COMMENT = 8_000;

    private static Shown shown(Difference difference, boolean unmasked) {
        return new Shown(
                difference.name(),
                difference
                        .meant()
                        .map(octets -> new String(
                                Masking.masked(difference.kind(), octets, unmasked), StandardCharsets.ISO_8859_1)));
    }
}
