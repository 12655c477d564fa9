package io.smppbridge.pdulog;

import io.smppbridge.pdulog.Layout.Column;
import io.smppbridge.pdulog.Layout.Shape;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One PDU taken apart: where its fields lie in its octets. Whatever the octets are, it never fails: what makes no sense is the rest.
 * Used again for one PDU after the other, so that none leaves anything behind.
 */
@OwnedBy("pdulog")
final class Pdu {
    private static final int UDHI = 0x40;
    private static final int UCS_2 = 8;
    private static final int MESSAGE_TYPE = 0x3C;
    private static final int RECEIPT = 0x04;
    private static final int INTERMEDIATE = 0x20;
    private static final int SUBMIT_SM = 0x04;
    private static final int SUBMIT_MULTI = 0x21;
    private static final int FIRST_FIELDS = 64;

    /** Where the PDU lies; masking changes them. */
    byte[] octets;

    int start;
    int length;
    /** How many fields there are; of each its number in {@link Layout}, its kind, where it begins and how long it is. */
    int fields;

    int[] ids = new int[FIRST_FIELDS];
    Kind[] kinds = new Kind[FIRST_FIELDS];
    int[] places = new int[FIRST_FIELDS];
    /** Without the NUL of a text. */
    int[] lengths = new int[FIRST_FIELDS];

    private int at;
    private int end;
    private long esmClass;
    private long dataCoding;

    /** Takes the next one apart; its octets stay where they are. */
    Pdu read(byte[] from, int start, int length) {
        octets = from;
        this.start = start;
        this.length = length;
        at = start + Layout.HEADER;
        end = start + length;
        fields = 0;
        esmClass = -1;
        dataCoding = -1;
        if (length > Layout.HEADER) {
            if (readMandatory()) {
                readTlvs();
            }
            if (at < end) {
                add(Named.REST, end - at);
            }
        }
        return this;
    }

    int command() {
        return four(4);
    }

    int status() {
        return four(8);
    }

    int sequence() {
        return four(12);
    }

    /** A field as a big-endian number. */
    long number(int field) {
        long value = 0;
        int till = places[field] + lengths[field];
        for (int i = Math.max(places[field], till - 8); i < till; i++) {
            value = value << 8 | octets[i] & 0xFF;
        }
        return value;
    }

    /** A field as it stands there. */
    String text(int field) {
        return new String(octets, places[field], lengths[field], StandardCharsets.ISO_8859_1);
    }

    /**
     * A receipt or intermediate notification, by esm_class (SMPP 3.4 §5.2.12). The acknowledgements of a recipient are none: they say
     * what a subscriber has written.
     */
    boolean isReceipt() {
        if (esmClass <= 0) {
            return false;
        }
        long type = esmClass & MESSAGE_TYPE;
        return (type == RECEIPT || type == INTERMEDIATE) && command() != SUBMIT_SM && command() != SUBMIT_MULTI;
    }

    /** 0 where there is none. */
    long dataCoding() {
        return Math.max(0, dataCoding);
    }

    /** Whether its texts are UCS-2. */
    boolean isTwoOctets() {
        return dataCoding == UCS_2;
    }

    /**
     * Octets of the user data header at the beginning of a text, its length octet included; 0 where esm_class names one and its elements
     * do not fill what its length says: then what stands there is the text itself.
     */
    int headerOf(int text) {
        boolean has = esmClass > 0
                && (esmClass & UDHI) != 0
                && lengths[text] > 0
                && (ids[text] == Named.SHORT_MESSAGE.ordinal() || ids[text] == Layout.PAYLOAD);
        if (!has) {
            return 0;
        }
        int from = places[text];
        int length = 1 + (octets[from] & 0xFF);
        if (length > lengths[text]) {
            return 0;
        }
        int element = 1;
        while (element + 1 < length) {
            element += 2 + (octets[from + element + 1] & 0xFF);
        }
        return element == length ? length : 0;
    }

    private boolean readMandatory() {
        Shape shape = Layout.of(command());
        if (shape == null) {
            return true;
        }
        for (Column column : shape.columns()) {
            if (at >= end) {
                return false; // A response that failed may have no body.
            }
            boolean whole =
                    switch (column.form()) {
                        case TEXT -> text(column.name());
                        case ONE -> fixed(column.name(), 1);
                        case MESSAGE -> message(column.name());
                        case DESTINATIONS -> destinations();
                        case FAILURES -> failures();
                    };
            if (!whole) {
                return false;
            }
        }
        return true;
    }

    private boolean text(Named name) {
        int nul = at;
        boolean several = false;
        while (nul < end && octets[nul] != 0) {
            several |= octets[nul] > 0 && octets[nul] < ' ';
            nul++;
        }
        // With a TON or NPI in it, it is more than its name says: somebody has left out a NUL.
        Kind kind = name.kind(nul - at);
        add(name.ordinal(), several && kind == Kind.ADDRESS ? Kind.OPAQUE : kind, nul - at);
        at = Math.min(nul + 1, end);
        return true;
    }

    private boolean fixed(Named name, int count) {
        if (end - at < count) {
            return false;
        }
        if (name == Named.ESM_CLASS && esmClass < 0) {
            esmClass = octets[at] & 0xFF;
        } else if (name == Named.DATA_CODING && dataCoding < 0) {
            dataCoding = octets[at] & 0xFF;
        }
        add(name, count);
        return true;
    }

    private boolean message(Named name) {
        int count = octets[at] & 0xFF;
        add(Named.SM_LENGTH, 1);
        return fixed(name, count);
    }

    private boolean destinations() {
        int count = octets[at] & 0xFF;
        add(Named.NUMBER_OF_DESTS, 1);
        for (int i = 0; i < count; i++) {
            if (at >= end) {
                return false;
            }
            boolean list = octets[at] == 2;
            boolean whole = fixed(Named.DEST_FLAG, 1) && (list ? text(Named.DL_NAME) : address());
            if (!whole) {
                return false;
            }
        }
        return true;
    }

    private boolean failures() {
        int count = octets[at] & 0xFF;
        add(Named.NO_UNSUCCESS, 1);
        for (int i = 0; i < count; i++) {
            if (!address() || !fixed(Named.ERROR_STATUS_CODE, 4)) {
                return false;
            }
        }
        return true;
    }

    private boolean address() {
        return fixed(Named.DEST_ADDR_TON, 1) && fixed(Named.DEST_ADDR_NPI, 1) && text(Named.DESTINATION_ADDR);
    }

    private void readTlvs() {
        while (end - at >= 4) {
            int tag = two(at);
            int count = two(at + 2);
            if (count > end - at - 4) {
                return;
            }
            at += 4;
            int id = Layout.tlv(tag);
            Kind kind = Layout.kind(id, count);
            boolean nul = kind == Kind.WORD && count > 0 && octets[at + count - 1] == 0;
            add(id, kind, nul ? count - 1 : count);
            at += nul ? 1 : 0;
        }
    }

    private void add(Named name, int count) {
        add(name.ordinal(), name.kind, count);
    }

    private void add(int id, Kind kind, int count) {
        if (fields == ids.length) {
            ids = Arrays.copyOf(ids, 2 * fields);
            kinds = Arrays.copyOf(kinds, 2 * fields);
            places = Arrays.copyOf(places, 2 * fields);
            lengths = Arrays.copyOf(lengths, 2 * fields);
        }
        ids[fields] = id;
        kinds[fields] = kind;
        places[fields] = at;
        lengths[fields++] = count;
        at += count;
    }

    private int two(int i) {
        return (octets[i] & 0xFF) << 8 | octets[i + 1] & 0xFF;
    }

    private int four(int i) {
        return length < i + 4 ? 0 : Octets.OF_ARRAY.four(octets, start + i);
    }
}
