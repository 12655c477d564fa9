package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Delivery;
import io.smppbridge.pipeline.ParkedReceipts.Parked;
import io.smppbridge.receipts.ReceiptReader;
import io.smppbridge.receipts.ReceiptState;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.Story;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.threads.OwnedBy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Receipts for messages whose answer was lost. No answer has told the SMSC's id, so such a receipt matches nothing by id; but it says to
 * whom, from whom and how the text began. A part that got no answer, and has not gone out again, is settled by it and not sent a second
 * time: the whole message, when it has one part or the SMSC has taken the others.
 *
 * <p>The receipt must name the same number and sender, and what it quotes must be how the text begins; one that quotes nothing counts
 * only when nothing else to that number is in doubt. Where parts of the message that have had no receipt, or messages in doubt with
 * other words, begin alike, none is meant: a message may come twice, it must not be taken for sent. So with a message that was {@linkplain AcceptedLately accepted lately} and answered, and with
 * receipts that are older than the message. Dates of the SMSC are not looked at: its clock may be wrong. A receipt that comes first, while the answer is
 * still awaited, is looked at again once the message is in doubt.
 *
 * <p>A part that did go out again has two ids at the SMSC, and the answer has told one of them. A receipt of the other counts too: when
 * no answer has claimed it for as long as receipts wait for theirs. Where one attempt has failed and the other was delivered, the message was.
 */
@OwnedBy("journal thread")
final class LostAnswers {
    /** So many are read back one by one without keeping the start long. */
    private static final int MOST_READ = 10_000;

    /** The id of what comes now and has no record yet: every message is from before it. */
    private static final long JUST_NOW = Long.MAX_VALUE;

    private static final long LAST_LOOK_MS = 2_000;
    private static final int MOST_KEPT = 10_000;
    /** So many doubts are looked at in a turn, some milliseconds: what is over means nobody, however long it stays. */
    private static final int FORGOTTEN_AT_ONCE = 20_000;

    private static final long KEPT_FAILED_MS = 24 * 3_600_000L;

    private final Books books;
    private final Withdrawals withdrawals;
    private final Settlement settlement;
    private final ColdTasks cold;
    private final ReceiptStage receipts;
    private final Doubts doubts = new Doubts();
    private final ParkedReceipts parked = new ParkedReceipts();
    /** Messages of which an attempt got no answer and another has failed, and when that was told; the eldest first. */
    private final Map<Long, Long> failed = new LinkedHashMap<>();

    LostAnswers(Books books, Withdrawals withdrawals, Settlement settlement, ColdTasks cold, ReceiptStage receipts) {
        this.books = books;
        this.withdrawals = withdrawals;
        this.settlement = settlement;
        this.cold = cold;
        this.receipts = receipts;
    }

    /** An attempt of a part got no answer. Beyond a bound it is not noted: then only time and policy decide. */
    void inDoubt(long message, int at, OutboundSms sms, Parts parts, int part, long dueAtMs) {
        Lane lane = books.lane(at);
        if (parts.count() == 1) {
            note(message, 0, at, sms, sms.text(), List.of(), dueAtMs);
        } else if (lane != null && books.ledger.multipart(at) && part < parts.count() && doubts.hasRoom()) {
            List<String> others = IntStream.range(0, parts.count())
                    .filter(other -> other != part)
                    .mapToObj(other -> Doubt.beginning(Doubt.text(lane, parts, other)))
                    .toList();
            note(message, part, at, sms, Doubt.text(lane, parts, part), others, dueAtMs);
        }
    }

    private void note(long message, int part, int at, OutboundSms sms, String text, List<String> others, long dueAtMs) {
        doubts.add(books.ledger.lane(at), sms.to(), Doubt.of(message, part, sms, text, others, dueAtMs));
    }

    /** At a start: waiting messages that got no answer, and those that went out again; the first of them if they are many. */
    void recover(List<Long> unanswered, List<Long> sentTwice) {
        Stream.concat(unanswered.stream(), sentTwice.stream()).limit(MOST_READ).forEach(this::readBack);
    }

    private void readBack(long id) {
        int at = books.ledger.find(id);
        Story.read(books.journal::read, books.ledger.lastPosition(at)).ifPresent(story -> readBack(at, story));
    }

    private void readBack(int at, Story story) {
        AcceptRecord accept = story.accept();
        long dueAtMs = story.dueAgainMs(books.nowMs());
        Lane lane = books.lane(at);
        if (accept.partCount() == 1) {
            Doubt doubt = Doubt.of(accept.id(), 0, accept.sms(), accept.sms().text(), List.of(), dueAtMs);
            for (String smsc : Doubt.smscs(story, books.lanes.get())) {
                doubts.add(receipts.number(smsc), accept.sms().to(), doubt);
            }
        } else if (lane != null
                && lane.encode(accept.sms(), story.reference()) instanceof EncodeResult.Encoded encoded) {
            Parts parts = Lane.parts(encoded);
            story.withoutAnswer().forEach(step -> inDoubt(accept.id(), at, accept.sms(), parts, step.part(), dueAtMs));
        }
    }

    /** A receipt that matches no id; true when it has settled a message in doubt. */
    boolean settle(Lane lane, Delivery delivery, SmscReceipt receipt) {
        return doubts.size() > 0
                && accepted(new Parked(JUST_NOW, lane, delivery, receipt, books.nowMs()))
                && receipts.match(lane, receipt);
    }

    /** A receipt waits for the answer that names its id. */
    void parked(long recordId, Lane lane, Delivery delivery, SmscReceipt receipt) {
        parked.add(recordId, new Parked(recordId, lane, delivery, receipt, books.nowMs()));
    }

    /** Forgets what is over, and looks at what is parked, now that more may be in doubt. About once a second. */
    void turn() {
        forget(); // from here on as much is looked at as may be
        parked.turn(books.nowMs(), this::isOver, doubts::areSpent);
    }

    private boolean isOver(Map.Entry<Long, Parked> entry) {
        Parked one = entry.getValue().by(books.lanes.get());
        // Its own answer may have come for it since, or it is given up: then it means nobody else.
        boolean waits = one != null && books.events.find(entry.getKey()) != EventTable.NONE && leftMs(one) > 0;
        boolean asks = waits && doubts.size() > 0;
        boolean settled = asks && (accepted(one) || isLongParked(one) && names(one, this::isSentTwice));
        if (settled) {
            receipts.claim(one.lane(), entry.getKey(), one.receipt());
        }
        return settled || !waits || asks && isLongParked(one) && deliveredAfterAll(one);
    }

    /**
     * A receipt says that an attempt of a part that went out twice has failed: true when one that waits says that the other was delivered,
     * which then counts.
     */
    boolean otherDelivered(Lane lane, long message, int part) {
        for (Map.Entry<Long, Parked> entry : parked.all()) {
            Parked one = entry.getValue().by(books.lanes.get());
            boolean delivered = one != null
                    && one.lane().number() == lane.number()
                    && one.receipt().state() == ReceiptState.DELIVERED
                    && books.events.find(entry.getKey()) != EventTable.NONE;
            Doubt found = delivered ? meant(one, this::isSentTwice) : null;
            if (found != null && found.message() == message && found.part() == part) {
                name(one, found);
                receipts.claim(one.lane(), entry.getKey(), one.receipt());
                return true;
            }
        }
        return false;
    }

    /** A message that went out twice ends as failed, by a receipt of one attempt: the other may have been delivered, as its own may tell. */
    void failed(long message) {
        failed.put(message, books.nowMs());
        if (failed.size() > MOST_KEPT) {
            failed.remove(failed.keySet().iterator().next());
        }
    }

    /** From now on the receipt's id is that of the message that has ended: it is late as soon as it has waited. */
    private boolean deliveredAfterAll(Parked one) {
        return !failed.isEmpty()
                && one.receipt().state() == ReceiptState.DELIVERED
                && names(one, doubt -> failed.containsKey(doubt.message()));
    }

    private void forget() {
        failed.values().removeIf(atMs -> books.nowMs() - atMs > KEPT_FAILED_MS);
        doubts.removeIf(
                doubt -> !isInDoubt(doubt) && !isSentTwice(doubt) && !failed.containsKey(doubt.message()),
                FORGOTTEN_AT_ONCE);
    }

    private boolean isInDoubt(Doubt doubt) {
        int at = books.ledger.find(doubt.message());
        return at != Ledger.NONE && books.ledger.state(at) == MessageState.UNANSWERED && !isTaken(doubt);
    }

    private boolean isSentTwice(Doubt doubt) {
        int at = books.ledger.find(doubt.message());
        return at != Ledger.NONE
                && (isDoubled(at) || books.ledger.state(at) == MessageState.UNANSWERED && isTaken(doubt));
    }

    /** Whether the SMSC has taken that part of several, while others are missing. */
    private boolean isTaken(Doubt doubt) {
        PartsAwaited parts = books.awaited.get(doubt.message());
        return parts != null && parts.isTaken(doubt.part());
    }

    /** Whether the part's only attempt has had its receipt. */
    private boolean isTold(long message, int part) {
        PartsAwaited parts = books.awaited.get(message);
        return parts != null && parts.isTold(part) && !books.ledger.possibleDuplicate(books.ledger.find(message));
    }

    /**
     * An SMSC has taken it, and it awaits its receipt, asked for none, or is forgotten, so that its id no longer tells a repeated one; or a
     * sender has it, and its receipt may overtake its answer; or it has ended although an attempt got none.
     */
    private boolean mayHaveReceipt(long message, boolean asked) {
        int at = books.ledger.find(message);
        if (at == Ledger.NONE) {
            return !asked || !books.history.knows(message) || books.lately.isUnheard(message);
        }
        MessageState state = books.ledger.state(at);
        if (Books.isPending(state)) {
            return withdrawals.isTaken(at);
        }
        return asked ? state == MessageState.SENT || books.lately.isUnheard(message) : state.isFinal();
    }

    /** Whether a sender has a message to that number, whose answer this SMSC may give later than its receipt. */
    boolean isUnderWay(Lane lane, String number) {
        readBackLately();
        return books.lately.isAnyTo(number, message -> withdrawals.isTaken(message, lane));
    }

    private void readBackLately() {
        books.lately.readBack(position -> Story.read(books.journal::read, position));
    }

    /** The SMSC has it, and perhaps had it before. */
    boolean isDoubled(int at) {
        return books.ledger.state(at) == MessageState.SENT && books.ledger.possibleDuplicate(at);
    }

    /** Soon nobody waits for an answer to it any more. */
    private boolean isLongParked(Parked one) {
        long park = one.lane().config().inbound().park().toMillis();
        return leftMs(one) <= Math.max(LAST_LOOK_MS, park / 10);
    }

    private long leftMs(Parked one) {
        return one.lane().config().inbound().park().toMillis() - (books.nowMs() - one.atMs());
    }

    /** Whether the receipt means one of these parts, which then has its id. */
    private boolean names(Parked one, Predicate<Doubt> fits) {
        Doubt found = meant(one, fits);
        if (found != null) {
            name(one, found);
        }
        return found != null;
    }

    /** From now on the receipt's id is that of the part which it was found to mean. */
    private void name(Parked one, Doubt found) {
        receipts.named(one.lane(), one.receipt(), found.message(), found.part());
        one.lane().stats().settledLate.increment();
    }

    /** The receipt stands for the answer that was lost: the SMSC has taken the message under this id. */
    private boolean accepted(Parked one) {
        Doubt found = meant(one, this::isInDoubt);
        if (found == null || books.moving.contains(found.message())) {
            return false; // a moving one goes out again, here or elsewhere
        }
        int at = books.ledger.find(found.message());
        PartsAwaited parts = books.partsOf(at);
        boolean here = parts != null && books.ledger.lane(at) == one.lane().number();
        boolean fits = books.ledger.multipart(at) ? here : found.isWhole();
        if (!fits || !takeBack(one.lane(), at, found.part(), parts)) {
            return false;
        }
        boolean last = parts == null || withdrawals.isLast(at, found.part(), parts);
        withdrawals.orWaitOn(at, () -> {
            Rerouting.back(books, settlement, at, one.lane());
            write(one, found, at, parts, last);
        });
        if (last) {
            cold.ended(found.message());
            settlement.sent(at, books.nowMs());
            if (books.ledger.extra(at) instanceof Task task) {
                books.keep(at, books.gists.of(task, books.nowMs()));
            }
        } else if (!books.ledger.held(at)) {
            withdrawals.goesOnWithout(at, found.part(), found.priority(), found.dueAtMs());
        }
        name(one, found);
        if (parts != null) {
            doubts.remove(one.lane().number(), found);
        }
        return true;
    }

    /** Takes the message back from its bag; false when a sender has it, so that it goes out again at this moment, or when it would lose its place before others. */
    private boolean takeBack(Lane lane, int at, int part, PartsAwaited partsOrNull) {
        if (books.ledger.held(at)) {
            return true; // it is in none
        }
        boolean keepsPlace =
                partsOrNull != null && lane.config().leaving().byDestination() && !partsOrNull.isLast(part);
        return !keepsPlace && withdrawals.take(at);
    }

    /** Writes down that the SMSC has taken the part. */
    private void write(Parked one, Doubt found, int at, PartsAwaited partsOrNull, boolean last) {
        // Others went out, of which nothing is written yet; or the sender has told of another attempt.
        boolean more = last && partsOrNull != null && !partsOrNull.isLast(found.part())
                || !books.ledger.held(at) && withdrawals.isTriedAgain(at);
        if (more) {
            books.ledger.markPossibleDuplicate(at);
        }
        ProgressRecord step = new ProgressRecord(
                found.message(),
                books.ledger.lastPosition(at),
                last ? ProgressRecord.Kind.SENT : ProgressRecord.Kind.PART_ACCEPTED,
                books.nowMs(),
                found.part(),
                0,
                0,
                more ? 1 : 0,
                0,
                ReceiptStage.answeredAs(one.lane(), one.lane().ids().asAnswered(one.receipt()), one.receipt()));
        books.append(at, step);
        books.partTaken(found.message(), found.part());
    }

    /** What the receipt can mean, of the oldest message; null when there is nothing, or when it does not say which. */
    private Doubt meant(Parked one, Predicate<Doubt> fits) {
        Delivery delivery = one.delivery();
        int lane = one.lane().number();
        if (!doubts.has(lane, delivery.from())
                || one.lane().ids().likeliest(one.receipt()).isEmpty()) {
            return null;
        }
        String quoted = ReceiptReader.quoted(delivery.esmClass(), delivery.dataCoding(), delivery.octets());
        Doubt oldest = doubts.meant(lane, delivery.from(), quoted, doubt -> fits.test(doubt) && doubt.mayBeOf(one));
        if (oldest == null || oldest.mayMeanAnother(quoted, part -> isTold(oldest.message(), part))) {
            return null;
        }
        readBackLately();
        return books.lately.mayMean(delivery, quoted, oldest.message(), this::mayHaveReceipt) ? null : oldest;
    }
}
