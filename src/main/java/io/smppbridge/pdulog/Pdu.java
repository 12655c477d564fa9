package io.smppbridge.pdulog;

import io.smppbridge.pdulog.Field.Kind;
import io.smppbridge.pdulog.Layout.Column;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One PDU taken apart: where its fields lie in its octets. Whatever the octets are, it never fails: what makes no sense is the rest. */
@OwnedBy("pdulog")
final class Pdu {
    private static final int UDHI = 0x40;
    private static final int UCS_2 = 8;
    private static final int MESSAGE_TYPE = 0x3C;
    private static final int RECEIPT = 0x04;
    private static final int INTERMEDIATE = 0x20;
    private static final int SUBMIT_SM = 0x04;
    private static final int SUBMIT_MULTI = 0x21;

    final byte[] octets;
    final List<Field> fields = new ArrayList<>();
    private int at = Layout.HEADER;

    /** @param octets its own; masking changes them */
    Pdu(byte[] octets) {
        this.octets = octets;
        if (octets.length > Layout.HEADER) {
            if (readMandatory()) {
                readTlvs();
            }
            if (at < octets.length) {
                add("rest", Kind.REST, octets.length - at);
            }
        }
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

    Optional<Field> field(String name) {
        return Optional.ofNullable(nth(name, 0));
    }

    /** The field that has so many of its name before it; null when there is none. */
    Field nth(String name, int before) {
        int left = before;
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name) && left-- == 0) {
                return fields.get(i);
            }
        }
        return null;
    }

    /** The field as a big-endian number; 0 where there is none. */
    long number(String name) {
        Field field = nth(name, 0);
        return field == null ? 0 : number(field);
    }

    long number(Field field) {
        long value = 0;
        for (int i = Math.max(0, field.length() - 8); i < field.length(); i++) {
            value = value << 8 | octets[field.at() + i] & 0xFF;
        }
        return value;
    }

    String text(Field field) {
        return new String(octets, field.at(), field.length(), StandardCharsets.ISO_8859_1);
    }

    /**
     * A receipt or intermediate notification, by esm_class (SMPP 3.4 §5.2.12). The acknowledgements of a recipient are none: they say
     * what a subscriber has written.
     */
    boolean isReceipt() {
        long type = number("esm_class") & MESSAGE_TYPE;
        return (type == RECEIPT || type == INTERMEDIATE) && command() != SUBMIT_SM && command() != SUBMIT_MULTI;
    }

    /** Whether its texts are UCS-2. */
    boolean isTwoOctets() {
        return number("data_coding") == UCS_2;
    }

    /** Octets of the user data header at the beginning of a text, its length octet included. */
    int headerOf(Field text) {
        boolean has = (number("esm_class") & UDHI) != 0
                        && text.length() > 0
                        && text.name().startsWith("short_")
                || (number("esm_class") & UDHI) != 0 && text.name().equals("message_payload") && text.length() > 0;
        return has ? Math.min(text.length(), 1 + (octets[text.at()] & 0xFF)) : 0;
    }

    private boolean readMandatory() {
        for (Column column : Layout.columns(command())) {
            if (at >= octets.length) {
                return false; // A response that failed may have no body.
            }
            boolean whole =
                    switch (column.form()) {
                        case TEXT -> text(column.name(), column.kind());
                        case ONE -> fixed(column.name(), column.kind(), 1);
                        case FOUR -> fixed(column.name(), column.kind(), 4);
                        case MESSAGE -> message(column);
                        case DESTINATIONS -> destinations();
                        case FAILURES -> failures();
                    };
            if (!whole) {
                return false;
            }
        }
        return true;
    }

    private boolean text(String name, Kind kind) {
        int nul = at;
        while (nul < octets.length && octets[nul] != 0) {
            nul++;
        }
        add(name, kind, nul - at);
        at = Math.min(nul + 1, octets.length);
        return true;
    }

    private boolean fixed(String name, Kind kind, int length) {
        if (octets.length - at < length) {
            return false;
        }
        add(name, kind, length);
        return true;
    }

    private boolean message(Column column) {
        int length = octets[at] & 0xFF;
        add("sm_length", Kind.NUMBER, 1);
        return fixed(column.name(), column.kind(), length);
    }

    private boolean destinations() {
        int count = octets[at] & 0xFF;
        add("number_of_dests", Kind.NUMBER, 1);
        for (int i = 0; i < count; i++) {
            if (at >= octets.length) {
                return false;
            }
            boolean list = octets[at] == 2;
            boolean whole = fixed("dest_flag", Kind.NUMBER, 1)
                    && (list
                            ? text("dl_name", Kind.WORD)
                            : fixed("dest_addr_ton", Kind.NUMBER, 1)
                                    && fixed("dest_addr_npi", Kind.NUMBER, 1)
                                    && text("destination_addr", Kind.ADDRESS));
            if (!whole) {
                return false;
            }
        }
        return true;
    }

    private boolean failures() {
        int count = octets[at] & 0xFF;
        add("no_unsuccess", Kind.NUMBER, 1);
        for (int i = 0; i < count; i++) {
            boolean whole = fixed("dest_addr_ton", Kind.NUMBER, 1)
                    && fixed("dest_addr_npi", Kind.NUMBER, 1)
                    && text("destination_addr", Kind.ADDRESS)
                    && fixed("error_status_code", Kind.BITS, 4);
            if (!whole) {
                return false;
            }
        }
        return true;
    }

    private void readTlvs() {
        while (octets.length - at >= 4) {
            int tag = two(at);
            int length = two(at + 2);
            if (length > octets.length - at - 4) {
                return;
            }
            Column column = Layout.tlv(tag, length);
            at += 4;
            boolean nul = column.kind() == Kind.WORD && length > 0 && octets[at + length - 1] == 0;
            fields.add(new Field(column.name(), column.kind(), at, nul ? length - 1 : length));
            at += length;
        }
    }

    private void add(String name, Kind kind, int length) {
        fields.add(new Field(name, kind, at, length));
        at += length;
    }

    private int two(int i) {
        return (octets[i] & 0xFF) << 8 | octets[i + 1] & 0xFF;
    }

    private int four(int i) {
        return octets.length < i + 4 ? 0 : two(i) << 16 | two(i + 2);
    }
}
