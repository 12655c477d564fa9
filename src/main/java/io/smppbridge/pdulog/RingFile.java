package io.smppbridge.pdulog;

import io.smppbridge.settings.OwnerOnly;
import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.threads.OwnedBy;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Files of one kind for one SMSC, each of a bounded size, only so many of them: the oldest goes. For their owner's eyes only. */
@OwnedBy("pdulog")
final class RingFile {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final String name;
    private final String extension;
    private final byte[] preamble;
    private Optional<OutputStream> out = Optional.empty();
    private long size;

    RingFile(String name, String extension, byte[] preamble) {
        this.name = name;
        this.extension = extension;
        this.preamble = preamble;
    }

    void write(byte[] bytes, PduLogConfig limits, Instant now) throws IOException {
        if (out.isPresent() && size + bytes.length > limits.fileSize()) {
            close();
        }
        if (out.isEmpty()) {
            open(limits, now);
        }
        try {
            out.get().write(bytes);
            size += bytes.length;
        } catch (IOException e) {
            giveUp(); // half a block would make the rest of the file unreadable
            throw e;
        }
    }

    void flush() throws IOException {
        if (out.isPresent()) {
            try {
                out.get().flush();
            } catch (IOException e) {
                giveUp();
                throw e;
            }
        }
    }

    private void giveUp() {
        try {
            close();
        } catch (IOException e) {
            out = Optional.empty();
        }
    }

    void close() throws IOException {
        if (out.isPresent()) {
            OutputStream closing = out.get();
            out = Optional.empty();
            closing.close();
        }
    }

    private void open(PduLogConfig limits, Instant now) throws IOException {
        Files.createDirectories(limits.directory(), OwnerOnly.directory(limits.directory()));
        prune(limits.directory(), limits.files() - 1);
        for (int number = 1; out.isEmpty(); number++) {
            String three = Integer.toString(1000 + number).substring(1);
            Path file = limits.directory().resolve(name + "-" + STAMP.format(now) + "-" + three + extension);
            try {
                Files.createFile(file, OwnerOnly.file(file));
                out = Optional.of(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
            } catch (FileAlreadyExistsException taken) {
                if (number > 900) {
                    throw taken; // So many within a second: the size is far too small.
                }
            }
        }
        out.get().write(preamble);
        size = preamble.length;
    }

    /** Deletes the oldest beyond so many; their names sort by time. */
    private void prune(Path directory, int keep) throws IOException {
        List<Path> ours = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            files.filter(file -> file.getFileName()
                            .toString()
                            .matches("\\Q" + name + "\\E-\\d{8}T\\d{6}-\\d{3}\\Q" + extension + "\\E"))
                    .sorted()
                    .forEach(ours::add);
        }
        for (int i = 0; i < ours.size() - keep; i++) {
            Files.deleteIfExists(ours.get(i));
        }
    }
}
