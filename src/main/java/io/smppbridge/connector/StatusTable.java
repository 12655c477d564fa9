package io.smppbridge.connector;

import io.smppbridge.settings.SmscConfig.StatusClass;
import io.smppbridge.threads.ThreadSafe;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What each command_status of a submit_sm_resp means for the message (SMPP 3.4 §5.1.3, 5.0 §4.7.6), with an SMSC's own words over the defaults.
 * Immutable.
 */
@ThreadSafe
public final class StatusTable {
    private static final String DESCRIBED = "command_status 0x";
    private static final Map<Integer, String> NAMES = names();
    private static final Map<Integer, StatusClass> DEFAULTS = defaults();

    private final Map<Integer, StatusClass> classes = new HashMap<>(DEFAULTS);

    /** @param overrides what this SMSC means, where it differs */
    public StatusTable(Map<Integer, StatusClass> overrides) {
        classes.putAll(overrides);
    }

    /** The class of a status; unknown ones are temporary. */
    public StatusClass of(int status) {
        if (status == CommandStatus.ROK) {
            return StatusClass.OK;
        }
        return classes.getOrDefault(status, StatusClass.TEMPORARY);
    }

    /** Whether the specification or the configuration says anything about it. */
    public boolean knows(int status) {
        return classes.containsKey(status);
    }

    /** Its name without ESME_, or the number. */
    public static String name(int status) {
        String name = NAMES.get(status);
        return name == null ? "0x" + Integer.toHexString(status) : name;
    }

    /** For the platform and the operator: {@code command_status 0x0b RINVDSTADR}. */
    public static String describe(int status) {
        String name = NAMES.get(status);
        return DESCRIBED
                + (status < 16 && status >= 0 ? "0" : "")
                + Integer.toHexString(status)
                + (name == null ? "" : " " + name);
    }

    /** The status that {@link #describe} told of where these words begin; empty when they begin otherwise. */
    public static OptionalInt described(String words) {
        if (!words.startsWith(DESCRIBED)) {
            return OptionalInt.empty();
        }
        int blank = words.indexOf(' ', DESCRIBED.length());
        String number = words.substring(DESCRIBED.length(), blank < 0 ? words.length() : blank);
        try {
            return OptionalInt.of(Integer.parseUnsignedInt(number, 16));
        } catch (NumberFormatException notOurs) {
            return OptionalInt.empty();
        }
    }

    private static Map<Integer, StatusClass> defaults() {
        Map<Integer, StatusClass> table = new HashMap<>();
        for (int status : NAMES.keySet()) {
            table.put(status, StatusClass.PERMANENT);
        }
        for (int status : new int[] {
            CommandStatus.RINVCMDID, CommandStatus.RSYSERR, CommandStatus.RX_T_APPN, 0x45, 0xFE, 0xFF, 0x102
        }) {
            table.put(status, StatusClass.TEMPORARY);
        }
        table.put(CommandStatus.RMSGQFUL, StatusClass.THROTTLED);
        table.put(CommandStatus.RTHROTTLED, StatusClass.THROTTLED);
        table.put(CommandStatus.RINVBNDSTS, StatusClass.REBIND);
        return Map.copyOf(table);
    }

    private static Map<Integer, String> names() {
        Map<Integer, String> names = new HashMap<>();
        String[] first = {
            "",
            "RINVMSGLEN",
            "RINVCMDLEN",
            "RINVCMDID",
            "RINVBNDSTS",
            "RALYBND",
            "RINVPRTFLG",
            "RINVREGDLVFLG",
            "RSYSERR",
            "",
            "RINVSRCADR",
            "RINVDSTADR",
            "RINVMSGID",
            "RBINDFAIL",
            "RINVPASWD",
            "RINVSYSID",
            "",
            "RCANCELFAIL",
            "",
            "RREPLACEFAIL",
            "RMSGQFUL",
            "RINVSERTYP"
        };
        for (int i = 0; i < first.length; i++) {
            if (!first[i].isEmpty()) {
                names.put(i, first[i]);
            }
        }
        Object[] more = {
            0x33,
            "RINVNUMDESTS",
            0x34,
            "RINVDLNAME",
            0x40,
            "RINVDESTFLAG",
            0x42,
            "RINVSUBREP",
            0x43,
            "RINVESMCLASS",
            0x44,
            "RCNTSUBDL",
            0x45,
            "RSUBMITFAIL",
            0x48,
            "RINVSRCTON",
            0x49,
            "RINVSRCNPI",
            0x50,
            "RINVDSTTON",
            0x51,
            "RINVDSTNPI",
            0x53,
            "RINVSYSTYP",
            0x54,
            "RINVREPFLAG",
            0x55,
            "RINVNUMMSGS",
            0x58,
            "RTHROTTLED",
            0x61,
            "RINVSCHED",
            0x62,
            "RINVEXPIRY",
            0x63,
            "RINVDFTMSGID",
            0x64,
            "RX_T_APPN",
            0x65,
            "RX_P_APPN",
            0x66,
            "RX_R_APPN",
            0x67,
            "RQUERYFAIL",
            0xC0,
            "RINVOPTPARSTREAM",
            0xC1,
            "ROPTPARNOTALLWD",
            0xC2,
            "RINVPARLEN",
            0xC3,
            "RMISSINGOPTPARAM",
            0xC4,
            "RINVOPTPARAMVAL",
            0xFE,
            "RDELIVERYFAILURE",
            0xFF,
            "RUNKNOWNERR",
            0x100,
            "RSERTYPUNAUTH",
            0x101,
            "RPROHIBITED",
            0x102,
            "RSERTYPUNAVAIL",
            0x103,
            "RSERTYPDENIED",
            0x104,
            "RINVDCS",
            0x105,
            "RINVSRCADDRSUBUNIT",
            0x106,
            "RINVDSTADDRSUBUNIT"
        };
        for (int i = 0; i < more.length; i += 2) {
            names.put((Integer) more[i], (String) more[i + 1]);
        }
        return Map.copyOf(names);
    }
}
