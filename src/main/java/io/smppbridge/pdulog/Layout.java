package io.smppbridge.pdulog;

import static io.smppbridge.pdulog.Named.*;

import io.smppbridge.tlv.TlvSpec;
import io.smppbridge.tlv.Tlvs;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The mandatory fields of each PDU in their order, as a table (SMPP 3.4 §4, 5.0 §4), and the names of commands and TLVs. A field is a
 * number here: the ordinal of its {@link Named}; then come the TLVs of the standard by tag; any other TLV is {@link #UNKNOWN} and its tag.
 */
final class Layout {
    static final int HEADER = 16;
    static final int RESPONSE = 0x80000000;
    /** From here on fields are TLVs that the standard does not know, by tag. */
    static final int UNKNOWN = 0x10000;

    /** How a field takes its place. */
    enum Form {
        TEXT,
        ONE,
        /** sm_length, and then that many octets. */
        MESSAGE,
        /** number_of_dests, and then that many addresses or lists. */
        DESTINATIONS,
        /** no_unsuccess, and then that many addresses with a status. */
        FAILURES
    }

    /** One field. */
    record Column(Form form, Named name) {}

    /** A command: its name, and what its body begins with. */
    record Shape(byte[] name, Column[] columns) {}

    private static final int COMMANDS = 0x114;
    private static final Shape[] REQUESTS = new Shape[COMMANDS];
    private static final Shape[] RESPONSES = new Shape[COMMANDS];
    private static final Column[] NONE = {};

    private static final Column[] SOURCE = {one(SOURCE_ADDR_TON), one(SOURCE_ADDR_NPI), text(SOURCE_ADDR)};
    private static final Column[] DESTINATION = {one(DEST_ADDR_TON), one(DEST_ADDR_NPI), text(DESTINATION_ADDR)};
    private static final Column[] HOW = {
        one(ESM_CLASS),
        one(PROTOCOL_ID),
        one(PRIORITY_FLAG),
        text(SCHEDULE_DELIVERY_TIME),
        text(VALIDITY_PERIOD),
        one(REGISTERED_DELIVERY),
        one(REPLACE_IF_PRESENT_FLAG),
        one(DATA_CODING),
        one(SM_DEFAULT_MSG_ID),
        new Column(Form.MESSAGE, SHORT_MESSAGE)
    };
    private static final Column[] BIND = {
        text(SYSTEM_ID),
        text(PASSWORD),
        text(SYSTEM_TYPE),
        one(INTERFACE_VERSION),
        one(ADDR_TON),
        one(ADDR_NPI),
        text(ADDRESS_RANGE)
    };
    private static final Column[] ID = {text(MESSAGE_ID)};
    private static final Column[] SERVICE = {text(SERVICE_TYPE)};
    private static final Column[] SYSTEM = {text(SYSTEM_ID)};

    /** TLVs whose values say more, or give more away, than their form tells. */
    private static final Map<Integer, Kind> SPECIAL = Map.ofEntries(
            Map.entry(0x001D, Kind.TEXT), // additional_status_info_text
            Map.entry(0x0030, Kind.BITS), // ms_msg_wait_facilities
            Map.entry(0x0202, Kind.ADDRESS), // source_subaddress
            Map.entry(0x0203, Kind.ADDRESS), // dest_subaddress
            Map.entry(0x0210, Kind.BITS), // sc_interface_version
            Map.entry(0x0303, Kind.TEXT), // callback_num_atag
            Map.entry(0x0381, Kind.ADDRESS), // callback_num
            Map.entry(0x0424, Kind.TEXT), // message_payload
            Map.entry(0x0602, Kind.OPAQUE), // broadcast_content_type_info
            Map.entry(0x060B, Kind.OPAQUE), // billing_identification
            Map.entry(0x1380, Kind.BITS)); // its_reply_type

    private static final int NAMED = Named.values().length;
    private static final TlvSpec[] TLVS = standard();
    private static final int[] TAGS = Arrays.stream(TLVS).mapToInt(TlvSpec::tag).toArray();
    private static final Kind[] KINDS = new Kind[NAMED + TLVS.length];
    private static final String[] WORDS = new String[KINDS.length];
    /** As lines begin a field, as JSON does. */
    private static final byte[][] IN_TEXT = new byte[KINDS.length][];

    private static final byte[][] IN_JSON = new byte[KINDS.length][];

    /** The field message_payload. */
    static final int PAYLOAD = tlv(0x0424);

    static {
        command(0x01, "bind_receiver", BIND, SYSTEM);
        command(0x02, "bind_transmitter", BIND, SYSTEM);
        command(
                0x03,
                "query_sm",
                all(ID, SOURCE),
                all(ID, text(FINAL_DATE), one(Named.MESSAGE_STATE), one(ERROR_CODE)));
        command(0x04, "submit_sm", all(SERVICE, SOURCE, DESTINATION, HOW), ID);
        command(0x05, "deliver_sm", all(SERVICE, SOURCE, DESTINATION, HOW), ID);
        command(0x06, "unbind", NONE, NONE);
        command(
                0x07,
                "replace_sm",
                all(
                        ID,
                        SOURCE,
                        text(SCHEDULE_DELIVERY_TIME),
                        text(VALIDITY_PERIOD),
                        one(REGISTERED_DELIVERY),
                        one(SM_DEFAULT_MSG_ID),
                        new Column(Form.MESSAGE, SHORT_MESSAGE)),
                NONE);
        command(0x08, "cancel_sm", all(SERVICE, ID, SOURCE, DESTINATION), NONE);
        command(0x09, "bind_transceiver", BIND, SYSTEM);
        command(0x0B, "outbind", all(text(SYSTEM_ID), text(PASSWORD)), NONE);
        command(0x15, "enquire_link", NONE, NONE);
        command(
                0x21,
                "submit_multi",
                all(SERVICE, SOURCE, new Column(Form.DESTINATIONS, NUMBER_OF_DESTS), HOW),
                all(ID, new Column(Form.FAILURES, NO_UNSUCCESS)));
        command(
                0x102,
                "alert_notification",
                all(SOURCE, one(ESME_ADDR_TON), one(ESME_ADDR_NPI), text(ESME_ADDR)),
                NONE);
        command(
                0x103,
                "data_sm",
                all(SERVICE, SOURCE, DESTINATION, one(ESM_CLASS), one(REGISTERED_DELIVERY), one(DATA_CODING)),
                ID);
        command(
                0x111,
                "broadcast_sm",
                all(
                        SERVICE,
                        SOURCE,
                        ID,
                        one(PRIORITY_FLAG),
                        text(SCHEDULE_DELIVERY_TIME),
                        text(VALIDITY_PERIOD),
                        one(REPLACE_IF_PRESENT_FLAG),
                        one(DATA_CODING),
                        one(SM_DEFAULT_MSG_ID)),
                ID);
        command(0x112, "query_broadcast_sm", all(ID, SOURCE), ID);
        command(0x113, "cancel_broadcast_sm", all(SERVICE, ID, SOURCE), NONE);
        RESPONSES[0] = new Shape(latin("generic_nack"), NONE);
        for (Named name : Named.values()) {
            field(name.ordinal(), name.word, name.kind);
        }
        for (int i = 0; i < TLVS.length; i++) {
            field(NAMED + i, TLVS[i].name(), SPECIAL.getOrDefault(TLVS[i].tag(), usual(TLVS[i])));
        }
    }

    private Layout() {}

    /** What is known of a command; null when nothing is. */
    static Shape of(int command) {
        int base = command & ~RESPONSE;
        return base >= COMMANDS ? null : (command & RESPONSE) == 0 ? REQUESTS[base] : RESPONSES[base];
    }

    /** The field that a TLV is. */
    static int tlv(int tag) {
        int known = Arrays.binarySearch(TAGS, tag);
        return known < 0 ? UNKNOWN | tag : NAMED + known;
    }

    /** What may be shown of a field or TLV of such a length. A TLV that is unknown, or not as long as it should be, is opaque. */
    static Kind kind(int field, int length) {
        if (field < NAMED) {
            return KINDS[field];
        }
        boolean fits = field < UNKNOWN && length >= TLVS[field - NAMED].least() && length <= TLVS[field - NAMED].most();
        return fits ? KINDS[field] : Kind.OPAQUE;
    }

    /** What may be shown of a field or TLV of the length that it should have. */
    static Kind kind(int field) {
        return field < UNKNOWN ? KINDS[field] : Kind.OPAQUE;
    }

    /** A field's name; of an unknown TLV, {@code tlv_1400}. */
    static String nameOf(int field) {
        return field < UNKNOWN
                ? WORDS[field]
                : "tlv_" + Integer.toHexString(field).substring(1);
    }

    /** How a field begins in a line, {@code source_addr=} behind a space, or in JSON; null for one without a name of its own. */
    static byte[] beginning(int field, boolean json) {
        return field >= UNKNOWN ? null : json ? IN_JSON[field] : IN_TEXT[field];
    }

    private static void field(int id, String word, Kind kind) {
        KINDS[id] = kind;
        WORDS[id] = word;
        IN_TEXT[id] = latin(" " + word + "=");
        IN_JSON[id] = latin("{\"" + word + "\":");
    }

    private static Kind usual(TlvSpec spec) {
        return switch (spec.type()) {
            case INT -> Kind.NUMBER;
            case CSTRING, TEXT -> Kind.WORD;
            case OCTETS -> Kind.OCTETS;
        };
    }

    /** By tag; of two names for one, the first. */
    private static TlvSpec[] standard() {
        Map<Integer, TlvSpec> byTag = new TreeMap<>();
        Tlvs.standard().forEach(spec -> byTag.putIfAbsent(spec.tag(), spec));
        return byTag.values().toArray(new TlvSpec[0]);
    }

    private static void command(int id, String name, Column[] request, Column[] response) {
        REQUESTS[id] = new Shape(latin(name), request);
        RESPONSES[id] = new Shape(latin(name + "_resp"), response);
    }

    /** Of columns, and arrays of them. */
    private static Column[] all(Object... parts) {
        List<Column> columns = new ArrayList<>();
        for (Object part : parts) {
            columns.addAll(part instanceof Column column ? List.of(column) : List.of((Column[]) part));
        }
        return columns.toArray(NONE);
    }

    private static Column one(Named name) {
        return new Column(Form.ONE, name);
    }

    private static Column text(Named name) {
        return new Column(Form.TEXT, name);
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
