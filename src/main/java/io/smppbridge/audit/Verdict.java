package io.smppbridge.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What became of the messages.
 *
 * @param figures counts that are no faults, in the order of the report
 * @param faults what is wrong, by class; all classes are there
 * @param ended final states other than DELIVERED and ACCEPTED, and how many messages ended so
 * @param marked receptions beyond the first, of messages of which it is said that this is possible
 * @param unmarked the same, of messages of which it is not said
 * @param untold the same, of messages of which nothing was told yet
 * @param most receptions of the message that came most often
 */
public record Verdict(
        Figures figures,
        Map<Fault, Found> faults,
        Map<String, Integer> ended,
        int marked,
        int unmarked,
        int untold,
        int most) {
    /**
     * What was read.
     *
     * @param asked messages that callers submitted, or that the journal accepted when there is no caller's log
     * @param accepted those that were answered with yes
     * @param refused those that were answered with no alone
     * @param inDoubt those whose answer never came
     * @param submits submits that carriers took, whole messages
     * @param partial messages of several parts of which not all came
     * @param refusedByCarrier submits that carriers refused
     * @param receipts final receipts of carriers
     * @param events final events that the platform took
     * @param waiting messages that the journal holds for a carrier
     * @param beyond what the journal has forgotten, and no other log can be compared with: accepted, or come to a carrier
     * @param unreadable submits whose masked log line could not be matched
     */
    public record Figures(
            int asked,
            int accepted,
            int refused,
            int inDoubt,
            int submits,
            int partial,
            int refusedByCarrier,
            int receipts,
            int events,
            int waiting,
            int beyond,
            int unreadable) {}

    /**
     * One class of faults.
     *
     * @param first where the first few are, as {@link Places} call them
     * @param beside for each of these, where else to look: what the other sides wrote down about it
     */
    public record Found(int count, List<Long> first, List<List<Long>> beside) {}

    public int count(Fault fault) {
        return faults.get(fault).count();
    }

    /** Receptions beyond the first, over all messages. */
    public int doubled() {
        return marked + unmarked + untold;
    }

    /** Whether nothing that was read is wrong. Marked duplicates are what is promised. */
    public boolean isClean() {
        return faults.values().stream().allMatch(found -> found.count() == 0);
    }

    /**
     * Why nothing can be said of some of what was given, or of all of it: then it is not known whether nothing is wrong.
     *
     * @param badLines lines that could not be read
     */
    public List<String> gaps(int badLines) {
        List<String> gaps = new ArrayList<>();
        Figures f = figures;
        if (badLines > 0) {
            gaps.add(String.format(
                    Locale.ROOT, "%,d lines could not be read: nothing can be said of what stood in them", badLines));
        }
        int compared = f.submits() > 0 ? f.submits() : f.accepted();
        if (f.beyond() > 0 && f.beyond() >= compared) {
            gaps.add(String.format(
                    Locale.ROOT,
                    "all %,d messages are older than what the journal holds: is it the right one?",
                    compared));
        }
        if (f.unreadable() > 0 && f.unreadable() >= f.submits()) {
            gaps.add(String.format(Locale.ROOT, "all %,d submits are masked and stand in no journal", f.unreadable()));
        }
        if (f.asked() + f.submits() + f.partial() + f.refusedByCarrier() + f.receipts() + f.events() == 0) {
            gaps.add("no message stands in what was given");
        }
        return gaps;
    }
}
