package io.smppbridge.tlv;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One kind of TLV.
 *
 * @param name as SMPP writes it, or as the carrier does
 * @param tag 0x0001..0xFFFF
 * @param least the fewest octets of its value
 * @param most the most octets of its value; of an integer, exactly so many
 * @param places the PDUs that it belongs to
 */
public record TlvSpec(String name, int tag, TlvType type, int least, int most, Set<Place> places) {
    private static final int LONGEST = 1024;
    private static final Pattern VENDOR =
            Pattern.compile("(0[xX][0-9a-fA-F]{1,4}|\\d{1,5}):(int8|int16|int32|cstring|text|hex)(?::(\\d{1,4}))?");

    /** What {@link #vendor} reads, for complaints. */
    public static final String VENDOR_FORM =
            "<tag>:<type>[:<most octets>] with a type of int8, int16, int32, cstring, text or hex, such as 0x1400:text:30";

    /** The PDUs that carry TLVs. */
    public enum Place {
        SUBMIT,
        DATA,
        MULTI,
        DELIVER,
        ANSWER,
        BIND,
        ALERT,
        BROADCAST
    }

    public TlvSpec {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        places = Set.copyOf(places);
        if (tag < 1 || tag > 0xFFFF) {
            throw new IllegalArgumentException("tag " + tag + ", expected 0x0001..0xFFFF");
        }
        if (least < 0 || most < least || most > 0xFFFF) {
            throw new IllegalArgumentException(least + ".." + most + " octets, expected a range within 0..65535");
        }
    }

    /** Reads what a carrier's own TLV is: {@code 0x1400:text:30}; empty when it is not written so. */
    public static Optional<TlvSpec> vendor(String name, String text) {
        Matcher match = VENDOR.matcher(text);
        if (!match.matches()) {
            return Optional.empty();
        }
        int tag = Integer.decode(match.group(1).replaceFirst("^0+(?=\\d)", ""));
        int most = match.group(3) == null ? LONGEST : Integer.parseInt(match.group(3));
        int width = width(match.group(2));
        boolean sound = tag >= 1 && tag <= 0xFFFF && most >= 1 && most <= LONGEST;
        if (!sound || width > 0 && match.group(3) != null) {
            return Optional.empty();
        }
        TlvType type = type(match.group(2));
        int least = width > 0 ? width : type == TlvType.CSTRING ? 1 : 0;
        return Optional.of(new TlvSpec(
                name,
                tag,
                type,
                least,
                width > 0 ? width : most,
                Set.of(Place.SUBMIT, Place.DATA, Place.MULTI, Place.DELIVER, Place.ANSWER)));
    }

    private static TlvType type(String word) {
        return switch (word) {
            case "cstring" -> TlvType.CSTRING;
            case "text" -> TlvType.TEXT;
            case "hex" -> TlvType.OCTETS;
            default -> TlvType.INT;
        };
    }

    private static int width(String word) {
        return switch (word) {
            case "int8" -> 1;
            case "int16" -> 2;
            case "int32" -> 4;
            default -> 0;
        };
    }

    /** The value's octets. */
    byte[] octets(String value) {
        return type.octets(value, least, most);
    }

    /** Whether a submit_sm or data_sm may carry it. */
    public boolean mayBeSubmitted() {
        return places.contains(Place.SUBMIT) || places.contains(Place.DATA);
    }
}
