import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * How a load goes: warm-up, measured time, end; and what it has counted. It writes "begin" and "end" to standard output at the borders of the
 * measured time, when src/peers/run reads processor times and the sink's count, and in the end one line of JSON. Any thread may call it.
 */
final class Course {
    /** Sixty-four steps in each doubling of a time: within 1.6 %. */
    private static final int STEPS = 64;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final LongAdder sent = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final AtomicLongArray times = new AtomicLongArray(STEPS * Long.SIZE);
    private volatile boolean measuring;
    private volatile boolean ended;
    private volatile String trouble;

    /** Whether more is to be sent. */
    boolean goesOn() {
        return !ended;
    }

    void sent(int messages) {
        sent.add(messages);
    }

    /** One message has its answer. */
    void answered(long sentNanos, boolean positive) {
        (positive ? accepted : refused).increment();
        if (measuring && positive) {
            times.incrementAndGet(step(System.nanoTime() - sentNanos));
        }
    }

    /** What keeps a load from going on; the first one is told. */
    void broke(String what) {
        if (trouble == null) {
            trouble = what;
        }
        ended = true;
    }

    /** Lets the load run its time, then waits for the answers that are missing. */
    void run(Duration warmup, Duration measured) throws InterruptedException {
        pause(warmup);
        measuring = true;
        say("begin");
        pause(measured);
        measuring = false;
        say("end");
        stop();
    }

    /** Lets the load go on until so many have their answers. */
    void run(long messages) throws InterruptedException {
        measuring = true;
        while (goesOn() && accepted.sum() + refused.sum() < messages) {
            Thread.sleep(1);
        }
        stop();
    }

    private void pause(Duration time) throws InterruptedException {
        long until = System.nanoTime() + time.toNanos();
        while (goesOn() && System.nanoTime() < until) {
            Thread.sleep(5);
        }
    }

    private void stop() throws InterruptedException {
        ended = true;
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (trouble == null && accepted.sum() + refused.sum() < sent.sum() && System.nanoTime() < deadline) {
            Thread.sleep(5);
        }
        say("{\"sent\":" + sent.sum() + ",\"accepted\":" + accepted.sum() + ",\"refused\":" + refused.sum()
                + ",\"measured\":" + measured()
                + ",\"p50\":" + quantile(0.5) + ",\"p99\":" + quantile(0.99)
                + (trouble == null ? "" : ",\"trouble\":\"" + trouble.replaceAll("[\"\\\\\\p{Cntrl}]", "'") + "\"")
                + "}");
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static int step(long nanos) {
        long value = Math.max(STEPS, nanos);
        int doubling = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
        return doubling * STEPS + (int) (value >> doubling - 6) - STEPS;
    }

    /** Positive answers in the measured time. */
    private long measured() {
        long all = 0;
        for (int i = 0; i < times.length(); i++) {
            all += times.get(i);
        }
        return all;
    }

    /** In milliseconds. */
    private String quantile(double share) {
        long all = measured();
        long seen = 0;
        for (int i = 0; i < times.length(); i++) {
            seen += times.get(i);
            if (seen > 0 && seen >= share * all) {
                double nanos = Math.scalb((double) (STEPS + i % STEPS), i / STEPS - 6);
                return String.format(java.util.Locale.ROOT, "%.3f", nanos / 1e6);
            }
        }
        return "null";
    }
}
