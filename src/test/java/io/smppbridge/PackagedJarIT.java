package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What in a jar differs from one build to the next is not in ours; built twice from one commit, it is the same octet by octet. */
class PackagedJarIT {
    private static final Path JAR = Path.of("target", "smpp-bridge.jar");
    private static final LocalDateTime STAMP = LocalDateTime.of(2026, 11, 20, 0, 0);

    @Test
    @Tag("S-72")
    void no_entry_tells_when_by_whom_or_where_it_was_built() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            List<? extends ZipEntry> entries = jar.stream().toList();
            assertThat(entries).hasSizeGreaterThan(500).allMatch(entry -> STAMP.equals(entry.getTimeLocal()));
            Tried.times(entries.size()).keep();
            Set<String> names = new HashSet<>();
            assertThat(entries).allMatch(entry -> names.add(entry.getName()));
            Attributes manifest = jar.getManifest().getMainAttributes();
            assertThat(manifest.keySet().stream().map(Object::toString).toList())
                    .doesNotContain("Built-By", "Build-Time", "Bnd-LastModified", "Build-Host", "Build-Jdk");
            assertThat(manifest.values().toString())
                    .doesNotContain(
                            System.getProperty("user.name") + "@",
                            Path.of("").toAbsolutePath().toString());
        }
    }
}
