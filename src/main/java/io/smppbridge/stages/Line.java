package io.smppbridge.stages;

import io.smppbridge.threads.ThreadSafe;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;

/**
 * What stands before a stage, and who sleeps there. Has room for every slot there is, so that nobody who puts one in ever waits.
 *
 * <p>Where threads change their stage it has lanes: what comes by one connection stands in one of them, and only one thread at a time
 * takes from a lane and works on what it took. So a connection's messages keep their order, however many threads there are.
 */
@ThreadSafe
final class Line<S extends Slot> {
    /** As many threads can be of use at once to a stage whose threads may come and go. */
    static final int LANES = 8;
    /** There is nothing to take up. */
    static final int NONE = -1;
    /** Apart from each other: they are not to share a cache line. */
    private static final int APART = 16;

    private final List<SlotRing<S>> lanes;
    private final AtomicIntegerArray held;
    private final Bell bell = new Bell();

    private Line(List<SlotRing<S>> lanes) {
        this.lanes = lanes;
        this.held = new AtomicIntegerArray(lanes.size() * APART);
    }

    /** Each thread takes what is next. */
    static <S extends Slot> Line<S> of(int slots, boolean manyIn, boolean manyOut) {
        return new Line<>(List.of(new SlotRing<>(slots, manyIn, manyOut, 0)));
    }

    /** Each thread takes what is next in a lane of which no other thread has taken. */
    static <S extends Slot> Line<S> inLanes(int slots) {
        return new Line<>(Stream.generate(() -> new SlotRing<S>(slots, true, false, 0))
                .limit(LANES)
                .toList());
    }

    /** @return whether somebody slept before it and was woken */
    boolean put(S slot) {
        if (!lanes.get(slot.lane(lanes.size())).offer(slot)) {
            throw new IllegalStateException("a ring is full that has room for every slot");
        }
        return bell.ring();
    }

    /**
     * A lane with something in it, which is the caller's until {@link #release}.
     *
     * @param after the lane that it had before: others go first
     * @return {@link #NONE} if there is none
     */
    int claim(int after) {
        int count = lanes.size();
        if (count == 1) {
            return lanes.get(0).isEmpty() ? NONE : 0;
        }
        for (int i = 1; i <= count; i++) {
            int lane = (after + i) % count;
            if (isReady(lane) && held.compareAndSet(lane * APART, 0, 1)) {
                return lane;
            }
        }
        return NONE;
    }

    /** Takes what stands in a lane, and returns how many; 0 if another was faster. */
    int take(int lane, S[] batch) {
        int count = 0;
        SlotRing<S> ring = lanes.get(lane);
        S slot;
        while (count < batch.length && (slot = ring.poll()) != null) {
            batch[count++] = slot;
        }
        return count;
    }

    /** What was taken has been worked on. Whoever releases looks once more, or calls {@link #leave}. */
    void release(int lane) {
        if (lanes.size() > 1) {
            held.setRelease(lane * APART, 0);
        }
    }

    /** The only lane's next; null when it is empty. */
    S poll() {
        return lanes.get(0).poll();
    }

    Bell.Sleeper join() {
        return bell.join();
    }

    /** A thread goes that may have been woken for something. */
    void leave(Bell.Sleeper sleeper) {
        sleeper.leave();
        if (isReady()) {
            bell.ring();
        }
    }

    void ring() {
        bell.ring();
    }

    /** Whether somebody could take something. */
    boolean isReady() {
        for (int lane = 0; lane < lanes.size(); lane++) {
            if (isReady(lane)) {
                return true;
            }
        }
        return false;
    }

    private boolean isReady(int lane) {
        return held.get(lane * APART) == 0 && !lanes.get(lane).isEmpty();
    }

    /** Slots in it. */
    int size() {
        int size = 0;
        for (SlotRing<S> lane : lanes) {
            size += lane.size();
        }
        return size;
    }
}
