package io.smppbridge.pipeline;

/** How other threads get something done on the journal thread. */
interface JournalDoor {
    /** Between two batches; false when too much waits already. Any thread. */
    boolean command(Runnable command);

    /** When everything that callers have handed over so far has been taken or refused. Journal thread only. */
    void afterCallers(Runnable task);

    /** Whether no command that comes from now on is done any more: the journal thread has ended, or failed. Any thread. */
    boolean isOver();

    /** When everything appended so far can be read back. Journal thread only. */
    void afterWrite(Runnable task);

    /** When everything appended so far is forced to disk. Journal thread only. */
    void afterForce(Runnable task);
}
