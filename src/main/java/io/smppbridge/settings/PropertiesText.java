package io.smppbridge.settings;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads {@code .properties} syntax as {@link java.util.Properties} does (comments, continuation lines, escapes), but keeps the order,
 * the line of each key and the second mention of a key. Blanks at the end of a value are left out unless they are escaped. For one thread; does no I/O.
 */
public final class PropertiesText {
    /** One {@code key = value}, and the line on which it begins. */
    public record Entry(String key, String value, int line) {}

    /** A line that cannot be read, and the key with which it begins, as far as it has one. */
    public record Flaw(int line, String key, String expected) {}

    private final String[] lines;
    private final List<Entry> entries = new ArrayList<>();
    private final List<Flaw> flaws = new ArrayList<>();

    private PropertiesText(String text) {
        this.lines = text.split("\r\n|\r|\n", -1);
    }

    /** Reads all of it, whatever it is: what cannot be read is among the {@linkplain #flaws flaws}. A byte order mark before it is part of the first key. */
    public static PropertiesText read(String text) {
        PropertiesText read = new PropertiesText(text);
        read.walk();
        return read;
    }

    /** In order; a key that stands twice is there twice. */
    public List<Entry> entries() {
        return entries;
    }

    /** In order. */
    public List<Flaw> flaws() {
        return flaws;
    }

    private void walk() {
        for (int at = 0; at < lines.length; at++) {
            String line = lines[at].stripLeading();
            if (line.isEmpty() || line.charAt(0) == '#' || line.charAt(0) == '!') {
                continue;
            }
            int first = at;
            StringBuilder whole = new StringBuilder();
            while (continues(line) && at + 1 < lines.length) {
                whole.append(line, 0, line.length() - 1);
                line = lines[++at].stripLeading();
            }
            // A backslash that ends the file continues nothing.
            whole.append(continues(line) ? line.substring(0, line.length() - 1) : line);
            if (!whole.isEmpty()) {
                split(whole.toString(), first + 1);
            }
        }
    }

    /** A line goes on if it ends in an odd number of backslashes. */
    private static boolean continues(String line) {
        int slashes = 0;
        while (slashes < line.length() && line.charAt(line.length() - 1 - slashes) == '\\') {
            slashes++;
        }
        return slashes % 2 == 1;
    }

    private void split(String whole, int line) {
        int end = 0;
        while (end < whole.length() && !endsKey(whole.charAt(end))) {
            end += whole.charAt(end) == '\\' ? 2 : 1;
        }
        end = Math.min(end, whole.length());
        int value = blanks(whole, end);
        boolean separated = value < whole.length() && (whole.charAt(value) == '=' || whole.charAt(value) == ':');
        if (separated) {
            value = blanks(whole, value + 1);
        }
        String written = whole.substring(0, end);
        String key = unescape(written, written, line);
        if (key.isEmpty()) {
            flaws.add(new Flaw(line, key, "a key before the '='"));
        } else if (!separated && value == whole.length()) {
            flaws.add(new Flaw(line, key, "key = value, there is no '=' after '" + Wording.printable(key) + "'"));
        } else {
            entries.add(new Entry(key, unescape(stripped(whole.substring(value)), key, line), line));
        }
    }

    /** Without the blanks at its end, but for one behind a backslash, which is meant. */
    private static String stripped(String value) {
        String shorter = value.stripTrailing();
        return continues(shorter) ? value.substring(0, Math.min(value.length(), shorter.length() + 1)) : shorter;
    }

    private static boolean endsKey(char c) {
        return c == '=' || c == ':' || c == ' ' || c == '\t' || c == '\f';
    }

    private static int blanks(String text, int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t' || text.charAt(at) == '\f')) {
            at++;
        }
        return at;
    }

    private String unescape(String text, String key, int line) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\' || i + 1 == text.length()) {
                plain.append(c);
                continue;
            }
            char escaped = text.charAt(++i);
            switch (escaped) {
                case 't' -> plain.append('\t');
                case 'n' -> plain.append('\n');
                case 'r' -> plain.append('\r');
                case 'f' -> plain.append('\f');
                case 'u' -> i = unicode(text, i, plain, key, line);
                default -> plain.append(escaped);
            }
        }
        return plain.toString();
    }

    private int unicode(String text, int at, StringBuilder plain, String key, int line) {
        int end = Math.min(at + 5, text.length());
        String digits = text.substring(at + 1, end);
        if (digits.matches("[0-9a-fA-F]{4}")) {
            plain.append((char) Integer.parseInt(digits, 16));
            return at + 4;
        }
        flaws.add(new Flaw(line, key, "four hexadecimal digits after \\u"));
        return at;
    }
}
