package io.smppbridge.receipts;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.smppbridge.receipts.ReceiptFields.Field;
import io.smppbridge.settings.ReceiptGrammar;
import io.smppbridge.threads.ThreadSafe;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The grammar of one SMSC that does not write as appendix B has it: fields at fixed places, or found by a pattern. Takes time linear in
 * the text; only its first {@value #MOST} characters are looked at.
 */
@ThreadSafe
final class OwnGrammar {
    /** No receipt's fields reach farther; what follows is the message's text. */
    private static final int MOST = 1_000;

    private static final Map<String, Field> BY_NAME = Map.of(
            "id", Field.ID,
            "state", Field.STAT,
            "err", Field.ERR,
            "submit", Field.SUBMIT_DATE,
            "done", Field.DONE_DATE);

    private final Optional<Pattern> pattern;
    /** The groups of the pattern; by the fields that they hold. */
    private final Map<Field, Integer> groups = new HashMap<>();

    private final List<Optional<Field>> places;
    private final char separator;

    private OwnGrammar(ReceiptGrammar grammar) {
        pattern = grammar.pattern().isEmpty() ? Optional.empty() : Optional.of(grammar.compiled());
        pattern.ifPresent(it -> it.namedGroups().forEach((name, group) -> groups.put(BY_NAME.get(name), group)));
        places = grammar.fields().stream()
                .map(name -> Optional.ofNullable(BY_NAME.get(name)))
                .toList();
        separator = grammar.separator().charAt(0);
    }

    /** Empty where the SMSC writes as usual. */
    static Optional<OwnGrammar> of(ReceiptGrammar grammar) {
        boolean none = grammar.pattern().isEmpty() && grammar.fields().isEmpty();
        return none ? Optional.empty() : Optional.of(new OwnGrammar(grammar));
    }

    /** What the text says, if it is written that way. */
    Optional<ReceiptFields> read(String body) {
        String text = body.length() > MOST ? body.substring(0, MOST) : body;
        return pattern.isPresent() ? byPattern(text) : byPlace(text);
    }

    private Optional<ReceiptFields> byPattern(String text) {
        Matcher matcher = pattern.get().matcher(text);
        if (!matcher.find()) {
            return Optional.empty();
        }
        Found found = new Found();
        groups.forEach((field, group) -> found.put(field, matcher.group(group)));
        return Optional.of(found);
    }

    private Optional<ReceiptFields> byPlace(String text) {
        Found found = new Found();
        int from = 0;
        for (int place = 0; place < places.size(); place++) {
            int end = text.indexOf(separator, from);
            boolean last = place == places.size() - 1;
            if (end < 0 && !last) {
                return Optional.empty();
            }
            String value = text.substring(from, end < 0 ? text.length() : end);
            places.get(place).ifPresent(field -> found.put(field, value));
            from = end + 1;
        }
        return Optional.of(found);
    }

    private static final class Found implements ReceiptFields {
        private final String[] values = new String[Field.values().length];

        Found() {
            Arrays.fill(values, "");
        }

        /** @param value null where an optional group found nothing */
        void put(Field field, String value) {
            values[field.ordinal()] = value == null ? "" : trimmed(value);
        }

        /** Without blanks and the NUL that some SMSCs end texts with. */
        private static String trimmed(String value) {
            int from = 0;
            int to = value.length();
            while (from < to && value.charAt(from) <= ' ') {
                from++;
            }
            while (to > from && value.charAt(to - 1) <= ' ') {
                to--;
            }
            return value.substring(from, to);
        }

        @Override
        public String value(Field wanted) {
            return values[wanted.ordinal()];
        }
    }
}
