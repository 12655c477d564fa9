package io.smppbridge.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What an exception of the JDK about a file means, in words: most of them have but the file's name for a message. */
final class FileTrouble {
    private FileTrouble() {}

    /** Why no file can be read at that path, to be said behind it. */
    static String lack(Path path) {
        if (Files.isDirectory(path)) {
            return " is a directory";
        }
        if (Files.notExists(path)) {
            return " does not exist";
        }
        return Files.exists(path)
                ? " is no file"
                : " cannot be looked at: a directory above it is closed to this user, or a link leads to itself";
    }

    static String words(Exception failure) {
        Throwable what = failure.getCause() instanceof IOException cause ? cause : failure;
        String text = String.valueOf(what.getMessage());
        if (what instanceof NoSuchFileException) {
            return text + " does not exist";
        }
        if (what instanceof AccessDeniedException) {
            return text + " may not be read or written by this user";
        }
        if (what instanceof FileAlreadyExistsException) {
            return text + " exists already";
        }
        return text;
    }
}
