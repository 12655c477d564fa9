package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/**
 * Messages at rest: accepted, their bodies only in the journal, and nothing has happened to them since. Of each its id, its position and 64
 * bits more, in 8 octets while its neighbours have the same 64 bits, else in 16, where a table takes a hundred.
 *
 * <p>They stand in blocks of rising ids, and blocks in a few runs, so that one is found by bisection. One that is taken out leaves a hole; a
 * block that is mostly holes is closed up, an empty one goes.
 */
@OwnedBy("journal thread")
final class Backlog {
    private static final int NONE = BacklogBlock.NONE;
    private static final int MOST_RUNS = 4;
    private static final int FIRST_ROOM = 16;

    private final Run[] runs = new Run[MOST_RUNS];
    /** The one with the highest id when something was added last: most that come go behind it. */
    private Run top = new Run();

    private int size;
    private long takenPosition;
    private long takenPacked;

    /** Sees every message once. */
    interface Each {
        void at(long id, long packed);
    }

    /** What becomes of the 64 bits of so many messages that have them in common. */
    interface Change {
        long of(long packed, int count);
    }

    int size() {
        return size;
    }

    /** Puts a message at rest; false when its id fits behind none of the runs. */
    boolean add(long id, long position, long packed) {
        if (!top.isEmpty() && top.lastId() < id) {
            top.add(id, position, packed);
            size++;
            return true;
        }
        return addAnywhere(id, position, packed);
    }

    private boolean addAnywhere(long id, long position, long packed) {
        Run behind = null;
        int free = NONE;
        for (int i = 0; i < MOST_RUNS; i++) {
            if (runs[i] == null || runs[i].isEmpty()) {
                free = i;
            } else if (runs[i].lastId() < id && (behind == null || behind.lastId() < runs[i].lastId())) {
                behind = runs[i];
            }
        }
        if (behind == null && free == NONE) {
            return false;
        }
        if (behind == null) {
            behind = new Run();
            runs[free] = behind;
        }
        behind.add(id, position, packed);
        top = highest();
        size++;
        return true;
    }

    private Run highest() {
        Run highest = null;
        for (Run run : runs) {
            boolean any = run != null && !run.isEmpty();
            highest = any && (highest == null || highest.lastId() < run.lastId()) ? run : highest;
        }
        return highest;
    }

    /** Whether a message is here. */
    boolean holds(long id) {
        for (Run run : runs) {
            int number = run == null ? NONE : run.find(id);
            if (number != NONE && run.blocks[number].find(id) != NONE) {
                return true;
            }
        }
        return false;
    }

    /** Takes a message out, and remembers what was known of it; false when it is not here. */
    boolean take(long id) {
        for (Run run : runs) {
            int number = run == null ? NONE : run.find(id);
            int at = number == NONE ? NONE : run.blocks[number].find(id);
            if (at != NONE) {
                BacklogBlock block = run.blocks[number];
                takenPosition = block.position(at);
                takenPacked = block.packed(at);
                block.remove(at);
                if (block.live == 0) {
                    run.drop(number);
                }
                size--;
                return true;
            }
        }
        return false;
    }

    /** Of the one taken last. */
    long takenPosition() {
        return takenPosition;
    }

    /** Of the one taken last. */
    long takenPacked() {
        return takenPacked;
    }

    void forEach(Each each) {
        for (Run run : runs) {
            for (int b = run == null ? 0 : run.from; run != null && b < run.to; b++) {
                run.blocks[b].forEach(each);
            }
        }
    }

    /** Goes through all in the order of their ids; none may be added or taken out meanwhile. */
    Walk walk() {
        return new Walk();
    }

    /** {@code while (walk.next()) ...}. */
    final class Walk {
        private final Cursor[] cursors = Arrays.stream(runs)
                .filter(run -> run != null && !run.isEmpty())
                .map(Cursor::new)
                .toArray(Cursor[]::new);

        private Cursor current;

        boolean next() {
            if (current != null) {
                current.step();
            }
            current = null;
            for (Cursor cursor : cursors) {
                if (cursor.block != null && (current == null || cursor.id() < current.id())) {
                    current = cursor;
                }
            }
            return current != null;
        }

        long id() {
            return current.id();
        }

        long position() {
            return current.block.position(current.at);
        }

        long packed() {
            return current.block.packed(current.at);
        }
    }

    /** A place in a run; its block is null behind the last one. */
    private static final class Cursor {
        private final Run run;
        private int number;
        private BacklogBlock block;
        private int at = NONE;

        Cursor(Run run) {
            this.run = run;
            this.number = run.from;
            this.block = run.blocks[number];
            step();
        }

        long id() {
            return block.id(at);
        }

        void step() {
            at = block.from(at + 1);
            while (at == NONE && block != null) {
                number++;
                block = number < run.to ? run.blocks[number] : null;
                at = block == null ? NONE : block.from(0);
            }
        }
    }

    /** Shows each message's 64 bits, those of neighbours that are alike together, and keeps what they become. */
    void change(Change change) {
        for (Run run : runs) {
            for (int b = run == null ? 0 : run.from; run != null && b < run.to; b++) {
                run.blocks[b].change(change);
            }
        }
    }

    /** The ids of some, at most so many, whose upper 32 bits are not above a bound. Looks only where there may be any. */
    long[] notAbove(long bound, int most) {
        long[] found = new long[Math.min(most, size)];
        int count = 0;
        for (Run run : runs) {
            for (int b = run == null ? 0 : run.from; run != null && b < run.to && count < found.length; b++) {
                if (run.blocks[b].least <= bound) {
                    count = run.blocks[b].notAbove(bound, found, count);
                }
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** BacklogBlocks of rising ids, a window of an array. */
    private static final class Run {
        BacklogBlock[] blocks = new BacklogBlock[FIRST_ROOM];
        int from;
        int to;

        boolean isEmpty() {
            return from == to;
        }

        long lastId() {
            return blocks[to - 1].lastId();
        }

        void add(long id, long position, long packed) {
            if (isEmpty() || !blocks[to - 1].takes(id, position)) {
                if (!isEmpty()) {
                    blocks[to - 1].trim();
                }
                if (to == blocks.length) {
                    BacklogBlock[] roomier = to - from > to / 2 ? new BacklogBlock[to * 2] : blocks;
                    System.arraycopy(blocks, from, roomier, 0, to - from);
                    Arrays.fill(roomier, to - from, roomier.length, null);
                    to -= from;
                    from = 0;
                    blocks = roomier;
                }
                blocks[to++] = new BacklogBlock(id, position, packed);
            }
            blocks[to - 1].add(id, position, packed);
        }

        /** The only block that may hold the id. */
        int find(long id) {
            int low = from;
            int high = to;
            while (low < high) {
                int middle = low + high >>> 1;
                if (blocks[middle].firstId <= id) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low == from ? NONE : low - 1;
        }

        void drop(int number) {
            if (number == from) {
                blocks[from++] = null;
            } else {
                System.arraycopy(blocks, number + 1, blocks, number, to - number - 1);
                blocks[--to] = null;
            }
        }
    }
}
