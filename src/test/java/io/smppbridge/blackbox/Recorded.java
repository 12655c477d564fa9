package io.smppbridge.blackbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process did to the files of one directory, call by call with octets and times, as strace saw it; and the directory that it would
 * have left had it ended at any moment: killed, with all that was written, or by the power, with what was forced alone. Names count at once.
 */
final class Recorded {
    private static final Pattern LINE = Pattern.compile("(\\d+) +(\\d+\\.\\d+) (.*)");
    private static final Pattern RESUMED = Pattern.compile("<\\.\\.\\. \\w+ resumed>(.*)", Pattern.DOTALL);
    private static final String UNFINISHED = " <unfinished ...>";
    private static final Pattern WRITE =
            Pattern.compile("pwrite64\\(\\d+<([^>]*)>, \"((?:\\\\x[0-9a-f]{2})*)\", \\d+, (\\d+)\\) += (\\d+).*");
    private static final Pattern FORCE = Pattern.compile("f(?:data)?sync\\(\\d+<([^>]*)>\\) += 0.*");
    private static final Pattern RENAME = Pattern.compile("rename\\(\"([^\"]*)\", \"([^\"]*)\"\\) += 0.*");
    private static final Pattern UNLINK =
            Pattern.compile("unlink(?:at)?\\((?:AT_FDCWD[^,]*, )?\"([^\"]*)\"[^)]*\\) += 0.*");

    /**
     * One call that has come back.
     *
     * @param begun and ended: microseconds since 1970
     * @param octets of a write, else empty
     * @param to a rename's other name
     */
    private record Call(Kind kind, long begun, long ended, String name, String to, long offset, byte[] octets) {}

    private enum Kind {
        WRITE,
        FORCE,
        RENAME,
        UNLINK
    }

    private final List<Call> calls = new ArrayList<>();

    private Recorded() {}

    /** Words before a command whose calls are to be recorded. */
    static List<String> words(Path trace) {
        return List.of(
                Strace.program(),
                "-f",
                "-ttt",
                "-y",
                "-xx",
                "-s",
                Integer.toString(2 << 20),
                "-e",
                "trace=pwrite64,fdatasync,fsync,rename,unlink,unlinkat",
                "-o",
                trace.toString());
    }

    /** Those of a directory. */
    static Recorded read(Path trace, Path directory) throws IOException {
        Recorded recorded = new Recorded();
        Map<String, String[]> open = new HashMap<>();
        try (BufferedReader in = Files.newBufferedReader(trace, StandardCharsets.ISO_8859_1)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Matcher matcher = LINE.matcher(line);
                if (!matcher.matches()) {
                    continue;
                }
                String thread = matcher.group(1);
                String time = matcher.group(2);
                String text = matcher.group(3);
                Matcher resumed = RESUMED.matcher(text);
                if (text.endsWith(UNFINISHED)) {
                    open.put(thread, new String[] {time, text.substring(0, text.length() - UNFINISHED.length())});
                } else if (resumed.matches()) {
                    String[] begun = open.remove(thread);
                    if (begun != null) {
                        recorded.add(begun[1] + resumed.group(1), begun[0], time, directory);
                    }
                } else {
                    recorded.add(text, time, time, directory);
                }
            }
        }
        return recorded;
    }

    private void add(String text, String begun, String ended, Path directory) {
        Matcher write = WRITE.matcher(text);
        Matcher force = FORCE.matcher(text);
        Matcher rename = RENAME.matcher(text);
        Matcher unlink = UNLINK.matcher(text);
        if (write.matches()) {
            byte[] octets = HexFormat.of().parseHex(write.group(2).replace("\\x", ""));
            byte[] written = Arrays.copyOf(octets, Integer.parseInt(write.group(4)));
            add(
                    Kind.WRITE,
                    begun,
                    ended,
                    plain(write.group(1)),
                    "",
                    Long.parseLong(write.group(3)),
                    written,
                    directory);
        } else if (force.matches()) {
            add(Kind.FORCE, begun, ended, plain(force.group(1)), "", 0, new byte[0], directory);
        } else if (rename.matches()) {
            add(Kind.RENAME, begun, ended, plain(rename.group(1)), plain(rename.group(2)), 0, new byte[0], directory);
        } else if (unlink.matches()) {
            add(Kind.UNLINK, begun, ended, plain(unlink.group(1)), "", 0, new byte[0], directory);
        }
    }

    private void add(
            Kind kind, String begun, String ended, String path, String to, long offset, byte[] octets, Path directory) {
        Path file = Path.of(path);
        if (directory.equals(file.getParent())) {
            String second = to.isEmpty() ? "" : Path.of(to).getFileName().toString();
            calls.add(new Call(
                    kind, micros(begun), micros(ended), file.getFileName().toString(), second, offset, octets));
        }
    }

    /** Names, too, may come as octets. */
    private static String plain(String path) {
        if (!path.contains("\\x")) {
            return path;
        }
        return new String(HexFormat.of().parseHex(path.replace("\\x", "")), StandardCharsets.UTF_8);
    }

    private static long micros(String seconds) {
        return new BigDecimal(seconds).movePointRight(6).longValue();
    }

    int size() {
        return calls.size();
    }

    /**
     * Makes the directory as it would have been found.
     *
     * @param at the moment, in microseconds since 1970
     * @param forcedOnly whether the power went, which leaves nothing that was not forced
     * @param forcesUntil forces from then on did nothing
     */
    void leave(Path target, long at, boolean forcedOnly, long forcesUntil) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        Map<String, List<Call>> unforced = new HashMap<>();
        for (Call call : calls) {
            if (call.ended() > at) {
                continue;
            }
            switch (call.kind()) {
                case WRITE -> {
                    unforced.computeIfAbsent(call.name(), name -> new ArrayList<>())
                            .add(call);
                    if (!forcedOnly) {
                        apply(files, call);
                    }
                }
                case FORCE -> {
                    if (forcedOnly && call.ended() <= forcesUntil) {
                        List<Call> waiting = unforced.getOrDefault(call.name(), new ArrayList<>());
                        waiting.stream()
                                .filter(write -> write.ended() <= call.begun())
                                .forEach(write -> apply(files, write));
                        waiting.removeIf(write -> write.ended() <= call.begun());
                    }
                }
                case RENAME -> {
                    move(files, call);
                    move(unforced, call);
                }
                case UNLINK -> {
                    files.remove(call.name());
                    unforced.remove(call.name());
                }
            }
        }
        Files.createDirectories(target);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(target.resolve(file.getKey()), file.getValue());
        }
    }

    private static <T> void move(Map<String, T> map, Call call) {
        T moved = map.remove(call.name());
        if (moved != null) {
            map.put(call.to(), moved);
        }
    }

    private static void apply(Map<String, byte[]> files, Call write) {
        byte[] old = files.getOrDefault(write.name(), new byte[0]);
        int end = (int) write.offset() + write.octets().length;
        byte[] fresh = end > old.length ? Arrays.copyOf(old, end) : old;
        System.arraycopy(write.octets(), 0, fresh, (int) write.offset(), write.octets().length);
        files.put(write.name(), fresh);
    }
}
