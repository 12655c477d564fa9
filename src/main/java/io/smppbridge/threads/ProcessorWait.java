package io.smppbridge.threads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether a thread has to wait for a processor: a quarter of the time that passes or more, it could run and does not. From then on, until it
 * has looked {@link #CALM} times in a row and found less than a tenth: a thread that is given less to do for that reason waits less, now and
 * then not at all. Linux counts that for each thread ({@code /proc/thread-self/schedstat}, its second number); where nobody does, the answer
 * is yes.
 */
@OwnedBy("the thread that is looked at")
public final class ProcessorWait {
    static final int CALM = 4;

    private static final int QUARTER = 4;
    private static final int TENTH = 10;
    private static final Path OWN = Path.of("/proc/thread-self/schedstat");

    private final Path counters;
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

    private long read() {
        try {
            String[] numbers = Files.readString(counters).strip().split(" ");
            return numbers.length > 1 ? Long.parseLong(numbers[1]) : -1;
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
    }
}
