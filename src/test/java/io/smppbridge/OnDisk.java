package io.smppbridge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** Looks for words in files, below a directory in which files come and go. */
public final class OnDisk {
    private OnDisk() {}

    /** The files that hold the word, octet by octet. */
    public static List<Path> filesWith(Path directory, String word) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                try {
                    if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(word)) {
                        found.add(file);
                    }
                } catch (NoSuchFileException e) {
                    return visitFileFailed(file, e);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) throws IOException {
                if (gone instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE; // a spare segment has been put to use
                }
                throw gone;
            }
        });
        return found;
    }
}
