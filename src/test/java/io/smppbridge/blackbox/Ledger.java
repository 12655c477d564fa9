package io.smppbridge.blackbox;

import io.smppbridge.Tried;
import io.smppbridge.audit.Attempt;
import io.smppbridge.audit.Audit;
import io.smppbridge.audit.Fault;
import io.smppbridge.audit.Logs;
import io.smppbridge.audit.Said;
import io.smppbridge.audit.Submit;
import io.smppbridge.audit.Verdict;
import io.smppbridge.records.Chronicle;
import io.smppbridge.simulator.ReceivedSubmit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * The one check at the end of every case, over what the callers were told, what the SMSC received and what the platform heard: that of
 * {@code ./bridge audit}. Gives figures; which of them may differ from zero is each case's own word.
 *
 * @param idChanges second answers to one clientRef with another id
 * @param phantom the first that were received, or reported, but nobody asked for
 */
record Ledger(Verdict verdict, int idChanges, List<String> phantom) {
    private static final int SHOWN = 20;
    private static final long AT_CARRIERS = 1L << 40;
    private static final long AT_PLATFORM = 1L << 41;

    /** As {@code ./bridge audit --settled --in-order} judges it, of what the SMSCs received alone. */
    static Ledger of(CallerLog callers, List<List<ReceivedSubmit>> ports, List<Hook.Seen> events) {
        Audit audit = audit(callers, false);
        List<String> submits = new ArrayList<>();
        for (int port = 0; port < ports.size(); port++) {
            for (ReceivedSubmit submit : ports.get(port)) {
                String to = submit.destination().address();
                boolean taken = submit.status() <= 0;
                Said said = Said.text(submit.text());
                audit.submit(
                        new Submit("port " + port, "", to, said, Submit.Part.WHOLE, taken, ""),
                        AT_CARRIERS + submits.size());
                submits.add(submit.text() + " to " + to);
            }
        }
        return judged(audit, callers, events, place -> submits.get((int) (place - AT_CARRIERS)));
    }

    /** The same with the journal, and of all that the SMSCs wrote down, which is also the receipts that were taken. */
    static Ledger of(CallerLog callers, Path carriers, List<Hook.Seen> events, Optional<Chronicle.Kept> journal) {
        Logs logs;
        try {
            logs = Logs.of(
                    () -> audit(callers, journal.isPresent()),
                    new Logs.Sources(
                            List.of(), List.of(new Logs.Carrier("", carriers)), List.of(), List.of(), journal));
            if (logs.badLines() > 0) {
                throw new IllegalStateException(logs.complaints().toString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return judged(logs.audit(), callers, events, place -> {
            try {
                return logs.words(List.of(place)).get(place);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static Audit audit(CallerLog callers, boolean journal) {
        Audit audit = new Audit(new Audit.Given(true, journal, true, true, true, true, SHOWN));
        var accepted = callers.accepted();
        var refused = callers.refused();
        for (int n : callers.asked()) {
            String id = accepted.getOrDefault(n, "");
            Attempt.Answer answer = !id.isEmpty()
                    ? Attempt.Answer.ACCEPTED
                    : refused.containsKey(n) ? Attempt.Answer.REFUSED : Attempt.Answer.UNKNOWN;
            Said said = Said.text(Numbered.text(n));
            audit.attempt(
                    new Attempt(
                            Numbered.ref(n),
                            id.startsWith(StreamFeed.UNNAMED) ? "" : id,
                            Numbered.FROM,
                            Numbered.destination(n),
                            said,
                            answer,
                            Numbered.wish(n),
                            ""),
                    n);
        }
        return audit;
    }

    private static Ledger judged(
            Audit audit, CallerLog callers, List<Hook.Seen> events, LongFunction<String> atCarriers) {
        Map<String, Integer> known = new HashMap<>();
        callers.accepted().forEach((n, id) -> known.put(id, n));
        for (int i = 0; i < events.size(); i++) {
            Hook.Seen seen = events.get(i);
            if (seen.isState() && (!callers.hasForgotten() || known.containsKey(seen.messageId()))) {
                audit.notice(seen.notice(), AT_PLATFORM + i);
            }
        }
        Verdict verdict = audit.judge();
        return new Ledger(
                verdict,
                callers.idChanges(),
                verdict.faults().get(Fault.PHANTOM).first().stream()
                        .map(at -> at >= AT_PLATFORM
                                ? events.get((int) (at - AT_PLATFORM)).event().toString()
                                : atCarriers.apply(at))
                        .toList());
    }

    int accepted() {
        return verdict.figures().accepted();
    }

    int received() {
        return verdict.figures().submits();
    }

    /** Receptions beyond the first, over all messages. */
    int dup() {
        return verdict.doubled();
    }

    /** Receptions of the one message that came most often. */
    int most() {
        return verdict.most();
    }

    /** The first of them. */
    List<Long> lost() {
        return verdict.faults().get(Fault.LOST).first();
    }

    /** Messages whose final state is neither DELIVERED nor ACCEPTED, by state. */
    Map<String, Integer> failed() {
        return verdict.ended();
    }

    int orderBreaks() {
        return verdict.count(Fault.ORDER);
    }

    /** Nothing is missing and nothing is there that nobody asked for; duplicates are not looked at. */
    boolean isSound() {
        boolean inOrderOrNot = verdict.faults().entrySet().stream()
                .allMatch(fault ->
                        fault.getKey() == Fault.ORDER || fault.getValue().count() == 0);
        return inOrderOrNot && idChanges == 0;
    }

    /** For the report of cases: what was accepted is what was tried. */
    Tried tried(long faults) {
        return tried().faults(faults);
    }

    Tried tried() {
        return Tried.times(accepted())
                .lost(verdict.count(Fault.LOST))
                .doubled(dup())
                .refused(verdict.figures().refused());
    }

    /** In one line. */
    String figures() {
        StringBuilder line = new StringBuilder("accepted " + accepted() + ", received " + received() + ", dup " + dup()
                + ", most " + most() + ", ended otherwise " + failed());
        verdict.faults()
                .forEach((fault, found) ->
                        line.append(", ").append(fault.words()).append(' ').append(found.count()));
        return line.toString();
    }

    /** As {@link #isSound}, and each message came once. */
    boolean isExact() {
        return isSound() && dup() == 0;
    }
}
