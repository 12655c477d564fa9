package io.smppbridge.audit;

import io.smppbridge.ReceiptWish;
import io.smppbridge.TaskId;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Goes through the messages once everything is known, and says of each what is wrong with it. */
@OwnedBy("whoever audits")
final class Judge {
    /** So many that are missing are compared with what came and was not asked for. */
    private static final int COMPARED = 100_000;

    private final Audit.Given given;
    private final Messages messages;
    private final Strays strays;
    private final Tally tally;
    private final Known known;
    private final Journaled journal;
    private final ArrayDeque<Integer> missing = new ArrayDeque<>();
    /** How many the journal has of each number that never left, and whose words it does not say, as they came over SMPP. */
    private final Map<Long, Integer> wordless = new HashMap<>();

    private int asked;
    private int accepted;
    private int refused;
    private int inDoubt;
    private int reported;
    private int waiting;
    private int beyond;
    private int marked;
    private int unmarked;
    private int untold;
    private int most;

    /** What was counted while it was read. */
    record Counted(int submits, int partial, int refusedByCarrier, int receipts, int unreadable) {}

    /** What each side is known to have said. */
    record Known(Journaled journal, CarrierIds ids, Receptions receptions, Ends ends) {}

    Judge(Audit.Given given, Messages messages, Strays strays, Tally tally, Known known) {
        this.given = given;
        this.messages = messages;
        this.strays = strays;
        this.tally = tally;
        this.known = known;
        this.journal = known.journal();
    }

    void judge() {
        for (int row = 0; row < messages.count(); row++) {
            if (!messages.is(row, Messages.GONE)) {
                wordless(row);
            }
        }
        for (int row = 0; row < messages.count(); row++) {
            if (!messages.is(row, Messages.GONE)) {
                count(row);
                missing(row);
                doubled(row);
                unreported(row);
                ended(row);
            }
        }
        compare();
    }

    private void wordless(int row) {
        boolean stayed = messages.received(row) == 0 && (messages.is(row, Messages.WITHOUT_CARRIER) || isWaiting(row));
        if (stayed
                && !messages.is(row, Messages.ASKED)
                && messages.is(row, Messages.IN_JOURNAL)
                && messages.text(row) == Print.NONE) {
            wordless.merge(messages.to(row), 1, Integer::sum);
        }
    }

    /** Whether one whose caller knows no id can be one of them: each is one. */
    private boolean isWordless(int row) {
        boolean is = messages.id(row) == Print.NONE && wordless.getOrDefault(messages.to(row), 0) > 0;
        if (is) {
            wordless.merge(messages.to(row), -1, Integer::sum);
        }
        return is;
    }

    private void count(int row) {
        boolean yes = messages.is(row, Messages.ACCEPTED);
        boolean doubt = !yes && messages.is(row, Messages.IN_DOUBT);
        boolean no = !yes && !doubt && messages.is(row, Messages.REFUSED);
        asked += messages.is(row, Messages.ASKED) ? 1 : 0;
        accepted += yes ? 1 : 0;
        inDoubt += doubt ? 1 : 0;
        refused += no ? 1 : 0;
        reported += messages.is(row, Messages.REPORTED) ? 1 : 0;
        waiting += isWaiting(row) ? 1 : 0;
        if (no && messages.received(row) > 0) {
            tally.add(
                    Fault.REFUSED_BUT_SENT,
                    messages.where(row),
                    known.receptions().of(row));
        }
        if (!messages.is(row, Messages.ASKED | Messages.OWN)) {
            tally.add(Fault.PHANTOM, messages.where(row), known.receptions().of(row));
        }
    }

    private boolean isWaiting(int row) {
        return messages.is(row, Messages.IN_JOURNAL) && !messages.is(row, Messages.SENT | Messages.ENDED);
    }

    private void missing(int row) {
        boolean isKnown = messages.received(row) > 0
                || messages.is(row, Messages.WITHOUT_CARRIER)
                || isWaiting(row)
                || !given.carriers() && messages.is(row, Messages.SENT | Messages.ENDED | Messages.TOLD);
        if (isKnown || !messages.is(row, Messages.ACCEPTED) || !given.carriers() && !given.journal()) {
            return;
        }
        if (!given.carriers() && new TaskId(Math.max(1, messages.id(row))).epochMs() < journal.oldestMs()) {
            beyond++;
        } else if (missing.size() < COMPARED) {
            missing.add(row);
        } else if (!isWordless(row)) {
            tally.add(Fault.LOST, messages.where(row));
        }
    }

    private void doubled(int row) {
        most = Math.max(most, messages.received(row));
        int times = messages.received(row) - onPurpose(row);
        if (times < 2) {
            return;
        }
        boolean told = messages.is(row, Messages.TOLD | Messages.IN_JOURNAL);
        if (messages.is(row, Messages.MARKED)) {
            marked += times - 1;
        } else if (told || !given.events() && !given.journal()) {
            unmarked += times - 1;
            tally.add(Fault.UNMARKED, messages.where(row), known.receptions().of(row));
        } else {
            untold += times - 1;
        }
    }

    /** How often it was sent again after a carrier had taken it, since that one could not deliver it: by the journal, else as it looks. */
    private int onPurpose(int row) {
        return messages.is(row, Messages.IN_JOURNAL)
                ? messages.moved(row)
                : messages.is(row, Messages.FAILED) && messages.is(row, Messages.ELSEWHERE) ? 1 : 0;
    }

    private void unreported(int row) {
        ReceiptWish wish = messages.wish(row);
        boolean over = messages.isReceipted(row) || messages.is(row, Messages.ENDED);
        boolean asks = wish.asksForReceipt() && messages.is(row, Messages.ACCEPTED);
        boolean due = wish == ReceiptWish.FAILURE ? hasFailed(row) : over || given.settled();
        if (given.events() && asks && due && !messages.is(row, Messages.REPORTED)) {
            tally.add(Fault.UNREPORTED, messages.where(row), places(row));
        }
    }

    /**
     * A carrier said so; of what came more than once no other receipt says the contrary, as that may be the end of it. Nor does the journal of
     * several parts, of which one may be enough (receipt-verdict).
     */
    private boolean hasFailed(int row) {
        boolean another = messages.received(row) > 1 && known.ends().isReached(row);
        boolean enough = messages.isSeveral(row) && journal.isDelivered(row);
        return messages.is(row, Messages.FAILED) && !another && !enough;
    }

    /** It came to one carrier once, and that one's receipts, of all parts, say the contrary of the events. */
    private void ended(int row) {
        boolean once = messages.received(row) == 1 && messages.moved(row) == 0 && !messages.is(row, Messages.MARKED);
        if (once
                && messages.isReceipted(row)
                && known.ends().contradict(row)
                && !known.ids().isShared(row)) {
            tally.add(Fault.OTHER_END, messages.where(row), places(row));
        }
    }

    private List<Long> places(int row) {
        return List.of(known.ends().receiptAt(row), known.ends().eventAt(row));
    }

    /** One that is missing and one that nobody asked for, to one number or with one text, are one whose octets were changed. */
    private void compare() {
        Map<Long, ArrayDeque<Integer>> byNumber = new HashMap<>();
        Map<Long, ArrayDeque<Integer>> byText = new HashMap<>();
        if (strays.count() > 0) {
            for (int row : missing) {
                byNumber.computeIfAbsent(messages.to(row), to -> new ArrayDeque<>())
                        .add(row);
                byText.computeIfAbsent(messages.text(row), text -> new ArrayDeque<>())
                        .add(row);
            }
        }
        for (int stray = 0; stray < strays.count(); stray++) {
            int row = found(byNumber.get(strays.to(stray)));
            row = row == Index.NONE ? found(byText.get(strays.text(stray))) : row;
            if (row != Index.NONE) {
                tally.add(Fault.WRONG_BYTES, strays.where(stray), List.of(messages.where(row)));
            } else if (given.callers() || given.journal() && journal.isWhole()) {
                tally.add(Fault.PHANTOM, strays.where(stray));
            } else if (given.journal()) {
                beyond++;
            }
        }
        for (int row : missing) {
            if (!messages.is(row, Messages.WRONG) && !isWordless(row)) {
                tally.add(Fault.LOST, messages.where(row));
            }
        }
    }

    private int found(ArrayDeque<Integer> rows) {
        while (rows != null && !rows.isEmpty()) {
            int row = rows.poll();
            if (!messages.is(row, Messages.WRONG)) {
                messages.mark(row, Messages.WRONG);
                return row;
            }
        }
        return Index.NONE;
    }

    Verdict verdict(Counted counted, Map<String, Integer> ended) {
        Verdict.Figures figures = new Verdict.Figures(
                asked,
                accepted,
                refused,
                inDoubt,
                counted.submits(),
                counted.partial(),
                counted.refusedByCarrier(),
                counted.receipts(),
                reported,
                waiting,
                beyond,
                counted.unreadable());
        return new Verdict(figures, tally.found(), ended, marked, unmarked, untold, most);
    }
}
