package io.smppbridge.stages;

/** A ring and who sleeps before it. Has room for every slot there is, so that nobody who puts one in ever waits. */
record Line<S extends Slot>(SlotRing<S> ring, Bell bell) {
    static <S extends Slot> Line<S> of(int slots, boolean manyIn, boolean manyOut) {
        return new Line<>(new SlotRing<>(slots, manyIn, manyOut, 0), new Bell());
    }

    /** @return whether somebody slept before it and was woken */
    boolean put(S slot) {
        if (!ring.offer(slot)) {
            throw new IllegalStateException("a ring is full that has room for every slot");
        }
        return bell.ring();
    }
}
