package io.smppbridge.pdulog;

import io.smppbridge.pdulog.Field.Kind;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the bridge meant by one PDU: the fields of the structure that it was composed from, or that was read out of it, under the names of
 * SMPP and in their order. Filled by the wire's thread, only while the log is on; then compared with the octets.
 */
@OwnedBy("the wire's thread; after it has been handed to the link, pdulog")
public final class Meant {
    /** A PDU of which there is no structure, but its header. */
    static final Meant NOTHING = new Meant(false);

    /** The text, which is in short_message or in message_payload. */
    private static final String MESSAGE = "message";

    private static final List<String> TEXTS = List.of("short_message", "message_payload");
    /** What follows from other fields. */
    private static final Set<String> COUNTS = Set.of("sm_length", "number_of_dests", "no_unsuccess");

    private record Said(String name, Object value) {}

    /**
     * A field in which structure and octets differ.
     *
     * @param meant in octets, as they would stand in the PDU; empty when the structure has no such field
     */
    record Difference(String name, Kind kind, Optional<byte[]> meant) {}

    private final boolean whole;
    private final List<Said> all = new ArrayList<>(24);

    private Meant(boolean whole) {
        this.whole = whole;
    }

    /** Of a PDU of which every field was meant: one that stands there beside is a difference. */
    public static Meant whole() {
        return new Meant(true);
    }

    /** Of a PDU of which only these fields are understood. */
    public static Meant part() {
        return new Meant(false);
    }

    /** A C-octet string, without its NUL. */
    public Meant text(String name, String value) {
        return say(name, value);
    }

    /** A whole number, unsigned. */
    public Meant number(String name, long value) {
        return say(name, value);
    }

    /** Octets as they stand there; copied. */
    public Meant octets(String name, byte[] value) {
        return say(name, value.clone());
    }

    /** The text, wherever it stands. */
    public Meant message(byte[] value) {
        return say(MESSAGE, value.clone());
    }

    /** An address under the names that its place has: {@code source}, {@code dest} or {@code esme}. */
    public Meant address(String place, int ton, int npi, String number) {
        number(place + "_addr_ton", ton).number(place + "_addr_npi", npi);
        return text(place.equals("dest") ? "destination_addr" : place + "_addr", number);
    }

    /** Whole TLVs, one behind the other. */
    public Meant tlvs(byte[] block) {
        for (int at = 0; block.length - at >= 4; ) {
            int length = (block[at + 2] & 0xFF) << 8 | block[at + 3] & 0xFF;
            int end = Math.min(block.length, at + 4 + length);
            tlv((block[at] & 0xFF) << 8 | block[at + 1] & 0xFF, Arrays.copyOfRange(block, at + 4, end));
            at = end;
        }
        return this;
    }

    /** One TLV. */
    public Meant tlv(int tag, byte[] value) {
        boolean nul =
                Layout.tlv(tag, value.length).kind() == Kind.WORD && value.length > 0 && value[value.length - 1] == 0;
        return say(Layout.tlv(tag, value.length).name(), nul ? Arrays.copyOf(value, value.length - 1) : value.clone());
    }

    private Meant say(String name, Object value) {
        all.add(new Said(name, value));
        return this;
    }

    boolean isNothing() {
        return all.isEmpty() && !whole;
    }

    /** Where the PDU says something else. Before it is masked. */
    List<Difference> against(Pdu pdu) {
        List<Difference> differences = new ArrayList<>(0);
        Map<String, Integer> next = new HashMap<>();
        Set<Field> matched = new HashSet<>();
        for (Said said : all) {
            Optional<Field> there = said.name.equals(MESSAGE)
                    ? text(pdu, said)
                    : Optional.ofNullable(pdu.nth(said.name, next.merge(said.name, 1, Integer::sum) - 1));
            there.ifPresent(matched::add);
            if (there.filter(field -> same(pdu, field, said.value)).isEmpty()) {
                Kind kind = there.map(Field::kind).orElseGet(() -> Layout.kindOf(said.name));
                differences.add(new Difference(said.name, kind, Optional.of(octets(said.value))));
            }
        }
        if (whole) {
            for (Field field : pdu.fields) {
                if (!matched.contains(field) && !COUNTS.contains(field.name())) {
                    differences.add(new Difference(field.name(), field.kind(), Optional.empty()));
                }
            }
        }
        return differences;
    }

    /** The field that has this text, or else the one that should. */
    private static Optional<Field> text(Pdu pdu, Said said) {
        Optional<Field> first = Optional.empty();
        for (Field field : pdu.fields) {
            if (TEXTS.contains(field.name())) {
                if (same(pdu, field, said.value)) {
                    return Optional.of(field);
                }
                first = first.isEmpty() ? Optional.of(field) : first;
            }
        }
        return first;
    }

    private static boolean same(Pdu pdu, Field field, Object value) {
        if (value instanceof Long number) {
            return pdu.number(field) == number;
        }
        byte[] meant = octets(value);
        return Arrays.equals(meant, 0, meant.length, pdu.octets, field.at(), field.at() + field.length())
                // A text with characters that its alphabet lacks is not what went out, though it looks alike.
                && (!(value instanceof String text) || text.equals(pdu.text(field)));
    }

    private static byte[] octets(Object value) {
        if (value instanceof byte[] octets) {
            return octets;
        }
        return value instanceof String text
                ? text.getBytes(StandardCharsets.ISO_8859_1)
                : Long.toString((Long) value).getBytes(StandardCharsets.ISO_8859_1);
    }
}
