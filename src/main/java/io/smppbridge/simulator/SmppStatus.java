package io.smppbridge.simulator;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The command_status values that a script may name (SMPP 3.4, 5.1.3). */
public final class SmppStatus {
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
    public static final int RINVESMCLASS = 0x43;
    public static final int RSUBMITFAIL = 0x45;
    public static final int RINVSRCTON = 0x48;
    public static final int RINVDSTTON = 0x50;
    public static final int RINVSYSTYP = 0x53;
    public static final int RTHROTTLED = 0x58;
    public static final int RINVSCHED = 0x61;
    public static final int RINVEXPIRY = 0x62;
    public static final int RX_T_APPN = 0x64;
    public static final int RX_P_APPN = 0x65;
    public static final int RX_R_APPN = 0x66;
    public static final int RQUERYFAIL = 0x67;
    public static final int RINVOPTPARSTREAM = 0xC0;
    public static final int RINVDCS = 0x104;
    public static final int RUNKNOWNERR = 0xFF;

    private static final Map<String, Integer> BY_NAME = byName();

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
        return String.format("0x%08X", status);
    }

    private static Map<String, Integer> byName() {
        Map<String, Integer> names = new HashMap<>();
        for (Field f : SmppStatus.class.getFields()) {
            try {
                names.put(f.getName(), f.getInt(null));
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        return Map.copyOf(names);
    }
}
