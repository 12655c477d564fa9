package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.time.Duration;

/** Keeps a journal's directory for one bridge. */
@OwnedBy("journal thread")
final class DirectoryLock implements AutoCloseable {
    static final String FILE = "journal.lock";
    private static final long EVERY_NANOS = Duration.ofMillis(100).toNanos();

    private final Disk disk;
    private final AutoCloseable lock;
    private final Ticker ticker;
    private long looked;

    private DirectoryLock(Disk disk, AutoCloseable lock, Ticker ticker) {
        this.disk = disk;
        this.lock = lock;
        this.ticker = ticker;
        this.looked = ticker.nanos();
    }

    /** @throws JournalException LOCKED when another bridge has it */
    static DirectoryLock take(Disk disk, Ticker ticker) throws IOException {
        return new DirectoryLock(disk, disk.lock(FILE).orElseThrow(() -> taken(disk)), ticker);
    }

    private static JournalException taken(Disk disk) {
        return new JournalException(
                JournalException.Kind.LOCKED,
                disk.describe() + " is in use by another bridge, in this process or another, which holds " + FILE
                        + "; stop that one, or name another journal.directory");
    }

    /** Looks between records too: to read all of them takes longer than who starts waits for a holder. */
    RecordVisitor whileReading(RecordVisitor visitor) {
        return (position, type, payload) -> {
            if (!isKept()) {
                throw taken(disk);
            }
            visitor.visit(position, type, payload);
        };
    }

    /** Looks now and then; false when another process has the directory by now. */
    boolean isKept() {
        long now = ticker.nanos();
        if (now - looked < EVERY_NANOS) {
            return true;
        }
        looked = now;
        try {
            return disk.keepsLock();
        } catch (IOException e) {
            return true; // what cannot be looked at tells nothing; a disk that has failed says so itself
        }
    }

    @Override
    public void close() throws Exception {
        lock.close();
    }
}
