package io.smppbridge.pdulog;

import java.util.Arrays;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Overwrites in a receipt everything but what is known to be a field of it (SMPP 3.4 appendix B, and how SMSCs vary it): its id, counts,
 * dates, state and error with their values. So the message that it quotes goes, in whatever shape, and with it numbers of subscribers.
 */
final class ReceiptMask {
    private static final int SOME = Pattern.CASE_INSENSITIVE;
    /** From here on it quotes. */
    private static final Pattern QUOTE = Pattern.compile("\\b(?:text|txt|msg|message)[ \\t]{0,4}[:=]", SOME);

    private static final Pattern FIELD = Pattern.compile(
            "\\b(?:id|message[_-]?id|msg[_-]?id|sub|dlvrd|stat|status|state|err|error)[ \\t]{0,4}[:=][ \\t]{0,4}[^\\s,;|]{0,70}",
            SOME);
    private static final Pattern DATE = Pattern.compile(
            "\\b(?:submit|done)[ _-]?date[ \\t]{0,4}[:=][ \\t]{0,4}[\"']?(?:\\d[\\d:./TZ+-]{0,30}[ \\t]{0,2}){0,4}",
            SOME);
    private static final Pattern STATE =
            Pattern.compile("\\b(?:DELIVRD|EXPIRED|DELETED|UNDELIV|ACCEPTD|UNKNOWN|REJECTD|ENROUTE)\\b");

    private ReceiptMask() {}

    /** @param wide whether each character has two octets, the higher first */
    static void apply(byte[] octets, int from, int to, boolean wide) {
        int each = wide ? 2 : 1;
        int length = (to - from) / each;
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            int at = from + i * each;
            chars[i] = (char) (wide ? (octets[at] & 0xFF) << 8 | octets[at + 1] & 0xFF : octets[at] & 0xFF);
        }
        String text = new String(chars);
        Matcher quote = QUOTE.matcher(text);
        boolean quotes = quote.find();
        BitSet kept = new BitSet(length);
        if (quotes) {
            kept.set(quote.start(), quote.end());
        }
        String before = quotes ? text.substring(0, quote.start()) : text;
        for (Pattern known : new Pattern[] {FIELD, DATE, STATE}) {
            Matcher found = known.matcher(before);
            while (found.find()) {
                kept.set(found.start(), found.end());
            }
        }
        for (int i = 0; i < length; i++) {
            if (!kept.get(i) && (chars[i] != ' ' || quotes && i >= quote.end())) {
                octets[from + i * each] = 0;
                octets[from + i * each + each - 1] = '*';
            }
        }
        Arrays.fill(octets, from + length * each, to, (byte) '*');
    }
}
