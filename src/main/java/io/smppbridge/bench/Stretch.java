package io.smppbridge.bench;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Finds the best stretch of a long run: a counter looked up once a second, and of all stretches of a length the one with the highest mean. */
@OwnedBy("the thread of the command")
final class Stretch {
    private static final long EVERY = TimeUnit.SECONDS.toNanos(1);

    private final Duration length;
    private final Duration run;

    /** A counter that only grows. */
    interface Counter {
        long now() throws IOException;
    }

    /** What a counter showed at a time. */
    record Look(long nanos, long count) {}

    /** @param run how long to look; the best is the whole when that is shorter than {@code length} */
    Stretch(Duration length, Duration run) {
        this.length = length;
        this.run = run;
    }

    /** Looks until the run is over; per second. */
    double best(Counter counter) throws IOException, InterruptedException {
        List<Look> looks = new ArrayList<>();
        long start = System.nanoTime();
        for (long next = start; ; next += EVERY) {
            TimeUnit.NANOSECONDS.sleep(Math.min(next, start + run.toNanos()) - System.nanoTime());
            looks.add(new Look(System.nanoTime(), counter.now()));
            if (next - start >= run.toNanos()) {
                return best(looks, length.toNanos());
            }
        }
    }

    /**
     * The highest mean, per second, of any stretch between two looks that is at least so long; of the whole when none is.
     *
     * @param looks in the order of time, at least two
     */
    static double best(List<Look> looks, long nanos) {
        Look last = looks.get(looks.size() - 1);
        double best = 0;
        for (int from = 0; from < looks.size(); from++) {
            for (int to = from + 1; to < looks.size(); to++) {
                if (looks.get(to).nanos - looks.get(from).nanos >= nanos) {
                    best = Math.max(best, mean(looks.get(from), looks.get(to)));
                    break;
                }
            }
        }
        return best > 0 ? best : mean(looks.get(0), last);
    }

    private static double mean(Look from, Look to) {
        return (to.count - from.count) * 1e9 / (to.nanos - from.nanos);
    }
}
