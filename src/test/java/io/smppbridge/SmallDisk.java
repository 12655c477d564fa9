package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** A file system of its own, in memory and of few octets. Needs the right to mount; the test is skipped aloud without. */
public final class SmallDisk implements AutoCloseable {
    private final Path mounted;

    private SmallDisk(Path mounted) {
        this.mounted = mounted;
    }

    /** @param size as {@code mount} takes it, such as {@code 24m} */
    public static SmallDisk mount(Path at, String size) throws Exception {
        Files.createDirectory(at);
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=" + size + ",mode=0700", "tmpfs", at.toString()))
                .as("exit code of mount: the case needs the right to mount a file system of its own")
                .isZero();
        return new SmallDisk(at);
    }

    public Path resolve(String name) {
        return mounted.resolve(name);
    }

    /** Writes on at the end of a file until there is no room for one octet more. @return octets that it took */
    public static long fill(Path file) throws IOException {
        long written = 0;
        for (int size = 1 << 20; size > 0; size /= 2) {
            try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                while (true) {
                    out.write(new byte[size]);
                    written += size;
                }
            } catch (IOException full) {
                assertThat(full).hasMessageContaining("No space left");
            }
        }
        return written;
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
