package io.smppbridge.dropin;

import io.smppbridge.connector.StatusTable;
import java.util.HexFormat;
import java.util.Map;

/** How each gateway says the command_status of a refused submission to a platform. Stateless. */
final class StatusWords {
    /** What Kannel says of them (SMPP 5.0 §4.7.6). */
    private static final Map<Integer, String> TEXTS = Map.ofEntries(
            Map.entry(0x01, "Message Length is invalid"),
            Map.entry(0x02, "Command Length is invalid"),
            Map.entry(0x03, "Invalid Command ID"),
            Map.entry(0x04, "Incorrect BIND Status for given command"),
            Map.entry(0x05, "ESME Already in Bound State"),
            Map.entry(0x06, "Invalid Priority Flag"),
            Map.entry(0x07, "Invalid Registered Delivery Flag"),
            Map.entry(0x08, "System Error"),
            Map.entry(0x0A, "Invalid Source Address"),
            Map.entry(0x0B, "Invalid Destination Address"),
            Map.entry(0x0C, "Message ID is invalid"),
            Map.entry(0x0D, "Bind Failed"),
            Map.entry(0x0E, "Invalid Password"),
            Map.entry(0x0F, "Invalid System ID"),
            Map.entry(0x11, "Cancel SM Failed"),
            Map.entry(0x13, "Replace SM Failed"),
            Map.entry(0x14, "Message Queue Full"),
            Map.entry(0x15, "Invalid Service Type"),
            Map.entry(0x33, "Invalid number of destinations"),
            Map.entry(0x34, "Invalid Distribution List Name"),
            Map.entry(0x40, "Destination flag is invalid"),
            Map.entry(0x42, "Submit w/replace not supported/allowed"),
            Map.entry(0x43, "Invalid esm_class field data"),
            Map.entry(0x44, "Cannot Submit to Distribution List"),
            Map.entry(0x45, "Submit failed"),
            Map.entry(0x48, "Invalid Source address TON"),
            Map.entry(0x49, "Invalid Source address NPI"),
            Map.entry(0x50, "Invalid Destination address TON"),
            Map.entry(0x51, "Invalid Destination address NPI"),
            Map.entry(0x53, "Invalid system_type field"),
            Map.entry(0x54, "Invalid replace_if_present flag"),
            Map.entry(0x55, "Invalid number of messages"),
            Map.entry(0x58, "Throttling error"),
            Map.entry(0x61, "Invalid Scheduled Delivery Time"),
            Map.entry(0x62, "Invalid message validity period"),
            Map.entry(0x63, "Predefined Message ID is Invalid or specific predefined message was not found"),
            Map.entry(0x64, "ESME Receiver Temporary App Error Code"),
            Map.entry(0x65, "ESME Receiver Permanent App Error Code"),
            Map.entry(0x66, "ESME Receiver Reject Message Error Code"),
            Map.entry(0x67, "query_sm request failed"),
            Map.entry(0xC0, "Error in optional part of the PDU Body"),
            Map.entry(0xC1, "TLV not allowed"),
            Map.entry(0xC2, "Invalid Parameter Length"),
            Map.entry(0xC3, "Expected TLV missing"),
            Map.entry(0xC4, "Invalid TLV value"),
            Map.entry(0xFE, "Transaction Delivery Failure"),
            Map.entry(0xFF, "Unknown Error"),
            Map.entry(0x100, "ESME Not authorized to use specified service_type"),
            Map.entry(0x101, "ESME Prohibited from using specified operation"),
            Map.entry(0x102, "Specified service_type is unavailable"),
            Map.entry(0x103, "Specified service_type is denied"),
            Map.entry(0x104, "Invalid Data Coding Scheme"));

    private StatusWords() {}

    /** {@code 0x0000000b/Invalid Destination Address}. */
    static String kannel(int status) {
        boolean vendors = status >= 0x400 && status <= 0x4FF;
        String unknown = vendors ? "Vendor-specific error, please refer to your SMPP provider" : "Unknown/Reserved";
        return "0x" + HexFormat.of().toHexDigits(status) + '/' + TEXTS.getOrDefault(status, unknown);
    }

    /** {@code ESME_RINVDSTADR}. */
    static String jasmin(int status) {
        String name = StatusTable.name(status);
        if (!name.startsWith("0x")) {
            return "ESME_" + name;
        }
        if (status < 0 || status >= 0x500) {
            return "RESERVEDSTATUS";
        }
        return "RESERVEDSTATUS_"
                + (status >= 0x400 ? "VENDOR_SPECIFIC" : status >= 0x100 ? "SMPP_EXTENSION" : "UNKNOWN_STATUS");
    }
}
