package io.smppbridge.esme;

import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.settings.EsmeAccount.ReceiptForm;
import io.smppbridge.settings.EsmeReceipts;
import io.smppbridge.settings.ReceiptGrammar;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The text of a receipt as an ESME wants it. What the SMSC said is put in once and never looked at again for fields. */
final class ReceiptWords {
    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("yyMMddHHmm", Locale.ROOT);
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("yyMMddHHmmss", Locale.ROOT);
    private static final int LONGEST_ERROR = 6;
    private static final int CODE = 0xFFFF;

    private ReceiptWords() {}

    /**
     * @param id in its usual form
     * @param parts that it is about
     */
    static String of(Receipt receipt, String id, int parts, EsmeReceipts by) {
        String form = by.text();
        StringBuilder text = new StringBuilder(2 * form.length());
        int at = 0;
        for (int open = form.indexOf('{'); open >= 0; open = form.indexOf('{', at)) {
            int close = form.indexOf('}', open);
            text.append(form, at, open).append(field(form.substring(open + 1, close), receipt, id, parts, by));
            at = close + 1;
        }
        return text.append(form, at, form.length()).toString();
    }

    private static String field(String name, Receipt receipt, String id, int parts, EsmeReceipts by) {
        return switch (name) {
            case "id" -> MessageIds.text(id, by.told());
            case "sub" -> threeDigits(parts);
            case "dlvrd" -> threeDigits(receipt.state() == MessageState.DELIVERED ? parts : 0);
            case "submit" -> date(Instant.ofEpochMilli(receipt.message().epochMs()), by);
            case "done" -> date(receipt.at(), by);
            case "stat" -> Statuses.word(receipt.state());
            case "state" -> Integer.toString(Statuses.state(receipt.state()));
            case "err" -> error(receipt, by);
            default -> network(receipt);
        };
    }

    private static String date(Instant at, EsmeReceipts by) {
        return switch (by.dates()) {
            case ReceiptGrammar.USUAL_DATES ->
                (by.form() == ReceiptForm.SECONDS ? SECONDS : MINUTES).format(at.atZone(by.zone()));
            case ReceiptGrammar.SECONDS -> Long.toString(at.getEpochSecond());
            case ReceiptGrammar.MILLISECONDS -> Long.toString(at.toEpochMilli());
            default -> DateTimeFormatter.ofPattern(by.dates(), Locale.ENGLISH).format(at.atZone(by.zone()));
        };
    }

    /** Why, in the SMSC's own word where it has one that an ESME can read. */
    private static String error(Receipt receipt, EsmeReceipts by) {
        String error = receipt.report().err();
        return switch (by.errors()) {
            case NETWORK -> network(receipt);
            case DIGITS -> isNumber(error) ? threeDigits(Integer.parseInt(error)) : "000";
            default -> error.isEmpty() || error.length() > LONGEST_ERROR ? "000" : error;
        };
    }

    private static boolean isNumber(String error) {
        return !error.isEmpty() && error.length() <= 3 && error.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static String network(Receipt receipt) {
        int error = receipt.report().networkError();
        return threeDigits(error < 0 ? 0 : error & CODE);
    }

    private static String threeDigits(int number) {
        String digits = Integer.toString(number);
        return "000".substring(Math.min(3, digits.length())) + digits;
    }
}
