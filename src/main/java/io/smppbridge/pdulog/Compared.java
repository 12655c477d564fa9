package io.smppbridge.pdulog;

import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** How a PDU's octets compare with what was {@link Meant} by it, ready to be shown. Used again for one PDU after the other. */
@OwnedBy("pdulog")
final class Compared {
    private static final int MOST_COMMENT = 8_000;

    /**
     * One field in which structure and octets differ.
     *
     * @param meant as it would stand in the PDU, masked as its kind is; empty when nothing was meant
     */
    record Shown(String name, Optional<String> meant) {}

    private final List<Shown> otherwise = new ArrayList<>(0);
    private boolean known;
    private boolean unmasked;
    private Pdu pdu;

    /** Fields of the PDU that were said, or follow from others. */
    private boolean[] matched = new boolean[0];
    /** All before it are matched. */
    private int first;

    private byte[] said;
    private int at;

    /**
     * Compares a PDU, before it is masked.
     *
     * @param meant as {@link Meant} has noted it; nothing for a PDU without a structure
     */
    Compared of(byte[] meant, int from, int length, Pdu pdu, boolean unmasked) {
        otherwise.clear();
        known = length > 0;
        if (known) {
            this.pdu = pdu;
            this.unmasked = unmasked;
            said = meant;
            at = from + 1;
            begin();
            while (at < from + length) {
                field();
            }
            if (meant[from] == Meant.WHOLE) {
                unsaid();
            }
        }
        return this;
    }

    /** Whether there was a structure to compare with. */
    boolean known() {
        return known;
    }

    /** Fields that the octets say otherwise. */
    List<Shown> otherwise() {
        return otherwise;
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
            shown.meant.ifPresentOrElse(value -> Line.quoted(comment, value), () -> comment.append("nothing"));
        });
        return comment.length() > MOST_COMMENT ? comment.substring(0, MOST_COMMENT) : comment.toString();
    }

    private void begin() {
        if (matched.length < pdu.fields) {
            matched = new boolean[Math.max(2 * matched.length, pdu.fields)];
        }
        for (int i = 0; i < pdu.fields; i++) {
            matched[i] = isCount(pdu.ids[i]);
        }
        first = 0;
    }

    /** What follows from other fields. */
    private static boolean isCount(int field) {
        return field == Named.SM_LENGTH.ordinal()
                || field == Named.NUMBER_OF_DESTS.ordinal()
                || field == Named.NO_UNSUCCESS.ordinal();
    }

    /** One field that was said: the n-th of its name is to be the n-th of that name in the PDU. */
    private void field() {
        int form = said[at] & ~Meant.UNKNOWN & 0xFF;
        int id = (said[at + 1] & 0xFF) << 8
                | said[at + 2] & 0xFF
                | ((said[at] & Meant.UNKNOWN) == 0 ? 0 : Layout.UNKNOWN);
        int length =
                switch (form) {
                    case Meant.SMALL -> 1;
                    case Meant.LARGE -> 8;
                    default -> Octets.OF_ARRAY.four(said, at + 3);
                };
        int value = at + (form == Meant.SMALL || form == Meant.LARGE ? 3 : 7);
        at = value + length;
        int there = id == Named.MESSAGE.ordinal() ? text(form, value, length) : next(id);
        if (there >= 0) {
            matched[there] = true;
        }
        if (there < 0 || !isSame(there, form, value, length)) {
            Kind kind = there < 0 ? Layout.kind(id) : pdu.kinds[there];
            byte[] meant = octets(form, value, length);
            otherwise.add(new Shown(
                    Layout.nameOf(id),
                    Optional.of(new String(Masking.masked(kind, meant, unmasked), StandardCharsets.ISO_8859_1))));
        }
    }

    /** The first field of that name that was not said before; -1 when there is none. */
    private int next(int id) {
        while (first < pdu.fields && matched[first]) {
            first++;
        }
        for (int i = first; i < pdu.fields; i++) {
            if (pdu.ids[i] == id && !matched[i]) {
                return i;
            }
        }
        return -1;
    }

    /** The field that has this text, or else the first one that could. */
    private int text(int form, int value, int length) {
        int could = -1;
        for (int i = 0; i < pdu.fields; i++) {
            if (pdu.ids[i] == Named.SHORT_MESSAGE.ordinal() || pdu.ids[i] == Layout.PAYLOAD) {
                if (isSame(i, form, value, length)) {
                    return i;
                }
                could = could < 0 ? i : could;
            }
        }
        return could;
    }

    private boolean isSame(int field, int form, int value, int length) {
        return switch (form) {
            case Meant.SMALL, Meant.LARGE -> pdu.number(field) == number(value, length);
            case Meant.BEYOND -> false; // Not what went out, though it looks alike.
            default ->
                length == pdu.lengths[field]
                        && Arrays.equals(
                                said, value, value + length, pdu.octets, pdu.places[field], pdu.places[field] + length);
        };
    }

    private long number(int from, int length) {
        long number = 0;
        for (int i = from; i < from + length; i++) {
            number = number << 8 | said[i] & 0xFF;
        }
        return number;
    }

    /** As they would stand in the PDU; a number in its digits. */
    private byte[] octets(int form, int value, int length) {
        return form == Meant.SMALL || form == Meant.LARGE
                ? Long.toString(number(value, length)).getBytes(StandardCharsets.ISO_8859_1)
                : Arrays.copyOfRange(said, value, value + length);
    }

    private void unsaid() {
        for (int i = first; i < pdu.fields; i++) {
            if (!matched[i]) {
                otherwise.add(new Shown(Layout.nameOf(pdu.ids[i]), Optional.empty()));
            }
        }
    }
}
