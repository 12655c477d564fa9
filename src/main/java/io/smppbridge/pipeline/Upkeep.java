package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.settings.JournalConfig;
import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.time.Duration;

/** What time brings: messages expire, receipts fail to come, clientRefs are forgotten, old segments go. A little at each turn. */
@OwnedBy("journal thread")
final class Upkeep {
    private static final long EVERY_NANOS = Duration.ofMillis(200).toNanos();
    /** The whole ledger is looked through in so many turns, that is in about two seconds. */
    private static final int TURNS_FOR_ALL = 10;
    /** So many are looked through at a turn, even if that is all of it. */
    private static final int FEW_SLOTS = 4_096;

    /** Messages that no bag had room for are tried again so often. */
    private static final long ROUTE_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

    private static final long SWEEP_EVERY_NANOS = Duration.ofMinutes(1).toNanos();

    private static final int STREAMS_A_TURN = 100;

    static final String PERHAPS_SENT = "perhaps sent: no answer came within its validity";
    private static final int SWEEPS_A_MINUTE = 4;

    private final Books books;
    private final Settlement settlement;
    private final ReceiptStage receipts;
    private final DeliveryStages deliveries;
    private final LostAnswers lost;
    private final Withdrawals withdrawals;
    private final Compactor compactor;
    private final Rerouting rerouting;
    private final FailingOver failing;
    private final JournalDoor door;
    private final JournalConfig config;
    private final ReceiptBound bound;
    private final Ticker ticker;
    private final IdSweep ids;
    private long next;
    private long nextRouting;
    private long nextSweep;
    private int cursor;

    Upkeep(
            Books books,
            Settlement settlement,
            ReceiptStage receipts,
            DeliveryStages deliveries,
            LostAnswers lost,
            Withdrawals withdrawals,
            Compactor compactor,
            Rerouting rerouting,
            FailingOver failing,
            JournalDoor door,
            JournalConfig config,
            Ticker ticker) {
        this.books = books;
        this.settlement = settlement;
        this.receipts = receipts;
        this.deliveries = deliveries;
        this.lost = lost;
        this.withdrawals = withdrawals;
        this.compactor = compactor;
        this.rerouting = rerouting;
        this.failing = failing;
        this.door = door;
        this.config = config;
        this.bound = receipts.bound();
        this.ids = new IdSweep(books);
        this.ticker = ticker;
        this.next = ticker.nanos();
        this.nextRouting = next;
        this.nextSweep = next + SWEEP_EVERY_NANOS;
    }

    /** Does a little when it is time; how much was done. */
    int turn() {
        ids.turn();
        long now = ticker.nanos();
        if (now - next < 0) {
            return 0;
        }
        next = now + EVERY_NANOS;
        long before = books.recordCount();
        receipts.giveUpOld();
        deliveries.giveUpOld();
        books.refs.forgetOld(books.nowMs(), 10_000);
        books.streams.forgetOld(books.nowMs(), STREAMS_A_TURN);
        books.concat.forgetOld(books.nowMs(), 10_000);
        books.inUse.writeLoss(books);
        books.unnumbered.turn(door);
        expire();
        failing.lookAfterReceipts();
        withdrawals.putAstrayBack();
        withdrawals.sweep();
        if (now - nextRouting >= 0) {
            nextRouting = now + ROUTE_EVERY_NANOS;
            rerouting.retrySome();
            lost.turn();
            books.lastAttempts.turn(books.nowMs(), this::neverAnswered);
            books.lanes.get().lookAfterDead(now);
        }
        if (now - nextSweep >= 0) {
            nextSweep = now + SWEEP_EVERY_NANOS;
            withdrawals.forgetEnded();
            ids.some(SWEEPS_A_MINUTE);
        }
        dropSegments();
        return (int) (books.recordCount() - before);
    }

    private void neverAnswered(int at, String why) {
        failing.insteadOf(
                at, Failover.UNANSWERED, (here, story) -> settlement.close(here, MessageState.UNCERTAIN, "", why));
    }

    private void expire() {
        Ledger ledger = books.ledger;
        long now = books.nowMs() / 1000;
        int slots = ledger.slots();
        if (cursor == 0) {
            bound.pass(books.nowMs(), books.lanes.get().all());
        }
        int end = Math.min(slots, cursor + Math.max(FEW_SLOTS, slots / TURNS_FOR_ALL + 1));
        for (int at = cursor; at < end && at < ledger.slots(); at++) {
            long message = ledger.idAt(at);
            if (message != 0 && ledger.event(at) == 0) {
                if (ledger.state(at) == MessageState.SENT && bound.isTooMany(message, ledger.lane(at))) {
                    settlement.close(at, MessageState.NO_RECEIPT, "", bound.reason());
                } else if (ledger.expirySeconds(at) <= now) {
                    expired(at, now);
                }
            }
        }
        cursor = end >= slots ? 0 : end;
        for (long message : ledger.expiredAtRest(now, Math.max(FEW_SLOTS, ledger.atRest() / TURNS_FOR_ALL))) {
            expired(ledger.find(message), now);
        }
    }

    private void expired(int at, long nowSeconds) {
        Ledger ledger = books.ledger;
        switch (ledger.state(at)) {
            case QUEUED, SCHEDULED -> {
                if (withdrawals.take(at)) {
                    if (withdrawals.reportIsUnderWay(at)) {
                        settlement.close(at, MessageState.UNCERTAIN, "", PERHAPS_SENT);
                    } else {
                        settlement.close(
                                at, MessageState.EXPIRED, "", "its validity ended before the SMSC could take it");
                    }
                }
            }
            case UNANSWERED -> {
                if (ledger.held(at) || withdrawals.take(at)) {
                    settlement.close(at, MessageState.UNCERTAIN, "", PERHAPS_SENT);
                }
            }
            case SENT -> {
                if (ledger.expirySeconds(at) + bound.withinSeconds() <= nowSeconds) {
                    settlement.close(at, MessageState.NO_RECEIPT, "", missing(ledger.idAt(at)));
                }
            }
            default -> {
                // Final: waits for its event to be taken.
            }
        }
    }

    private String missing(long message) {
        PartsAwaited parts = books.awaited.get(message);
        return parts == null || parts.told() == 0
                ? "the receipt did not come"
                : "the receipts of " + parts.told() + " of " + parts.count() + " parts came";
    }

    private void dropSegments() {
        long oldest = books.journal.oldestSegment();
        if (compactor.isBusy()) {
            return;
        }
        books.erasures.turn(books);
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
        return books.nowMs() - books.journal.begunAt(segment)
                >= config.retention().toMillis() / 4 * 3;
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
