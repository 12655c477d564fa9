package io.smppbridge.wire;

/** The command_status values that one who answers requests needs (SMPP 3.4 §5.1.3, 5.0 §4.7.6). */
public final class Status {
    public static final int ROK = 0x00;
    public static final int RINVMSGLEN = 0x01;
    public static final int RINVCMDLEN = 0x02;
    public static final int RINVCMDID = 0x03;
    public static final int RINVBNDSTS = 0x04;
    public static final int RALYBND = 0x05;
    public static final int RSYSERR = 0x08;
    public static final int RINVSRCADR = 0x0A;
    public static final int RINVDSTADR = 0x0B;
    public static final int RINVMSGID = 0x0C;
    public static final int RBINDFAIL = 0x0D;
    public static final int RINVPASWD = 0x0E;
    public static final int RINVSYSID = 0x0F;
    public static final int RCANCELFAIL = 0x11;
    public static final int RREPLACEFAIL = 0x13;
    public static final int RMSGQFUL = 0x14;
    public static final int RINVSERTYP = 0x15;
    public static final int RINVNUMDESTS = 0x33;
    public static final int RINVDLNAME = 0x34;
    public static final int RINVDESTFLAG = 0x40;
    public static final int RSUBMITFAIL = 0x45;
    public static final int RINVSYSTYP = 0x53;
    public static final int RTHROTTLED = 0x58;
    public static final int RINVSCHED = 0x61;
    public static final int RINVEXPIRY = 0x62;
    public static final int RX_T_APPN = 0x64;
    public static final int RX_P_APPN = 0x65;
    public static final int RX_R_APPN = 0x66;
    public static final int RQUERYFAIL = 0x67;
    public static final int RINVOPTPARSTREAM = 0xC0;
    public static final int RINVPARLEN = 0xC2;
    public static final int RMISSINGOPTPARAM = 0xC3;
    public static final int RINVOPTPARAMVAL = 0xC4;
    public static final int RPROHIBITED = 0x101;

    private Status() {}
}
