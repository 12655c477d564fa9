package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.receipts.ReceiptState;
import io.smppbridge.receipts.ReceiptState.Turn;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.records.CloseRecord;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.ReceiptRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.Story;
import io.smppbridge.settings.SmscConfig.Verdict;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Receipts about messages that have ended: said once more, said otherwise, or said after the bridge had given up waiting. Each is written
 * down; the platform hears of one only when it changes the message's final state.
 *
 * <p>What the message was stands in the journal: it is read on the reading thread, and decided about on the journal thread. Until then
 * the receipt's own record keeps it, also across a restart.
 */
@OwnedBy("journal thread")
final class LateReceipts {
    private static final int AT_ONCE = 1_000;
    private static final int MOST_WAITING = 100_000;
    /** Further receipts of one message are counted, but not written down any more. */
    private static final int MOST_WRITTEN = 64;

    private final Books books;
    private final Settlement settlement;
    private final ReadingBack back;
    private final Consumer<Late> unknown;
    private final ArrayDeque<Late> waiting = new ArrayDeque<>();
    private int reading;

    /**
     * One of them.
     *
     * @param recordId its own record's
     * @param lane the number of its SMSC
     * @param atMs when it came
     */
    record Late(long recordId, int lane, long atMs, long message, int part, SmscReceipt receipt) {}

    /**
     * @param unknown takes those whose message has left the journal
     */
    LateReceipts(Books books, Settlement settlement, ReadingBack back, Consumer<Late> unknown) {
        this.books = books;
        this.settlement = settlement;
        this.back = back;
        this.unknown = unknown;
    }

    /** Whether the message has ended and something is still known of it. */
    boolean isKnown(long message) {
        int at = books.ledger.find(message);
        return at == Ledger.NONE
                ? books.history.knows(message)
                : books.ledger.state(at).isFinal();
    }

    /** The SMSC has taken a part of a message that has ended: its id is written down with it. */
    void answered(InboundSlot answer) {
        long message = answer.task.id();
        ProgressRecord step = new ProgressRecord(
                message,
                books.lastRecordOf(message),
                ProgressRecord.Kind.PART_ACCEPTED,
                books.nowMs(),
                answer.part,
                answer.status,
                answer.refusals,
                answer.unanswered,
                answer.dueAtMs,
                answer.text);
        step.encode(books.record(RecordType.PROGRESS));
        books.lastRecordOf(message, books.finish());
    }

    /** Takes one over; false when too many wait already, or nothing is known of the message. */
    boolean take(Late late) {
        if (reading >= AT_ONCE) {
            return waiting.size() < MOST_WAITING && waiting.add(late);
        }
        long last = books.lastRecordOf(late.message());
        if (last == 0) {
            return false;
        }
        reading++;
        back.message(late.message(), last, story -> found(late, story, last), () -> {
            reading--;
            waiting.add(late);
        });
        return true;
    }

    /** Goes on with those that wait, also where nothing was read while others had all the room; else their records bring them at the next start. */
    void turn() {
        while (reading < AT_ONCE && !waiting.isEmpty()) {
            again(waiting.poll());
        }
    }

    private void found(Late late, Optional<Story> story, long last) {
        reading--;
        if (books.lastRecordOf(late.message()) != last) { // more has come, or it was moved before it was read
            again(late);
        } else if (story.isEmpty() || story.get().closes().isEmpty()) {
            unknown.accept(late);
        } else {
            decide(late, story.get(), last);
        }
        if (!waiting.isEmpty()) {
            again(waiting.poll());
        }
    }

    private void again(Late late) {
        if (!take(late)) {
            unknown.accept(late);
        }
    }

    private void decide(Late late, Story story, long last) {
        Lane lane = books.lanes.get().at(late.lane());
        if (lane != null && !lane.name().equals(story.smsc())) { // another SMSC's word counts
            lane.stats().unmatchedReceipts.increment();
        } else {
            settle(late, story, last, lane);
        }
        books.done(late.recordId());
    }

    private void settle(Late late, Story story, long last, Lane lane) {
        SmscReceipt receipt = late.receipt();
        MessageState before = story.close().orElseThrow().state();
        MessageState verdict = verdict(late, story, before);
        Turn turn = turn(receipt.state(), before, verdict);
        if (lane != null) {
            lane.stats().receipt(receipt.state().messageState().name());
            lane.stats().lateReceipt(word(turn));
        }
        ReceiptRecord record =
                new ReceiptRecord(late.message(), last, late.atMs(), late.part(), receipt.state(), receipt.report());
        if (verdict != before) {
            settlement.endAnew(story, record, verdict, late.lane());
        } else if (story.receipts().size() < MOST_WRITTEN) {
            record.encode(books.record(RecordType.RECEIPT));
            books.lastRecordOf(late.message(), books.finish());
        }
    }

    private MessageState verdict(Late late, Story story, MessageState before) {
        MessageState said = late.receipt().state().messageState();
        boolean several =
                story.accept().partCount() > 1; // of which some may have failed before the others were deleted
        boolean withdrawn = before == MessageState.CANCELLED
                && (late.receipt().state() == ReceiptState.DELETED || several && said.isFailure());
        if (!said.isFinal() || withdrawn) {
            return before;
        }
        PartsAwaited parts = PartsAwaited.of(story);
        if (parts.isDeliveredAnyhow(late.part(), said) && PartsAwaited.mayBeTwice(story)) {
            return before;
        }
        if (parts.count() == 1) {
            return said;
        }
        parts.enter(late.part(), said);
        Lane lane = books.lanes.get().at(late.lane());
        MessageState verdict = parts.verdict(
                lane == null ? Verdict.ALL : lane.config().inbound().verdict());
        return isAnother(verdict, before, parts, isTakenWhole(story)) ? verdict : before;
    }

    /**
     * Whether the parts make another end of it: none that is delivered mends what the SMSC has not taken whole, and a failure of which
     * the platform was told stays that one as long as a part bears it out.
     */
    private static boolean isAnother(MessageState verdict, MessageState before, PartsAwaited parts, boolean whole) {
        if (verdict == MessageState.SENT || verdict == MessageState.DELIVERED) {
            return verdict == MessageState.DELIVERED && whole;
        }
        boolean failed =
                before == MessageState.UNDELIVERED || before == MessageState.EXPIRED || before == MessageState.REJECTED;
        return !failed || whole && !parts.anyIs(before);
    }

    private static boolean isTakenWhole(Story story) {
        long taken = story.here().stream()
                .filter(Story::isTaken)
                .map(ProgressRecord::part)
                .distinct()
                .count();
        return taken == story.accept().partCount()
                || story.sentHereMs() > 0
                || story.closes().stream().anyMatch(end -> end.state() == MessageState.ACCEPTED);
    }

    private static Turn turn(ReceiptState said, MessageState before, MessageState verdict) {
        Turn turn = said.after(before);
        if (verdict == before) {
            return turn == Turn.STALE || !said.isFinal() ? Turn.STALE : Turn.REPEAT;
        }
        return turn == Turn.NEWS ? Turn.NEWS : Turn.CONTRADICTION;
    }

    private static String word(Turn turn) {
        return switch (turn) {
            case NEWS -> "update";
            case REPEAT -> "repeat";
            case STALE -> "stale";
            case CONTRADICTION -> "contradiction";
        };
    }

    /** The same story with what has come since, fit to be carried: of its events only those that are not yet taken. */
    static Story grown(Story story, ReceiptRecord receipt, CloseRecord end, EventTable events) {
        List<ReceiptRecord> receipts = new ArrayList<>(story.receipts());
        receipts.add(receipt);
        List<CloseRecord> closes = new ArrayList<>(events.outstanding(story).closes());
        closes.add(end);
        return new Story(story.accept(), story.progress(), receipts, closes);
    }
}
