package io.smppbridge.sender;

import io.smppbridge.bag.Task;
import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/**
 * The submissions of one bind that await an answer, by sequence number, oldest first. Never more than the limit; a lower limit takes
 * effect as answers come. Finding one costs the same whatever the number; nothing is allocated but when the limit grows.
 */
@OwnedBy("the sender thread")
final class Window {
    static final int NONE = -1;

    private int limit;
    private int size;
    /** Requests of other kinds that await an answer: the SMSC counts them too. */
    private int others;

    // One place for each submission, chained from the oldest to the youngest; free places are chained by next alone.
    private Task[] tasks = {};
    private int[] parts = {};
    private int[] flights = {};
    private Gathered[] gathered = {};
    private int[] sequences = {};
    private long[] sentAt = {};
    private int[] next = {};
    private int[] previous = {};
    private int free = NONE;
    private int oldest = NONE;
    private int youngest = NONE;

    /** Place by sequence number: open addressing with linear probing, at most a quarter full. */
    private int[] index = {};

    /** Entries of the index that do not stand where their number belongs: none while numbers follow each other. */
    private int displaced;

    Window(int limit) {
        limit(limit);
    }

    int limit() {
        return limit;
    }

    /** Another limit from now on. */
    void limit(int submissions) {
        limit = submissions;
        if (limit > tasks.length) {
            grow(limit);
        }
    }

    int size() {
        return size;
    }

    /** How many more may be opened now. */
    int room() {
        return Math.max(0, limit - size - others);
    }

    /** A request of another kind has been handed to the connector. */
    void occupy() {
        others++;
    }

    /** It has been answered, or given up. */
    void vacate() {
        others--;
    }

    /** A submission has been handed to the connector. There must be room. */
    void open(int sequence, Task task, int part, int flight, long nowNanos) {
        assert size < limit : size + " of " + limit;
        int place = free;
        free = next[place];
        tasks[place] = task;
        parts[place] = part;
        flights[place] = flight;
        sequences[place] = sequence;
        sentAt[place] = nowNanos;
        next[place] = NONE;
        previous[place] = youngest;
        if (youngest == NONE) {
            oldest = place;
        } else {
            next[youngest] = place;
        }
        youngest = place;
        size++;
        enter(sequence, place);
    }

    /** The same for a submit_multi: one submission, however many messages. With one alone it is a submission like any other. */
    void open(int sequence, Gathered messages, long nowNanos) {
        open(sequence, messages.task(0), 0, messages.flight(0), nowNanos);
        gathered[youngest] = messages.size() > 1 ? messages : null;
    }

    /** The place of the submission with that sequence number, or {@link #NONE}. */
    int find(int sequence) {
        int mask = index.length - 1;
        for (int i = home(sequence); index[i] != NONE; i = i + 1 & mask) {
            if (sequences[index[i]] == sequence) {
                return index[i];
            }
        }
        return NONE;
    }

    /** Forgets a submission. */
    void close(int place) {
        erase(sequences[place]);
        int before = previous[place];
        int after = next[place];
        if (before == NONE) {
            oldest = after;
        } else {
            next[before] = after;
        }
        if (after == NONE) {
            youngest = before;
        } else {
            previous[after] = before;
        }
        tasks[place] = null;
        gathered[place] = null;
        next[place] = free;
        free = place;
        size--;
    }

    /** The place of the submission that has waited longest, or {@link #NONE}. */
    int oldest() {
        return oldest;
    }

    Task task(int place) {
        return tasks[place];
    }

    /** The messages of a submit_multi; null for a submission of one. */
    Gathered gathered(int place) {
        return gathered[place];
    }

    int part(int place) {
        return parts[place];
    }

    int flight(int place) {
        return flights[place];
    }

    long sentAt(int place) {
        return sentAt[place];
    }

    private int home(int sequence) {
        return sequence & index.length - 1;
    }

    private void enter(int sequence, int place) {
        int home = home(sequence);
        int i = home;
        while (index[i] != NONE) {
            i = i + 1 & index.length - 1;
        }
        index[i] = place;
        displaced += i == home ? 0 : 1;
    }

    /** Removes an entry and moves those behind it up, so that no probe ends early (Knuth, vol. 3, 6.4, algorithm R). */
    private void erase(int sequence) {
        int mask = index.length - 1;
        int hole = home(sequence);
        while (sequences[index[hole]] != sequence) {
            hole = hole + 1 & mask;
        }
        displaced -= hole == home(sequence) ? 0 : 1;
        for (int i = hole + 1 & mask; displaced > 0 && index[i] != NONE; i = i + 1 & mask) {
            int wants = home(sequences[index[i]]);
            if ((i - wants & mask) >= (i - hole & mask)) {
                displaced -= hole == wants ? 1 : 0;
                index[hole] = index[i];
                hole = i;
            }
        }
        index[hole] = NONE;
    }

    private void grow(int places) {
        int had = tasks.length;
        tasks = Arrays.copyOf(tasks, places);
        parts = Arrays.copyOf(parts, places);
        flights = Arrays.copyOf(flights, places);
        gathered = Arrays.copyOf(gathered, places);
        sequences = Arrays.copyOf(sequences, places);
        sentAt = Arrays.copyOf(sentAt, places);
        next = Arrays.copyOf(next, places);
        previous = Arrays.copyOf(previous, places);
        for (int place = had; place < places; place++) {
            next[place] = free;
            free = place;
        }
        index = new int[Math.max(16, Integer.highestOneBit(places * 4 - 1) << 1)];
        Arrays.fill(index, NONE);
        displaced = 0;
        for (int place = oldest; place != NONE; place = next[place]) {
            enter(sequences[place], place);
        }
    }
}
