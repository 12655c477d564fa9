package io.smppbridge.simulator;

/** Command ids, tags and limits of SMPP 3.4 (5.1.2.1, 5.3.2), as far as the simulator speaks them. */
final class Smpp {
    static final int HEADER = 16;
    /** Larger than any PDU of a sane peer: a message_payload of 64 KiB with its header and fields. */
    static final int LONGEST = 70_000;

    static final int RESPONSE = 0x80000000;
    static final int GENERIC_NACK = 0x80000000;
    static final int BIND_RECEIVER = 0x00000001;
    static final int BIND_TRANSMITTER = 0x00000002;
    static final int QUERY_SM = 0x00000003;
    static final int SUBMIT_SM = 0x00000004;
    static final int SUBMIT_SM_RESP = 0x80000004;
    static final int DELIVER_SM = 0x00000005;
    static final int DELIVER_SM_RESP = 0x80000005;
    static final int UNBIND = 0x00000006;
    static final int UNBIND_RESP = 0x80000006;
    static final int REPLACE_SM = 0x00000007;
    static final int CANCEL_SM = 0x00000008;
    static final int BIND_TRANSCEIVER = 0x00000009;
    static final int ENQUIRE_LINK = 0x00000015;
    static final int ENQUIRE_LINK_RESP = 0x80000015;
    static final int OUTBIND = 0x0000000B;
    static final int ALERT_NOTIFICATION = 0x00000102;
    static final int SUBMIT_MULTI = 0x00000021;
    static final int SUBMIT_MULTI_RESP = 0x80000021;
    static final int DATA_SM = 0x00000103;
    static final int DATA_SM_RESP = 0x80000103;

    static final int TAG_RECEIPTED_MESSAGE_ID = 0x001E;
    static final int TAG_SC_INTERFACE_VERSION = 0x0210;
    static final int TAG_NETWORK_ERROR_CODE = 0x0423;
    static final int TAG_MESSAGE_PAYLOAD = 0x0424;
    static final int TAG_MS_AVAILABILITY = 0x0422;
    static final int TAG_MESSAGE_STATE = 0x0427;
    static final int TAG_CONGESTION_STATE = 0x0428;

    static final int ESM_RECEIPT = 0x04;
    static final int ESM_INTERMEDIATE = 0x20;
    static final int ESM_UDHI = 0x40;

    private Smpp() {}
}
