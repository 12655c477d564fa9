package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** A file on a file system of its own, which is full or not. Needs the right to mount; the test is skipped aloud without. */
final class LogDisk extends LogOutput {
    private final Path mounted;
    private long read;

    private LogDisk(Path mounted) {
        this.mounted = mounted;
    }

    static LogDisk mount(Path directory) throws Exception {
        Path at = Files.createDirectory(directory.resolve("log-disk"));
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=192m,mode=0700", "tmpfs", at.toString()))
                .as("exit code of mount: the case needs the right to mount a file system of its own")
                .isZero();
        return new LogDisk(at);
    }

    File log() {
        return mounted.resolve("bridge.log").toFile();
    }

    @Override
    void block() throws IOException {
        for (int size = 1 << 20; size > 0; size /= 2) {
            try (OutputStream out =
                    Files.newOutputStream(filler(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                while (true) {
                    out.write(new byte[size]);
                }
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("No space left");
            }
        }
    }

    @Override
    void free() throws IOException {
        Files.delete(filler());
    }

    private Path filler() {
        return mounted.resolve("filler");
    }

    @Override
    synchronized long told() throws IOException {
        readOn();
        return super.told();
    }

    /** Whole lines that have come since. */
    private void readOn() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(log(), "r")) {
            byte[] more = new byte[(int) (file.length() - read)];
            file.seek(read);
            file.readFully(more);
            int end = more.length;
            while (end > 0 && more[end - 1] != '\n') {
                end--;
            }
            read += end;
            new String(more, 0, end, StandardCharsets.UTF_8).lines().forEach(this::took);
        }
    }

    @Override
    public void close() throws Exception {
        run("umount", "-l", mounted.toString());
    }

    private static int run(String... words) throws Exception {
        try {
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) ? process.exitValue() : -1;
        } catch (IOException e) {
            return -1;
        }
    }
}
