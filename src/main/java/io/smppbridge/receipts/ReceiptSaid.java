package io.smppbridge.receipts;

import io.smppbridge.receipts.ReceiptFields.Field;
import java.time.Instant;

/**
 * What a receipt's text says.
 *
 * @param id empty when it names none
 * @param stat the state's word, without a reason behind it; empty when it names none
 * @param state what the word means
 * @param sameTimes whether both dates are told to the second, and are the same
 */
record ReceiptSaid(
        String id,
        String stat,
        ReceiptState state,
        String err,
        Instant submitDate,
        Instant doneDate,
        boolean sameTimes) {
    static ReceiptSaid by(ReceiptFields text, String stat, ReceiptState state, ReceiptDates dates) {
        ReceiptSaid said = new ReceiptSaid(
                text.value(Field.ID), stat, state, text.value(Field.ERR), Instant.EPOCH, Instant.EPOCH, false);
        return said.at(text.value(Field.SUBMIT_DATE), text.value(Field.DONE_DATE), dates);
    }

    /** The same of another message. */
    ReceiptSaid of(String other) {
        return new ReceiptSaid(other, stat, state, err, submitDate, doneDate, sameTimes);
    }

    /** The same with other dates, as they are written. */
    ReceiptSaid at(String submit, String done, ReceiptDates dates) {
        Instant from = dates.of(submit);
        Instant to = dates.of(done);
        boolean same = to.equals(from) && !to.equals(Instant.EPOCH) && dates.tellsSeconds(done);
        return new ReceiptSaid(id, stat, state, err, from, to, same);
    }
}
