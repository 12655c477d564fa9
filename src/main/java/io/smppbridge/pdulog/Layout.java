package io.smppbridge.pdulog;

import io.smppbridge.pdulog.Field.Kind;
import io.smppbridge.tlv.TlvSpec;
import io.smppbridge.tlv.Tlvs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The mandatory fields of each PDU in their order, as a table (SMPP 3.4 §4, 5.0 §4), and the names of commands and TLVs. */
final class Layout {
    static final int HEADER = 16;
    static final int RESPONSE = 0x80000000;

    /** One field: a letter for its form, then its name. */
    record Column(Form form, String name, Kind kind) {}

    /** How a field takes its place. */
    enum Form {
        TEXT,
        ONE,
        FOUR,
        /** sm_length, and then that many octets. */
        MESSAGE,
        /** number_of_dests, and then that many addresses or lists. */
        DESTINATIONS,
        /** no_unsuccess, and then that many addresses with a status. */
        FAILURES
    }

    private static final String SOURCE = "1 source_addr_ton,1 source_addr_npi,a source_addr";
    private static final String DESTINATION = "1 dest_addr_ton,1 dest_addr_npi,a destination_addr";
    private static final String HOW =
            "b esm_class,1 protocol_id,1 priority_flag,t schedule_delivery_time,t validity_period,"
                    + "b registered_delivery,1 replace_if_present_flag,b data_coding,1 sm_default_msg_id,m short_message";
    private static final String BIND =
            "t system_id,p password,t system_type,b interface_version,1 addr_ton,1 addr_npi,a address_range";
    private static final String MESSAGE_ID = "t message_id";

    private static final Map<Integer, String> COMMANDS = new HashMap<>();
    private static final Map<Integer, List<Column>> COLUMNS = new HashMap<>();
    private static final Map<Integer, TlvSpec> TLVS = new HashMap<>();
    private static final Map<String, Kind> KINDS = new HashMap<>();

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

    static {
        command(0x01, "bind_receiver", BIND, "t system_id");
        command(0x02, "bind_transmitter", BIND, "t system_id");
        command(0x03, "query_sm", MESSAGE_ID + "," + SOURCE, MESSAGE_ID + ",t final_date,1 message_state,1 error_code");
        command(0x04, "submit_sm", "t service_type," + SOURCE + "," + DESTINATION + "," + HOW, MESSAGE_ID);
        command(0x05, "deliver_sm", "t service_type," + SOURCE + "," + DESTINATION + "," + HOW, MESSAGE_ID);
        command(0x06, "unbind", "", "");
        command(
                0x07,
                "replace_sm",
                MESSAGE_ID + "," + SOURCE + ",t schedule_delivery_time,t validity_period,b registered_delivery,"
                        + "1 sm_default_msg_id,m short_message",
                "");
        command(0x08, "cancel_sm", "t service_type," + MESSAGE_ID + "," + SOURCE + "," + DESTINATION, "");
        command(0x09, "bind_transceiver", BIND, "t system_id");
        command(0x0B, "outbind", "t system_id,p password", "");
        command(0x15, "enquire_link", "", "");
        command(0x21, "submit_multi", "t service_type," + SOURCE + ",d dests," + HOW, MESSAGE_ID + ",f unsuccess");
        command(0x102, "alert_notification", SOURCE + ",1 esme_addr_ton,1 esme_addr_npi,a esme_addr", "");
        command(
                0x103,
                "data_sm",
                "t service_type," + SOURCE + "," + DESTINATION + ",b esm_class,b registered_delivery,b data_coding",
                MESSAGE_ID);
        command(
                0x111,
                "broadcast_sm",
                "t service_type," + SOURCE + "," + MESSAGE_ID
                        + ",1 priority_flag,t schedule_delivery_time,t validity_period,1 replace_if_present_flag,"
                        + "b data_coding,1 sm_default_msg_id",
                MESSAGE_ID);
        command(0x112, "query_broadcast_sm", MESSAGE_ID + "," + SOURCE, MESSAGE_ID);
        command(0x113, "cancel_broadcast_sm", "t service_type," + MESSAGE_ID + "," + SOURCE, "");
        Tlvs.standard().forEach(spec -> TLVS.putIfAbsent(spec.tag(), spec));
        COLUMNS.values().forEach(columns -> columns.forEach(column -> KINDS.put(column.name(), column.kind())));
        TLVS.forEach(
                (tag, spec) -> KINDS.put(spec.name(), tlv(tag, spec.least()).kind()));
        KINDS.put("message", Kind.TEXT);
        KINDS.put("error_status_code", Kind.BITS);
    }

    private Layout() {}

    static String nameOf(int command) {
        if (command == RESPONSE) {
            return "generic_nack";
        }
        String known = COMMANDS.get(command & ~RESPONSE);
        String request = known == null ? "command_" + Integer.toHexString(command & ~RESPONSE) : known;
        return (command & RESPONSE) == 0 ? request : request + "_resp";
    }

    static List<Column> columns(int command) {
        return COLUMNS.getOrDefault(command, List.of());
    }

    /** A TLV under the name that the specification gives it. One that is unknown, or not as long as it should be, is opaque. */
    static Column tlv(int tag, int length) {
        TlvSpec known = TLVS.get(tag);
        if (known == null) {
            return new Column(
                    Form.MESSAGE, "tlv_" + Integer.toHexString(0x10000 | tag).substring(1), Kind.OPAQUE);
        }
        boolean fits = length >= known.least() && length <= known.most();
        Kind usual =
                switch (known.type()) {
                    case INT -> Kind.NUMBER;
                    case CSTRING, TEXT -> Kind.WORD;
                    case OCTETS -> Kind.OCTETS;
                };
        return new Column(Form.MESSAGE, known.name(), fits ? SPECIAL.getOrDefault(tag, usual) : Kind.OPAQUE);
    }

    /** What may be shown of a field or TLV of that name. */
    static Kind kindOf(String name) {
        return KINDS.getOrDefault(name, Kind.OPAQUE);
    }

    private static void command(int id, String name, String request, String response) {
        COMMANDS.put(id, name);
        COLUMNS.put(id, columns(request));
        COLUMNS.put(id | RESPONSE, columns(response));
    }

    private static List<Column> columns(String row) {
        List<Column> columns = new ArrayList<>();
        for (String cell : row.isEmpty() ? new String[0] : row.split(",")) {
            columns.add(column(cell.charAt(0), cell.substring(2)));
        }
        return List.copyOf(columns);
    }

    private static Column column(char form, String name) {
        return switch (form) {
            case '1' -> new Column(Form.ONE, name, Kind.NUMBER);
            case 'b' -> new Column(Form.ONE, name, Kind.BITS);
            case 'p' -> new Column(Form.TEXT, name, Kind.PASSWORD);
            case 'a' -> new Column(Form.TEXT, name, Kind.ADDRESS);
            case 'm' -> new Column(Form.MESSAGE, name, Kind.TEXT);
            case 'd' -> new Column(Form.DESTINATIONS, name, Kind.ADDRESS);
            case 'f' -> new Column(Form.FAILURES, name, Kind.ADDRESS);
            default -> new Column(Form.TEXT, name, Kind.WORD);
        };
    }
}
