package io.smppbridge.esme;

import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.connector.StatusTable;
import io.smppbridge.settings.EsmeAccount.ReceiptForm;
import io.smppbridge.settings.EsmeReceipts;
import io.smppbridge.settings.EsmeReceipts.ErrorForm;
import io.smppbridge.settings.ReceiptGrammar;
import io.smppbridge.threads.ThreadSafe;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * The text of a receipt as an ESME wants it. What the SMSC said is put in once and never looked at again for fields.
 *
 * <p>The form is taken apart once. Receipts come by the thousand in a second and bear few different dates: the last one of each kind is kept.
 */
@ThreadSafe
final class ReceiptWords {
    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("yyMMddHHmm", Locale.ROOT);
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("yyMMddHHmmss", Locale.ROOT);
    private static final int LONGEST_ERROR = 6;
    private static final int CODE = 0xFFFF;
    private static final int THREE = 3;
    private static final int MOST_OF_THREE_DIGITS = 999;
    private static final int MOST_OF_SIX_DIGITS = 999_999;

    private final EsmeReceipts by;
    /** What stands before each field, and behind the last one. */
    private final byte[][] between;

    private final Field[] fields;
    private volatile Written submit = Written.NEVER;
    private volatile Written done = Written.NEVER;

    /** As {@link EsmeReceipts#FIELDS} has them. */
    private enum Field {
        ID,
        SUB,
        DLVRD,
        SUBMIT,
        DONE,
        STAT,
        STATE,
        ERR,
        NETWORK
    }

    /** A date in words, by the second. */
    private static final class Written {
        static final Written NEVER = new Written(Long.MIN_VALUE, new byte[0]);

        final long second;
        final byte[] text;

        Written(long second, byte[] text) {
            this.second = second;
            this.text = text;
        }
    }

    /** The words of one account, until it has other terms. */
    ReceiptWords(EsmeReceipts by) {
        this.by = by;
        String form = by.text();
        List<byte[]> texts = new ArrayList<>();
        List<Field> found = new ArrayList<>();
        int at = 0;
        for (int open = form.indexOf('{'); open >= 0; open = form.indexOf('{', at)) {
            int close = form.indexOf('}', open);
            texts.add(octets(form.substring(at, open)));
            found.add(Field.valueOf(form.substring(open + 1, close).toUpperCase(Locale.ROOT)));
            at = close + 1;
        }
        texts.add(octets(form.substring(at)));
        between = texts.toArray(byte[][]::new);
        fields = found.toArray(Field[]::new);
    }

    /** The text alone. */
    byte[] of(Receipt receipt, String id, int parts) {
        Draft text = new Draft();
        write(text, receipt, id, parts);
        return text.toArray();
    }

    /**
     * Puts the text into a draft.
     *
     * @param id in its usual form; empty for that of the message
     * @param parts that it is about
     */
    void write(Draft text, Receipt receipt, String id, int parts) {
        for (int i = 0; i < fields.length; i++) {
            field(text.all(between[i]), fields[i], receipt, id, parts);
        }
        text.all(between[fields.length]);
    }

    private void field(Draft text, Field field, Receipt receipt, String id, int parts) {
        switch (field) {
            case ID -> MessageIds.write(text, receipt, id, by.told());
            case SUB -> text.digits(parts, THREE);
            case DLVRD -> text.digits(receipt.state() == MessageState.DELIVERED ? parts : 0, THREE);
            case SUBMIT -> text.all(submitted(receipt.message().epochMs()));
            case DONE -> text.all(done(reached(receipt)));
            case STAT -> text.text(Statuses.word(receipt));
            case STATE -> text.digits(Statuses.state(receipt), 1);
            case ERR -> error(text, receipt);
            default -> network(text, receipt);
        }
    }

    private byte[] submitted(long ms) {
        if (!isBySecond()) {
            return octets(date(Instant.ofEpochMilli(ms)));
        }
        long second = Math.floorDiv(ms, 1_000);
        Written last = submit;
        if (last.second != second) {
            last = written(second);
            submit = last;
        }
        return last.text;
    }

    /** When the SMSC says that the state was reached, where that can be true: not before the message came, nor after its receipt did. */
    private static Instant reached(Receipt receipt) {
        Instant said = receipt.report().doneDate();
        if (said.equals(Instant.EPOCH)) {
            return receipt.at();
        }
        Instant accepted = Instant.ofEpochMilli(receipt.message().epochMs());
        if (said.isBefore(accepted.truncatedTo(ChronoUnit.MINUTES)) || said.isAfter(receipt.at())) {
            return receipt.at();
        }
        return said.isBefore(accepted) ? accepted : said; // most SMSCs leave the seconds out
    }

    private byte[] done(Instant at) {
        if (!isBySecond()) {
            return octets(date(at));
        }
        Written last = done;
        if (last.second != at.getEpochSecond()) {
            last = written(at.getEpochSecond());
            done = last;
        }
        return last.text;
    }

    private Written written(long second) {
        return new Written(second, octets(date(Instant.ofEpochSecond(second))));
    }

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Whether two moments of the same second are written alike. */
    private boolean isBySecond() {
        return by.dates().equals(ReceiptGrammar.USUAL_DATES);
    }

    private String date(Instant at) {
        return switch (by.dates()) {
            case ReceiptGrammar.USUAL_DATES ->
                (by.form() == ReceiptForm.SECONDS ? SECONDS : MINUTES).format(at.atZone(by.zone()));
            case ReceiptGrammar.SECONDS -> Long.toString(at.getEpochSecond());
            case ReceiptGrammar.MILLISECONDS -> Long.toString(at.toEpochMilli());
            default -> DateTimeFormatter.ofPattern(by.dates(), Locale.ENGLISH).format(at.atZone(by.zone()));
        };
    }

    /** Why, in the SMSC's own word where it has one that an ESME can read; of a submission that it refused its command_status. */
    private void error(Draft text, Receipt receipt) {
        String error = receipt.report().err();
        OptionalInt refused = error.isEmpty() ? StatusTable.described(receipt.detail()) : OptionalInt.empty();
        if (refused.isPresent() && by.errors() != ErrorForm.NETWORK) {
            int status = refused.getAsInt();
            text.digits(status >= 0 && status <= mostStatus() ? status : 0, THREE);
            return;
        }
        switch (by.errors()) {
            case NETWORK -> network(text, receipt);
            case DIGITS -> text.digits(isNumber(error) ? Integer.parseInt(error) : 0, THREE);
            default -> text.text(error.isEmpty() || error.length() > LONGEST_ERROR ? "000" : error);
        }
    }

    private int mostStatus() {
        return by.errors() == ErrorForm.DIGITS ? MOST_OF_THREE_DIGITS : MOST_OF_SIX_DIGITS;
    }

    private static boolean isNumber(String error) {
        return !error.isEmpty() && error.length() <= 3 && error.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static void network(Draft text, Receipt receipt) {
        int error = receipt.report().networkError();
        text.digits(error < 0 ? 0 : error & CODE, THREE);
    }
}
