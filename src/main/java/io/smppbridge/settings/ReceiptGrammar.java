package io.smppbridge.settings;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How an SMSC writes its receipts where appendix B of SMPP 3.4 does not say it: tried first, and the usual grammar where it does not fit.
 *
 * @param pattern finds the fields by named groups, each a word of {@link #FIELDS}, in RE2; empty for none
 * @param fields the fields by their places, each a word of {@link #FIELDS} or {@link #NOTHING}; empty for none
 * @param separator between these places
 * @param dates {@link #USUAL_DATES}, {@link #SECONDS}, {@link #MILLISECONDS}, or a pattern of {@link java.time.format.DateTimeFormatter}
 * @param states the SMSC's own words for states, in capitals, each with a word of {@link #STATES}
 */
public record ReceiptGrammar(
        String pattern, List<String> fields, String separator, String dates, Map<String, String> states) {
    /** What can be read. */
    public static final List<String> FIELDS = List.of("id", "state", "err", "submit", "done");

    /** A place that is not read. */
    public static final String NOTHING = "-";

    /** Those of message_state in SMPP 5.0 §4.7.15. */
    public static final List<String> STATES = List.of(
            "scheduled",
            "enroute",
            "delivered",
            "expired",
            "deleted",
            "undeliverable",
            "accepted",
            "unknown",
            "rejected",
            "skipped");

    /** As digits by the year first, 10, 12 or 14 of them. */
    public static final String USUAL_DATES = "usual";

    /** Since 1970, UTC. */
    public static final String SECONDS = "seconds";

    /** Since 1970, UTC. */
    public static final String MILLISECONDS = "milliseconds";

    /** Appendix B and nothing else. */
    public static final ReceiptGrammar USUAL = new ReceiptGrammar("", List.of(), ",", USUAL_DATES, Map.of());

    public ReceiptGrammar {
        Objects.requireNonNull(pattern, "pattern");
        fields = List.copyOf(fields);
        Objects.requireNonNull(separator, "separator");
        Objects.requireNonNull(dates, "dates");
        states = Map.copyOf(states);
    }

    /**
     * Whether it says nothing that appendix B does not. For {@code equals(USUAL)}, a start would have to put a record's {@code equals} together first, which
     * takes longer than all else that it reads of an SMSC.
     */
    boolean isUsual() {
        return pattern.isEmpty()
                && fields.isEmpty()
                && separator.equals(USUAL.separator)
                && dates.equals(USUAL.dates)
                && states.isEmpty();
    }

    /** The pattern, compiled: matching takes time linear in what is matched. Call it only where there is one. */
    public Pattern compiled() {
        return Pattern.compile(pattern);
    }
}
