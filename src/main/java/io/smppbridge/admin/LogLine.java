package io.smppbridge.admin;

/** Makes one printable line of any text, so that nobody outside can forge a line, a colour or a cursor movement. */
public final class LogLine {
    /** Characters of one message that are kept. */
    static final int LONGEST = 16_384;

    private LogLine() {}

    /** The line of a text, as {@link #append} makes it: at most {@link #LONGEST} characters of it. Any thread. */
    public static String of(String text) {
        StringBuilder line = new StringBuilder(text.length() + 16);
        append(line, text);
        return line.toString();
    }

    /** Appends a text: control, formatting and separator characters and lone surrogates as escapes, at most {@link #LONGEST} characters. */
    static void append(StringBuilder out, String text) {
        int size = Math.min(text.length(), LONGEST);
        for (int i = 0; i < size; i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c < 0x7f) {
                out.append(c);
            } else if (Character.isHighSurrogate(c) && i + 1 < size && Character.isLowSurrogate(text.charAt(i + 1))) {
                pair(out, c, text.charAt(++i));
            } else if (isPlain(c)) {
                out.append(c);
            } else {
                escape(out, c);
            }
        }
        if (text.length() > size) {
            out.append("… (").append(text.length() - size).append(" more characters)");
        }
    }

    private static void pair(StringBuilder out, char high, char low) {
        if (isPlain(Character.toCodePoint(high, low))) {
            out.append(high).append(low);
        } else {
            escape(out, high);
            escape(out, low);
        }
    }

    private static boolean isPlain(int c) {
        switch (Character.getType(c)) {
            case Character.CONTROL:
            case Character.FORMAT:
            case Character.LINE_SEPARATOR:
            case Character.PARAGRAPH_SEPARATOR:
            case Character.SURROGATE:
            case Character.UNASSIGNED:
                return false;
            default:
                return true;
        }
    }

    private static void escape(StringBuilder out, char c) {
        switch (c) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(Character.forDigit(c >> shift & 15, 16));
                }
            }
        }
    }
}
