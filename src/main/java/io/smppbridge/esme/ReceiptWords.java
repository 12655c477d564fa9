package io.smppbridge.esme;

import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.settings.EsmeAccount.ReceiptForm;
import io.smppbridge.settings.EsmeReceipts;
import io.smppbridge.settings.ReceiptGrammar;
import io.smppbridge.threads.ThreadSafe;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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

    private final EsmeReceipts by;
    /** What stands before each field, and behind the last one. */
    private final String[] between;

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
    private record Written(long second, String text) {
        static final Written NEVER = new Written(Long.MIN_VALUE, "");
    }

    /** The words of one account, until it has other terms. */
    ReceiptWords(EsmeReceipts by) {
        this.by = by;
        String form = by.text();
        List<String> texts = new ArrayList<>();
        List<Field> found = new ArrayList<>();
        int at = 0;
        for (int open = form.indexOf('{'); open >= 0; open = form.indexOf('{', at)) {
            int close = form.indexOf('}', open);
            texts.add(form.substring(at, open));
            found.add(Field.valueOf(form.substring(open + 1, close).toUpperCase(Locale.ROOT)));
            at = close + 1;
        }
        texts.add(form.substring(at));
        between = texts.toArray(String[]::new);
        fields = found.toArray(Field[]::new);
    }

    /**
     * @param id in its usual form
     * @param parts that it is about
     */
    static String of(Receipt receipt, String id, int parts, EsmeReceipts by) {
        return new ReceiptWords(by).of(receipt, id, parts);
    }

    /** The same for many. */
    String of(Receipt receipt, String id, int parts) {
        StringBuilder text = new StringBuilder(160);
        for (int i = 0; i < fields.length; i++) {
            field(text.append(between[i]), fields[i], receipt, id, parts);
        }
        return text.append(between[fields.length]).toString();
    }

    private void field(StringBuilder text, Field field, Receipt receipt, String id, int parts) {
        switch (field) {
            case ID -> text.append(MessageIds.text(id, by.told()));
            case SUB -> threeDigits(text, parts);
            case DLVRD -> threeDigits(text, receipt.state() == MessageState.DELIVERED ? parts : 0);
            case SUBMIT -> text.append(submitted(receipt.message().epochMs()));
            case DONE -> text.append(done(receipt.at()));
            case STAT -> text.append(Statuses.word(receipt.state()));
            case STATE -> text.append(Statuses.state(receipt.state()));
            case ERR -> error(text, receipt);
            default -> network(text, receipt);
        }
    }

    private String submitted(long ms) {
        return isBySecond()
                ? (submit = written(submit, Math.floorDiv(ms, 1_000))).text()
                : date(Instant.ofEpochMilli(ms));
    }

    private String done(Instant at) {
        return isBySecond() ? (done = written(done, at.getEpochSecond())).text() : date(at);
    }

    private Written written(Written last, long second) {
        return last.second == second ? last : new Written(second, date(Instant.ofEpochSecond(second)));
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

    /** Why, in the SMSC's own word where it has one that an ESME can read. */
    private void error(StringBuilder text, Receipt receipt) {
        String error = receipt.report().err();
        switch (by.errors()) {
            case NETWORK -> network(text, receipt);
            case DIGITS -> threeDigits(text, isNumber(error) ? Integer.parseInt(error) : 0);
            default -> text.append(error.isEmpty() || error.length() > LONGEST_ERROR ? "000" : error);
        }
    }

    private static boolean isNumber(String error) {
        return !error.isEmpty() && error.length() <= 3 && error.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static void network(StringBuilder text, Receipt receipt) {
        int error = receipt.report().networkError();
        threeDigits(text, error < 0 ? 0 : error & CODE);
    }

    private static void threeDigits(StringBuilder text, int number) {
        if (number < 100) {
            text.append(number < 10 ? "00" : "0");
        }
        text.append(number);
    }
}
