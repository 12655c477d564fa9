package io.smppbridge.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;

/** Reads a secret that stands in a file of its own, which not everybody may read. */
final class SecretFile {
    private static final int LARGEST = 4096;

    private SecretFile() {}

    /**
     * @param text the secret, or empty
     * @param fault what is wrong, or empty
     */
    record Read(String text, String fault) {}

    static Read read(Path directory, String name) {
        try {
            Path file = directory.resolve(name);
            // Anything else, such as a pipe, could keep us waiting for ever.
            if (!Files.isRegularFile(file)) {
                return new Read("", "the name of a file that exists, relative to the directory of the configuration");
            }
            if (worldReadable(file)) {
                return new Read("", "a file that not everybody may read; chmod o-rwx it");
            }
            try (InputStream in = Files.newInputStream(file)) {
                byte[] bytes = in.readNBytes(LARGEST + 1);
                return bytes.length > LARGEST
                        ? new Read("", "a file of at most " + LARGEST + " octets")
                        : new Read(trimmed(ConfigFiles.decoded(ByteBuffer.wrap(bytes))), "");
            }
        } catch (CharacterCodingException notUtf8) {
            return new Read("", "a file in UTF-8");
        } catch (IOException | InvalidPathException failed) {
            return new Read("", "the name of a file that this user may read");
        }
    }

    static boolean worldReadable(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        return view != null && view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_READ);
    }

    /** Editors and {@code echo} end a file with a line feed that is no part of the secret. */
    private static String trimmed(String text) {
        int end = text.length();
        while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
            end--;
        }
        return text.substring(0, end);
    }
}
