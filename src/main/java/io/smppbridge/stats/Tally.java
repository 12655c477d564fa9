package io.smppbridge.stats;

import io.smppbridge.threads.OwnedBy;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A count that one thread keeps and anybody reads. A locked addition would make its thread wait until all that it has written before has
 * reached the memory; this one does not.
 */
@OwnedBy("one thread that counts, and anybody who reads")
public class Tally extends Number {
    private static final long serialVersionUID = 1L;

    private final AtomicLong count = new AtomicLong();

    public void increment() {
        add(1);
    }

    public void add(long more) {
        count.setRelease(count.getPlain() + more);
    }

    /** Any thread. */
    public long sum() {
        return count.get();
    }

    @Override
    public long longValue() {
        return sum();
    }

    @Override
    public int intValue() {
        return (int) sum();
    }

    @Override
    public float floatValue() {
        return sum();
    }

    @Override
    public double doubleValue() {
        return sum();
    }
}
