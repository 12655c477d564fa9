package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.Tried;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a whole bridge leaves on the disk, and who may read it. */
@Tag("S-52")
@Timeout(60)
@Tag("crowd")
class FileModesIT {
    private static final int MESSAGES = 50;

    @TempDir
    Path directory;

    @Test
    void every_file_of_a_running_bridge_is_0600_and_every_directory_0700(TestReporter reporter) throws Exception {
        assumeThat(directory.getFileSystem().supportedFileAttributeViews())
                .as("files have rights here")
                .contains("posix");
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .node("admin.enabled", "true")
                .node("admin.port", "0")
                .node("journal.directory", directory.resolve("kept/journal").toString())
                .node("pdulog.directory", directory.resolve("kept/logs/pdus").toString())
                .each("pdulog", "text")
                .each("pdulog-capture", "on");
        Files.createDirectory(
                directory.resolve("kept"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Map<String, String> modes;
        try (CarrierBed bed = plan.start().bound()) {
            for (int i = 0; i < MESSAGES; i++) {
                OutboundSms sms = OutboundSms.to("+" + CarrierBed.prefix(0) + (1000 + i))
                        .text("number " + i)
                        .build();
                assertThat(bed.middleWare().send(sms).get(10, TimeUnit.SECONDS))
                        .isInstanceOf(SendOutcome.Acceptance.class);
            }
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> modes().keySet().toString(), all -> all.contains(".pcapng") && all.contains(".log"));
            modes = modes();
        }
        assertThat(modes.keySet().toString())
                .contains(
                        "counters.live",
                        "heartbeat",
                        "admin.key",
                        "flights",
                        "journal.lock",
                        "kept/logs/pdus",
                        ".pcapng");
        Tried.times(modes.size())
                .note(modes.size() + " files and directories")
                .lost(modes.values().stream().filter(mode -> !mode.isEmpty()).count())
                .tell(reporter);
        assertThat(modes).allSatisfy((file, wrong) -> assertThat(wrong).as(file).isEmpty());
    }

    /** By name, what is wrong with its mode. */
    private Map<String, String> modes() {
        Map<String, String> modes = new TreeMap<>();
        try {
            Files.walkFileTree(directory.resolve("kept"), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes attributes) throws IOException {
                    return seen(at, "rwx------");
                }

                @Override
                public FileVisitResult visitFile(Path at, BasicFileAttributes attributes) throws IOException {
                    return seen(at, "rw-------");
                }

                @Override
                public FileVisitResult visitFileFailed(Path at, IOException gone) throws IOException {
                    if (gone instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE; // A spare segment has been put to use.
                    }
                    throw gone;
                }

                private FileVisitResult seen(Path at, String expected) throws IOException {
                    try {
                        String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(at));
                        modes.put(directory.relativize(at).toString(), mode.equals(expected) ? "" : mode);
                        return FileVisitResult.CONTINUE;
                    } catch (NoSuchFileException gone) {
                        return visitFileFailed(at, gone);
                    }
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return modes;
    }
}
