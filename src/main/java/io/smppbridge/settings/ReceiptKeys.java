package io.smppbridge.settings;

import static io.smppbridge.settings.Types.type;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.smppbridge.settings.ValueType.BadValue;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The keys that say how an SMSC writes its receipts where it does not write them as everybody does. */
final class ReceiptKeys {
    private static final int LONGEST_PATTERN = 1_000;
    private static final Map<String, String> BY_NAME = Map.of("blank", " ", "tab", "\t");
    private static final String STATE = "receipt-state." + KeySpec.WORD;

    /** How a date is written. */
    static final ValueType DATES = type(
            "usual (digits from the year on), seconds or milliseconds (since 1970), or letters such as ddMMyyHHmm",
            ReceiptKeys::dates);

    static final ValueType PATTERN = type(
            "a regular expression of RE2 with (?P<id>…), (?P<state>…) or both, and any of (?P<err>…),"
                    + " (?P<submit>…), (?P<done>…)",
            ReceiptKeys::pattern);

    static final List<KeySpec> TABLE = List.of(
            key(
                    "receipt-pattern",
                    PATTERN,
                    "",
                    "finds the fields of a receipt's text by named groups, where this SMSC writes neither names nor"
                            + " fixed places; empty for none"),
            key(
                    "receipt-fields",
                    type(
                            "places by comma, each id, state, err, submit, done or -, none twice; id or state among"
                                    + " them",
                            ReceiptKeys::fields),
                    "",
                    "what stands at each place of a receipt's text, where this SMSC writes fields by their places,"
                            + " without names; empty for none"),
            key(
                    "receipt-separator",
                    type("one of , ; | / : # * ^ ~ or the word blank or tab", text -> {
                        need(BY_NAME.containsKey(text) || text.length() == 1 && ",;|/:#*^~".contains(text));
                        return BY_NAME.getOrDefault(text, text);
                    }),
                    ",",
                    "what stands between the places of receipt-fields"),
            key(
                    "receipt-dates",
                    DATES,
                    ReceiptGrammar.USUAL_DATES,
                    "how the submit and done date of a receipt are written"),
            key(
                    STATE,
                    Types.choice(ReceiptGrammar.STATES.toArray(String[]::new)),
                    "",
                    "what a word of this SMSC for a message's state means; the usual words need not be told"));

    private ReceiptKeys() {}

    private static KeySpec key(String leaf, ValueType type, String fallback, String meaning) {
        return KeySpec.of(Family.SMSC, leaf, type, fallback, meaning);
    }

    private static void need(boolean good) throws BadValue {
        if (!good) {
            throw new BadValue();
        }
    }

    private static String pattern(String text) throws BadValue {
        if (text.isEmpty()) {
            return text;
        }
        try {
            need(text.length() <= LONGEST_PATTERN);
            Set<String> groups = Pattern.compile(text).namedGroups().keySet();
            need(ReceiptGrammar.FIELDS.containsAll(groups));
            need(groups.contains("id") || groups.contains("state"));
            return text;
        } catch (PatternSyntaxException bad) {
            throw new BadValue();
        }
    }

    private static List<String> fields(String text) throws BadValue {
        List<String> fields = new ArrayList<>();
        Set<String> named = new HashSet<>();
        for (String one : text.isBlank() ? new String[0] : text.split(",", -1)) {
            String field = one.strip();
            boolean read = !field.equals(ReceiptGrammar.NOTHING);
            need(!read || ReceiptGrammar.FIELDS.contains(field) && named.add(field));
            fields.add(field);
        }
        need(fields.isEmpty() || named.contains("id") || named.contains("state"));
        return List.copyOf(fields);
    }

    private static String dates(String text) throws BadValue {
        if (Set.of(ReceiptGrammar.USUAL_DATES, ReceiptGrammar.SECONDS, ReceiptGrammar.MILLISECONDS)
                .contains(text)) {
            return text;
        }
        try {
            need(text.length() <= 64 && text.contains("d") && text.contains("M") && text.contains("y"));
            DateTimeFormatter.ofPattern(text, Locale.ROOT);
            return text;
        } catch (IllegalArgumentException bad) {
            throw new BadValue();
        }
    }

    /** Complains of a text that is to be read in two ways. */
    static void check(Scope smsc, Complaints complaints) {
        if (!smsc.sound("receipt-pattern", "receipt-fields")) {
            return;
        }
        boolean byPlace = !smsc.get("receipt-fields", List.class).isEmpty();
        if (byPlace && !smsc.word("receipt-pattern").isEmpty()) {
            complaints.fault(
                    smsc.value("receipt-fields"),
                    "nothing where receipt-pattern is set",
                    "a receipt is read by its pattern or by its places; take one of the two away",
                    smsc.value("receipt-pattern"));
        }
        if (!byPlace && smsc.said("receipt-separator")) {
            complaints.warn(
                    smsc.value("receipt-separator"),
                    "nothing stands between places where there are none",
                    "set " + smsc.prefix() + "receipt-fields too");
        }
    }

    static ReceiptGrammar grammar(Scope smsc) {
        Map<String, String> states = new HashMap<>();
        for (Value value : smsc.values().coded(smsc)) {
            if (value.spec().leaf().equals(STATE)) {
                states.put(Keys.word(value.key()), (String) value.typed().orElseThrow());
            }
        }
        ReceiptGrammar grammar = new ReceiptGrammar(
                smsc.word("receipt-pattern"),
                smsc.words("receipt-fields"),
                smsc.word("receipt-separator"),
                smsc.word("receipt-dates"),
                states);
        return grammar.isUsual() ? ReceiptGrammar.USUAL : grammar;
    }
}
