package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;

/** Something to do at a time; of two at the same time the one entered first goes first. */
@OwnedBy("smsc-sim")
abstract class Due implements Comparable<Due> {
    private long at;
    private long order;

    final void enter(long nanos, long number) {
        at = nanos;
        order = number;
    }

    final long at() {
        return at;
    }

    abstract void run();

    @Override
    public final int compareTo(Due other) {
        int byTime = Long.compare(at - other.at, 0);
        return byTime != 0 ? byTime : Long.compare(order, other.order);
    }

    @Override
    public final boolean equals(Object other) {
        return this == other;
    }

    @Override
    public final int hashCode() {
        return System.identityHashCode(this);
    }

    static Due of(Runnable work) {
        return new Due() {
            @Override
            void run() {
                work.run();
            }
        };
    }
}
