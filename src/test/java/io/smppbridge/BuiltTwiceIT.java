package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/**
 * Two whole builds, of two copies in other places, in another time zone and with another language. The umask is the same: the modes of the
 * files go into the jar.
 */
@Timeout(3600)
@Tag("long")
@Tag("S-72")
class BuiltTwiceIT {
    private static final Set<String> LEFT_OUT = Set.of("target", ".git");
    private static final int MINUTES = 28;

    private Path copies;

    @AfterEach
    void removeCopies() throws IOException {
        if (copies != null) {
            try (Stream<Path> all = Files.walk(copies)) {
                all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        }
    }

    @Test
    void their_jars_are_the_same_octet_by_octet(TestReporter reporter) throws Exception {
        assumeTrue(isThere("mvn"), "needs Maven (mvn) on the path");
        copies = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "built-twice-");
        Path near = copies.resolve("one");
        Path far = copies.resolve("a/much/deeper/place");
        copy(Path.of("").toAbsolutePath(), near);
        copy(Path.of("").toAbsolutePath(), far);
        Path one = built(near, Map.of("TZ", "Pacific/Auckland", "LC_ALL", "C"));
        Path other = built(far, Map.of("TZ", "America/St_Johns", "LC_ALL", "C.UTF-8"));

        Map<String, Long> entries = entries(one);
        assertThat(entries(other)).isEqualTo(entries);
        assertThat(Files.mismatch(one, other)).as("first octet that differs").isEqualTo(-1);
        Tried.times(2)
                .note(Files.size(one) + " octets, " + entries.size() + " entries")
                .tell(reporter);
    }

    private static Path built(Path place, Map<String, String> environment) throws Exception {
        ProcessBuilder build = new ProcessBuilder("sh", "-c", "umask 022 && mvn -o -q -B -ntp -DskipTests package")
                .directory(place.toFile())
                .redirectErrorStream(true)
                .redirectOutput(logOf(place).toFile());
        build.environment().putAll(environment);
        Process process = build.start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.toHandle().descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as(() -> log(place)).isZero();
        return place.resolve("target").resolve("smpp-bridge.jar");
    }

    private static Path logOf(Path place) {
        return place.resolve("build.log");
    }

    private static String log(Path place) {
        try {
            return Files.readString(logOf(place));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Path relative = from.relativize(directory);
                if (LEFT_OUT.contains(relative.toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(relative));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path relative = from.relativize(file);
                if (!LEFT_OUT.contains(relative.toString())) {
                    Files.copy(file, to.resolve(relative));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static Map<String, Long> entries(Path jar) throws IOException {
        Map<String, Long> entries = new TreeMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            List<? extends ZipEntry> all = zip.stream().toList();
            for (ZipEntry entry : all) {
                CRC32 sum = new CRC32();
                sum.update(zip.getInputStream(entry).readAllBytes());
                entries.put(entry.getName(), sum.getValue());
            }
        }
        return entries;
    }

    private static boolean isThere(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }
}
