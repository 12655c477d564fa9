package io.smppbridge.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whether it all adds up, from the platform's books and the carriers' own counts.
 *
 * @param books the platform's
 * @param taken submit_sm that all SMSCs say they have taken
 * @param moDue messages that subscribers wrote
 * @param moAgain times that an SMSC sent one of them again, because the bind ended before our answer
 * @param mostAtLimited most submits in any second that the limited SMSC has seen
 * @param forged requests at the webhook with a wrong signature
 */
record Balance(Books.Sum books, long taken, long moDue, long moAgain, long mostAtLimited, long forged) {
    static Balance of(Books.Sum books, Map<String, JsonNode> reports, long forged) {
        long taken = 0;
        long moDue = 0;
        long moAgain = 0;
        for (JsonNode report : reports.values()) {
            taken += report.path("submits").path("accepted").asLong();
            JsonNode mo = report.path("mo");
            moDue += mo.path("due").asLong();
            moAgain += Math.max(0, mo.path("sent").asLong() - mo.path("due").asLong());
        }
        JsonNode limited = reports.get("limited").path("submits");
        return new Balance(
                books, taken, moDue, moAgain, limited.path("mostInAnySecond").asLong(), forged);
    }

    /** submit_sm that an SMSC took more than once. */
    long doubles() {
        return Math.max(0, taken - books.partsTaken() - books.partsInDoubt());
    }

    /** What does not add up, a sentence each; empty when all is well. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        check(faults, books.accepted() > 0, "no message was accepted");
        check(faults, books.refused() == 0, books.refused() + " messages were refused at the door");
        check(faults, books.lost() == 0, books.lost() + " accepted messages have no final state");
        check(faults, books.strangers() == 0, books.strangers() + " final states are of messages never accepted");
        check(faults, books.secondEnds() == 0, books.secondEnds() + " messages ended twice");
        check(
                faults,
                books.accepted() == books.delivered() + books.failed() + books.lost(),
                "accepted is not delivered + failed");
        // A marked message may have gone out twice, each of its (at most two) parts.
        check(
                faults,
                doubles() <= 2 * books.marked(),
                doubles() + " submit_sm were taken twice, and only " + books.marked()
                        + " messages are marked as possible duplicates");
        check(
                faults,
                taken >= books.partsTaken(),
                "the SMSCs took " + taken + " submit_sm, expected at least " + books.partsTaken());
        check(faults, books.mo() == moDue, moDue + " MO were sent and " + books.mo() + " came");
        check(faults, books.moRepeats() <= moAgain, books.moRepeats() + " MO came twice");
        check(faults, forged == 0, forged + " requests at the webhook had a wrong signature");
        return faults;
    }

    private static void check(List<String> faults, boolean sound, String otherwise) {
        if (!sound) {
            faults.add(otherwise);
        }
    }

    /** For people. */
    String text() {
        StringBuilder text = new StringBuilder();
        line(text, "accepted (answered 202, forced to disk)", books.accepted());
        line(text, "= delivered, as receipts say", books.delivered());
        line(text, "+ failed", books.failed());
        books.failures().forEach((reason, count) -> line(text, "    " + reason, count));
        line(text, "lost", books.lost());
        line(text, "MO sent by subscribers", moDue);
        line(text, "= MO got by the platform", books.mo());
        line(text, "sent again after a lost answer (and marked so)", doubles());
        line(text, "doubled without a mark", Math.max(0, doubles() - 2 * books.marked()));
        line(text, "most submits in any second at SMSC limited, contract 10", mostAtLimited);
        return text.toString();
    }

    private static void line(StringBuilder text, String what, long count) {
        text.append(String.format(Locale.ROOT, "  %-52s %9d%n", what, count));
    }
}
