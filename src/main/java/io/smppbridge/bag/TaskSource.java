package io.smppbridge.bag;

import java.util.Optional;

/** Brings back a task whose body has left memory. Safe for any thread; may read the disk. */
@FunctionalInterface
public interface TaskSource {
    /**
     * The task as the journal has it, its progress included, or empty when it has ended meanwhile.
     *
     * @param id the message's id
     * @param position where its record stood when it was put into the bag
     */
    Optional<Task> load(long id, long position);

    /**
     * A loaded task goes back into its bag and need not stay in memory.
     *
     * @return false when others know it by its body: then it stays
     */
    default boolean letGo(Task task) {
        return false;
    }
}
