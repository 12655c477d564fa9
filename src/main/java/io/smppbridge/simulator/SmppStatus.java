package io.smppbridge.simulator;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The command_status values that a script may name (SMPP 3.4, 5.1.3). */
public final class SmppStatus {
    private static final Map<String, Integer> BY_NAME = new HashMap<>();

    public static final int ROK = named("ROK", 0x00);
    public static final int RINVMSGLEN = named("RINVMSGLEN", 0x01);
    public static final int RINVCMDLEN = named("RINVCMDLEN", 0x02);
    public static final int RINVCMDID = named("RINVCMDID", 0x03);
    public static final int RINVBNDSTS = named("RINVBNDSTS", 0x04);
    public static final int RALYBND = named("RALYBND", 0x05);
    public static final int RSYSERR = named("RSYSERR", 0x08);
    public static final int RINVSRCADR = named("RINVSRCADR", 0x0A);
    public static final int RINVDSTADR = named("RINVDSTADR", 0x0B);
    public static final int RINVMSGID = named("RINVMSGID", 0x0C);
    public static final int RBINDFAIL = named("RBINDFAIL", 0x0D);
    public static final int RINVPASWD = named("RINVPASWD", 0x0E);
    public static final int RINVSYSID = named("RINVSYSID", 0x0F);
    public static final int RCANCELFAIL = named("RCANCELFAIL", 0x11);
    public static final int RREPLACEFAIL = named("RREPLACEFAIL", 0x13);
    public static final int RMSGQFUL = named("RMSGQFUL", 0x14);
    public static final int RINVSERTYP = named("RINVSERTYP", 0x15);
    public static final int RINVNUMDESTS = named("RINVNUMDESTS", 0x33);
    public static final int RINVESMCLASS = named("RINVESMCLASS", 0x43);
    public static final int RSUBMITFAIL = named("RSUBMITFAIL", 0x45);
    public static final int RINVSRCTON = named("RINVSRCTON", 0x48);
    public static final int RINVDSTTON = named("RINVDSTTON", 0x50);
    public static final int RINVSYSTYP = named("RINVSYSTYP", 0x53);
    public static final int RTHROTTLED = named("RTHROTTLED", 0x58);
    public static final int RINVSCHED = named("RINVSCHED", 0x61);
    public static final int RINVEXPIRY = named("RINVEXPIRY", 0x62);
    public static final int RX_T_APPN = named("RX_T_APPN", 0x64);
    public static final int RX_P_APPN = named("RX_P_APPN", 0x65);
    public static final int RX_R_APPN = named("RX_R_APPN", 0x66);
    public static final int RQUERYFAIL = named("RQUERYFAIL", 0x67);
    public static final int RINVOPTPARSTREAM = named("RINVOPTPARSTREAM", 0xC0);
    public static final int RINVDCS = named("RINVDCS", 0x104);
    public static final int RUNKNOWNERR = named("RUNKNOWNERR", 0xFF);

    private SmppStatus() {}

    /** Reads {@code RTHROTTLED}, {@code ESME_RTHROTTLED}, {@code 0x58} or {@code 88}. */
    public static int parse(String text) {
        String name = text.strip().toUpperCase(Locale.ROOT);
        if (name.equals("OK")) {
            return ROK;
        }
        Integer known = BY_NAME.get(name.startsWith("ESME_") ? name.substring(5) : name);
        if (known != null) {
            return known;
        }
        try {
            return name.startsWith("0X") ? Integer.parseUnsignedInt(name.substring(2), 16) : Integer.parseInt(name);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected an SMPP status such as RTHROTTLED or 0x58");
        }
    }

    /** The name that a log or a report shows; hexadecimal where there is none. */
    public static String name(int status) {
        for (Map.Entry<String, Integer> e : BY_NAME.entrySet()) {
            if (e.getValue() == status) {
                return e.getKey();
            }
        }
        return String.format(Locale.ROOT, "0x%08X", status);
    }

    private static int named(String name, int status) {
        BY_NAME.put(name, status);
        return status;
    }
}
