package io.smppbridge.handback;

import java.util.Optional;

/** The journal as hand-back sees it. Safe for any thread; none of the calls waits for the disk except {@link #load}. */
public interface EventStore {
    /**
     * Reads an event back whose content has left memory.
     *
     * @param id the event's id
     * @param position where it stood in the journal when it was offered
     */
    Optional<Event> load(long id, long position);

    /** The platform has taken the event: it is never offered again, also not after a restart. */
    void taken(long id);

    /** The event is laid aside: kept on disk until someone replays or drops it. */
    void dead(long id, String why);
}
