package io.smppbridge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The project's files as the house rules read them. */
final class HouseFiles {
    static final Path MAIN = Path.of("src/main/java");

    private HouseFiles() {}

    /** Whether a package has a package-info.java with a sentence in it. */
    static boolean explains(String packageName) {
        Path info = MAIN.resolve(packageName.replace('.', '/')).resolve("package-info.java");
        return Files.exists(info) && text(info).startsWith("/**");
    }

    /** All Java files of the product. */
    static List<Path> sources() {
        try (Stream<Path> files = Files.walk(MAIN)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
