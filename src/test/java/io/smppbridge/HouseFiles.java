package io.smppbridge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The project's files as the house rules read them. */
final class HouseFiles {
    static final Path MAIN = Path.of("src/main/java");
    private static final Pattern QUOTED = Pattern.compile("\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*+\"");
    private static final Path TESTS = Path.of("src/test/java");

    private HouseFiles() {}

    /** Whether a package has a package-info.java with a sentence in it. */
    static boolean explains(String packageName) {
        Path info = MAIN.resolve(packageName.replace('.', '/')).resolve("package-info.java");
        return Files.exists(info) && text(info).startsWith("/**");
    }

    /** All Java files of the product. */
    static List<Path> sources() {
        return sources(MAIN);
    }

    /** All Java files that try it. */
    static List<Path> tests() {
        return sources(TESTS);
    }

    private static List<Path> sources(Path under) {
        try (Stream<Path> files = Files.walk(under)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is written there but for what stands between quotes. */
    static String code(Path file) {
        return QUOTED.matcher(text(file)).replaceAll("\"\"");
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
