package io.smppbridge.pdulog;

import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What the bridge meant by one PDU: the fields of the structure that it was composed from, or that was read out of it, under the names of
 * SMPP and in their order. Noted octet by octet, only while the log is on, and used again for one PDU after the other; {@link Compared}
 * reads it beside the octets of the wire.
 *
 * <p>One octet says whether it is {@link #whole}. Then each field: an octet for its form, two for its number in {@link Layout}, and its
 * value: one octet, eight, or four for a length and then as many.
 */
@OwnedBy("the wire's thread")
public final class Meant {
    static final int PART = 0;
    static final int WHOLE = 1;

    /** Forms: a number of one octet, a number of eight, characters, characters of which the wire cannot carry all, octets. */
    static final int SMALL = 1;

    static final int LARGE = 2;
    static final int TEXT = 3;
    static final int BEYOND = 4;
    static final int OCTETS = 5;
    /** In a form: a TLV that the standard does not know. */
    static final int UNKNOWN = 0x80;

    private static final int FIRST_SIZE = 256;
    private static final int LATIN = 0xFF;

    private byte[] octets = new byte[FIRST_SIZE];
    private int length;

    /** Begins anew, of a PDU of which every field is meant: one that stands there beside is a difference. */
    public Meant whole() {
        return begin(WHOLE);
    }

    /** Begins anew, of a PDU of which only these fields are understood. */
    public Meant part() {
        return begin(PART);
    }

    /** A C-octet string, without its NUL. */
    public Meant text(Named name, String value) {
        int from = begin(TEXT, name.ordinal(), value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c > LATIN) {
                return beyond(from, value);
            }
            octets[length++] = (byte) c;
        }
        return this;
    }

    /** The same, when it is at hand in octets. */
    public Meant text(Named name, byte[] value, int count) {
        begin(TEXT, name.ordinal(), count);
        return put(value, 0, count);
    }

    /** A whole number, unsigned. */
    public Meant number(Named name, long value) {
        return number(name.ordinal(), value);
    }

    /** A TLV that is a whole number. */
    public Meant tlvNumber(int tag, long value) {
        return number(Layout.tlv(tag), value);
    }

    /** Octets as they stand there. */
    public Meant octets(Named name, byte[] value) {
        begin(OCTETS, name.ordinal(), value.length);
        return put(value, 0, value.length);
    }

    /** The text, wherever it stands. */
    public Meant message(byte[] value) {
        return octets(Named.MESSAGE, value);
    }

    /** An address under the names that its place has. */
    public Meant address(Named.Place place, int ton, int npi, String number) {
        return number(place.ton, ton).number(place.npi, npi).text(place.number, number);
    }

    /** Whole TLVs, one behind the other. */
    public Meant tlvs(byte[] block) {
        for (int at = 0; block.length - at >= 4; ) {
            int count = (block[at + 2] & 0xFF) << 8 | block[at + 3] & 0xFF;
            int end = Math.min(block.length, at + 4 + count);
            tlv((block[at] & 0xFF) << 8 | block[at + 1] & 0xFF, block, at + 4, end - at - 4);
            at = end;
        }
        return this;
    }

    /** One TLV. */
    public Meant tlv(int tag, byte[] value) {
        return tlv(tag, value, 0, value.length);
    }

    private Meant tlv(int tag, byte[] from, int at, int count) {
        int field = Layout.tlv(tag);
        boolean nul = count > 0 && from[at + count - 1] == 0 && Layout.kind(field, count) == Kind.WORD;
        int shown = nul ? count - 1 : count;
        begin(OCTETS, field, shown);
        return put(from, at, shown);
    }

    private Meant begin(int octet) {
        length = 1;
        octets[0] = (byte) octet;
        return this;
    }

    private Meant number(int field, long value) {
        boolean small = (value & ~0xFFL) == 0;
        room(11);
        head(small ? SMALL : LARGE, field);
        for (int shift = small ? 0 : 56; shift >= 0; shift -= 8) {
            octets[length++] = (byte) (value >>> shift);
        }
        return this;
    }

    /** Characters that are not in Latin-1 have no octet: shown as a question mark, and never what stands on the wire. */
    private Meant beyond(int from, String value) {
        byte[] shown = value.getBytes(StandardCharsets.ISO_8859_1);
        length = from;
        octets[from] = BEYOND;
        length += 3;
        four(shown.length);
        return put(shown, 0, shown.length);
    }

    /** @return where the field begins */
    private int begin(int form, int field, int count) {
        room(7 + count);
        int from = length;
        head(form, field);
        four(count);
        return from;
    }

    private void head(int form, int field) {
        octets[length] = (byte) (field < Layout.UNKNOWN ? form : form | UNKNOWN);
        octets[length + 1] = (byte) (field >>> 8);
        octets[length + 2] = (byte) field;
        length += 3;
    }

    private void four(int value) {
        octets[length] = (byte) (value >>> 24);
        octets[length + 1] = (byte) (value >>> 16);
        octets[length + 2] = (byte) (value >>> 8);
        octets[length + 3] = (byte) value;
        length += 4;
    }

    private Meant put(byte[] from, int at, int count) {
        System.arraycopy(from, at, octets, length, count);
        length += count;
        return this;
    }

    private void room(int more) {
        if (octets.length - length < more) {
            octets = Arrays.copyOf(octets, Math.max(2 * octets.length, length + more));
        }
    }

    /** How long its octets are; 0 when there is no structure. */
    int length() {
        return length == 1 && octets[0] == PART ? 0 : length;
    }

    void copy(byte[] into, int at) {
        System.arraycopy(octets, 0, into, at, length());
    }

    /** Lets a large array go that one long message has left. */
    void slim() {
        if (octets.length > 16 * FIRST_SIZE) {
            octets = new byte[FIRST_SIZE];
            length = 0;
        }
    }
}
