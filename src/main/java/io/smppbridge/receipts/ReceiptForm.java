package io.smppbridge.receipts;

import io.smppbridge.receipts.ReceiptFields.Field;
import io.smppbridge.threads.ThreadSafe;

/**
 * How a receipt was written, octet for octet. An SMSC's next one differs from it in its id, and perhaps in its dates, and in nothing else that
 * counts: such a one is compared with it and need not be taken apart. Never changes.
 */
@ThreadSafe
final class ReceiptForm {
    /** As far as it was read. */
    private final byte[] octets;

    /** Whether all of it was read, so that one that goes on is another form. */
    private final boolean isAll;

    private final Place id;
    private final Place submitDate;
    private final Place doneDate;
    private final ReceiptSaid said;

    /** Where a value stands: from one place up to another; none where they are the same. */
    record Place(int start, int end) {
        boolean has(int at) {
            return at >= start && at < end;
        }
    }

    private ReceiptForm(ReceiptBody body, ReceiptText text, ReceiptSaid said) {
        octets = body.octets(text.stop());
        isAll = text.stop() == body.length();
        id = text.place(Field.ID);
        submitDate = text.place(Field.SUBMIT_DATE);
        doneDate = text.place(Field.DONE_DATE);
        this.said = said;
    }

    /** Of a text and what it said; null where another id could be read otherwise. */
    static ReceiptForm of(ReceiptBody body, ReceiptText text, ReceiptSaid said) {
        boolean plain = !body.isWide() && isPlainId(body, text.place(Field.ID));
        return plain
                        && said.id().length()
                                == text.place(Field.ID).end()
                                        - text.place(Field.ID).start()
                ? new ReceiptForm(body, text, said)
                : null;
    }

    /** What a text of this form says; null when it is of another one. */
    ReceiptSaid read(ReceiptBody body, String tlvId, ReceiptDates dates) {
        int length = octets.length;
        if (body.isWide() || body.length() < length || isAll && body.length() > length) {
            return null;
        }
        boolean sameDates = true;
        for (int at = body.mismatch(0, octets); at < length; at = body.mismatch(at, octets)) {
            if (id.has(at)) {
                at = id.end();
            } else if (submitDate.has(at) || doneDate.has(at)) {
                at = submitDate.has(at) ? submitDate.end() : doneDate.end();
                sameDates = false;
            } else {
                return null;
            }
        }
        if (!isPlainId(body, id) || !sameDates && !haveDates(body)) {
            return null;
        }
        String its = body.is(id.start(), id.end(), tlvId) ? tlvId : body.text(id.start(), id.end());
        return sameDates ? said.of(its) : said.of(its).at(text(body, submitDate), text(body, doneDate), dates);
    }

    /** Whether nothing but its id differs in what was read; not if nothing was. */
    boolean hasDatesOf(ReceiptSaid read) {
        return read != null
                && read.submitDate().equals(said.submitDate())
                && read.doneDate().equals(said.doneDate());
    }

    private static String text(ReceiptBody body, Place place) {
        return body.text(place.start(), place.end());
    }

    /** An id that no field's name begins, and in which nothing ends. */
    private static boolean isPlainId(ReceiptBody body, Place id) {
        if (id.start() == id.end() || ReceiptText.mayBeginName(body.at(id.start()))) {
            return false;
        }
        for (int at = id.start(); at < id.end(); at++) {
            if (!ReceiptText.isPlain(body.at(at))) {
                return false;
            }
        }
        return true;
    }

    private boolean haveDates(ReceiptBody body) {
        return areDigits(body, submitDate) && areDigits(body, doneDate);
    }

    /** Here and there. */
    private boolean areDigits(ReceiptBody body, Place date) {
        for (int at = date.start(); at < date.end(); at++) {
            if (!ReceiptText.isDigit(body.at(at)) || !ReceiptText.isDigit(octets[at] & 0xFF)) {
                return false;
            }
        }
        return true;
    }
}
