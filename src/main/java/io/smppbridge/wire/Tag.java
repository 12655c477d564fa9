package io.smppbridge.wire;

/** The TLV tags that the bridge itself reads or writes (SMPP 3.4 §5.3.2, 5.0 §4.8.4). */
public final class Tag {
    public static final int QOS_TIME_TO_LIVE = 0x0017;
    public static final int RECEIPTED_MESSAGE_ID = 0x001E;
    public static final int USER_MESSAGE_REFERENCE = 0x0204;
    public static final int SAR_MSG_REF_NUM = 0x020C;
    public static final int SAR_TOTAL_SEGMENTS = 0x020E;
    public static final int SAR_SEGMENT_SEQNUM = 0x020F;
    public static final int SC_INTERFACE_VERSION = 0x0210;
    public static final int MS_AVAILABILITY_STATUS = 0x0422;
    public static final int NETWORK_ERROR_CODE = 0x0423;
    public static final int MESSAGE_PAYLOAD = 0x0424;
    public static final int MESSAGE_STATE = 0x0427;
    public static final int BROADCAST_CONTENT_TYPE = 0x0601;
    public static final int BROADCAST_REP_NUM = 0x0604;
    public static final int BROADCAST_FREQUENCY_INTERVAL = 0x0605;
    public static final int BROADCAST_AREA_IDENTIFIER = 0x0606;

    private Tag() {}
}
