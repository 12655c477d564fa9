package io.smppbridge.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;

/** What an exception of the JDK about a file means, in words: most of them have but the file's name for a message. */
final class FileTrouble {
    private FileTrouble() {}

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
