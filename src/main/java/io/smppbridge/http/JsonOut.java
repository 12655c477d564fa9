package io.smppbridge.http;

import io.netty.buffer.ByteBuf;
import io.smppbridge.TaskId;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes JSON into one array that is used again and again: no garbage for an answer. Commas are its own business; that objects and arrays
 * are closed is the caller's.
 */
@OwnedBy("the event loop or lane it belongs to")
public final class JsonOut {
    private static final int KEEP = 1 << 20;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = new byte[4096];
    private int length;
    private boolean comma;

    /** Forgets what was written. */
    public JsonOut clear() {
        if (bytes.length > KEEP) {
            bytes = new byte[4096];
        }
        length = 0;
        comma = false;
        return this;
    }

    public JsonOut object() {
        separate();
        put('{');
        comma = false;
        return this;
    }

    public JsonOut end() {
        put('}');
        comma = true;
        return this;
    }

    public JsonOut array() {
        separate();
        put('[');
        comma = false;
        return this;
    }

    public JsonOut endArray() {
        put(']');
        comma = true;
        return this;
    }

    /** A field's name, which must be plain ASCII without quotes; its value comes next. */
    public JsonOut name(String name) {
        separate();
        put('"');
        ascii(name);
        room(2);
        bytes[length++] = '"';
        bytes[length++] = ':';
        comma = false;
        return this;
    }

    public JsonOut field(String name, String value) {
        return name(name).value(value);
    }

    public JsonOut field(String name, TaskId value) {
        return name(name).value(value);
    }

    public JsonOut field(String name, long value) {
        return name(name).value(value);
    }

    public JsonOut field(String name, boolean value) {
        return name(name).value(value);
    }

    public JsonOut value(boolean value) {
        separate();
        ascii(value ? "true" : "false");
        comma = true;
        return this;
    }

    public JsonOut value(long value) {
        separate();
        if (value >= 0 && value < 1_000) {
            small((int) value);
        } else {
            ascii(Long.toString(value));
        }
        comma = true;
        return this;
    }

    public JsonOut value(double value) {
        separate();
        ascii(Double.isFinite(value) ? Double.toString(value) : "null");
        comma = true;
        return this;
    }

    /** A string, escaped; a lone surrogate becomes U+FFFD. */
    public JsonOut value(String value) {
        separate();
        text(value);
        comma = true;
        return this;
    }

    /** A string of ASCII that needs no escape. */
    public JsonOut plain(byte[] text, int size) {
        separate();
        room(size + 2);
        bytes[length++] = '"';
        System.arraycopy(text, 0, bytes, length, size);
        length += size;
        bytes[length++] = '"';
        comma = true;
        return this;
    }

    /** A field whose name may be any text. */
    public JsonOut entry(String name, String value) {
        separate();
        text(name);
        put(':');
        return value(value);
    }

    /** An id in its text form. */
    public JsonOut value(TaskId value) {
        separate();
        room(TaskId.TEXT_LENGTH + 2);
        bytes[length++] = '"';
        length += value.write(bytes, length);
        bytes[length++] = '"';
        comma = true;
        return this;
    }

    /**
     * What was written between two places once more, but for an id in it.
     *
     * @param from where the object begins, by {@link #length}
     * @param idAt where the first character of its id stands
     * @param to where it ends
     */
    public JsonOut again(int from, int idAt, int to, TaskId id) {
        separate();
        room(to - from);
        System.arraycopy(bytes, from, bytes, length, to - from);
        id.write(bytes, length + idAt - from);
        length += to - from;
        comma = true;
        return this;
    }

    /** A line break between documents, as NDJSON has it. */
    public JsonOut line() {
        put('\n');
        comma = false;
        return this;
    }

    public int length() {
        return length;
    }

    void writeTo(ByteBuf buffer) {
        buffer.writeBytes(bytes, 0, length);
    }

    /** A copy of what was written. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private void text(String value) {
        put('"');
        int size = value.length();
        room(Math.multiplyExact(size, 6)); // the longest escape, so that the loops need no look
        for (int i = plainStart(value); i < size; i++) {
            char c = value.charAt(i);
            if (isPlain(c)) {
                bytes[length++] = (byte) c;
            } else if (Character.isHighSurrogate(c) && i + 1 < size && Character.isLowSurrogate(value.charAt(i + 1))) {
                utf8(Character.toCodePoint(c, value.charAt(++i)));
            } else if (c < 0x80) {
                escape(c);
            } else {
                utf8(Character.isSurrogate(c) ? 0xfffd : c);
            }
        }
        put('"');
    }

    /** Writes what comes before the first character that is not plain; how many characters that is. */
    private int plainStart(String value) {
        byte[] to = bytes;
        int at = length;
        int size = value.length();
        int i = 0;
        for (; i < size; i++) {
            char c = value.charAt(i);
            if (!isPlain(c)) {
                break;
            }
            to[at + i] = (byte) c;
        }
        length = at + i;
        return i;
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
    }

    private void separate() {
        if (comma) {
            put(',');
            comma = false;
        }
    }

    private void escape(char c) {
        bytes[length++] = '\\';
        switch (c) {
            case '"', '\\' -> bytes[length++] = (byte) c;
            case '\n' -> bytes[length++] = 'n';
            case '\r' -> bytes[length++] = 'r';
            case '\t' -> bytes[length++] = 't';
            default -> {
                bytes[length++] = 'u';
                bytes[length++] = '0';
                bytes[length++] = '0';
                bytes[length++] = HEX[c >> 4 & 15];
                bytes[length++] = HEX[c & 15];
            }
        }
    }

    private void utf8(int c) {
        if (c < 0x800) {
            bytes[length++] = (byte) (0xc0 | c >> 6);
        } else {
            if (c < 0x10000) {
                bytes[length++] = (byte) (0xe0 | c >> 12);
            } else {
                bytes[length++] = (byte) (0xf0 | c >> 18);
                bytes[length++] = (byte) (0x80 | c >> 12 & 0x3f);
            }
            bytes[length++] = (byte) (0x80 | c >> 6 & 0x3f);
        }
        bytes[length++] = (byte) (0x80 | c & 0x3f);
    }

    /** Below a thousand, as statuses and counts are. */
    private void small(int value) {
        room(3);
        if (value >= 100) {
            bytes[length++] = (byte) ('0' + value / 100);
        }
        if (value >= 10) {
            bytes[length++] = (byte) ('0' + value / 10 % 10);
        }
        bytes[length++] = (byte) ('0' + value % 10);
    }

    @SuppressWarnings("deprecation") // the characters are ASCII: the low bytes are all there is
    private void ascii(String text) {
        int size = text.length();
        room(size);
        text.getBytes(0, size, bytes, length);
        length += size;
    }

    private void put(char c) {
        room(1);
        bytes[length++] = (byte) c;
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
