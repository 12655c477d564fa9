package io.smppbridge.pdulog;

import io.smppbridge.pdulog.Field.Kind;
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
            "t system_id,p password,t system_type,b interface_version,1 addr_ton,1 addr_npi,t address_range";
    private static final String MESSAGE_ID = "t message_id";

    private static final Map<Integer, String> COMMANDS = new HashMap<>();
    private static final Map<Integer, List<Column>> COLUMNS = new HashMap<>();
    private static final Map<Integer, Column> TLVS = new HashMap<>();

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
        command(0x102, "alert_notification", SOURCE + ",1 esme_addr_ton,1 esme_addr_npi,t esme_addr", "");
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
        tlvs(
                "1 0005 dest_addr_subunit,1 0006 dest_network_type,1 0007 dest_bearer_type,1 0008 dest_telematics_id,"
                        + "1 000D source_addr_subunit,1 000E source_network_type,1 000F source_bearer_type,"
                        + "1 0010 source_telematics_id,1 0017 qos_time_to_live,1 0019 payload_type,t 001E receipted_message_id,"
                        + "b 0030 ms_msg_wait_facilities,1 0201 privacy_indicator,1 0204 user_message_reference,"
                        + "1 0205 user_response_code,1 020A source_port,1 020B destination_port,1 020C sar_msg_ref_num,"
                        + "1 020D language_indicator,1 020E sar_total_segments,1 020F sar_segment_seqnum,"
                        + "b 0210 sc_interface_version,1 0302 callback_num_pres_ind,1 0304 number_of_messages,1 0420 dpf_result,"
                        + "1 0421 set_dpf,1 0422 ms_availability_status,o 0423 network_error_code,m 0424 message_payload,"
                        + "1 0425 delivery_failure_reason,1 0426 more_messages_to_send,1 0427 message_state,"
                        + "1 0428 congestion_state,1 0501 ussd_service_op,1 1201 display_time,1 1203 sms_signal,"
                        + "1 1204 ms_validity,1 130C alert_on_message_delivery,b 1380 its_reply_type,o 1383 its_session_info,"
                        + "a 0381 callback_num,a 0202 source_subaddress,a 0203 dest_subaddress,m 001D additional_status_info_text");
    }

    private Layout() {}

    static String nameOf(int command) {
        if (command == RESPONSE) {
            return "generic_nack";
        }
        String request =
                COMMANDS.getOrDefault(command & ~RESPONSE, "command_" + Integer.toHexString(command & ~RESPONSE));
        return (command & RESPONSE) == 0 ? request : request + "_resp";
    }

    static List<Column> columns(int command) {
        return COLUMNS.getOrDefault(command, List.of());
    }

    /** An unknown one is opaque. */
    static Column tlv(int tag) {
        Column known = TLVS.get(tag);
        String hex = Integer.toHexString(0x10000 | tag).substring(1);
        return known == null ? new Column(Form.MESSAGE, "tlv_" + hex, Kind.OPAQUE) : known;
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

    private static void tlvs(String rows) {
        for (String row : rows.split(",")) {
            TLVS.put(Integer.parseInt(row.substring(2, 6), 16), column(row.charAt(0), row.substring(7)));
        }
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
            case 'o' -> new Column(Form.MESSAGE, name, Kind.OCTETS);
            default -> new Column(Form.TEXT, name, Kind.WORD);
        };
    }
}
