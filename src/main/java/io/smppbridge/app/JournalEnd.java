package io.smppbridge.app;

import io.smppbridge.journal.Journal;
import io.smppbridge.threads.OwnedBy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes the journal once nobody writes into it any more, and not before: its thread would take answers that it cannot write down. */
@OwnedBy("the thread that stops the bridge")
final class JournalEnd implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalEnd.class);

    private final Journal journal;
    private boolean free;

    JournalEnd(Journal journal) {
        this.journal = journal;
    }

    /** @param ended whether the journal thread has done its last */
    void free(boolean ended) {
        free = ended;
    }

    @Override
    public void close() {
        if (free) {
            journal.close();
        } else {
            LOG.error(
                    "the journal thread did not end in time: the journal is left open, and its directory is in use until the"
                            + " process ends; nothing of it is lost, and the next start reads it");
        }
    }
}
