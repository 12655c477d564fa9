package io.smppbridge.blackbox;

import io.smppbridge.SmallDisk;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file on a file system of its own, which is full or not. */
final class LogDisk extends LogOutput {
    private final SmallDisk disk;
    private long read;

    private LogDisk(SmallDisk disk) {
        this.disk = disk;
    }

    static LogDisk mount(Path directory) throws Exception {
        return new LogDisk(SmallDisk.mount(directory.resolve("log-disk"), "192m"));
    }

    File log() {
        return disk.resolve("bridge.log").toFile();
    }

    @Override
    void block() throws IOException {
        SmallDisk.fill(filler());
    }

    @Override
    void free() throws IOException {
        Files.delete(filler());
    }

    private Path filler() {
        return disk.resolve("filler");
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
        disk.close();
    }
}
