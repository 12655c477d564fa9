package io.smppbridge.pipeline;

import io.smppbridge.TaskId;
import io.smppbridge.journal.Journal;
import io.smppbridge.records.Story;
import io.smppbridge.threads.OwnedBy;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the journal on the reading thread, so that the journal thread does not wait for the disk, and has that one go on with what was found. */
@OwnedBy("journal thread")
final class ReadingBack {
    private static final Logger LOG = LoggerFactory.getLogger(ReadingBack.class);
    private static final long PAUSE_NANOS = 1_000_000;

    private final Journal journal;
    private final Executor reader;
    private final JournalDoor door;

    ReadingBack(Journal journal, Executor reader, JournalDoor door) {
        this.journal = journal;
        this.reader = reader;
        this.door = door;
    }

    /**
     * Reads what the journal says of a message.
     *
     * @param last where its last record stands
     * @param then told its story on the journal thread; empty when a part of that has left the journal, or cannot be read now
     * @param refused done instead, on the journal thread, when too much is being read, or the bridge stops
     */
    void message(long id, long last, Consumer<Optional<Story>> then, Runnable refused) {
        read(() -> story(id, last), then, refused);
    }

    /** The same of whatever is read. */
    <T> void read(Supplier<T> reading, Consumer<T> then, Runnable refused) {
        door.afterWrite(() -> {
            try {
                reader.execute(() -> goOn(reading.get(), then));
            } catch (RejectedExecutionException e) {
                refused.run();
            }
        });
    }

    /** On the reading thread. */
    Optional<Story> story(long id, long last) {
        try {
            return Story.read(journal::read, last);
        } catch (RuntimeException | Error e) { // as where no memory beside the heap is left to read in
            LOG.warn("message {} cannot be read now", new TaskId(id), e);
            return Optional.empty();
        }
    }

    private <T> void goOn(T found, Consumer<T> then) {
        while (!door.command(() -> then.accept(found))) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
    }
}
