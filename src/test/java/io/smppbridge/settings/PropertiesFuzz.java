package io.smppbridge.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What an administrator writes is read, or refused with its faults named, and nothing else. The target for a fuzzer goes as far as one
 * line reaches: the file's syntax, its variables, the table of keys and each key's kind of value. All keys of a whole configuration, with
 * their defaults and profiles, what is said of one for another and what an unknown one may have meant, cost a thousand times as much.
 */
public final class PropertiesFuzz {
    private static final Path FILE = file();
    private static final Map<String, String> ENVIRONMENT = Map.of("PW", "secret", "EMPTY", "");

    private PropertiesFuzz() {}

    /** What Jazzer calls: each line by itself. */
    public static void fuzzerTestOneInput(byte[] data) {
        PropertiesText text = PropertiesText.read(new String(data, StandardCharsets.UTF_8));
        for (PropertiesText.Flaw flaw : text.flaws()) {
            check(flaw.line() > 0 && !flaw.expected().isEmpty(), "a flaw that says nothing");
        }
        int last = 0;
        for (PropertiesText.Entry entry : text.entries()) {
            check(entry.line() > last, "lines out of order");
            last = entry.line();
            Keys.find(entry.key()).ifPresent(key -> value(key, entry));
        }
    }

    private static void value(KeySpec spec, PropertiesText.Entry entry) {
        Expansion.Filled filled = Expansion.fill(entry.value(), ENVIRONMENT);
        try {
            Object typed = spec.type().parse(filled.text());
            check(typed != null, "null for " + spec.pattern());
            Value value = new Value(spec, entry.key(), filled.text(), Optional.of(typed), Origin.DEFAULT);
            check(!value.slot().isEmpty() && entry.key().startsWith(value.prefix()), "a value without a place");
            check(!spec.secret() || value.shown().matches("\\**"), "a secret that is shown");
        } catch (ValueType.BadValue bad) {
            check(!spec.expected().isEmpty(), "refused, and nothing expected");
        }
    }

    /** The whole file, by itself and with an environment that has nothing. */
    public static void load(byte[] data) {
        try {
            Files.write(FILE, data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        LoadOutcome outcome = ConfigLoader.load(FILE, Map.of(), Map.of());
        if (outcome instanceof LoadOutcome.Faulty faulty) {
            check(!faulty.faults().isEmpty(), "refused without a fault");
        }
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    private static Path file() {
        try {
            Path file = Files.createTempFile("fuzz", ".properties");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
