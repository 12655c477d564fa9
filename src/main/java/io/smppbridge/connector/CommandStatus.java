package io.smppbridge.connector;

/** The command_status values the bridge itself speaks of (SMPP 3.4 §5.1.3). */
public final class CommandStatus {
    public static final int ROK = 0x00;
    public static final int RINVCMDLEN = 0x02;
    public static final int RINVCMDID = 0x03;
    public static final int RINVBNDSTS = 0x04;
    public static final int RALYBND = 0x05;
    public static final int RSYSERR = 0x08;
    public static final int RBINDFAIL = 0x0D;
    public static final int RINVPASWD = 0x0E;
    public static final int RINVSYSID = 0x0F;
    public static final int RMSGQFUL = 0x14;
    public static final int RINVNUMDESTS = 0x33;
    public static final int RTHROTTLED = 0x58;
    public static final int RX_T_APPN = 0x64;

    private CommandStatus() {}
}
