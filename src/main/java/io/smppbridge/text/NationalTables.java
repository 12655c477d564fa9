package io.smppbridge.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The national language tables of 3GPP TS 23.038 Annex A, read once from {@code national-tables.txt}. A locking shift table takes the
 * place of the basic alphabet, a single shift table that of the extension table. Identifier 0 is the default in both. Safe for any thread.
 */
final class NationalTables {
    static final int LANGUAGES = 13;
    private static final String SOURCE = "/national-tables.txt";
    private static final int SEPTETS = 128;

    /** Holds nothing. */
    static final Table NONE = new Table(new char[SEPTETS], Map.of());

    private static final Table[] SHIFT = new Table[LANGUAGES + 1];
    private static final Table[] LOCK = new Table[LANGUAGES + 1];

    static {
        SHIFT[0] = new Table(GsmAlphabet.extension());
        LOCK[0] = new Table(GsmAlphabet.basic());
        read();
    }

    /** One table, both ways; 0 in {@code chars} stands for an empty place. */
    record Table(char[] chars, Map<Character, Byte> septets) {
        Table(char[] chars) {
            this(chars, septets(chars));
        }

        private static Map<Character, Byte> septets(char[] chars) {
            Map<Character, Byte> septets = new HashMap<>();
            for (int i = 0; i < chars.length; i++) {
                if (chars[i] != 0 && i != GsmAlphabet.ESCAPE) {
                    septets.put(chars[i], (byte) i);
                }
            }
            return septets;
        }
    }

    private NationalTables() {}

    /** The locking shift table of a language; empty when the standard has none. */
    static Optional<Table> lock(int language) {
        return Optional.ofNullable(language <= LANGUAGES ? LOCK[language] : null);
    }

    /** The single shift table of a language; empty when the standard has none. */
    static Optional<Table> shift(int language) {
        return Optional.ofNullable(language <= LANGUAGES ? SHIFT[language] : null);
    }

    /** How many septets a text takes, or -1 when the two tables lack a character of it. */
    static int septets(String text, Table lock, Table shift) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (lock.septets.containsKey(c)) {
                count++;
            } else if (shift.septets.containsKey(c)) {
                count += 2;
            } else {
                return -1;
            }
        }
        return count;
    }

    /** How many septets a character takes that one of the two tables has. */
    static int width(char c, Table lock) {
        return lock.septets.containsKey(c) ? 1 : 2;
    }

    /** The text in unpacked septets; only for one that {@link #septets} has counted. */
    static byte[] encode(String text, Table lock, Table shift) {
        byte[] octets = new byte[septets(text, lock, shift)];
        int at = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            Byte septet = lock.septets.get(c);
            if (septet == null) {
                octets[at++] = GsmAlphabet.ESCAPE;
                septet = shift.septets.get(c);
            }
            octets[at++] = septet;
        }
        return octets;
    }

    /**
     * The text of unpacked septets. An escape before a septet that the single shift table lacks reads as that septet of the locking shift
     * table, as for the default alphabet; an empty place reads as a space.
     */
    static String decode(byte[] octets, Table lock, Table shift) {
        StringBuilder text = new StringBuilder(octets.length);
        for (int i = 0; i < octets.length; i++) {
            char c;
            if (octets[i] == GsmAlphabet.ESCAPE && i + 1 < octets.length) {
                byte next = octets[++i];
                c = shift.chars[next] != 0 ? shift.chars[next] : lock.chars[next];
            } else {
                c = lock.chars[octets[i]];
            }
            text.append(c == 0 ? ' ' : c);
        }
        return text.toString();
    }

    private static void read() {
        try (InputStream in = NationalTables.class.getResourceAsStream(SOURCE);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
            char[] table = {};
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty() || line.startsWith("#")) {
                    continue;
                }
                String[] words = line.split(" ");
                if (words[0].equals("shift") || words[0].equals("lock")) {
                    Table[] kind = words[0].equals("shift") ? SHIFT : LOCK;
                    table = new char[SEPTETS];
                    kind[Integer.parseInt(words[1])] = new Table(table, new HashMap<>());
                } else {
                    fill(table, words);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(SOURCE, e);
        }
        Arrays.setAll(SHIFT, i -> new Table(SHIFT[i].chars));
        Arrays.setAll(LOCK, i -> LOCK[i] == null ? null : new Table(LOCK[i].chars));
    }

    private static void fill(char[] table, String[] places) {
        for (String place : places) {
            table[Integer.parseInt(place, 0, 2, 16)] = (char) Integer.parseInt(place, 3, 7, 16);
        }
    }
}
