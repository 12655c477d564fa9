package io.smppbridge.text;

/** The number that joins the parts of a message, in user data that is made already. Safe for any thread. */
public final class Numbering {
    private Numbering() {}

    /** How many bits the number has in this user data, which begins with a header: 8, 16, or 0 when there is none. */
    public static int bits(byte[] userData) {
        int at = place(userData);
        return at < 0 ? 0 : userData[at] == Udh.CONCAT_16 ? 16 : 8;
    }

    /** Writes another number. Only for user data that is not yet shared with anybody. */
    public static void put(byte[] userData, int number) {
        int at = place(userData);
        if (at < 0) {
            return;
        }
        if (userData[at] == Udh.CONCAT_16) {
            userData[at + 2] = (byte) (number >>> 8);
            userData[at + 3] = (byte) number;
        } else {
            userData[at + 2] = (byte) number;
        }
    }

    /** Where the element begins that says the place among the parts; -1 when there is none. */
    private static int place(byte[] userData) {
        int end = userData.length == 0 ? 0 : Math.min(userData.length, 1 + (userData[0] & 0xFF));
        for (int at = 1; at + 1 < end; at += 2 + (userData[at + 1] & 0xFF)) {
            boolean narrow = userData[at] == Udh.CONCAT_8 && userData[at + 1] == 3;
            boolean wide = userData[at] == Udh.CONCAT_16 && userData[at + 1] == 4;
            if ((narrow || wide) && at + 2 + userData[at + 1] <= end) {
                return at;
            }
        }
        return -1;
    }
}
