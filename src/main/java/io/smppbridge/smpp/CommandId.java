package io.smppbridge.smpp;

import static org.jsmpp.SMPPConstant.*;

/** What the command_ids are called, and which of them are requests that SMPP knows (3.4 §5.1.2, 5.0 §4.7.5). */
final class CommandId {
    static final int HEADER = 16;

    private CommandId() {}

    static boolean isResponse(int command) {
        return (command & MASK_CID_RESP) != 0;
    }

    /** A request of SMPP that no SMSC may send to an ESME. */
    static boolean isForbiddenRequest(int command) {
        return switch (command) {
            case CID_BIND_RECEIVER,
                    CID_BIND_TRANSMITTER,
                    CID_BIND_TRANSCEIVER,
                    CID_QUERY_SM,
                    CID_SUBMIT_SM,
                    CID_REPLACE_SM,
                    CID_CANCEL_SM,
                    CID_SUBMIT_MULTI,
                    CID_BROADCAST_SM,
                    CID_QUERY_BROADCAST_SM,
                    CID_CANCEL_BROADCAST_SM -> true;
            default -> false;
        };
    }

    static String nameOf(int command) {
        if (command == CID_GENERIC_NACK) {
            return "generic_nack";
        }
        String request = requestName(command & ~MASK_CID_RESP);
        return isResponse(command) ? request + "_resp" : request;
    }

    private static String requestName(int request) {
        return switch (request) {
            case CID_BIND_RECEIVER -> "bind_receiver";
            case CID_BIND_TRANSMITTER -> "bind_transmitter";
            case CID_BIND_TRANSCEIVER -> "bind_transceiver";
            case CID_QUERY_SM -> "query_sm";
            case CID_SUBMIT_SM -> "submit_sm";
            case CID_DELIVER_SM -> "deliver_sm";
            case CID_UNBIND -> "unbind";
            case CID_REPLACE_SM -> "replace_sm";
            case CID_CANCEL_SM -> "cancel_sm";
            case CID_OUTBIND -> "outbind";
            case CID_ENQUIRE_LINK -> "enquire_link";
            case CID_SUBMIT_MULTI -> "submit_multi";
            case CID_ALERT_NOTIFICATION -> "alert_notification";
            case CID_DATA_SM -> "data_sm";
            case CID_BROADCAST_SM -> "broadcast_sm";
            case CID_QUERY_BROADCAST_SM -> "query_broadcast_sm";
            case CID_CANCEL_BROADCAST_SM -> "cancel_broadcast_sm";
            default -> "0x" + Integer.toHexString(request);
        };
    }
}
