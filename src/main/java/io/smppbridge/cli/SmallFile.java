package io.smppbridge.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file with a key or a password in its first line, which may be a pipe. */
final class SmallFile {
    private static final int MOST = 64 << 10;

    private SmallFile() {}

    /**
     * All of its text.
     *
     * @param option that names it, for the complaint
     * @throws Complaint when it cannot be read, or has more than 65,536 octets, and may be without an end
     */
    static String read(Path file, String option) {
        if (Files.isDirectory(file)) {
            throw new Complaint(Exit.USAGE, option + ": " + file + " is a directory");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] octets = in.readNBytes(MOST + 1);
            if (octets.length > MOST) {
                throw new Complaint(Exit.USAGE, option + ": " + file + " has more than " + MOST + " octets");
            }
            return new String(octets, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new Complaint(Exit.USAGE, option + ": " + FileTrouble.words(e), e);
        }
    }
}
