package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
    private Path script;

    @BeforeEach
    void installed() throws IOException {
        Files.copy(Path.of("bridge"), home.resolve("bridge"));
        Files.createDirectories(home.resolve("src/main"));
        Files.createDirectories(home.resolve("target/lib"));
        script = home.resolve("bridge");
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

    private int bridge(String command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", script.toString(), command);
        builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
        builder.environment().put("LC_ALL", "C");
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
            assertThat(bridge("status")).isZero();
            assertThat(new String(atWork.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("old");
        }
        assertThat(jar).hasContent("new");
        assertThat(home.resolve("target/smpp-bridge.jar.before")).doesNotExist();
    }

    @Test
    void a_build_that_fails_leaves_the_jar_that_was_there() throws Exception {
        program("maven/mvn", "printf half > '" + jar + "'; echo no repository; exit 1");
        assertThat(bridge("status")).isEqualTo(1);
        assertThat(jar).hasContent("old");
        assertThat(home.resolve("said")).content().contains("no repository", "the build failed");
    }

    /** A full disk, another user's directory and a read-only file system look the same to it: here {@code mkdir} can make none. */
    @Test
    void nobody_is_waited_for_where_no_directory_can_be_made() throws Exception {
        program("maven/mvn", "printf new > '" + jar + "'");
        program("maven/mkdir", "[ \"$1\" = -p ] || { echo 'mkdir: Permission denied' >&2; exit 1; }");
        assertThat(bridge("status")).isEqualTo(1);
        assertThat(home.resolve("said"))
                .content()
                .contains("Permission denied", "a user who may write there")
                .doesNotContain("another ./bridge");
        assertThat(jar).hasContent("old");
    }

    /** A build of the project's own asks for the archive while sources may be newer than its jar, and runs on in the same directory. */
    @Test
    void an_archive_is_made_for_the_jar_that_is_there_and_builds_none() throws Exception {
        program("maven/mvn", "printf new > '" + jar + "'");
        assertThat(bridge("archive")).as("a JDK that can make none").isEqualTo(1);
        assertThat(jar).hasContent("old");
        assertThat(home.resolve("said")).content().contains("that did not work").doesNotContain("building");
        assertThat(home.resolve("target/.building")).doesNotExist();
        Files.delete(jar);
        bridge("archive");
        assertThat(jar).hasContent("new");
    }

    /** As cron and many units start it: in such a locale java opens no jar whose path has letters beyond ASCII. */
    @Test
    void a_directory_with_letters_beyond_ascii_is_one_in_a_locale_without_them_too() throws Exception {
        program("maven/mvn", "printf new > '" + jar + "'");
        program(
                "jdk/bin/java",
                "[ \"$1\" = -version ] && echo 'openjdk version \"17.0.1\"' >&2 || echo \"by $LC_ALL\"");
        assertThat(bridge("status")).isZero();
        assertThat(home.resolve("said")).content().endsWith("by C\n");
        assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")), "else there is no such directory here");
        Path installed = home.resolve("j\u00f6rg");
        Files.createDirectories(installed.resolve("target/lib"));
        Files.copy(home.resolve("bridge"), installed.resolve("bridge"));
        Files.writeString(installed.resolve("target/smpp-bridge.jar"), "new");
        script = installed.resolve("bridge");
        assertThat(bridge("status")).isZero();
        assertThat(home.resolve("said")).content().isEqualTo("by C.UTF-8\n");
    }

    /** What {@code ./bridge archive} ends with where the JVM can make none. */
    @Test
    void no_build_fails_for_want_of_an_archive() throws Exception {
        assertThat(Files.readString(Path.of("pom.xml")))
                .containsPattern("<argument>archive</argument>(?s:(?!</execution>).)*<successCode>1</successCode>");
    }
}
