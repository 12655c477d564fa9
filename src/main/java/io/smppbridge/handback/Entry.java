package io.smppbridge.handback;

import io.smppbridge.threads.OwnedBy;

/** An event on its way out of the queue: in flight, between two attempts, or behind another event of its message. */
@OwnedBy("its lane")
final class Entry {
    final long id;
    final long position;
    /** Whether its content counts against hot-events until it is done. */
    final boolean hot;
    /** When it came to be, in milliseconds since 1970; a replay begins anew. */
    final long sinceMs;
    /** Null while the content is not in memory. */
    Event event;
    /** The message it is about; 0 for an MO and while the content has not been read. */
    long message;
    /** Whether the message's order has been looked at. */
    boolean admitted;
    /** Failed attempts that may have reached the platform. */
    int tries;
    /** How often in a row nobody was where it goes. */
    int pauses;
    /** How many events may travel with it: halved after each failure, so that a poison event ends up alone. */
    int company = Integer.MAX_VALUE;
    /** Not before this, on the ticker. */
    long notBefore;
    /** Whether it waits because the endpoint failed, not because it was refused itself. */
    boolean blameless;

    /** Its neighbours among all that are held; {@link Held} alone looks at them, and at what follows. */
    Entry before;

    Entry after;
    /** The next event of its message that waits for this one. */
    Entry follower;
    /** The last of those, known to the one that they all wait for. */
    Entry lastFollower;

    Entry(long id, long position, Event event, long sinceMs) {
        this.id = id;
        this.position = position;
        this.event = event;
        this.hot = event != null;
        this.sinceMs = sinceMs;
    }
}
