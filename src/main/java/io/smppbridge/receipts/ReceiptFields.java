package io.smppbridge.receipts;

/** What was found in a receipt's text, whatever its grammar. */
interface ReceiptFields {
    /** The fields that are read. */
    enum Field {
        ID,
        SUBMIT_DATE,
        DONE_DATE,
        STAT,
        ERR,
        /** Known, so that another field's value ends there; not read. */
        OTHER,
        TEXT
    }

    /** The value, trimmed; empty when the field is not there. */
    String value(Field wanted);

    default boolean has(Field wanted) {
        return !value(wanted).isEmpty();
    }
}
