package io.smppbridge.audit;

import io.smppbridge.records.Chronicle;
import io.smppbridge.threads.OwnedBy;
import java.util.List;

/**
 * Says what became of every message, from what each side wrote down. Is told first what callers asked and what the journal holds, then what came
 * to carriers and to the platform, in the order of each log; then it judges, once.
 *
 * <p>A message is found by the bridge's id, by the caller's reference, by the id that a carrier gave it, and where these are not known by
 * its number and text. Two messages with the same number and text are told apart only by the first three.
 */
@OwnedBy("whoever audits")
public final class Audit {
    private static final String MASK = "x";

    /**
     * What there is to read, and what is expected.
     *
     * @param settled everything should have ended by now: what asked for a receipt and has no final event is unreported, whether or not a
     *     carrier's receipt is known
     * @param byDestination the messages to one number are to come to each carrier in the order of acceptance
     * @param shown how many of each class are kept to be shown
     */
    public record Given(
            boolean callers,
            boolean journal,
            boolean carriers,
            boolean events,
            boolean settled,
            boolean byDestination,
            int shown) {}

    private final Given given;
    private final Messages messages = new Messages();
    private final Contents contents = new Contents(messages);
    private final CarrierIds carrierIds = new CarrierIds(messages);
    private final Joins joins = new Joins(contents);
    private final Orders orders = new Orders(messages);
    private final Strays strays = new Strays();
    private final LateReceipts late = new LateReceipts();
    private final Doubts doubts = new Doubts();
    private final Tally tally;
    private final Endings endings = new Endings();
    private final Ends ends = new Ends();
    private final Receptions receptions = new Receptions();
    private final Journaled journal;
    private boolean indexed;
    private int submits;
    private int refusedByCarrier;
    private int receipts;
    private int unreadable;

    public Audit(Given given) {
        this.given = given;
        this.tally = new Tally(given.shown());
        this.journal = new Journaled(given, messages, carrierIds, endings);
    }

    /** A caller tried to hand a message in. */
    public void attempt(Attempt attempt, long where) {
        long id = messages.idOf(attempt.id());
        long ref = Print.ofId(attempt.ref());
        long to = Print.ofNumber(attempt.to());
        long text = attempt.text().print();
        int row = messages.findRef(ref);
        if (row != Index.NONE && !messages.canBe(row, to, text)) {
            row = Index.NONE; // another account has used the same reference
        }
        row = row == Index.NONE ? messages.findId(id) : row;
        if (row == Index.NONE) {
            row = messages.add(ref, where);
            messages.content(row, to, text, Print.ofNumber(attempt.from()));
            messages.wish(row, attempt.wish());
            if (!attempt.order().isEmpty()) {
                messages.order(row, Print.of(attempt.order()));
            }
        }
        messages.mark(row, Messages.ASKED | flag(attempt.answer()));
        if (messages.id(row) == Print.NONE && id != Print.NONE) {
            messages.id(row, id);
        } else if (id != Print.NONE && messages.id(row) != id) {
            tally.add(Fault.TWO_IDS, where, List.of(messages.where(row)));
        }
    }

    private static long flag(Attempt.Answer answer) {
        return switch (answer) {
            case ACCEPTED -> Messages.ACCEPTED;
            case REFUSED -> Messages.REFUSED;
            case UNKNOWN -> Messages.IN_DOUBT;
        };
    }

    /** Who is told what the journal says. Without a log of the callers it stands for them. */
    Chronicle.Reader journal() {
        return journal;
    }

    /** A carrier was given this. */
    public void submit(Submit submit, long where) {
        index();
        if (!submit.taken()) {
            refusedByCarrier++;
        } else if (submit.part().total() > 1 && !journal.isPiece(named(submit))) {
            Joins.Joined joined = joins.add(submit);
            switch (joins.made()) {
                case WHOLE -> joined.row = came(submit, joined.whole(), joined, where);
                case AGAIN -> {
                    submits++;
                    again(joined.row, 1, submit.carrier(), where);
                }
                case NOTHING -> {}
            }
            if (joined.row != Index.NONE) {
                keep(joined);
            } else {
                stray(submit);
            }
        } else {
            int row = came(submit, submit.text(), null, where);
            if (row == Index.NONE) {
                stray(submit);
            } else if (!submit.messageId().isEmpty()) {
                carrierIds.given(CarrierIds.key(submit.carrier(), submit.messageId()), row);
            }
        }
    }

    /** By the id that the carrier gave it. */
    private int named(Submit submit) {
        return submit.messageId().isEmpty()
                ? Index.NONE
                : carrierIds.message(CarrierIds.key(submit.carrier(), submit.messageId()), Print.ofNumber(submit.to()));
    }

    private void stray(Submit submit) {
        if (!submit.messageId().isEmpty()) {
            strays.named(CarrierIds.key(submit.carrier(), submit.messageId()));
        }
    }

    private void keep(Joins.Joined joined) {
        joined.ids().forEach(key -> carrierIds.given(key, joined.row));
        joined.ids().clear();
    }

    /** A whole message came; gives its row. */
    private int came(Submit submit, Said text, Joins.Joined joined, long where) {
        int times = joined == null ? 1 : joined.receptions();
        long to = Print.ofNumber(submit.to());
        boolean masked = submit.to().endsWith(MASK);
        long id = joined != null && !joined.ids().isEmpty()
                ? joined.ids().get(0)
                : submit.messageId().isEmpty() ? 0 : CarrierIds.key(submit.carrier(), submit.messageId());
        int named = carrierIds.message(id, masked ? Print.NONE : to);
        submits += times;
        if (text.isHidden() || masked) {
            unreadable += named == Index.NONE ? 1 : 0;
            again(named, times, submit.carrier(), where);
            return named;
        }
        int row = named;
        if (named == Index.NONE || messages.to(named) != to || !messages.canBe(named, to, text.print())) {
            int found = contents.came(to, text.print());
            found = found == Index.NONE ? contents.came(to, Print.NONE) : found;
            row = found == Index.NONE ? named : found;
        }
        row = row == Index.NONE ? row : claimed(row, to, text.print());
        if (row == Index.NONE) {
            strays.add(to, text.print(), where);
            return row;
        }
        boolean other = messages.to(row) != to
                || !messages.canBe(row, to, text.print())
                || messages.from(row) != Print.NONE
                        && !submit.from().isEmpty()
                        && messages.from(row) != Print.ofNumber(submit.from());
        if (other && !messages.is(row, Messages.WRONG)) {
            messages.mark(row, Messages.WRONG);
            tally.add(Fault.WRONG_BYTES, where, List.of(messages.where(row)));
        }
        if (messages.received(row) == 0) {
            long line = given.byDestination() ? to : messages.order(row);
            int before =
                    line == Print.NONE ? Index.NONE : orders.came(Print.both(line, Print.of(submit.carrier())), row);
            if (before != Index.NONE) {
                tally.add(Fault.ORDER, where, receptions.of(before));
            }
        }
        if (joined != null) {
            messages.parts(row, joined.total());
        }
        again(row, times, submit.carrier(), where);
        return row;
    }

    /** What came over SMPP has its text from the carrier only: now it may be what a caller who knows no id asked for. */
    private int claimed(int row, long to, long text) {
        if (messages.is(row, Messages.ASKED) || messages.text(row) != Print.NONE || messages.received(row) > 0) {
            return row;
        }
        int asked = contents.unnamed(to, text);
        if (asked == Index.NONE) {
            return row;
        }
        journal.adopted(asked, row);
        messages.adopt(asked, row);
        return asked;
    }

    private void again(int row, int times, String carrier, long where) {
        if (row != Index.NONE) {
            receptions.add(row, where);
            messages.received(row, messages.received(row) + times);
            messages.cameTo(row, journal.number(carrier));
        }
    }

    /** Whether what nobody is known to have asked for was asked for by nobody. */
    private boolean knowsAll() {
        return given.callers() || given.journal() && journal.isWhole();
    }

    /**
     * A carrier's final receipt was taken by the bridge.
     *
     * @param to the number that it is about; empty when the log does not say
     */
    public void receipt(String carrier, String messageId, String to, Ends.End end, long where) {
        index();
        receipts++;
        long number = to.endsWith(MASK) ? Print.NONE : Print.ofNumber(to);
        long key = CarrierIds.key(carrier, messageId);
        if (!receipted(key, number, end, where)) {
            long[] forms = CarrierIds.otherForms(carrier, messageId);
            late.add(key, forms[0], forms[1], number, end, where);
        }
    }

    private boolean receipted(long key, long number, Ends.End end, long where) {
        int entry = carrierIds.find(key, number);
        if (entry == Index.NONE) {
            return false;
        }
        int row = carrierIds.row(entry);
        messages.mark(row, end.isFailure() ? Messages.FAILED : 0);
        ends.receipt(row, number == Print.NONE ? Ends.End.UNCLEAR : end, where);
        if (carrierIds.receipted(entry)) {
            messages.receipted(row);
        }
        return true;
    }

    /** An event was posted to the platform. */
    public void notice(Notice notice, long where) {
        index();
        int row = messages.findId(messages.idOf(notice.messageId()));
        row = row == Index.NONE ? messages.findRef(Print.ofId(notice.clientRef())) : row;
        if (row == Index.NONE) {
            if (knowsAll() && !doubts.isOne(Print.ofNumber(notice.to()))) {
                tally.add(Fault.PHANTOM, where);
            }
            return;
        }
        messages.mark(row, notice.possibleDuplicate() ? Messages.MARKED : 0);
        if (!notice.isFinal()) {
            return;
        }
        long event = Print.of(notice.eventId());
        long before = messages.finalEvent(row);
        if (before != 0 && before != event && !notice.replaces()) {
            tally.add(Fault.TWO_FINALS, where, List.of(ends.eventAt(row)));
        }
        messages.finalEvent(row, event);
        ends.event(row, notice.state(), where);
        if (!messages.is(row, Messages.TOLD)) {
            endings.add(notice.state());
            messages.mark(row, Endings.takesCarrier(notice.state()) ? 0 : Messages.WITHOUT_CARRIER);
        }
        messages.mark(row, notice.taken() ? Messages.TOLD | Messages.REPORTED : Messages.TOLD);
    }

    /** All that was asked is known: from here on messages are looked for. */
    private void index() {
        if (indexed) {
            return;
        }
        indexed = true;
        int rows = messages.count();
        for (int row = 0; row < rows; row++) {
            if (messages.is(row, Messages.ACCEPTED | Messages.IN_DOUBT)) {
                contents.add(row);
            }
        }
        for (int row = 0; row < rows; row++) {
            boolean asked = messages.is(row, Messages.ASKED);
            if (!asked) {
                adopt(row);
            } else if (!messages.is(row, Messages.ACCEPTED | Messages.IN_DOUBT)) {
                contents.addRefused(row);
            } else if (messages.id(row) == Print.NONE) {
                doubts.add(messages.to(row));
            }
        }
    }

    /** What only the journal knows may be what a caller who knows no id asked for; else no caller did. */
    private void adopt(int row) {
        int asked = contents.unnamed(messages.to(row), messages.text(row));
        if (asked == Index.NONE) {
            boolean coded = messages.text(row) == Print.NONE && doubts.isOne(messages.to(row));
            messages.mark(row, coded ? Messages.OWN : 0);
            contents.add(row);
            return;
        }
        journal.adopted(asked, row);
        messages.adopt(asked, row);
    }

    /** What became of them. Nothing may be told afterwards. */
    public Verdict judge() {
        index();
        late.forEach((forms, number, end, where) -> {
            boolean known = false;
            for (int form = 0; form < forms.length && !known; form++) {
                known = receipted(forms[form], number, end, where) || strays.isNamed(forms[form]);
            }
            if (!known && knowsAll() && submits > 0) {
                tally.add(Fault.UNMATCHED, where);
            }
        });
        Judge judge = new Judge(given, messages, strays, tally, new Judge.Known(journal, carrierIds, receptions, ends));
        judge.judge();
        return judge.verdict(
                new Judge.Counted(submits, joins.partial(), refusedByCarrier, receipts, unreadable), endings.others());
    }
}
