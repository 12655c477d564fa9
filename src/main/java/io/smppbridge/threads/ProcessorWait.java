package io.smppbridge.threads;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Whether a thread has to wait for a processor: a quarter of the time that passes or more, it could run and does not. From then on, until it
 * has looked {@link #CALM} times in a row and found less than a tenth: a thread that is given less to do for that reason waits less, now and
 * then not at all. Linux counts that for each thread ({@code /proc/thread-self/schedstat}, its second number); where nobody does, the answer
 * is yes.
 */
@OwnedBy("the thread that is looked at")
public final class ProcessorWait implements AutoCloseable {
    static final int CALM = 4;

    private static final int QUARTER = 4;
    private static final int TENTH = 10;
    private static final int LONGEST_LINE = 96;
    private static final Path OWN = Path.of("/proc/thread-self/schedstat");

    private final Path counters;
    private final byte[] line = new byte[LONGEST_LINE];
    private RandomAccessFile file;
    private boolean known = true;
    private long atNanos;
    private long waited = -1;
    private boolean isLong;
    /** So many times in a row it did not wait. */
    private int calm;

    public ProcessorWait() {
        this(OWN);
    }

    /** @param counters a file with three numbers, of which the second is nanoseconds waited */
    public ProcessorWait(Path counters) {
        this.counters = counters;
    }

    /** Looks again, at the time since it looked last. By the thread itself. */
    public void look(long nowNanos) {
        if (!known) {
            return;
        }
        long before = waited;
        waited = read();
        if (waited < 0) {
            known = false;
            isLong = true;
        } else if (before >= 0) {
            boolean waits = (waited - before) * (isLong ? TENTH : QUARTER) >= nowNanos - atNanos;
            calm = waits ? 0 : calm + 1;
            isLong = waits || isLong && calm < CALM;
        }
        atNanos = nowNanos;
    }

    /** What was seen last; no before it has looked twice. */
    public boolean isLong() {
        return isLong;
    }

    /** Opened once: to find a file takes longer than to read it. */
    private long read() {
        try {
            if (file == null) {
                file = new RandomAccessFile(counters.toFile(), "r");
            }
            file.seek(0);
            int length = Math.max(0, file.read(line));
            String[] numbers = new String(line, 0, length, StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ");
            return numbers.length > 1 ? Long.parseLong(numbers[1]) : -1;
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
    }

    /** By the thread itself, or after its end. */
    @Override
    public void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            known = false;
        }
    }
}
