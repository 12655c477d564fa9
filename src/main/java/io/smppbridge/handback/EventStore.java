package io.smppbridge.handback;

import java.util.Optional;

/** The journal as hand-back sees it. Safe for any thread; none of the calls waits for the disk except {@link #load}. */
public interface EventStore {
    /**
     * Reads an event back whose content has left memory.
     *
     * @param id the event's id
     * @param position where it stood in the journal when it was offered
     * @return empty when it is there no more
     * @throws RuntimeException if it cannot be read now
     */
    Optional<Event> load(long id, long position);

    /**
     * The platform has taken events: they are never offered again, also not after a restart.
     *
     * @param ids read before this returns, and not kept
     * @param count how many of them
     */
    void taken(long[] ids, int count);

    /** The event is laid aside: kept on disk until someone replays or drops it. */
    void dead(long id, String why);

    /** Someone has an event that was laid aside offered again: from now on it is also after a restart. */
    void again(long id);
}
