package io.smppbridge.bag;

import io.smppbridge.Priority;
import io.smppbridge.settings.Leaving.Floors;
import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/**
 * What is due in a bag, by priority: given back, become due, put for now. Between priorities, of every sixteen places some prefer
 * {@link Priority#LOW}, some {@link Priority#NORMAL}, evenly spread, and the others {@link Priority#HIGH}.
 */
@OwnedBy("the thread whose turn it is at the bag; the journal thread adds")
final class Shelves {
    private static final int PRIORITIES = Priority.values().length;
    private static final int LOW = Priority.LOW.ordinal();
    private static final int NORMAL = Priority.NORMAL.ordinal();
    private static final int HIGH = Priority.HIGH.ordinal();
    private static final int PLACES = Floors.PLACES;

    /** For now: from the journal thread to whose turn it is. */
    private final Lane[] lanes = new Lane[PRIORITIES];

    private final Lane[] ripe = new Lane[PRIORITIES];
    private final Front[] front = new Front[PRIORITIES];
    private final Broom broom = new Broom();
    /** The line at which the sweep goes on. */
    @OwnedBy("journal thread")
    private int swept;

    private int place;
    /** Which priority each of the sixteen prefers. */
    private volatile int[] places = places(Floors.USUAL);

    private volatile boolean onlyHigh;

    Shelves() {
        for (int p = 0; p < PRIORITIES; p++) {
            lanes[p] = new Lane(false);
            ripe[p] = new Lane(false);
            front[p] = new Front();
        }
    }

    /** Journal thread: one more for now, unseen until {@link #publish}. */
    void add(long id, long position, Task taskOrNull, int p) {
        lanes[p].add(id, position, taskOrNull, 0);
    }

    /** Journal thread: true when there was anything new. */
    boolean publish() {
        boolean any = false;
        for (Lane lane : lanes) {
            any |= lane.publish();
        }
        return any;
    }

    /** One has become due; unseen until {@link #publishRipe}. */
    void ripe(long id, long position, Task taskOrNull, int p) {
        ripe[p].add(id, position, taskOrNull, 0);
    }

    void publishRipe() {
        for (Lane lane : ripe) {
            lane.publish();
        }
    }

    /** One that may stand here was withdrawn. Journal thread. */
    void withdrawn() {
        broom.oneMore();
    }

    /** Whether there is nothing to {@link #sweep} out. Journal thread. */
    boolean rests() {
        return broom.rests();
    }

    /** Removes such as were withdrawn, a part each time; the others keep their order. Journal thread, and only while it has the turn. */
    void sweep(Gone gone) {
        broom.sweep(this::sweep, gone, false);
    }

    private boolean sweep(int most, Gone gone) {
        int left = most;
        while (swept < 2 * PRIORITIES) {
            left = (swept < PRIORITIES ? ripe[swept] : lanes[swept - PRIORITIES]).sweep(left, gone);
            if (left <= 0) {
                return false;
            }
            swept++;
        }
        swept = 0;
        return true;
    }

    /** One was given back and is due. */
    void front(Task task, int p) {
        front[p].add(task);
    }

    /** Other shares of the lower priorities from now on. Any thread. */
    void floors(Floors floors) {
        places = places(floors);
    }

    /** The places of the lower priorities stand evenly; of these the last is of low. */
    private static int[] places(Floors floors) {
        int[] made = new int[PLACES];
        Arrays.fill(made, HIGH);
        int lower = floors.low() + floors.normal();
        for (int i = 0; i < lower; i++) {
            boolean low = (i + 1) * floors.low() / lower > i * floors.low() / lower;
            made[(i + 1) * PLACES / lower - 1] = low ? LOW : NORMAL;
        }
        return made;
    }

    /** Any thread. */
    void onlyHigh(boolean only) {
        onlyHigh = only;
    }

    /** How many there are. Any thread. */
    long size() {
        long sum = 0;
        for (int p = 0; p < PRIORITIES; p++) {
            sum += size(p);
        }
        return sum;
    }

    long size(int p) {
        return lanes[p].size() + ripe[p].size() + front[p].size();
    }

    /** How many of them may be taken now. Any thread. */
    long takeable() {
        return onlyHigh ? size(HIGH) : size();
    }

    /** Takes the next, in the order between priorities. */
    int pick(Bunch into, int max) {
        int picked = 0;
        int[] prefers = places;
        while (picked < max) {
            int preferred = prefers[place];
            if (!pickFrom(preferred, into)
                    && !pickFrom(HIGH, into)
                    && !pickFrom(NORMAL, into)
                    && !pickFrom(LOW, into)) {
                break;
            }
            place = place + 1 & PLACES - 1;
            picked++;
        }
        return picked;
    }

    private boolean pickFrom(int p, Bunch into) {
        if (onlyHigh && p != HIGH) {
            return false;
        }
        Task task = front[p].poll();
        if (task != null) {
            into.add(task.id(), task.position, task);
            return true;
        }
        Lane lane = ripe[p].size() > 0 ? ripe[p] : lanes[p];
        if (lane.size() == 0) {
            return false;
        }
        long id = lane.headId();
        into.add(id, lane.headPosition(), lane.headTask());
        lane.remove();
        return true;
    }

    /** The smallest id among the first of each; 0 when there is none. */
    long oldestId() {
        long oldest = Long.MAX_VALUE;
        for (int p = 0; p < PRIORITIES; p++) {
            oldest = Math.min(oldest, front[p].headId());
            oldest = ripe[p].size() == 0 ? oldest : Math.min(oldest, ripe[p].headId());
            oldest = lanes[p].size() == 0 ? oldest : Math.min(oldest, lanes[p].headId());
        }
        return oldest == Long.MAX_VALUE ? 0 : oldest;
    }
}
