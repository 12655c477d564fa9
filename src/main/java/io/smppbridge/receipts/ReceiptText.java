package io.smppbridge.receipts;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;
import java.util.Set;

/**
 * The grammar of SMPP 3.4 appendix B as SMSCs write it: {@code id:… sub:… dlvrd:… submit date:… done date:… stat:… err:… text:…}, in any
 * case and order, with fields left out, added or separated by commas.
 *
 * <p>There are SMSCs that write the state's word without {@code stat:}, and such that put a reason behind it: {@code FAILED:absent}.
 *
 * <p>What stands behind {@code text:} was written by whoever wrote the message: a field found there counts only if it stands nowhere else.
 */
@OwnedBy("whoever reads the receipt")
final class ReceiptText implements ReceiptFields {
    private record Word(String spelling, Field field) {}

    /** Longer spellings before their own beginnings. */
    private static final Word[] WORDS = {
        new Word("id", Field.ID),
        new Word("message_id", Field.ID),
        new Word("msgid", Field.ID),
        new Word("submit date", Field.SUBMIT_DATE),
        new Word("submit_date", Field.SUBMIT_DATE),
        new Word("submitdate", Field.SUBMIT_DATE),
        new Word("done date", Field.DONE_DATE),
        new Word("done_date", Field.DONE_DATE),
        new Word("donedate", Field.DONE_DATE),
        new Word("status", Field.STAT),
        new Word("stat", Field.STAT),
        new Word("error", Field.ERR),
        new Word("err", Field.ERR),
        new Word("sub", Field.OTHER),
        new Word("dlvrd", Field.OTHER),
        new Word("text", Field.TEXT),
    };

    private static final Set<String> STATES =
            Set.of("DELIVRD", "EXPIRED", "DELETED", "UNDELIV", "ACCEPTD", "UNKNOWN", "REJECTD", "ENROUTE");

    private static final Word[] NO_WORDS = {};

    /** The words by their first letter, in lower case: most values are told from a field by it alone. */
    private static final Word[][] BY_LETTER = new Word[128][];

    static {
        for (int letter = 0; letter < BY_LETTER.length; letter++) {
            char first = (char) letter;
            BY_LETTER[letter] = Arrays.stream(WORDS)
                    .filter(word -> word.spelling().charAt(0) == first)
                    .toArray(Word[]::new);
        }
    }

    private final String body;
    private final String[] values = new String[Field.values().length];

    private boolean inText;
    private Field field;
    private int valueStart;

    ReceiptText(String body) {
        this.body = body;
        Arrays.fill(values, "");
        read();
    }

    @Override
    public String value(Field wanted) {
        return values[wanted.ordinal()];
    }

    private void read() {
        int at = 0;
        while (at < body.length()) {
            if (isGap(body.charAt(at))) {
                at++;
            } else if (fieldAt(at)) {
                Field found = field;
                int start = skipBlanks(valueStart);
                int end = start < body.length() && fieldAt(start) ? start : endOfValue(found, start);
                inText |= found == Field.TEXT;
                if (found != Field.TEXT && values[found.ordinal()].isEmpty()) {
                    values[found.ordinal()] = unquoted(body.substring(start, end));
                }
                at = Math.max(end, at + 1);
            } else {
                int end = endOfWord(at);
                bareState(at, end);
                at = end;
            }
        }
    }

    /** One of the words of appendix B by itself, between the id and the text. */
    private void bareState(int at, int end) {
        if (!inText && has(Field.ID) && !has(Field.STAT) && STATES.contains(body.substring(at, end))) {
            values[Field.STAT.ordinal()] = body.substring(at, end);
        }
    }

    /** Whether a field's name and its colon stand here; sets {@link #field} and {@link #valueStart}. */
    private boolean fieldAt(int at) {
        char first = (char) (body.charAt(at) | 0x20);
        for (Word word : first < BY_LETTER.length ? BY_LETTER[first] : NO_WORDS) {
            String spelling = word.spelling();
            int colon = skipBlanks(at + spelling.length());
            boolean mayBe = colon < body.length() && (body.charAt(colon) == ':' || body.charAt(colon) == '=');
            if (mayBe && body.regionMatches(true, at, spelling, 0, spelling.length())) { // the dearer question last
                field = word.field();
                valueStart = colon + 1;
                return true;
            }
        }
        return false;
    }

    /** A date may be written with blanks in it: it ends where the next field begins. Text has no value here: what follows is looked at. */
    private int endOfValue(Field found, int start) {
        if (found == Field.TEXT) {
            return start;
        }
        int end = endOfWord(start);
        if (found != Field.SUBMIT_DATE && found != Field.DONE_DATE) {
            return end;
        }
        int next = skipBlanks(end);
        while (next < body.length() && isDigit(body.charAt(next)) && !fieldAt(next)) {
            end = endOfWord(next);
            next = skipBlanks(end);
        }
        return end;
    }

    private int endOfWord(int from) {
        int at = from;
        while (at < body.length() && !isGap(body.charAt(at))) {
            at++;
        }
        return at;
    }

    private int skipBlanks(int from) {
        int at = from;
        while (at < body.length() && (body.charAt(at) == ' ' || body.charAt(at) == '\t')) {
            at++;
        }
        return at;
    }

    private static boolean isGap(char c) {
        return c <= ' ' || c == ',' || c == ';' || c == '|';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static String unquoted(String value) {
        int length = value.length();
        boolean quoted = length >= 2
                && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                && value.charAt(length - 1) == value.charAt(0);
        return quoted ? value.substring(1, length - 1) : value;
    }
}
