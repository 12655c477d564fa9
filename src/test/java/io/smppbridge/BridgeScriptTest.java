package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./bridge} where something has to be built, with a Maven and a JDK that only look so. */
class BridgeScriptTest {
    @TempDir
    Path home;

    private Path jar;

    @BeforeEach
    void installed() throws IOException {
        Files.copy(Path.of("bridge"), home.resolve("bridge"));
        Files.createDirectories(home.resolve("src/main"));
        Files.createDirectories(home.resolve("target/lib"));
        jar = Files.writeString(home.resolve("target/smpp-bridge.jar"), "old");
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        program("jdk/bin/java", "[ \"$1\" != -version ] || echo 'openjdk version \"17.0.1\"' >&2");
    }

    private void program(String name, String does) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + does + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private int bridge() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", home.resolve("bridge").toString(), "status");
        builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
        builder.environment().put("PATH", home.resolve("maven") + ":" + System.getenv("PATH"));
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(home.resolve("said").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** As Maven does it, into the file that is there. */
    @Test
    void a_bridge_at_work_keeps_the_jar_that_it_has_open_when_a_command_builds_another() throws Exception {
        program("maven/mvn", "printf new > '" + jar + "'");
        try (InputStream atWork = Files.newInputStream(jar)) {
            assertThat(bridge()).isZero();
            assertThat(new String(atWork.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("old");
        }
        assertThat(jar).hasContent("new");
        assertThat(home.resolve("target/smpp-bridge.jar.before")).doesNotExist();
    }

    @Test
    void a_build_that_fails_leaves_the_jar_that_was_there() throws Exception {
        program("maven/mvn", "printf half > '" + jar + "'; echo no repository; exit 1");
        assertThat(bridge()).isEqualTo(1);
        assertThat(jar).hasContent("old");
        assertThat(home.resolve("said")).content().contains("no repository", "the build failed");
    }
}
