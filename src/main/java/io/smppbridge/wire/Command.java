package io.smppbridge.wire;

/** The command_id values (SMPP 3.4 §5.1.2.1, 5.0 §4.7.5). */
public final class Command {
    public static final int GENERIC_NACK = 0x80000000;
    public static final int BIND_RECEIVER = 0x01;
    public static final int BIND_TRANSMITTER = 0x02;
    public static final int QUERY_SM = 0x03;
    public static final int SUBMIT_SM = 0x04;
    public static final int DELIVER_SM = 0x05;
    public static final int UNBIND = 0x06;
    public static final int REPLACE_SM = 0x07;
    public static final int CANCEL_SM = 0x08;
    public static final int BIND_TRANSCEIVER = 0x09;
    public static final int OUTBIND = 0x0B;
    public static final int ENQUIRE_LINK = 0x15;
    public static final int SUBMIT_MULTI = 0x21;
    public static final int ALERT_NOTIFICATION = 0x102;
    public static final int DATA_SM = 0x103;
    public static final int BROADCAST_SM = 0x111;
    public static final int QUERY_BROADCAST_SM = 0x112;
    public static final int CANCEL_BROADCAST_SM = 0x113;

    private static final int RESPONSE = 0x80000000;

    private Command() {}

    /** Whether it answers something. */
    public static boolean isResponse(int command) {
        return (command & RESPONSE) != 0;
    }

    /** The command that answers this one. */
    public static int responseTo(int command) {
        return command | RESPONSE;
    }
}
