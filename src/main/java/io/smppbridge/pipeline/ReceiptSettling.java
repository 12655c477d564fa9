package io.smppbridge.pipeline;

import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.ReceiptWish;
import io.smppbridge.receipts.ReceiptState;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.records.ReceiptRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.TlvNames;
import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.settings.SmscConfig.Verdict;
import io.smppbridge.threads.OwnedBy;
import java.util.List;

/**
 * What a receipt makes of the open message that it is about. One that reports a part as delivered ends nothing as long as the SMSC has not taken
 * all parts: the others still go out, and the message ends {@linkplain FailingOver#taken when the last is taken}.
 */
@OwnedBy("journal thread")
final class ReceiptSettling {
    private final Books books;
    private final Settlement settlement;
    private final FailingOver failing;
    private final TlvNames names = new TlvNames();
    private LostAnswers lost;

    ReceiptSettling(Books books, Settlement settlement, FailingOver failing) {
        this.books = books;
        this.settlement = settlement;
        this.failing = failing;
    }

    /** Who knows of attempts whose answer was lost, from now on. */
    void asks(LostAnswers answers) {
        this.lost = answers;
    }

    /**
     * Whether a receipt means another message than the one that awaits a receipt with its id: that one is to another number, and a message to the
     * number that the receipt is about has no answer yet, or has lost it. So it is where an SMSC gives its ids again.
     */
    boolean isAnothers(int at, Lane lane, SmscReceipt receipt) {
        String about = receipt.about();
        return books.ledger.extra(at) instanceof Gist gist
                && !gist.isTo(about)
                && (lost.isUnderWay(lane, about) || books.lately.isAnyTo(about, other -> isInDoubt(other, lane)));
    }

    private boolean isInDoubt(long message, Lane lane) {
        int at = books.ledger.find(message);
        return at != Ledger.NONE
                && books.ledger.state(at) == MessageState.UNANSWERED
                && books.ledger.lane(at) == lane.number();
    }

    /**
     * Writes a receipt down, and does what follows from it.
     *
     * @param at the message's slot in the ledger, at the SMSC whose receipt it is; good until this call
     * @param named the part that its id names
     */
    void settle(int at, Lane lane, int named, SmscReceipt receipt) {
        long message = books.ledger.idAt(at);
        MessageState said = receipt.state().messageState();
        lane.stats().receipt(said.name());
        books.hooks.onReceipt(message, lane.name(), said, receipt.report());
        if (!said.isFinal()) {
            if (books.ledger.wish(at) == ReceiptWish.ALL) {
                write(at, named, receipt);
                settlement.tell(at, MessageState.SENT, receipt.report());
            }
            return;
        }
        PartsAwaited awaited = books.partsOf(at);
        boolean twice = books.ledger.possibleDuplicate(at);
        int part = awaited == null || twice ? named : awaited.untold(named);
        if (twice && awaited != null && awaited.isDeliveredAnyhow(part, said)) {
            return;
        }
        write(at, part, receipt);
        long submittedMs = books.ledger.extra(at) instanceof Gist gist ? gist.submittedMs() : 0;
        lane.timed(said, submittedMs, books.nowMs());
        if (said.isFailure() && twice && lost.otherDelivered(lane, message, part)) {
            return; // and all that follows from that has been done
        }
        boolean asked = receipt.state() == ReceiptState.DELETED && books.cancelling.containsKey(message);
        MessageState alone = asked ? MessageState.CANCELLED : said;
        MessageState end = awaited == null ? alone : partTold(awaited, lane, part, said, asked);
        if (end == MessageState.SENT || end == MessageState.DELIVERED && !isWhole(at, awaited)) {
            return;
        }
        if (end.isFailure() && end != MessageState.CANCELLED) {
            failed(at, end, awaited == null, receipt.report());
        } else {
            settlement.close(at, end, receipt.report());
        }
    }

    /**
     * A receipt tells of one of several parts: the end that this makes of the message, SENT for none yet.
     *
     * @param asked whether it says that the SMSC has deleted the part as it was asked
     */
    private static MessageState partTold(PartsAwaited awaited, Lane lane, int part, MessageState said, boolean asked) {
        Verdict policy = lane.config().inbound().verdict();
        awaited.enter(part, said);
        if (asked && awaited.isDecidedBy(part, policy)) {
            return MessageState.CANCELLED;
        }
        if (asked) {
            awaited.partDeleted();
            if (awaited.mayBeWithdrawn()) {
                return MessageState.SENT; // whether it is withdrawn is for the other parts to say
            }
        }
        return awaited.verdict(policy);
    }

    /** It goes on to another SMSC where its route says so, or ends; by what all receipts say then, where it has several parts. */
    private void failed(int at, MessageState end, boolean single, CarrierReport report) {
        if (books.ledger.possibleDuplicate(at)) {
            lost.failed(books.ledger.idAt(at));
        }
        failing.insteadOf(at, Failover.UNDELIVERED, (now, story) -> {
            if (single || story.isEmpty()) {
                settlement.close(now, end, report);
            } else {
                failing.endAsTold(now, story);
            }
        });
    }

    /**
     * The SMSC has deleted some parts, as it was asked, and others not: no receipt need tell of the former.
     *
     * @param at the message's slot in the ledger, at that SMSC; good until this call
     * @param all whether it has said so of each that it has
     */
    void deleted(int at, List<Integer> parts, boolean all) {
        long message = books.ledger.idAt(at);
        PartsAwaited awaited = books.partsOf(at);
        for (int part : awaited == null ? List.<Integer>of() : parts) {
            if (!awaited.isTold(part)) {
                write(at, part, ReceiptState.DELETED, CarrierReport.NONE);
                awaited.enter(part, ReceiptState.DELETED.messageState());
                awaited.partDeleted();
            }
        }
        if (all || awaited != null && awaited.told() == awaited.count()) {
            failing.taken(message);
        }
    }

    private void write(int at, int part, SmscReceipt receipt) {
        write(at, part, receipt.state(), receipt.report());
    }

    private void write(int at, int part, ReceiptState state, CarrierReport report) {
        long id = books.ledger.idAt(at);
        long last = books.ledger.lastPosition(at);
        ReceiptRecord.encode(books.record(RecordType.RECEIPT), names, id, last, books.nowMs(), part, state, report);
        books.ledger.lastPosition(at, books.finish());
    }

    /** Whether the SMSC has taken all of the message. */
    private boolean isWhole(int at, PartsAwaited partsOrNull) {
        return partsOrNull == null || books.ledger.state(at) == MessageState.SENT;
    }
}
