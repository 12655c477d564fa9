package io.smppbridge.audit;

import io.smppbridge.TaskId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Where something was read, in 8 octets: the file's number and the line, or what the bridge calls a message of the journal. */
final class Places {
    private static final int LINE_BITS = 40;
    private static final int MARK = 0xFEFF;
    private static final int SHOWN = 160;
    private static final String GONE =
            "(cannot be read once more, as what comes from a pipe or has been shortened since)";

    private final List<Path> files = new ArrayList<>();

    /** The first line of a file, less one. */
    long open(Path file) {
        files.add(file);
        return (long) (files.size() - 1) << LINE_BITS;
    }

    /** Octets that are no UTF-8 are read as U+FFFD, and a mark at the beginning is passed over: logs come from anywhere. */
    static BufferedReader reader(Path file) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8), 1 << 16);
        in.mark(1);
        if (in.read() != MARK) {
            in.reset();
        }
        return in;
    }

    /** {@code calls.jsonl:17: {"to":…}}: the lines themselves are read again, where that can be. */
    Map<Long, String> words(Iterable<Long> places) throws IOException {
        Map<Long, String> words = new HashMap<>();
        Map<Integer, TreeSet<Long>> byFile = new HashMap<>();
        for (long place : places) {
            if (place < 0) {
                TaskId id = new TaskId(~place);
                words.put(place, "message " + id + " of the journal, accepted " + Instant.ofEpochMilli(id.epochMs()));
            } else {
                byFile.computeIfAbsent((int) (place >>> LINE_BITS), file -> new TreeSet<>())
                        .add(place);
            }
        }
        for (Map.Entry<Integer, TreeSet<Long>> one : byFile.entrySet()) {
            read(files.get(one.getKey()), one.getValue(), words);
        }
        return words;
    }

    private static void read(Path file, TreeSet<Long> places, Map<Long, String> words) throws IOException {
        try (BufferedReader in = again(file)) {
            long at = 0;
            for (long place : places) {
                long line = place & (1L << LINE_BITS) - 1;
                String text = "";
                for (; at < line && text != null; at++) {
                    text = in.readLine();
                }
                words.put(place, file.getFileName() + ":" + line + ": " + shown(text));
            }
        }
    }

    /** A pipe has been read to its end, and may wait for ever for somebody to write into it. */
    private static BufferedReader again(Path file) throws IOException {
        return Files.isRegularFile(file) ? reader(file) : new BufferedReader(Reader.nullReader());
    }

    private static String shown(String line) {
        if (line == null) {
            return GONE;
        }
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
    }
}
