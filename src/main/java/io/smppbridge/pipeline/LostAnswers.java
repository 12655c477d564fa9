package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.connector.Delivery;
import io.smppbridge.receipts.ReceiptReader;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * Receipts for messages whose answer was lost. No answer has told the SMSC's id, so such a receipt matches nothing by id; but it says to
 * whom, from whom and how the text began. A message of one part that got no answer, and has not gone out again, is settled by it and
 * not sent a second time.
 *
 * <p>The receipt must name the same number and sender, and what it quotes must be how the text begins; one that quotes nothing counts
 * only when no other message to that number is in doubt. Dates of the SMSC are not looked at: its clock may be wrong. A receipt that
 * comes first, while the answer is still awaited, is looked at again once the message is in doubt.
 *
 * <p>A message that did go out again has two ids at the SMSC, and the answer has told one of them. A receipt of the other counts too: when
 * no answer has claimed it for as long as receipts wait for theirs.
 */
@OwnedBy("journal thread")
final class LostAnswers {
    private static final int MOST = 100_000;
    /** So many are read back one by one without keeping the start long. */
    private static final int MOST_READ = 10_000;

    private static final long LAST_LOOK_MS = 2_000;
    private static final int MOST_PARKED = 10_000;
    private static final int BEGINNING = 20;
    /** Digits that must agree where one number is written with a prefix and the other without. */
    private static final int LAST_DIGITS = 8;

    private final Books books;
    private final Withdrawals withdrawals;
    private final Settlement settlement;
    private final ColdTasks cold;
    private final ReceiptStage receipts;
    /** Messages in doubt, by whom they are for. */
    private final Map<Key, List<Doubt>> doubts = new HashMap<>();

    private final Map<Long, Parked> parked = new LinkedHashMap<>();
    private int doubtCount;

    private record Key(int lane, String lastDigits) {
        static Key of(int lane, Address to) {
            String number = to.number();
            return new Key(lane, number.substring(Math.max(0, number.length() - LAST_DIGITS)));
        }
    }

    private record Doubt(long message, String from, String to, String beginning) {}

    private record Parked(Lane lane, Delivery delivery, SmscReceipt receipt, long atMs) {}

    LostAnswers(Books books, Withdrawals withdrawals, Settlement settlement, ColdTasks cold, ReceiptStage receipts) {
        this.books = books;
        this.withdrawals = withdrawals;
        this.settlement = settlement;
        this.cold = cold;
        this.receipts = receipts;
    }

    /** An attempt of a message got no answer. Beyond a bound it is not noted: then only time and policy decide. */
    void inDoubt(long message, int lane, OutboundSms sms, int parts) {
        if (parts != 1 || doubtCount >= MOST) {
            return;
        }
        String text = sms.text();
        List<Doubt> list = doubts.computeIfAbsent(Key.of(lane, sms.to()), key -> new ArrayList<>(1));
        if (list.stream().noneMatch(doubt -> doubt.message() == message)) {
            String beginning = text.substring(0, Math.min(BEGINNING, text.length()));
            list.add(new Doubt(message, sms.from().number(), sms.to().number(), beginning));
            doubtCount++;
        }
    }

    /** At a start: those of the waiting messages that got no answer, and those that went out again; the first of them if they are many. */
    void recover(long[] ids, int count, List<Long> sentTwice) {
        int read = 0;
        for (int i = 0; i < count && read < MOST_READ; i++) {
            if (isInDoubt(ids[i])) {
                read++;
                readBack(ids[i]);
            }
        }
        sentTwice.stream().limit(MOST_READ - read).forEach(this::readBack);
    }

    private void readBack(long id) {
        int at = books.ledger.find(id);
        Story.read(books.journal, books.ledger.lastPosition(at))
                .map(Story::accept)
                .ifPresent(a -> inDoubt(a.id(), books.ledger.lane(at), a.sms(), a.partCount()));
    }

    /** A receipt that matches no id; true when it has settled a message in doubt. */
    boolean settle(Lane lane, Delivery delivery, SmscReceipt receipt) {
        return doubtCount > 0 && accepted(lane, delivery, receipt) && receipts.match(lane, receipt);
    }

    /** A receipt waits for the answer that names its id. */
    void parked(long recordId, Lane lane, Delivery delivery, SmscReceipt receipt) {
        if (parked.size() < MOST_PARKED) {
            parked.put(recordId, new Parked(lane, delivery, receipt, books.nowMs()));
        }
    }

    /** Looks at what is parked, now that more may be in doubt, and forgets what is over. About once a second. */
    void turn() {
        Iterator<Map.Entry<Long, Parked>> all = parked.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<Long, Parked> entry = all.next();
            Parked one = entry.getValue();
            // Its own answer may have come for it since, or it is given up: then it means nobody else.
            boolean waits = books.events.find(entry.getKey()) != EventTable.NONE
                    && books.nowMs() - one.atMs()
                            < one.lane().config().inbound().park().toMillis();
            boolean settled = waits
                    && doubtCount > 0
                    && (accepted(one.lane(), one.delivery(), one.receipt()) || isLongParked(one) && otherId(one));
            if (settled) {
                receipts.claim(one.lane(), one.receipt());
            }
            if (settled || !waits) {
                all.remove();
            }
        }
        forget();
    }

    /** How many messages are in doubt, some of them perhaps no more. */
    int size() {
        return doubtCount;
    }

    private void forget() {
        if (doubtCount == 0) {
            return;
        }
        doubtCount = 0;
        Iterator<List<Doubt>> all = doubts.values().iterator();
        while (all.hasNext()) {
            List<Doubt> list = all.next();
            list.removeIf(doubt -> !isInDoubt(doubt.message()) && !isSentTwice(doubt.message()));
            doubtCount += list.size();
            if (list.isEmpty()) {
                all.remove();
            }
        }
    }

    private boolean isInDoubt(long message) {
        int at = books.ledger.find(message);
        return at != Ledger.NONE && books.ledger.state(at) == MessageState.UNANSWERED;
    }

    private boolean isSentTwice(long message) {
        int at = books.ledger.find(message);
        return at != Ledger.NONE && isDoubled(at);
    }

    /** The SMSC has it, and perhaps had it before. */
    boolean isDoubled(int at) {
        return books.ledger.state(at) == MessageState.SENT && books.ledger.possibleDuplicate(at);
    }

    /** Soon nobody waits for an answer to it any more. */
    private boolean isLongParked(Parked one) {
        long park = one.lane().config().inbound().park().toMillis();
        return books.nowMs() - one.atMs() >= park - Math.max(LAST_LOOK_MS, park / 10);
    }

    /** The receipt has the id of an attempt whose answer was lost, of a message that went out again. */
    private boolean otherId(Parked one) {
        List<Doubt> list = receipts.isNameless(one.lane(), one.receipt())
                ? null
                : doubts.get(Key.of(one.lane().number(), one.delivery().from()));
        Doubt found = list == null ? null : choose(list, one.delivery(), this::isSentTwice);
        if (found == null) {
            return false;
        }
        receipts.named(one.lane(), one.receipt(), found.message());
        one.lane().stats().settledLate.increment();
        return true;
    }

    /** The receipt stands for the answer that was lost: the SMSC has taken the message under this id. */
    private boolean accepted(Lane lane, Delivery delivery, SmscReceipt receipt) {
        List<Doubt> list =
                receipts.isNameless(lane, receipt) ? null : doubts.get(Key.of(lane.number(), delivery.from()));
        Doubt found = list == null ? null : choose(list, delivery, this::isInDoubt);
        if (found == null) {
            return false;
        }
        int at = books.ledger.find(found.message());
        if (!books.ledger.held(at) && !withdrawals.take(at)) {
            return false; // a sender has it: it goes out again at this moment
        }
        long id = found.message();
        ProgressRecord step = new ProgressRecord(
                id,
                books.ledger.lastPosition(at),
                ProgressRecord.Kind.SENT,
                books.nowMs(),
                0,
                0,
                0,
                0,
                0,
                ReceiptStage.answeredAs(lane, receipt.id(), receipt));
        step.encode(books.record(RecordType.PROGRESS));
        books.ledger.lastPosition(at, books.finish());
        cold.ended(id);
        settlement.releaseCredit(at);
        books.ledger.state(at, MessageState.SENT);
        books.sentAt(id, books.nowMs());
        receipts.named(lane, receipt, id);
        lane.stats().settledLate.increment();
        return true;
    }

    /** The oldest message that the receipt can mean; null when there is none, or when it does not say which. */
    private Doubt choose(List<Doubt> list, Delivery delivery, LongPredicate fits) {
        String quoted = ReceiptReader.quoted(delivery.dataCoding(), delivery.octets());
        Doubt found = null;
        int candidates = 0;
        for (Doubt doubt : list) {
            if (!fits.test(doubt.message())
                    || !same(doubt.to(), delivery.from().number())
                    || !doubt.from().isEmpty()
                            && !same(doubt.from(), delivery.to().number())) {
                continue;
            }
            candidates++;
            if (begins(doubt.beginning(), quoted) && (found == null || doubt.message() < found.message())) {
                found = doubt;
            }
        }
        return quoted.isEmpty() && candidates > 1 ? null : found;
    }

    /** Equal, or one is the other in its national form. */
    private static boolean same(String one, String other) {
        if (one.equalsIgnoreCase(other)) {
            return true;
        }
        String first = withoutZeros(one);
        String second = withoutZeros(other);
        return Math.min(first.length(), second.length()) >= LAST_DIGITS
                && (first.endsWith(second) || second.endsWith(first));
    }

    private static String withoutZeros(String number) {
        int zeros = 0;
        while (zeros < number.length() && number.charAt(zeros) == '0') {
            zeros++;
        }
        return number.substring(zeros);
    }

    /** Compared as far as both are ASCII: what stands for other characters depends on the SMSC. */
    private static boolean begins(String beginning, String quoted) {
        int length = Math.min(beginning.length(), quoted.length());
        for (int i = 0; i < length; i++) {
            char ours = beginning.charAt(i);
            char theirs = quoted.charAt(i);
            if (ours > '~' || theirs > '~' || ours < ' ' || theirs < ' ') {
                return true;
            }
            if (ours != theirs) {
                return false;
            }
        }
        return true;
    }
}
