package io.smppbridge.cli;

import io.smppbridge.journal.JournalInspector;
import io.smppbridge.records.Chronicle;
import io.smppbridge.settings.JournalConfig;
import io.smppbridge.settings.JournalKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The way of a command into a journal: the configuration that names its directory, and its keys. */
final class JournalFiles {
    @Option(names = "--config", paramLabel = "FILE", description = "The configuration that names it.")
    private Optional<Path> config = Optional.empty();

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "The keys, as journal.key-file has them (as the configuration says, if one is named).")
    private Optional<Path> keyFile = Optional.empty();

    /**
     * A journal by what was typed; the configuration says the rest, and is not read where nothing is left to say.
     *
     * @param directory the journal's, as typed; empty for the one that the configuration names, which is in the usual places unless named
     */
    Chronicle.Kept kept(Surroundings around, Optional<Path> directory) {
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
