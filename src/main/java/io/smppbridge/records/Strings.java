package io.smppbridge.records;

import io.smppbridge.Address;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Strings in journal records: a length, and one octet a character where that is enough, else two. */
public final class Strings {
    private static final int WIDE = 1;

    private Strings() {}

    /** Nearly all are narrow: they are gone through once, and a wide one again. */
    public static void put(ByteBuffer out, String s) {
        int length = s.length();
        int start = out.position();
        out.putInt(length << 1);
        int at = start + Integer.BYTES;
        int bits = 0;
        for (int i = 0; i < length; i++) {
            char c = s.charAt(i);
            bits |= c;
            out.put(at + i, (byte) c);
        }
        if (bits > 0xFF) {
            out.putInt(start, length << 1 | WIDE);
            for (int i = 0; i < length; i++) {
                out.putChar(s.charAt(i));
            }
        } else {
            out.position(at + length);
        }
    }

    /** What {@link #put} wrote, without a new string where it is the one that is likely. */
    public static String get(ByteBuffer in, String likely) {
        int at = in.position();
        int length = likely.length();
        boolean same = in.getInt(at) == length << 1;
        for (int i = 0; same && i < length; i++) {
            same = (in.get(at + Integer.BYTES + i) & 0xFF) == likely.charAt(i);
        }
        if (!same) {
            return get(in);
        }
        in.position(at + Integer.BYTES + length);
        return likely;
    }

    /** What {@link #put} wrote. */
    public static String get(ByteBuffer in) {
        int head = in.getInt();
        int length = head >>> 1;
        if ((head & WIDE) != 0) {
            char[] chars = new char[length];
            for (int i = 0; i < length; i++) {
                chars[i] = in.getChar();
            }
            return new String(chars);
        }
        return length == 0 ? "" : narrow(in, length);
    }

    private static String narrow(ByteBuffer in, int length) {
        if (in.hasArray()) {
            int start = in.position();
            in.position(start + length);
            return new String(in.array(), in.arrayOffset() + start, length, StandardCharsets.ISO_8859_1);
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** At most 127 entries. */
    static void putMap(ByteBuffer out, Map<String, String> map) {
        out.put((byte) map.size());
        if (!map.isEmpty()) {
            map.forEach((name, value) -> {
                put(out, name);
                put(out, value);
            });
        }
    }

    /** The same, when it is likely that this is the only key: then nothing is made to go through the map. */
    static void putMap(ByteBuffer out, Map<String, String> map, String likely) {
        String value = map.size() == 1 ? map.get(likely) : null;
        if (value == null) {
            putMap(out, map);
        } else {
            out.put((byte) 1);
            put(out, likely);
            put(out, value);
        }
    }

    static Map<String, String> getMap(ByteBuffer in) {
        int size = in.get();
        if (size == 0) {
            return Map.of();
        }
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            map.put(get(in), get(in));
        }
        return map;
    }

    static void putBytes(ByteBuffer out, byte[] bytes) {
        out.putInt(bytes.length);
        out.put(bytes);
    }

    static byte[] getBytes(ByteBuffer in) {
        byte[] bytes = new byte[in.getInt()];
        in.get(bytes);
        return bytes;
    }

    /** A number and what kind it is of. */
    public static void putAddress(ByteBuffer out, Address a) {
        put(out, a.number());
        out.put((byte) a.ton()).put((byte) a.npi());
    }

    /** What {@link #putAddress} wrote. */
    public static Address getAddress(ByteBuffer in) {
        return new Address(get(in), in.get() & 0xFF, in.get() & 0xFF);
    }
}
