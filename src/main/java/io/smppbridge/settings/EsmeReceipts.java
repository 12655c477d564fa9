package io.smppbridge.settings;

import io.smppbridge.settings.EsmeAccount.ReceiptForm;
import java.time.ZoneId;
import java.util.List;

/**
 * How receipts to an ESME are written, and the ids that they name.
 *
 * @param form what they consist of, and the width of usual dates ({@code receipt})
 * @param zone of their dates ({@code receipt-zone})
 * @param text with a word of {@link #FIELDS} in braces for each field, none twice ({@code receipt-text})
 * @param dates {@link ReceiptGrammar#USUAL_DATES}, {@link ReceiptGrammar#SECONDS}, {@link ReceiptGrammar#MILLISECONDS}, or a pattern of
 *     {@link java.time.format.DateTimeFormatter} ({@code receipt-dates})
 * @param answered form of ids in answers, and in the TLV receipted_message_id ({@code message-id})
 * @param told form of ids in the text of receipts ({@code receipt-id})
 * @param errors what stands for why ({@code receipt-err})
 * @param tlvs whether TLVs go along, to an ESME that knows them ({@code receipt-tlvs})
 */
public record EsmeReceipts(
        ReceiptForm form,
        ZoneId zone,
        String text,
        String dates,
        IdForm answered,
        IdForm told,
        ErrorForm errors,
        boolean tlvs) {
    /** What can be told. */
    public static final List<String> FIELDS =
            List.of("id", "sub", "dlvrd", "submit", "done", "stat", "state", "err", "network");

    /** Appendix B of SMPP 3.4, without the beginning of the message, of which no copy is kept. */
    public static final String USUAL =
            "id:{id} sub:{sub} dlvrd:{dlvrd} submit date:{submit} done date:{done} stat:{stat} err:{err} text:";

    /** How an id of ours, which is a number of 63 bits, is written. */
    public enum IdForm {
        /** Thirteen characters of Crockford's base 32. */
        TEXT,
        /** At most nineteen digits. */
        DECIMAL,
        /** At most sixteen lower-case digits. */
        HEX
    }

    /** What {@code err} is. */
    public enum ErrorForm {
        /** The SMSC's word, of at most six characters; else 000. */
        SMSC,
        /** The SMSC's word as three digits where it is a number of at most three; else 000. */
        DIGITS,
        /** The code of network_error_code, as three digits at least; else 000. */
        NETWORK
    }

    /** The usual text with TLVs. */
    public static EsmeReceipts usual(ReceiptForm form, ZoneId zone) {
        return new EsmeReceipts(
                form, zone, USUAL, ReceiptGrammar.USUAL_DATES, IdForm.TEXT, IdForm.TEXT, ErrorForm.SMSC, true);
    }
}
