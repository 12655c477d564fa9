package io.smppbridge.intake;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Whether octets are UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing beyond U+10FFFF. The JSON parser lets some of these pass,
 * and would read a body in UTF-16 too.
 */
final class Utf8 {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080808080808080L;

    private Utf8() {}

    static boolean isValid(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            while (i + 8 <= to && ((long) LONGS.get(bytes, i) & NOT_ASCII) == 0) {
                i += 8;
            }
            if (i < to && bytes[i] >= 0) {
                i++;
            } else if (i < to) {
                int length = sequence(bytes, i, to);
                if (length == 0) {
                    return false;
                }
                i += length;
            }
        }
        return true;
    }

    /** The length of the sequence that starts there; 0 when it is none. */
    private static int sequence(byte[] bytes, int i, int to) {
        int first = bytes[i] & 0xff;
        int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
        if (first < 0xc2 || first > 0xf4 || i + length > to) {
            return 0;
        }
        for (int k = 1; k < length; k++) {
            if ((bytes[i + k] & 0xc0) != 0x80) {
                return 0;
            }
        }
        int second = bytes[i + 1] & 0xff;
        boolean sound =
                switch (first) {
                    case 0xe0 -> second >= 0xa0;
                    case 0xed -> second < 0xa0;
                    case 0xf0 -> second >= 0x90;
                    case 0xf4 -> second < 0x90;
                    default -> true;
                };
        return sound ? length : 0;
    }
}
