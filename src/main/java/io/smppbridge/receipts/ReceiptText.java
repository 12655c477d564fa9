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
 * <p>What stands behind {@code text:} was written by whoever wrote the message: a field found there counts only if it stands nowhere else,
 * and an id only if no state stands before the text either. Else an author could name another's message.
 */
@OwnedBy("whoever reads the receipt")
final class ReceiptText implements ReceiptFields {
    private record Word(String spelling, Field field) {}

    private static final Word[] WORDS = {
        new Word("id", Field.ID),
        new Word("message_id", Field.ID),
        new Word("msgid", Field.ID),
        new Word("submit_date", Field.SUBMIT_DATE),
        new Word("submitdate", Field.SUBMIT_DATE),
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

    /** Those of two words, by their first; the second is {@link #DATE}. */
    private static final Word[] PAIRS = {new Word("submit", Field.SUBMIT_DATE), new Word("done", Field.DONE_DATE)};

    private static final String DATE = "date";

    private static final Set<String> STATES =
            Set.of("DELIVRD", "EXPIRED", "DELETED", "UNDELIV", "ACCEPTD", "UNKNOWN", "REJECTD", "ENROUTE");

    /** What a character may be, as bits of {@link #KINDS}. */
    private static final byte GAP = 1;

    private static final byte BLANK = 2;
    private static final byte DIGIT = 4;
    private static final byte LETTER = 8;
    /** A field's name may begin with it. */
    private static final byte FIRST = 16;

    private static final byte[] KINDS = new byte[256];

    /** The words by the lower five bits of their first letter. */
    private static final Word[][] BY_LETTER = new Word[32][];

    static {
        for (int c = 0; c < KINDS.length; c++) {
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            boolean gap = c <= ' ' || c == ',' || c == ';' || c == '|';
            KINDS[c] |= gap ? GAP : 0;
            KINDS[c] |= c == ' ' || c == '\t' ? BLANK : 0;
            KINDS[c] |= c >= '0' && c <= '9' ? DIGIT : 0;
            KINDS[c] |= letter || c == '_' ? LETTER : 0;
            for (Word word : WORDS) {
                KINDS[c] |= letter && word.spelling().charAt(0) == (c | 0x20) ? FIRST : 0;
            }
        }
        KINDS[ReceiptBody.GSM_UNDERSCORE] = KINDS['_'];
        for (int bits = 0; bits < BY_LETTER.length; bits++) {
            int letter = bits | 0x60;
            BY_LETTER[bits] = Arrays.stream(WORDS)
                    .filter(word -> word.spelling().charAt(0) == letter)
                    .toArray(Word[]::new);
        }
    }

    /** What nearly all receipts say, so that each need not have its own. */
    private static final String[] USUAL = {"DELIVRD", "000", "UNDELIV", "EXPIRED", "0", "REJECTD"};

    private static final int FIELDS = Field.values().length;

    private final ReceiptBody body;
    /** The id that a TLV names. */
    private final String tlvId;

    private final String[] values = new String[FIELDS];
    /** Where each value begins and ends. */
    private final int[] places = new int[2 * FIELDS];

    private int stop;

    private boolean inText;
    /** Whether a state stands before the text. */
    private boolean statedBefore;

    private Field field;
    private int valueStart;

    /** @param tlvId the id that a TLV names; empty where none does */
    ReceiptText(ReceiptBody body, String tlvId) {
        this.body = body;
        this.tlvId = tlvId;
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
            if (is(at, GAP)) {
                at++;
            } else if (fieldAt(at)) {
                Field found = field;
                int start = skipBlanks(valueStart);
                int end = start < body.length() && fieldAt(start) ? start : endOfValue(found, start);
                statedBefore |= found == Field.TEXT && !inText && has(Field.STAT);
                inText |= found == Field.TEXT;
                if (inText && isWhole()) {
                    stop = valueStart;
                    return;
                }
                if (isRead(found) && values[found.ordinal()].isEmpty()) {
                    values[found.ordinal()] = unquoted(text(found, start, end));
                    places[2 * found.ordinal()] = start;
                    places[2 * found.ordinal() + 1] = end;
                }
                at = Math.max(end, at + 1);
            } else {
                int end = endOfWord(at);
                bareState(at, end);
                at = end;
            }
        }
        stop = body.length();
    }

    private boolean isRead(Field found) {
        return found != Field.TEXT && found != Field.OTHER && !(found == Field.ID && statedBefore);
    }

    /** Behind what was read: what follows says no more. */
    int stop() {
        return stop;
    }

    /** Where a value stands. */
    ReceiptForm.Place place(Field wanted) {
        return new ReceiptForm.Place(places[2 * wanted.ordinal()], places[2 * wanted.ordinal() + 1]);
    }

    /** Whether a field's name may begin with the character. */
    static boolean mayBeginName(int character) {
        return (KINDS[character] & FIRST) != 0;
    }

    /** Whether it is a letter, a digit or a hyphen, written as what it is. */
    static boolean isPlain(int character) {
        return character == '-'
                || (KINDS[character] & (LETTER | DIGIT)) != 0 && character != ReceiptBody.GSM_UNDERSCORE;
    }

    static boolean isDigit(int character) {
        return (KINDS[character] & DIGIT) != 0;
    }

    /** Whether nothing that follows can say more. */
    private boolean isWhole() {
        return has(Field.ID) && has(Field.STAT) && has(Field.ERR) && has(Field.SUBMIT_DATE) && has(Field.DONE_DATE);
    }

    /** One of the words of appendix B by itself, between the id and the text. */
    private void bareState(int at, int end) {
        if (inText || !has(Field.ID) || has(Field.STAT)) {
            return;
        }
        String word = text(Field.STAT, at, end);
        if (STATES.contains(word)) {
            values[Field.STAT.ordinal()] = word;
        }
    }

    private String text(Field wanted, int start, int end) {
        if (wanted == Field.ID && body.is(start, end, tlvId)) {
            return tlvId;
        }
        if (wanted == Field.STAT || wanted == Field.ERR) {
            for (String word : USUAL) {
                if (body.is(start, end, word)) {
                    return word;
                }
            }
        }
        return body.text(start, end);
    }

    /** Whether a field's name and its colon stand here; sets {@link #field} and {@link #valueStart}. */
    private boolean fieldAt(int at) {
        if (!is(at, FIRST)) {
            return false;
        }
        int end = endOfName(at);
        int colon = skipBlanks(end);
        if (isColon(colon)) {
            return named(BY_LETTER[body.at(at) & 0x1F], at, end, colon);
        }
        boolean pair = colon == end + 1 && body.at(end) == ' ' && body.begins(colon, DATE);
        int second = pair ? skipBlanks(colon + DATE.length()) : colon;
        return pair && isColon(second) && named(PAIRS, at, end, second);
    }

    private boolean named(Word[] words, int at, int end, int colon) {
        for (Word word : words) {
            if (word.spelling().length() == end - at && body.begins(at, word.spelling())) {
                field = word.field();
                valueStart = colon + 1;
                return true;
            }
        }
        return false;
    }

    private boolean isColon(int at) {
        return at < body.length() && (body.at(at) == ':' || body.at(at) == '=');
    }

    private boolean is(int at, byte kind) {
        return (KINDS[body.at(at)] & kind) != 0;
    }

    private int endOfName(int from) {
        int at = from;
        while (at < body.length() && is(at, LETTER)) {
            at++;
        }
        return at;
    }

    /** A date may be written with blanks in it, also before its offset: it ends where the next field begins. Text has no value here: what follows is looked at. */
    private int endOfValue(Field found, int start) {
        if (found == Field.TEXT) {
            return start;
        }
        int end = endOfWord(start);
        if (found != Field.SUBMIT_DATE && found != Field.DONE_DATE) {
            return end;
        }
        int next = skipBlanks(end);
        while (next < body.length() && (is(next, DIGIT) || isOffset(next)) && !fieldAt(next)) {
            end = endOfWord(next);
            next = skipBlanks(end);
        }
        return end;
    }

    /** {@code +05}, {@code +0530} or {@code +05:30}: other signed numbers are no part of a date. */
    private boolean isOffset(int at) {
        int length = endOfWord(at) - at;
        boolean signed = body.at(at) == '+' || body.at(at) == '-';
        return signed && (length == 3 || length == 5 || length == 6) && is(at + 1, DIGIT);
    }

    private int endOfWord(int from) {
        int at = from;
        while (at < body.length() && !is(at, GAP)) {
            at++;
        }
        return at;
    }

    private int skipBlanks(int from) {
        int at = from;
        while (at < body.length() && is(at, BLANK)) {
            at++;
        }
        return at;
    }

    private static String unquoted(String value) {
        int length = value.length();
        boolean quoted = length >= 2
                && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                && value.charAt(length - 1) == value.charAt(0);
        return quoted ? value.substring(1, length - 1) : value;
    }
}
