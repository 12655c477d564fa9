package io.smppbridge.bag;

import io.smppbridge.threads.OwnedBy;

/** The tasks that a sender has taken at once. Made once for each sender and filled again and again. */
@OwnedBy("the sender thread")
public final class Bunch {
    private final long[] ids;
    private final long[] positions;
    private final Task[] tasks;
    private int size;
    /** What was looked at: kept, so that the processor has to look. */
    private long touched;

    /** @param capacity the most tasks it can hold */
    public Bunch(int capacity) {
        ids = new long[capacity];
        positions = new long[capacity];
        tasks = new Task[capacity];
    }

    public int capacity() {
        return ids.length;
    }

    public int size() {
        return size;
    }

    /** A task that is claimed for this sender. */
    public Task task(int i) {
        return tasks[i];
    }

    /** Forgets the tasks. */
    public void clear() {
        while (size > 0) {
            tasks[--size] = null;
        }
    }

    void add(long id, long position, Task taskOrNull) {
        ids[size] = id;
        positions[size] = position;
        tasks[size++] = taskOrNull;
    }

    /** Brings the cold ones back and claims each; those that have ended or are withdrawn are left out. */
    void wake(TaskSource source) {
        int kept = 0;
        for (int i = 0; i < size; i++) { // of several at once, as they may have left all caches
            touched += tasks[i] == null ? 0 : tasks[i].touch();
        }
        for (int i = 0; i < size; i++) {
            Task task = tasks[i];
            if (task == null) {
                task = source.load(ids[i], positions[i]).orElse(null);
            }
            if (task != null && task.claim()) {
                tasks[kept++] = task;
            }
        }
        while (size > kept) {
            tasks[--size] = null;
        }
    }
}
