package io.smppbridge.pipeline;

import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.Priority;
import io.smppbridge.bag.Task;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.threads.OwnedBy;
import java.util.Map;

/** Writes down what became of submissions, and settles what that ends. */
@OwnedBy("journal thread")
final class OutcomeStages {
    private static final long STUCK_AGAIN_MS = 5_000;
    static final String NO_ID = "the SMSC gave no message_id: no receipt is possible";

    private final Books books;
    private final FailingOver failing;
    private final AfterForce after;
    private final Settlement settlement;
    private final ReceiptStage receipts;
    private final ColdTasks cold;
    private final LostAnswers lost;

    OutcomeStages(
            Books books,
            AfterForce after,
            Settlement settlement,
            ReceiptStage receipts,
            ColdTasks cold,
            LostAnswers lost,
            FailingOver failing) {
        this.failing = failing;
        this.books = books;
        this.after = after;
        this.settlement = settlement;
        this.receipts = receipts;
        this.cold = cold;
        this.lost = lost;
    }

    void take(InboundSlot slot) {
        int at = books.ledger.find(slot.task.id());
        if (books.isOpen(at)) {
            switch (slot.kind) {
                case ACCEPTED -> accepted(at, slot);
                case REFUSED -> progress(at, slot, ProgressRecord.Kind.REFUSED, "");
                case UNANSWERED -> unanswered(at, slot);
                case LAST_UNANSWERED -> lastUnanswered(at, slot);
                case STUCK -> stuck(at, slot);
                default -> ended(at, slot);
            }
        } else {
            cold.ended(slot.task.id());
            if (slot.kind == InboundSlot.Kind.ACCEPTED && !slot.text.isEmpty()) {
                receipts.expectLate(slot);
            }
        }
        after.free(slot.flight);
    }

    /**
     * An outcome that could not be dealt with: the window goes on without it, and the message ends with what is known of it. One that
     * was refused, or has parts to come, is with its sender still; one for which no bind stands goes back into its bag.
     */
    void failed(InboundSlot slot) {
        after.free(slot.flight);
        long id = slot.task.id();
        int at = books.ledger.find(id);
        boolean held = slot.kind == InboundSlot.Kind.UNANSWERED && slot.held;
        boolean over = slot.kind == InboundSlot.Kind.ACCEPTED && slot.last
                || slot.kind == InboundSlot.Kind.ENDED
                || slot.kind == InboundSlot.Kind.LAST_UNANSWERED
                || held;
        if (books.isOpen(at) && slot.kind == InboundSlot.Kind.STUCK && !books.moving.contains(id)) {
            books.cool(at);
            cold.strayed(id, books.ledger.lastPosition(at));
        }
        if (!books.isOpen(at) || !over) {
            return;
        }
        cold.ended(id);
        boolean taken = slot.kind == InboundSlot.Kind.ACCEPTED;
        settlement.close(
                at,
                taken ? MessageState.ACCEPTED : held ? MessageState.UNCERTAIN : slot.state,
                "",
                "internal error, see the log"
                        + (taken ? "; the SMSC has taken it, its receipt cannot be matched" : ""));
    }

    private void accepted(int at, InboundSlot slot) {
        Task task = slot.task;
        Ledger ledger = books.ledger;
        if (slot.unanswered > 0) {
            ledger.markPossibleDuplicate(at);
        }
        boolean awaitsReceipt = ledger.wish(at).asksForReceipt();
        books.inUse.mayBeThere(task.id());
        books.partTaken(task.id(), slot.part);
        boolean unnamed = awaitsReceipt && !receipts.isNamed(at, slot);
        if (unnamed) {
            books.partUnnamed(task.id(), slot.part);
        }
        if (!slot.last) {
            progress(at, slot, ProgressRecord.Kind.PART_ACCEPTED, slot.text, said(at, slot));
            if (awaitsReceipt) {
                receipts.expect(at, slot);
            }
            return;
        }
        cold.ended(task.id());
        Map<String, String> said = said(at, slot);
        if (!awaitsReceipt || !books.canBeTold(at, unnamed)) {
            settlement.close(at, MessageState.ACCEPTED, slot.text, awaitsReceipt ? NO_ID : "", said);
            if (awaitsReceipt && !unnamed) {
                receipts.expectLate(slot);
            }
            return;
        }
        progress(at, slot, ProgressRecord.Kind.SENT, slot.text, said);
        settlement.sent(at, Math.max(books.nowMs(), task.sms().schedule().toEpochMilli()));
        Gist gist = books.gists.of(task, books.nowMs());
        settlement.tell(
                at, gist, MessageState.SENT, said.isEmpty() ? CarrierReport.NONE : CarrierReport.NONE.withTlvs(said));
        books.keep(at, gist);
        receipts.expect(at, slot);
        failing.taken(task.id());
    }

    private void unanswered(int at, InboundSlot slot) {
        progress(
                at,
                slot,
                slot.held ? ProgressRecord.Kind.HELD : ProgressRecord.Kind.UNANSWERED,
                "no answer from the SMSC");
        Ledger ledger = books.ledger;
        books.inUse.mayBeThere(slot.task.id());
        ledger.state(at, MessageState.UNANSWERED);
        lost.inDoubt(slot.task.id(), at, slot.task.sms(), slot.task.parts(), slot.part, slot.dueAtMs);
        if (slot.held) {
            ledger.held(at, true);
            books.cool(at);
            cold.ended(slot.task.id());
        }
    }

    private void lastUnanswered(int at, InboundSlot slot) {
        if (isElsewhere(at, slot)) {
            return;
        }
        Task task = slot.task;
        ProgressRecord step = record(at, slot, ProgressRecord.Kind.LAST_UNANSWERED, slot.text, Map.of());
        write(at, step);
        books.inUse.mayBeThere(task.id());
        books.lastAttempts.enter(at, step);
        lost.inDoubt(task.id(), at, task.sms(), task.parts(), slot.part, slot.dueAtMs);
        books.cool(at);
        cold.ended(task.id());
    }

    private void ended(int at, InboundSlot slot) {
        if (isElsewhere(at, slot)) {
            return;
        }
        cold.ended(slot.task.id());
        if (followsUnanswered(slot)) {
            books.ledger.markPossibleDuplicate(at);
        }
        MessageState state = slot.state;
        String detail = slot.text;
        if (state == MessageState.REJECTED && books.wanted.refuses(slot.task)) {
            books.stats.consent("withdrawn").increment();
            settlement.close(at, state, "", detail); // no other SMSC is to send it either
            return;
        }
        Map<String, String> said = state == MessageState.REJECTED ? said(at, slot) : Map.of();
        switch (state) {
            case REJECTED ->
                failing.insteadOf(
                        at,
                        slot.task.exhausted ? Failover.REFUSED : Failover.REJECTED,
                        (here, story) -> settlement.close(here, state, "", detail, said));
            case EXPIRED -> {
                boolean perhapsSent = books.ledger.state(at) == MessageState.UNANSWERED;
                settlement.close(
                        at,
                        perhapsSent ? MessageState.UNCERTAIN : state,
                        "",
                        perhapsSent ? Expiry.PERHAPS_SENT : detail);
            }
            default -> settlement.close(at, state, "", detail);
        }
    }

    /** Whether it has gone on to another SMSC, whose word counts. */
    private boolean isElsewhere(int at, InboundSlot slot) {
        Lane lane = books.lane(at);
        return lane != null && !lane.name().equals(slot.task.smsc());
    }

    /** Whether the attempt that this end is about came after one that got no answer. */
    private static boolean followsUnanswered(InboundSlot slot) {
        return slot.state == MessageState.REJECTED && slot.unanswered > 0 && slot.flight != Outcomes.Flight.NONE;
    }

    /** No bind stands to send it by: another SMSC, or back to where it was, a little later. */
    private void stuck(int at, InboundSlot slot) {
        Priority priority = slot.task.sms().priority();
        cold.ended(slot.task.id());
        books.cool(at);
        failing.insteadOf(at, Failover.DOWN, (here, story) -> {
            Lane lane = books.lane(here);
            long id = books.ledger.idAt(here);
            if (lane != null) {
                lane.bag().putAgain(id, books.ledger.lastPosition(here), priority, books.nowMs() + STUCK_AGAIN_MS);
                after.onWritten(lane.bag()::publish);
            }
        });
    }

    /** What the TLVs of the answer say, by the names that its SMSC has for them. */
    private Map<String, String> said(int at, InboundSlot slot) {
        Lane lane = slot.tlvs.length == 0 ? null : books.lane(at);
        return lane == null ? Map.of() : lane.config().operations().tlvs().decode(slot.tlvs);
    }

    private void progress(int at, InboundSlot slot, ProgressRecord.Kind kind, String text) {
        progress(at, slot, kind, text, Map.of());
    }

    private void progress(int at, InboundSlot slot, ProgressRecord.Kind kind, String text, Map<String, String> said) {
        write(at, record(at, slot, kind, text, said));
    }

    private ProgressRecord record(
            int at, InboundSlot slot, ProgressRecord.Kind kind, String text, Map<String, String> said) {
        return new ProgressRecord(
                slot.task.id(),
                books.ledger.lastPosition(at),
                kind,
                books.nowMs(),
                slot.part,
                slot.status,
                slot.refusals,
                slot.unanswered,
                slot.dueAtMs,
                text,
                said);
    }

    private void write(int at, ProgressRecord record) {
        if (record.followsUnanswered()) {
            books.ledger.markPossibleDuplicate(at);
        }
        books.append(at, record);
    }
}
