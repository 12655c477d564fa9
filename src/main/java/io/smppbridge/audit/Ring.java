package io.smppbridge.audit;

import io.smppbridge.threads.OwnedBy;
import java.util.function.IntPredicate;

/**
 * Rows in rings: those that have a key in common stand in one, in the order in which they came. A row that is over is taken out when it is passed,
 * so that a ring is gone through once, however long it is; one row always stays. 8 octets a row.
 */
@OwnedBy("whoever audits")
final class Ring {
    private final Index.Key key;
    private final IntPredicate isOver;
    private final Index last;
    /** The row that follows, and one; 0 for a ring of one. */
    private final Longs following = new Longs();

    Ring(Index.Key key, IntPredicate isOver) {
        this.key = key;
        this.isOver = isOver;
        this.last = new Index(key);
    }

    void add(int row) {
        int before = last.find(key.of(row));
        if (before != Index.NONE) {
            following.set(row, following(before) + 1L);
            following.set(before, row + 1L);
        }
        last.put(row);
    }

    /** The next one of a key that is not over, or any when all are; {@link Index#NONE} when there is none. */
    int next(long wanted) {
        int row = look(wanted);
        if (row != Index.NONE) {
            last.put(row);
        }
        return row;
    }

    /** What {@link #next} would give; the one after it stays the next. */
    int look(long wanted) {
        int before = last.find(wanted);
        if (before == Index.NONE) {
            return Index.NONE;
        }
        int row = following(before);
        while (row != before && isOver.test(row)) {
            following.set(before, following(row) + 1L);
            row = following(before);
        }
        return row;
    }

    private int following(int row) {
        long found = following.get(row);
        return found == 0 ? row : (int) (found - 1);
    }
}
