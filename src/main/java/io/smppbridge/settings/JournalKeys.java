package io.smppbridge.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The keys of what the journal holds ({@code journal.key}): a line each, {@code <id> <64 hexadecimal digits>}. The first seals what is written from now
 * on, all of them open what was written before.
 *
 * @param all empty when contents lie in clear
 */
public record JournalKeys(List<JournalKey> all) {
    /** Contents in clear. */
    public static final JournalKeys NONE = new JournalKeys(List.of());

    static final String EXPECTED =
            "lines of an id (1..16 of a-z, A-Z, 0-9, dot, dash, underscore; none twice) and 64 hexadecimal digits, "
                    + "the newest first";
    private static final String LINE = "[A-Za-z0-9._-]{1,16}[ \\t]+[0-9A-Fa-f]{64}";

    /**
     * One key of AES-256.
     *
     * @param id stands in clear in what it sealed
     * @param hex the key
     */
    public record JournalKey(String id, Secret hex) {
        /** The key's 32 octets, a copy of its own. */
        public byte[] octets() {
            return HexFormat.of().parseHex(hex.reveal());
        }
    }

    public JournalKeys {
        all = List.copyOf(all);
    }

    /** Reads the lines; those that are empty or begin with # are none. Empty if they are anything else, or there is no key among them; no text is no key. */
    public static Optional<JournalKeys> parse(String text) {
        List<JournalKey> keys = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (String raw : text.split("\\R")) {
            String line = raw.trim();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.split("[ \\t]+");
            if (!line.matches(LINE) || !ids.add(words[0])) {
                return Optional.empty();
            }
            keys.add(new JournalKey(words[0], new Secret(words[1])));
        }
        return text.isEmpty() || !keys.isEmpty() ? Optional.of(new JournalKeys(keys)) : Optional.empty();
    }

    /**
     * Reads them from a file that not everybody may read.
     *
     * @throws IOException when it cannot be read, or holds something else; says what was expected
     */
    public static JournalKeys read(Path file) throws IOException {
        SecretFile.Read read = SecretFile.read(Path.of("").toAbsolutePath(), file.toString());
        if (!read.fault().isEmpty()) {
            throw new IOException(file + ": expected " + read.fault());
        }
        return parse(read.text())
                .filter(keys -> !keys.isEmpty())
                .orElseThrow(() -> new IOException(file + ": expected " + EXPECTED));
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** The one to seal with; empty when contents lie in clear. */
    public Optional<JournalKey> newest() {
        return all.stream().findFirst();
    }

    /** The key of this name. */
    public Optional<JournalKey> find(String id) {
        return all.stream().filter(key -> key.id().equals(id)).findFirst();
    }
}
