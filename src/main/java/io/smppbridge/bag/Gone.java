package io.smppbridge.bag;

/** Says of an entry in a bag whether no sender is to have it any more. Asked by the journal thread only. */
@FunctionalInterface
public interface Gone {
    /**
     * Whether the message has been withdrawn, has ended, or goes on under a later entry.
     *
     * @param id the message's id
     * @param position where its record stood when it was put into the bag
     * @param taskOrNull the task, or null when its body has left memory
     */
    boolean isGone(long id, long position, Task taskOrNull);
}
