package io.smppbridge.connector;

import io.smppbridge.threads.OwnedBy;
import java.time.Duration;

/**
 * Notices that a thread which turns at least each second has not: the process was paused, or the machine moved. What came meanwhile has
 * been read by nobody yet, so for another second nothing that is awaited counts as missing.
 */
@OwnedBy("the bind's owner")
public final class Lapse {
    private static final long NOTICED = Duration.ofSeconds(3).toNanos();
    private static final long READ_WITHIN = Duration.ofSeconds(1).toNanos();

    private boolean any;
    private boolean open;
    private long last;
    private long until;

    /** The clock, at the beginning of each turn. */
    public void turn(long now) {
        if (any && now - last > NOTICED) {
            open = true;
            until = now + READ_WITHIN;
        } else if (open && now - until >= 0) {
            open = false;
        }
        any = true;
        last = now;
    }

    /** Whether what came during the last lapse, if there was one, has been read. */
    public boolean isOver(long now) {
        return !open || now - until >= 0;
    }

    /** A time, but not one before a lapse is over. */
    long notBefore(long at) {
        return open && at - until < 0 ? until : at;
    }
}
