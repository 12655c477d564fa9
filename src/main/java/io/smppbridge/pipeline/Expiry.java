package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.threads.OwnedBy;

/** Ends messages for which the time is over: their validity, the wait for a receipt, or that for the answer to a last attempt. */
@OwnedBy("journal thread")
final class Expiry {
    static final String PERHAPS_SENT = "perhaps sent: no answer came within its validity";

    /** The whole ledger is looked through in so many turns, that is in about two seconds. */
    private static final int TURNS_FOR_ALL = 10;
    /** So many are looked through at a turn, even if that is all of it. */
    private static final int FEW_SLOTS = 4_096;

    private final Books books;
    private final Settlement settlement;
    private final Withdrawals withdrawals;
    private final FailingOver failing;
    private final ReceiptBound bound;
    private int cursor;

    Expiry(Books books, Settlement settlement, Withdrawals withdrawals, FailingOver failing, ReceiptBound bound) {
        this.books = books;
        this.settlement = settlement;
        this.withdrawals = withdrawals;
        this.failing = failing;
        this.bound = bound;
    }

    /** No answer came to the last attempt of a message, and none is awaited any more. */
    void neverAnswered(int at, String why) {
        failing.insteadOf(
                at, Failover.UNANSWERED, (here, story) -> settlement.close(here, MessageState.UNCERTAIN, "", why));
    }

    /** Looks through some of the ledger. */
    void turn() {
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
                if (ledger.state(at) == MessageState.SENT && bound.isTooMany(message, ledger.lane(at), parts(at))) {
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

    private int parts(int at) {
        PartsAwaited parts = books.partsOf(at);
        return parts == null ? 1 : parts.count();
    }

    private String missing(long message) {
        PartsAwaited parts = books.awaited.get(message);
        return parts == null || parts.told() == 0
                ? "the receipt did not come"
                : "the receipts of " + parts.told() + " of " + parts.count() + " parts came";
    }
}
