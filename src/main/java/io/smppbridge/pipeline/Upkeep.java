package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.time.Duration;

/** Sees to it that what time brings is done, by whoever does it: a little at each turn. */
@OwnedBy("journal thread")
final class Upkeep {
    private static final long EVERY_NANOS = Duration.ofMillis(200).toNanos();

    /** Messages that no bag had room for are tried again so often. */
    private static final long ROUTE_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

    private static final long SWEEP_EVERY_NANOS = Duration.ofMinutes(1).toNanos();

    private static final int STREAMS_A_TURN = 100;

    private static final int SWEEPS_A_MINUTE = 4;

    private final Parts parts;
    private final Books books;
    private final Ticker ticker;
    private final IdSweep ids;
    private long next;
    private long nextRouting;
    private long nextSweep;

    Upkeep(Parts parts, Ticker ticker) {
        this.parts = parts;
        this.books = parts.books();
        this.ids = new IdSweep(books);
        this.ticker = ticker;
        this.next = ticker.nanos();
        this.nextRouting = next;
        this.nextSweep = next + SWEEP_EVERY_NANOS;
    }

    /** Those who do it. */
    record Parts(
            Books books,
            ReceiptStage receipts,
            DeliveryStages deliveries,
            Expiry expiry,
            LostAnswers lost,
            Withdrawals withdrawals,
            CuttingAnew cutting,
            OldSegments segments,
            Rerouting rerouting,
            FailingOver failing,
            JournalDoor door) {}

    /** Does a little when it is time; how much was done. */
    int turn() {
        ids.turn();
        long now = ticker.nanos();
        if (now - next < 0) {
            return 0;
        }
        next = now + EVERY_NANOS;
        long before = books.recordCount();
        parts.receipts().giveUpOld();
        parts.deliveries().giveUpOld();
        books.markTime(books.nowMs());
        books.refs.forgetOld(books.nowMs(), 10_000);
        books.streams.forgetOld(books.nowMs(), STREAMS_A_TURN);
        books.concat.forgetOld(books.nowMs(), 10_000);
        books.inUse.writeLoss(books);
        books.unnumbered.turn(parts.door());
        parts.cutting().turn();
        parts.expiry().turn();
        parts.failing().lookAfterReceipts();
        parts.withdrawals().putAstrayBack();
        parts.withdrawals().sweep();
        if (now - nextRouting >= 0) {
            nextRouting = now + ROUTE_EVERY_NANOS;
            parts.rerouting().retrySome();
            parts.lost().turn();
            books.lastAttempts.turn(books.nowMs(), parts.expiry()::neverAnswered);
            books.lanes.get().lookAfterDead(now);
        }
        if (now - nextSweep >= 0) {
            nextSweep = now + SWEEP_EVERY_NANOS;
            parts.withdrawals().forgetEnded();
            ids.some(SWEEPS_A_MINUTE);
        }
        parts.segments().turn();
        return (int) (books.recordCount() - before);
    }
}
