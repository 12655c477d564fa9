package io.smppbridge.blackbox;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kills a process at the n-th of its calls that change a directory, whichever thread makes it. strace's own {@code when=n} counts for each
 * thread by itself, and without {@code --seccomp-bpf}, which makes it forget the signal, each call of each thread is stopped. So strace only
 * holds each of those calls for a moment before it is made; who reads the trace kills the process then. Calls that go to sockets or happen
 * a thousand times in each start are not held: for these the kill may come a little after the call.
 */
final class Strike implements AutoCloseable {
    private static final Duration HELD = Duration.ofMillis(15);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long LOOK_EVERY_NANOS = 300_000;
    private static final String HELD_CALLS =
            "pwrite64,pwritev,fdatasync,fsync,rename,unlink,rmdir,mkdir,ftruncate,fallocate,msync";
    private static final String FLEETING_CALLS = "write,openat";

    private static final Pattern ENTRY = Pattern.compile("(\\d+) +(\\w+)\\((.*)", Pattern.DOTALL);
    private static final Pattern DONE = Pattern.compile(".*\\) += -?\\d.*", Pattern.DOTALL);

    /**
     * The call at which the process was killed.
     *
     * @param kind its name
     * @param thread the name of the thread that made it
     * @param done whether it had been made when the process ended
     */
    record Call(String kind, String thread, boolean done) {}

    private final Child child;
    private final Path trace;
    private final String directory;
    private final Predicate<String> kinds;
    private final int n;
    private final Thread watcher;
    private volatile boolean ended;
    private volatile IOException failure;

    private final StringBuilder line = new StringBuilder();
    private boolean counted;
    private int count;
    private ProcessHandle process;
    private String struckThread;
    private String struckId;
    private String struckKind;
    private boolean struckDone;

    private Strike(Child child, Path trace, Path directory, Predicate<String> kinds, int n) {
        this.child = child;
        this.trace = trace;
        this.directory = directory.toString();
        this.kinds = kinds;
        this.n = n;
        this.watcher = new Thread(this::watch, "strike");
        watcher.setDaemon(true);
    }

    /** Words before the command whose calls are to be watched. */
    static String[] words(Path trace) {
        return new String[] {
            Strace.program(),
            "-f",
            "--seccomp-bpf",
            "-y",
            "-s",
            "0",
            "-e",
            "trace=" + HELD_CALLS + "," + FLEETING_CALLS,
            "-e",
            "inject=" + HELD_CALLS + ":delay_enter=" + HELD.toNanos() / 1_000,
            "-o",
            trace.toString()
        };
    }

    /** Begins to watch; the n-th, from 1, call of those kinds ends the process. */
    static Strike at(Child child, Path trace, Path directory, Predicate<String> kinds, int n) {
        Strike strike = new Strike(child, trace, directory, kinds, n);
        strike.watcher.start();
        return strike;
    }

    /** After the process has ended: where it was struck; empty when it ended by itself before that. */
    Optional<Call> struck() throws Exception {
        close();
        if (failure != null) {
            throw failure;
        }
        return struckKind == null ? Optional.empty() : Optional.of(new Call(struckKind, struckThread, struckDone));
    }

    private void watch() {
        long until = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!Files.exists(trace) && !ended && System.nanoTime() - until < 0) {
                LockSupport.parkNanos(LOOK_EVERY_NANOS);
            }
            try (RandomAccessFile file = new RandomAccessFile(trace.toFile(), "r")) {
                boolean last = false;
                while (!last && System.nanoTime() - until < 0) {
                    last = ended || !child.isAlive();
                    read(file);
                    LockSupport.parkNanos(LOOK_EVERY_NANOS);
                }
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private void read(RandomAccessFile file) throws IOException {
        byte[] fresh = new byte[(int) (file.length() - file.getFilePointer())];
        file.readFully(fresh);
        for (String part : new String(fresh, StandardCharsets.ISO_8859_1).split("(?<=\n)")) {
            line.append(part);
            look();
            if (part.endsWith("\n")) {
                line.setLength(0);
                counted = false;
            }
        }
    }

    /** A call that is held has a line without an end. */
    private void look() throws IOException {
        Matcher entry = ENTRY.matcher(line);
        if (struckKind != null) {
            struckDone |= line.indexOf(struckId + " ") == 0
                    && line.indexOf(struckKind) > 0
                    && DONE.matcher(line).matches();
        } else if (!counted && entry.matches() && isOurs(entry.group(2), entry.group(3))) {
            counted = true;
            if (kinds.test(entry.group(2)) && ++count == n) {
                strike(entry.group(1), entry.group(2));
            }
        } else if (process == null && entry.lookingAt()) {
            process = ProcessHandle.of(Long.parseLong(entry.group(1))).orElse(null); // the first thread has its number
        }
    }

    private boolean isOurs(String kind, String words) {
        return kind.equals("msync")
                || words.contains(directory) && (!kind.equals("openat") || words.contains("O_CREAT"));
    }

    private void strike(String id, String kind) throws IOException {
        Path name = Path.of("/proc/" + process.pid() + "/task/" + id + "/comm");
        struckThread = Files.exists(name) ? Files.readString(name).strip() : "?";
        process.destroyForcibly();
        struckId = id;
        struckKind = kind;
        struckDone = DONE.matcher(line).matches();
    }

    @Override
    public void close() throws Exception {
        ended = true;
        watcher.join(TimeUnit.SECONDS.toMillis(30));
    }
}
