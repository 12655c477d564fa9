package io.smppbridge.stages;

import io.smppbridge.threads.Ticker;
import java.util.function.BooleanSupplier;

/**
 * What each thread of a stage does behind the first: takes up what stands in line, has it worked on, sleeps when there is nothing.
 *
 * @param turn works on slots
 * @param ended whether all is over
 */
record StageLoop<S extends Slot>(Line<S> line, Turn<S> turn, Ticker ticker, BooleanSupplier ended) {
    static final long SLEEP_NANOS = 200_000_000L;

    /** What a stage does with slots that it has taken up together. */
    interface Turn<S> {
        void take(S[] slots, int count);
    }

    /**
     * @param batch as many slots as it takes up at once
     * @param idleNanos ends when there has been nothing to do for so long
     */
    void run(S[] batch, long idleNanos) {
        Bell.Sleeper sleeper = line.join();
        long idleSince = ticker.nanos();
        int had = 0;
        while (!ended.getAsBoolean()) {
            int lane = line.claim(had);
            int count = lane == Line.NONE ? 0 : line.take(lane, batch);
            if (count > 0) {
                turn.take(batch, count);
                idleSince = ticker.nanos();
            }
            if (lane != Line.NONE) {
                line.release(lane);
                had = lane;
            } else if (ticker.nanos() - idleSince >= idleNanos) {
                break;
            } else {
                sleeper.sleep(SLEEP_NANOS, () -> line.isReady() || ended.getAsBoolean());
            }
        }
        line.leave(sleeper);
    }
}
