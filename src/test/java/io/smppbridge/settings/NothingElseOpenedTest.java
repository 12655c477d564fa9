package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Watches the JVM while a configuration is read. */
@Tag("S-54")
@Tag("G-04")
class NothingElseOpenedTest {
    private static final Set<String> NETWORK = Set.of("jdk.SocketRead", "jdk.SocketWrite", "jdk.SocketConnect");

    @TempDir
    Path directory;

    @Test
    void only_the_configuration_and_its_secret_files_are_read() throws IOException {
        Path journal = directory.resolve("journal");
        ConfigFolder folder = new ConfigFolder(directory.resolve("config"))
                .main(ConfigFolder.ONE_SMSC.replace("password = s3cret", "password-file = ../secret")
                        + "include = more.properties\njournal.directory = ../journal\n")
                .with("more.properties", "smsc.telia.bag = 500\n")
                .with("conf.d/a.properties", "smsc.telia.bunch = 5\n")
                .with("unread.properties", "a = b\n")
                .with("../secret", "s3cret\n");
        folder.load();
        try (ServerSocket taken = new ServerSocket(0)) {
            // Were the port tried, it would be found taken.
            folder.overrides.put("intake.http.port", String.valueOf(taken.getLocalPort()));
            List<RecordedEvent> events =
                    watched(() -> assertThat(folder.load()).isInstanceOf(LoadOutcome.Loaded.class));
            assertThat(events)
                    .noneMatch(event -> NETWORK.contains(event.getEventType().getName()));
            Set<String> opened = events.stream()
                    .filter(event -> event.getEventType().getName().startsWith("jdk.File"))
                    .map(event -> Path.of(event.getString("path")))
                    .filter(path -> !path.toString()
                            .matches(".*\\.(class|jar|jfr)|.*/(modules|tzdb\\.dat)|.*/classes/io/smppbridge/.*"))
                    .map(path -> path.getFileName().toString())
                    .collect(Collectors.toSet());
            assertThat(opened)
                    .containsExactlyInAnyOrder("bridge.properties", "more.properties", "a.properties", "secret");
        }
        assertThat(journal).doesNotExist();
    }

    private List<RecordedEvent> watched(Runnable work) throws IOException {
        Path file = directory.resolve("watched.jfr");
        long thread = Thread.currentThread().getId();
        try (Recording recording = new Recording()) {
            Stream.concat(NETWORK.stream(), Stream.of("jdk.FileRead", "jdk.FileWrite", "jdk.FileForce"))
                    .forEach(event -> recording.enable(event).withThreshold(Duration.ZERO));
            recording.start();
            work.run();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        Files.delete(file);
        return events.stream()
                .filter(event -> event.getThread() != null && event.getThread().getJavaThreadId() == thread)
                .toList();
    }

    @Test
    void the_package_names_no_class_that_reaches_the_network() throws IOException {
        try (Stream<Path> sources = Files.list(Path.of("src/main/java/io/smppbridge/settings"))) {
            for (Path source : sources.toList()) {
                boolean judgesLiterals = source.endsWith("TargetPolicy.java") || source.endsWith("EsmeTypes.java");
                assertThat(Files.readString(source))
                        .as(source.toString())
                        .doesNotContainPattern((judgesLiterals ? "" : "java\\.net\\.(?!URI)|InetAddress|")
                                + "\\.toURL\\(|java\\.nio\\.channels|Socket");
            }
        }
    }
}
