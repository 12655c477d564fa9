package io.smppbridge.pipeline;

import io.smppbridge.settings.JournalConfig;
import io.smppbridge.threads.OwnedBy;

/**
 * Drops the journal's oldest segment when that is time: it is old, somebody's number is to be erased from it, or there is more than is to be kept.
 * What is still needed of it is written anew first.
 */
@OwnedBy("journal thread")
final class OldSegments {
    /** A segment that is to begin so much later than now was begun before the clock was set back. */
    private static final long SET_BACK_MS = 60_000;

    private final Books books;
    private final Compactor compactor;
    private final JournalConfig config;

    OldSegments(Books books, Compactor compactor, JournalConfig config) {
        this.books = books;
        this.compactor = compactor;
        this.config = config;
    }

    /** Does the next step, if there is one. */
    void turn() {
        long oldest = books.journal.oldestSegment();
        if (compactor.isBusy()) {
            return;
        }
        books.erasures.turn(books);
        if (books.journal.begunAt(books.journal.currentSegment()) > books.nowMs() + SET_BACK_MS) {
            books.journal.nextSegment(); // begun by the clock of now, it tells how old those before are at least
        }
        boolean old = isOld(oldest) || books.erasures.want(oldest);
        if (oldest == books.journal.currentSegment()) {
            if (old) {
                books.journal.nextSegment(); // at another turn, when none is ready
            }
            return;
        }
        if (old) {
            empty(oldest);
            return;
        }
        boolean roomy = books.journal.bytes() <= config.keep() + 2L * config.segmentSize();
        if (roomy) {
            return;
        }
        if (books.journal.bytes() > 2 * liveOctets() + config.keep() + 2L * config.segmentSize()
                || books.use.of(oldest) == 0) {
            empty(oldest);
        }
    }

    /** What ended when the segment was begun must be gone soon; a quarter of the time is left for the work, and for a stop in between. */
    private boolean isOld(long segment) {
        return books.nowMs() - begunAt(segment) >= config.retention().toMillis() / 4 * 3;
    }

    /** Where the clock has been set back since, by what was begun later. */
    private long begunAt(long segment) {
        long earliest = Long.MAX_VALUE;
        for (long later = books.journal.currentSegment(); later >= segment; later--) {
            earliest = Math.min(earliest, books.journal.begunAt(later));
        }
        return earliest;
    }

    private void empty(long segment) {
        if (books.use.of(segment) == 0 && books.refUse.of(segment) == 0) {
            drop(books, segment);
        } else {
            compactor.compact(segment);
        }
    }

    static void drop(Books books, long segment) {
        books.journal.dropOldest();
        books.dropped();
        books.use.dropBelow(segment + 1);
        books.refUse.dropBelow(segment + 1);
    }

    private long liveOctets() {
        long perMessage = 512;
        return books.use.total() * perMessage + books.refUse.total() * 64;
    }
}
