package io.smppbridge.cli;

import io.smppbridge.journal.JournalInspector;
import io.smppbridge.pipeline.Chronicle;
import io.smppbridge.settings.JournalConfig;
import io.smppbridge.settings.JournalKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What commands that look into a journal are given: its directory and its keys. */
final class JournalFiles {
    private JournalFiles() {}

    /**
     * A journal by what was typed; the configuration says the rest, and is not read where nothing is left to say.
     *
     * @param config the configuration that names it; empty for the usual places
     */
    static Chronicle.Kept kept(
            Surroundings around, Optional<Path> directory, Optional<Path> config, Optional<Path> keyFile) {
        Optional<JournalConfig> configured = directory.isPresent() && config.isEmpty()
                ? Optional.empty()
                : Optional.of(LocalConfig.required(around, config).config().journal());
        Path where = directory
                .map(around::resolve)
                .orElseGet(() -> configured.orElseThrow().directory());
        JournalKeys keys = keyFile.isPresent()
                ? keys(around, keyFile.get())
                : configured.map(JournalConfig::keys).orElse(JournalKeys.NONE);
        return new Chronicle.Kept(where, keys);
    }

    /** Ends the command when there is no journal: one without a segment has never been written to. */
    static void required(Path directory) throws IOException {
        if (!JournalInspector.isIn(directory)) {
            throw new Complaint(
                    Exit.USAGE, "no segment of a journal in " + directory + "; name the directory that holds them");
        }
    }

    /** The keys of that file; what it lacks ends the command. */
    static JournalKeys keys(Surroundings around, Path typed) {
        Path file = around.resolve(typed);
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new Complaint(Exit.USAGE, "--key-file " + typed + " is not a file that can be read");
        }
        try {
            return JournalKeys.read(file);
        } catch (IOException e) {
            throw new Complaint(Exit.USAGE, "--key-file " + e.getMessage(), e);
        }
    }
}
