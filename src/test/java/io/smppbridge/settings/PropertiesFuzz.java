package io.smppbridge.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A target for a fuzzer: a configuration file is loaded or refused with its faults named, and nothing else. */
public final class PropertiesFuzz {
    private static final Path FILE = file();

    private PropertiesFuzz() {}

    /** The file, by itself and with an environment that has nothing. */
    public static void fuzzerTestOneInput(byte[] data) {
        PropertiesText.read(new String(data, StandardCharsets.UTF_8));
        try {
            Files.write(FILE, data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        LoadOutcome outcome = ConfigLoader.load(FILE, Map.of(), Map.of());
        if (outcome instanceof LoadOutcome.Faulty faulty && faulty.faults().isEmpty()) {
            throw new AssertionError("refused without a fault");
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
