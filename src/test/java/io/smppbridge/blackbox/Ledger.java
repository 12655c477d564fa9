package io.smppbridge.blackbox;

import io.smppbridge.simulator.ReceivedSubmit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The one check at the end of every case, over what the callers were told, what the SMSC received and what the platform heard. Gives
 * figures; which of them may differ from zero is each case's own word.
 *
 * @param accepted messages that a caller was told are accepted
 * @param received submit_sm at the SMSC
 * @param lost accepted, but neither at the SMSC nor reported as ended
 * @param dup receptions beyond the first, over all messages
 * @param most receptions of the one message that came most often
 * @param phantom received, but nobody asked for it
 * @param refusedButSent the caller was told no, and the SMSC has it
 * @param unreported a final event was asked for, and none came
 * @param twoFinals messages of which two different final events came
 * @param unmarked received more than once, and the final event does not say that this is possible
 * @param failed messages whose final state is neither DELIVERED nor ACCEPTED, by state
 * @param orderBreaks pairs of one destination that came in another order than accepted, within one SMSC
 * @param idChanges second answers to one clientRef with another id
 */
record Ledger(
        int accepted,
        int received,
        List<Integer> lost,
        int dup,
        int most,
        List<String> phantom,
        List<Integer> refusedButSent,
        List<Integer> unreported,
        List<String> twoFinals,
        List<Integer> unmarked,
        Map<String, Integer> failed,
        int orderBreaks,
        int idChanges) {

    static Ledger of(CallerLog callers, List<List<ReceivedSubmit>> ports, List<Hook.Seen> events) {
        Map<Integer, Integer> receptions = new TreeMap<>();
        List<String> phantom = new ArrayList<>();
        var asked = callers.asked();
        var accepted = callers.accepted();
        var refused = callers.refused();
        int breaks = 0;
        for (List<ReceivedSubmit> port : ports) {
            breaks += orderBreaks(port, accepted);
        }
        List<ReceivedSubmit> submits = ports.stream().flatMap(List::stream).toList();
        for (ReceivedSubmit submit : submits) {
            int n = Numbered.of(submit.text(), submit.destination().address());
            if (n < 0 || !asked.contains(n) || !submit.destination().address().equals(Numbered.destination(n))) {
                phantom.add(submit.text() + " to " + submit.destination().address());
                continue;
            }
            receptions.merge(n, 1, Integer::sum);
        }
        Map<String, Hook.Seen> finals = new HashMap<>();
        List<String> twoFinals = new ArrayList<>();
        for (Hook.Seen seen : events) {
            if (seen.isFinal()) {
                Hook.Seen before = finals.put(seen.messageId(), seen);
                if (before != null && !before.id().equals(seen.id())) {
                    twoFinals.add(before.event() + " and " + seen.event());
                }
            }
        }
        List<Integer> lost = new ArrayList<>();
        List<Integer> unreported = new ArrayList<>();
        List<Integer> unmarked = new ArrayList<>();
        Map<String, Integer> failed = new TreeMap<>();
        accepted.forEach((n, id) -> {
            Hook.Seen end = finals.get(id);
            int times = receptions.getOrDefault(n, 0);
            if (times == 0 && end == null) {
                lost.add(n);
            }
            if (end == null && Numbered.wish(n).asksForReceipt()) {
                unreported.add(n);
            }
            if (end != null && times > 1 && !end.possibleDuplicate()) {
                unmarked.add(n);
            }
            if (end != null && !end.state().equals("DELIVERED") && !end.state().equals("ACCEPTED")) {
                failed.merge(end.state(), 1, Integer::sum);
            }
        });
        return new Ledger(
                accepted.size(),
                submits.size(),
                lost,
                receptions.values().stream().mapToInt(times -> times - 1).sum(),
                receptions.values().stream().mapToInt(times -> times).max().orElse(0),
                phantom,
                refused.keySet().stream().filter(receptions::containsKey).toList(),
                unreported,
                twoFinals,
                unmarked,
                failed,
                breaks,
                callers.idChanges());
    }

    /** How often, within one SMSC and one destination, a message first came after one that was accepted later. */
    private static int orderBreaks(List<ReceivedSubmit> submits, Map<Integer, String> accepted) {
        Map<String, String> newest = new HashMap<>();
        Set<Integer> seen = new HashSet<>();
        int breaks = 0;
        for (ReceivedSubmit submit : submits) {
            int n = Numbered.of(submit.text(), submit.destination().address());
            String id = accepted.get(n);
            if (id != null && seen.add(n)) {
                String last = newest.merge(submit.destination().address(), id, (x, y) -> x.compareTo(y) > 0 ? x : y);
                breaks += last.equals(id) ? 0 : 1;
            }
        }
        return breaks;
    }

    /** Nothing is missing and nothing is there that nobody asked for; duplicates are not looked at. */
    boolean isSound() {
        return lost.isEmpty()
                && phantom.isEmpty()
                && refusedButSent.isEmpty()
                && unreported.isEmpty()
                && twoFinals.isEmpty()
                && unmarked.isEmpty()
                && idChanges == 0;
    }

    /** In one line. */
    String figures() {
        return "accepted " + accepted + ", received " + received + ", lost " + lost.size() + ", dup " + dup + ", most "
                + most
                + ", phantom " + phantom.size() + ", refused but sent " + refusedButSent.size() + ", unreported "
                + unreported.size() + ", two finals " + twoFinals.size() + ", unmarked " + unmarked.size()
                + ", ended otherwise "
                + failed + ", order breaks " + orderBreaks;
    }

    /** As {@link #isSound}, and each message came once. */
    boolean isExact() {
        return isSound() && dup == 0;
    }
}
