package io.smppbridge.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

/**
 * The head of an answer.
 *
 * @param type media type; empty for an answer without a body
 * @param length octets of the body
 * @param extras names and values of further headers, in turn
 */
record Response(int status, String type, int length, String[] extras) {
    /** Room that a head needs as a rule. */
    static final int HEAD = 320;

    static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");

    private static final byte[][] LINES = new byte[600][];
    private static final byte[] TYPE = ascii("\r\ncontent-type: ");
    private static final byte[] LENGTH = ascii("\r\ncontent-length: ");
    private static final byte[] REST =
            ascii("\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\ndate: ");
    private static final byte[] CLOSE = ascii("\r\nconnection: close");
    private static final byte[] KEEP = ascii("\r\nconnection: keep-alive");
    private static final byte[] END = ascii("\r\n\r\n");

    static {
        for (int status = 100; status < LINES.length; status++) {
            LINES[status] = ascii("HTTP/1.1 " + HttpResponseStatus.valueOf(status));
        }
    }

    void write(ByteBuf buffer, byte[] date, boolean keepAlive) {
        buffer.writeBytes(LINES[status]);
        if (!type.isEmpty()) {
            buffer.writeBytes(TYPE);
            ByteBufUtil.writeAscii(buffer, type);
        }
        buffer.writeBytes(LENGTH);
        ByteBufUtil.writeAscii(buffer, Integer.toString(length));
        for (int i = 0; i + 1 < extras.length; i += 2) {
            buffer.writeByte('\r').writeByte('\n');
            ByteBufUtil.writeAscii(buffer, extras[i]);
            buffer.writeByte(':').writeByte(' ');
            ByteBufUtil.writeAscii(buffer, extras[i + 1]);
        }
        buffer.writeBytes(REST)
                .writeBytes(date)
                .writeBytes(keepAlive ? KEEP : CLOSE)
                .writeBytes(END);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
