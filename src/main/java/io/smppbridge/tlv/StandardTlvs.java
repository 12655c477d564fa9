package io.smppbridge.tlv;

import static io.smppbridge.tlv.TlvSpec.Place.*;
import static io.smppbridge.tlv.TlvType.CSTRING;
import static io.smppbridge.tlv.TlvType.INT;
import static io.smppbridge.tlv.TlvType.OCTETS;

import io.smppbridge.tlv.TlvSpec.Place;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The TLVs of SMPP 3.4 (§5.3.2) and 5.0 (§4.8.4), by tag. A name that 5.0 spells otherwise has its 5.0 spelling in a second row. */
final class StandardTlvs {
    private static final Set<Place> OUT = EnumSet.of(SUBMIT, DATA, MULTI, BROADCAST);
    private static final Set<Place> BOTH = EnumSet.of(SUBMIT, DATA, MULTI, DELIVER, BROADCAST);
    private static final Set<Place> BACK = EnumSet.of(DELIVER, ANSWER);
    private static final Set<Place> SAID = EnumSet.of(ANSWER);
    private static final Set<Place> CAST = EnumSet.of(BROADCAST);

    static final List<TlvSpec> TABLE = List.of(
            of("dest_addr_subunit", 0x0005, INT, 1, 1, OUT),
            of("dest_network_type", 0x0006, INT, 1, 1, BOTH),
            of("dest_bearer_type", 0x0007, INT, 1, 1, BOTH),
            of("dest_telematics_id", 0x0008, INT, 2, 2, BOTH),
            of("source_addr_subunit", 0x000D, INT, 1, 1, BOTH),
            of("source_network_type", 0x000E, INT, 1, 1, BOTH),
            of("source_bearer_type", 0x000F, INT, 1, 1, BOTH),
            of("source_telematics_id", 0x0010, INT, 1, 1, BOTH),
            of("qos_time_to_live", 0x0017, INT, 4, 4, OUT),
            of("payload_type", 0x0019, INT, 1, 1, BOTH),
            of("additional_status_info_text", 0x001D, CSTRING, 1, 256, SAID),
            of("receipted_message_id", 0x001E, CSTRING, 1, 65, EnumSet.of(DELIVER)),
            of("ms_msg_wait_facilities", 0x0030, INT, 1, 1, OUT),
            of("privacy_indicator", 0x0201, INT, 1, 1, BOTH),
            of("source_subaddress", 0x0202, OCTETS, 2, 23, BOTH),
            of("dest_subaddress", 0x0203, OCTETS, 2, 23, BOTH),
            of("user_message_reference", 0x0204, INT, 2, 2, BOTH),
            of("user_response_code", 0x0205, INT, 1, 1, BOTH),
            of("source_port", 0x020A, INT, 2, 2, BOTH),
            of("destination_port", 0x020B, INT, 2, 2, BOTH),
            of("dest_port", 0x020B, INT, 2, 2, BOTH),
            of("sar_msg_ref_num", 0x020C, INT, 2, 2, BOTH),
            of("language_indicator", 0x020D, INT, 1, 1, BOTH),
            of("sar_total_segments", 0x020E, INT, 1, 1, BOTH),
            of("sar_segment_seqnum", 0x020F, INT, 1, 1, BOTH),
            of("sc_interface_version", 0x0210, INT, 1, 1, EnumSet.of(BIND)),
            of("callback_num_pres_ind", 0x0302, INT, 1, 1, BOTH),
            of("callback_num_atag", 0x0303, OCTETS, 0, 65, BOTH),
            of("number_of_messages", 0x0304, INT, 1, 1, OUT),
            of("callback_num", 0x0381, OCTETS, 4, 19, BOTH),
            of("dpf_result", 0x0420, INT, 1, 1, BACK),
            of("set_dpf", 0x0421, INT, 1, 1, OUT),
            of("ms_availability_status", 0x0422, INT, 1, 1, EnumSet.of(ALERT)),
            of("network_error_code", 0x0423, OCTETS, 3, 3, BACK),
            of("message_payload", 0x0424, OCTETS, 0, 0xFFFF, BOTH),
            of("delivery_failure_reason", 0x0425, INT, 1, 1, BACK),
            of("more_messages_to_send", 0x0426, INT, 1, 1, OUT),
            of("message_state", 0x0427, INT, 1, 1, EnumSet.of(DELIVER)),
            of("congestion_state", 0x0428, INT, 1, 1, SAID),
            of("ussd_service_op", 0x0501, OCTETS, 1, 1, BOTH),
            of("broadcast_channel_indicator", 0x0600, INT, 1, 1, CAST),
            of("broadcast_content_type", 0x0601, OCTETS, 3, 3, CAST),
            of("broadcast_content_type_info", 0x0602, OCTETS, 1, 255, CAST),
            of("broadcast_message_class", 0x0603, INT, 1, 1, CAST),
            of("broadcast_rep_num", 0x0604, INT, 2, 2, CAST),
            of("broadcast_frequency_interval", 0x0605, OCTETS, 3, 3, CAST),
            of("broadcast_area_identifier", 0x0606, OCTETS, 1, 100, CAST),
            of("broadcast_error_status", 0x0607, INT, 4, 4, CAST),
            of("broadcast_area_success", 0x0608, INT, 1, 1, CAST),
            of("broadcast_end_time", 0x0609, CSTRING, 1, 17, CAST),
            of("broadcast_service_group", 0x060A, OCTETS, 1, 255, CAST),
            of("billing_identification", 0x060B, OCTETS, 1, 1024, BOTH),
            of("source_network_id", 0x060D, CSTRING, 7, 65, BOTH),
            of("dest_network_id", 0x060E, CSTRING, 7, 65, BOTH),
            of("source_node_id", 0x060F, OCTETS, 6, 6, BOTH),
            of("dest_node_id", 0x0610, OCTETS, 6, 6, BOTH),
            of("dest_addr_np_resolution", 0x0611, INT, 1, 1, BOTH),
            of("dest_addr_np_information", 0x0612, OCTETS, 10, 10, BOTH),
            of("dest_addr_np_country", 0x0613, OCTETS, 1, 5, BOTH),
            of("display_time", 0x1201, INT, 1, 1, BOTH),
            of("sms_signal", 0x1203, INT, 2, 2, BOTH),
            of("ms_validity", 0x1204, OCTETS, 1, 4, BOTH),
            of("alert_on_message_delivery", 0x130C, OCTETS, 0, 1, BOTH),
            of("its_reply_type", 0x1380, INT, 1, 1, BOTH),
            of("its_session_info", 0x1383, OCTETS, 2, 2, BOTH));

    /**
     * Whether the bridge itself writes it where the text needs it, so that it is never asked for by name, and reads it, to show it in other
     * fields of an MO or a receipt.
     */
    static boolean isOwn(int tag) {
        return switch (tag) {
            case 0x020C, 0x020E, 0x020F, 0x0424 -> true;
            default -> false;
        };
    }

    private StandardTlvs() {}

    private static TlvSpec of(String name, int tag, TlvType type, int least, int most, Set<Place> places) {
        return new TlvSpec(name, tag, type, least, most, places);
    }
}
