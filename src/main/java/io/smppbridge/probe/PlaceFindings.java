package io.smppbridge.probe;

import io.smppbridge.probe.ProbeReport.Finding;
import io.smppbridge.receipts.MessageIds;
import io.smppbridge.receipts.ReceiptState;
import io.smppbridge.settings.IdPart;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Receipts in which neither id nor state is named: looks for a place at which each has an id that an answer had, and for one with the state. */
@OwnedBy("whoever probes")
final class PlaceFindings {
    /** As they are, and as receipt-separator has them. */
    private static final List<Map.Entry<String, String>> SEPARATORS = List.of(
            Map.entry(",", ","),
            Map.entry(";", ";"),
            Map.entry("|", "|"),
            Map.entry("/", "/"),
            Map.entry("\t", "tab"),
            Map.entry(" ", "blank"));

    private static final List<String> FORMS = List.of("text", "hex-dec", "dec-hex", "dec", "hex", "uuid");
    private static final int MOST_PLACES = 50;

    private PlaceFindings() {}

    /**
     * @param texts of the receipts
     * @param answers message ids of answers
     * @param numbers never shown
     */
    static List<Finding> of(List<String> texts, List<String> answers, List<String> numbers) {
        if (texts.isEmpty()) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        String seen = texts.size() + " receipts are not written as appendix B of SMPP 3.4 has it, such as \""
                + shown(texts.get(0), numbers) + "\".";
        for (Map.Entry<String, String> separator : SEPARATORS) {
            List<String[]> rows = texts.stream()
                    .map(text -> text.split(java.util.regex.Pattern.quote(separator.getKey()), -1))
                    .toList();
            for (String form : FORMS) {
                int id = place(rows, isOneOf(answers, MessageIds.of(form, IdPart.ALL)));
                if (id >= 0) {
                    int state = place(
                            rows,
                            value -> ReceiptState.of(value) != ReceiptState.UNSTATED
                                    && !value.chars().allMatch(Character::isDigit));
                    findings.add(new Finding("receipt-fields", fields(id, state), seen));
                    findings.add(new Finding(
                            "receipt-separator", separator.getValue(), "Every one had an answer's id at that place."));
                    findings.add(new Finding("message-id", form, "That is how they compare."));
                    findings.add(
                            Finding.told(
                                    state < 0
                                            ? "Which place has the state is not known: put \"state\" there, and what its words mean into receipt-state.<word>."
                                            : "Which places have the dates is not known: put \"submit\" and \"done\" there, and their form into receipt-dates."));
                    return findings;
                }
            }
        }
        findings.add(Finding.told(seen + " No place has an answer's id: receipt-pattern may find it"
                + " (./bridge receipts read tries it)."));
        return findings;
    }

    private static Predicate<String> isOneOf(List<String> answers, MessageIds ids) {
        Set<String> known = new HashSet<>();
        answers.forEach(id -> known.add(ids.ofAnswer(id)));
        known.remove("");
        return value -> known.contains(ids.ofReceipt(value));
    }

    /** The place at which every row has such a value; -1 for none. */
    private static int place(List<String[]> rows, Predicate<String> such) {
        int places = Math.min(
                MOST_PLACES, rows.stream().mapToInt(row -> row.length).min().orElse(0));
        for (int place = 0; place < places && places > 1; place++) {
            int at = place;
            if (rows.stream().allMatch(row -> such.test(row[at].strip()))) {
                return place;
            }
        }
        return -1;
    }

    private static String fields(int id, int state) {
        String[] fields = new String[Math.max(id, state) + 1];
        Arrays.fill(fields, "-");
        if (state >= 0) {
            fields[state] = "state";
        }
        fields[id] = "id";
        return String.join(", ", fields);
    }

    private static String shown(String text, List<String> numbers) {
        String shown = text;
        for (String number : numbers) {
            shown = number.isEmpty() ? shown : shown.replace(number, "<number>");
        }
        return shown.length() > 120 ? shown.substring(0, 120) + "…" : shown;
    }
}
