package io.smppbridge;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Command lines of Java processes that tests start, on the class path of the tests. Where that has the bridge's jar, as it
 * has for integration tests, and the build has made an archive of the jar's classes ({@code ./bridge archive}), they start from that, which
 * saves each of them a third of what a start costs. Any thread may ask.
 */
public final class JavaCommand {
    /**
     * Options of a process that lives for seconds: a third of what its start costs goes into compiling, so it compiles with the first
     * compiler alone, and what is called a few times not at all.
     */
    public static final List<String> SHORT_LIVED =
            List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=4");

    private static final Path JAR = Path.of("target", "smpp-bridge.jar").toAbsolutePath();
    private static final List<String> CLASSES = classes();
    /** From JDK 24 on Netty's native library, and Unsafe in it, make the JVM print warnings. */
    private static final List<String> QUIET = Runtime.version().feature() < 24
            ? List.of()
            : List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

    private JavaCommand() {}

    /**
     * @param options for the JVM
     * @param program the name of a class, or of a source file, and its arguments
     * @return to which more arguments may be added
     */
    public static List<String> of(List<String> options, String... program) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(QUIET);
        words.addAll(options);
        words.addAll(CLASSES);
        words.addAll(List.of(program));
        return words;
    }

    private static List<String> classes() {
        String all = System.getProperty("java.class.path");
        List<String> entries = Arrays.asList(all.split(File.pathSeparator));
        Optional<Path> archive = entries.contains(JAR.toString()) ? archive() : Optional.empty();
        return archive.map(file -> List.of(
                        "-XX:SharedArchiveFile=" + file,
                        "-Xlog:cds*=off", // one that does not fit is done without
                        "-cp",
                        jarFirst(entries)))
                .orElse(List.of("-cp", all));
    }

    /** An archive serves class paths that begin as that does of which it was made: with the jar alone. */
    private static String jarFirst(List<String> entries) {
        return Stream.concat(Stream.of(JAR.toString()), entries.stream().filter(entry -> !entry.equals(JAR.toString())))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The latest, unless the jar has been built since. */
    private static Optional<Path> archive() {
        try (Stream<Path> files = Files.list(JAR.getParent())) {
            return files.filter(file -> file.getFileName()
                            .toString()
                            .matches("classes-" + Runtime.version().feature() + "-.*\\.jsa"))
                    .filter(file -> modified(file).compareTo(modified(JAR)) > 0)
                    .max(Comparator.comparing(JavaCommand::modified));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FileTime modified(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
