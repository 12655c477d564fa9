package io.smppbridge.cli;

import io.smppbridge.journal.JournalInspector;
import io.smppbridge.settings.JournalKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What commands that look into a journal are given: its directory and its keys. */
final class JournalFiles {
    private JournalFiles() {}

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
