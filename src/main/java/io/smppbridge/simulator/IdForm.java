package io.smppbridge.simulator;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;

/** How a port writes the number of a message as its message_id. Every form of one number names the same message. */
public enum IdForm {
    DECIMAL,
    /** Ten decimal digits with leading zeros. */
    PADDED,
    /** Lower-case hexadecimal. */
    HEX,
    /** Upper-case hexadecimal. */
    HEX_UPPER,
    /** Eight upper-case hexadecimal digits with leading zeros. */
    HEX_PADDED,
    /** A version 4 UUID that follows from the number alone. */
    UUID,
    /** No message_id at all: an empty string. */
    EMPTY;

    String text(long number) {
        return switch (this) {
            case DECIMAL -> Long.toUnsignedString(number);
            case PADDED -> String.format(Locale.ROOT, "%010d", number);
            case HEX -> Long.toHexString(number);
            case HEX_UPPER -> Long.toHexString(number).toUpperCase(Locale.ROOT);
            case HEX_PADDED -> String.format(Locale.ROOT, "%08X", number);
            case UUID ->
                new UUID(
                                mix(number) & 0xFFFFFFFFFFFF0FFFL | 0x4000L,
                                mix(number + 0x9E3779B97F4A7C15L) & 0x3FFFFFFFFFFFFFFFL | 0x8000000000000000L)
                        .toString();
            case EMPTY -> "";
        };
    }

    /** Writes the id and its NUL; without garbage for the plain decimal form. */
    void write(ByteBuf out, long number) {
        if (this == DECIMAL && number > 0) {
            int digits = 1;
            for (long rest = number / 10; rest != 0; rest /= 10) {
                digits++;
            }
            int at = out.writerIndex();
            out.ensureWritable(digits + 1);
            out.setByte(at + digits, 0);
            long rest = number;
            for (int i = digits - 1; i >= 0; i--) {
                out.setByte(at + i, (int) ('0' + rest % 10));
                rest /= 10;
            }
            out.writerIndex(at + digits + 1);
            return;
        }
        out.writeCharSequence(text(number), StandardCharsets.ISO_8859_1);
        out.writeByte(0);
    }

    /** SplitMix64's finisher. */
    private static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
        return b ^ (b >>> 31);
    }
}
