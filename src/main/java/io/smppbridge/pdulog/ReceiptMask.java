package io.smppbridge.pdulog;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Overwrites in a receipt everything but what is known to be a field of it (SMPP 3.4 appendix B, and how SMSCs vary it): its id, counts,
 * dates, state and error with their values. So the message that it quotes goes, in whatever shape, and with it numbers of subscribers.
 */
@OwnedBy("pdulog")
final class ReceiptMask {
    private static final byte[] NONE = {};
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

    private final Matcher quote = QUOTE.matcher("");
    private final Matcher[] known = {FIELD.matcher(""), DATE.matcher(""), STATE.matcher("")};
    private final Characters text = new Characters();
    private final BitSet kept = new BitSet();

    /** The text as it lies in the octets. */
    @OwnedBy("pdulog")
    private static final class Characters implements CharSequence {
        private byte[] octets;
        private int from;
        private int each;
        private int length;

        @Override
        public int length() {
            return length;
        }

        @Override
        public char charAt(int index) {
            int at = from + index * each;
            return (char) (each == 2 ? (octets[at] & 0xFF) << 8 | octets[at + 1] & 0xFF : octets[at] & 0xFF);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return toString().substring(start, end);
        }

        @Override
        public String toString() {
            char[] all = new char[length];
            for (int i = 0; i < length; i++) {
                all[i] = charAt(i);
            }
            return new String(all);
        }
    }

    /** @param wide whether each character has two octets, the higher first */
    void apply(byte[] octets, int from, int to, boolean wide) {
        int each = wide ? 2 : 1;
        int length = (to - from) / each;
        text.octets = octets;
        text.from = from;
        text.each = each;
        text.length = length;
        kept.clear();
        boolean quotes = quote.reset(text).find();
        if (quotes) {
            kept.set(quote.start(), quote.end());
        }
        int before = quotes ? quote.start() : length;
        for (Matcher found : known) {
            found.reset(text).region(0, before);
            while (found.find()) {
                kept.set(found.start(), found.end());
            }
        }
        for (int i = 0; i < length; i++) {
            if (!kept.get(i) && (text.charAt(i) != ' ' || quotes && i >= quote.end())) {
                octets[from + i * each] = 0;
                octets[from + i * each + each - 1] = '*';
            }
        }
        Arrays.fill(octets, from + length * each, to, (byte) '*');
        text.octets = NONE;
    }
}
