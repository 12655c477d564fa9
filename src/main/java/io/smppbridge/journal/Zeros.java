package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Fills files with zeros. A force that takes long because of what is in it holds up those that callers wait for, so it is to hold little, and
 * the disk has a rest after it; one that takes long whatever is in it, as on a disk far away, is not to be repeated for each MiB.
 */
@OwnedBy("journal-spare")
final class Zeros {
    private static final int LEAST = 1 << 18;
    private static final int MOST = 4 << 20;
    /** So many times as much where the file is needed soon: a force costs the processor as well. */
    private static final int HURRY = 4;
    /** So much is written by one call: a system call is not interrupted, and who waits for this processor waits for its end. */
    private static final int PIECE = 1 << 14;

    private static final long LONG_NS = Duration.ofMillis(100).toNanos();

    /** After each force so many times what it took, at most so long. */
    private static final int RESTS = 3;

    private static final long LONGEST_REST_NS = Duration.ofMillis(50).toNanos();

    /** How much somebody is in want of the file. */
    enum Want {
        /** Others use the disk. */
        LATER,
        /** Others use the disk, and the file is needed soon: no rests. */
        SOON,
        /** Nobody uses the disk before there is this file: one force. */
        NOW
    }

    /** Asked again and again. */
    interface Wanting {
        Want now();
    }

    private final int size;
    private final Ticker ticker;
    private final ByteBuffer zeros;
    private int stride = LEAST;
    private long lastTook;

    Zeros(int size, Ticker ticker) {
        this.size = size;
        this.ticker = ticker;
        this.zeros = ByteBuffer.allocateDirect(Math.min(PIECE, size));
    }

    /** Fills and forces all of a file. */
    void fill(DiskFile file, Wanting wanting) throws IOException {
        long start = ticker.nanos();
        int forced = 0;
        for (int at = 0; at < size; ) {
            int some = Math.min(zeros.capacity(), size - at);
            file.writeFully(zeros.clear().limit(some), at);
            at += some;
            Want want = wanting.now();
            int most = most(want);
            if (at == size || at - forced >= most) {
                file.force();
                long took = ticker.nanos() - start;
                if (want != Want.NOW && at - forced == most) { // else it is the rest of a file, or all of it
                    learn(took);
                }
                forced = at;
                if (at < size && wanting.now() == Want.LATER) {
                    LockSupport.parkNanos(this, Math.min(LONGEST_REST_NS, RESTS * took));
                }
                start = ticker.nanos();
            } else if (want != Want.NOW) {
                Thread.yield();
            }
        }
    }

    /** Whether a file begins with zeros: whoever has begun to use one began there, as starts of earlier versions did that were killed. */
    static boolean isBegin(DiskFile file) throws IOException {
        ByteBuffer first = ByteBuffer.allocate(SegmentHeader.SIZE);
        file.readFully(first, 0);
        return first.flip().mismatch(ByteBuffer.allocate(first.limit())) < 0;
    }

    /** How many octets one force is to hold. */
    private int most(Want want) {
        return switch (want) {
            case LATER -> stride;
            case SOON -> stride * HURRY;
            case NOW -> size;
        };
    }

    /** Twice as much next time, as long as that does not take half as long again. */
    private void learn(long took) {
        boolean hardlyLonger = stride == LEAST || 2 * took <= 3 * lastTook;
        stride = took >= LONG_NS && hardlyLonger ? Math.min(MOST, 2 * stride) : Math.max(LEAST, stride / 2);
        lastTook = took;
    }
}
