package io.smppbridge.bag;

import io.smppbridge.threads.OwnedBy;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Tasks of one priority that senders gave back and that are due: the smallest id first. */
@OwnedBy("the thread whose turn it is at the bag")
final class Front {
    private final PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingLong(Task::id));
    private volatile int size;

    void add(Task task) {
        tasks.add(task);
        size = tasks.size();
    }

    /** The first, removed; null when there is none. */
    Task poll() {
        if (tasks.isEmpty()) {
            return null;
        }
        Task first = tasks.poll();
        size = tasks.size();
        return first;
    }

    /** The smallest id; {@link Long#MAX_VALUE} when there is none. */
    long headId() {
        return tasks.isEmpty() ? Long.MAX_VALUE : tasks.peek().id();
    }

    /** Any thread. */
    int size() {
        return size;
    }
}
