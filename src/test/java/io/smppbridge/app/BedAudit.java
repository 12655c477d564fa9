package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundListener;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.SendOutcome;
import io.smppbridge.Tried;
import io.smppbridge.audit.Attempt;
import io.smppbridge.audit.Audit;
import io.smppbridge.audit.Fault;
import io.smppbridge.audit.Logs;
import io.smppbridge.audit.Notice;
import io.smppbridge.audit.Said;
import io.smppbridge.audit.Verdict;
import io.smppbridge.records.Chronicle;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SmscSimulator;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The check in which every bed ends, that of {@code ./bridge audit}: over what callers were answered, what the SMSCs took and reported, what the
 * platform heard and what the journal holds. No fault of any class is let pass, and nothing twice, but what a test has said that it brings
 * about itself. Any thread may be told something; the check is made by the one that closes the bed.
 */
final class BedAudit {
    private static final Duration TOLD_WITHIN = Duration.ofSeconds(10);
    private static final int KEPT_REFUSALS = 100_000;
    private static final int ALL = 1_000_000;
    private static final int SHOWN = 5;

    /** One message of a call, and its answer; empty while there is none. */
    private record Asked(OutboundSms sms, Optional<SendOutcome> outcome) {}

    /** Not equal to one like it. */
    private static final class Call {
        private final List<OutboundSms> list;

        Call(List<OutboundSms> list) {
            this.list = List.copyOf(list);
        }
    }

    private final SmscSimulator simulator;
    private final Path carriers;
    private final Chronicle.Kept journal;
    private final Set<Call> unanswered = ConcurrentHashMap.newKeySet();
    private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
    private final Queue<Receipt> told = new ConcurrentLinkedQueue<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private final Map<Fault, String> expected = new EnumMap<>(Fault.class);
    private boolean outside;
    private boolean inOrder;
    private int mostTwice;
    private String whyTwice = "nothing here makes anything go twice";

    /** @param carriers the simulator's message log */
    BedAudit(SmscSimulator simulator, Path carriers, Chronicle.Kept journal) {
        this.simulator = simulator;
        this.carriers = carriers;
        this.journal = journal;
    }

    // ---- what a test says

    /** The test brings faults of this class about itself. */
    BedAudit expects(Fault fault, String why) {
        expected.put(fault, why);
        return this;
    }

    /** So many may come once more than they should, all told. */
    BedAudit mayDouble(int most, String why) {
        mostTwice = most;
        whyTwice = why;
        return this;
    }

    /** Messages come by other doors too, and news of them goes elsewhere: the journal says which they are. */
    BedAudit alsoCalledFromOutside() {
        outside = true;
        return this;
    }

    /** The messages to one number are to come in the order of acceptance. */
    BedAudit inOrder() {
        inOrder = true;
        return this;
    }

    // ---- what it is told

    /** The same door, with a note of each message and its answer. */
    MiddleWare over(MiddleWare door) {
        return new MiddleWare() {
            @Override
            public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
                Call call = new Call(list);
                unanswered.add(call);
                door.send(list, outcomes -> {
                    answered(call, outcomes);
                    done.accept(outcomes);
                });
            }

            @Override
            public void listen(InboundListener listener) {
                door.listen(listener);
            }
        };
    }

    private void answered(Call call, SendOutcome[] outcomes) {
        unanswered.remove(call);
        for (int i = 0; i < outcomes.length; i++) {
            if (outcomes[i] instanceof SendOutcome.Acceptance || refusals.getAndIncrement() < KEPT_REFUSALS) {
                asked.add(new Asked(call.list.get(i), Optional.of(outcomes[i])));
            }
        }
    }

    void heard(Receipt receipt) {
        told.add(receipt);
    }

    // ---- the check

    /** While the bridge is there: what is due to the platform by now is told within seconds. */
    void awaitTold() throws IOException {
        Set<Long> due = untold();
        if (outside || expected.containsKey(Fault.UNREPORTED) || due.isEmpty()) {
            return;
        }
        try {
            await().atMost(TOLD_WITHIN).pollInterval(Duration.ofMillis(100)).until(() -> {
                due.retainAll(untold());
                return due.isEmpty();
            });
        } catch (ConditionTimeoutException e) {
            Run run = new Run();
            assertThat(words(run, due)).as("%d unreported", due.size()).isEmpty();
        }
    }

    private Set<Long> untold() throws IOException {
        return new HashSet<>(new Run().verdict.faults().get(Fault.UNREPORTED).first());
    }

    /** When the bridge has ended: of all classes but what was due while it ended. Keeps the figures for the report. */
    void check() throws IOException {
        Run run = new Run();
        Verdict verdict = run.verdict;
        Tried.times(verdict.figures().accepted())
                .lost(verdict.count(Fault.LOST))
                .doubled(verdict.doubled())
                .refused(verdict.figures().refused())
                .keep();
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<Fault, Verdict.Found> one : verdict.faults().entrySet()) {
            boolean let = one.getKey() == Fault.UNREPORTED || expected.containsKey(one.getKey());
            if (one.getValue().count() > 0 && !let) {
                wrong.add(one.getValue().count() + " " + one.getKey().words() + ": "
                        + words(run, one.getValue().first()));
            }
        }
        assertThat(wrong).as("the audit of this bed, but for %s", expected).isEmpty();
        assertThat(run.logs.complaints()).as("lines of the SMSCs").isEmpty();
        assertThat(verdict.doubled()).as("sent again: %s", whyTwice).isLessThanOrEqualTo(mostTwice);
    }

    private static List<String> words(Run run, Iterable<Long> places) throws IOException {
        List<Long> first = new ArrayList<>();
        for (long place : places) {
            if (first.size() < SHOWN) {
                first.add(place);
            }
        }
        return first.stream().map(run::words).toList();
    }

    /** One reading of everything. */
    private final class Run {
        /** Attempts without an id and what the platform heard have places that no log has. */
        private static final long OURS = Long.MIN_VALUE;

        private final List<String> ours = new ArrayList<>();
        private final Logs logs;
        private final Verdict verdict;

        Run() throws IOException {
            simulator.ports().forEach(SimulatedPort::submits); // writes what is buffered
            Audit audit = new Audit(new Audit.Given(!outside, true, true, !outside, false, inOrder, ALL));
            logs = new Logs(audit);
            List<Asked> all = new ArrayList<>(asked);
            unanswered.forEach(call -> call.list.forEach(sms -> all.add(new Asked(sms, Optional.empty()))));
            all.forEach(one -> audit.attempt(attempt(one), place(one)));
            logs.read(new Logs.Sources(
                    List.of(), List.of(new Logs.Carrier("", carriers)), List.of(), List.of(), Optional.of(journal)));
            told.forEach(receipt -> audit.notice(notice(receipt), place(receipt.toString())));
            verdict = audit.judge();
        }

        private long place(Asked one) {
            return one.outcome.orElse(null) instanceof SendOutcome.Acceptance yes
                    ? ~yes.id().value()
                    : place(one.toString());
        }

        private long place(String what) {
            ours.add(what);
            return OURS + ours.size() - 1;
        }

        String words(long place) {
            try {
                return place < OURS + ours.size()
                        ? ours.get((int) (place - OURS))
                        : logs.words(List.of(place)).get(place);
            } catch (IOException e) {
                return e.toString();
            }
        }
    }

    private static Attempt attempt(Asked one) {
        OutboundSms sms = one.sms;
        Attempt.Answer answer = one.outcome
                .map(is -> is instanceof SendOutcome.Acceptance ? Attempt.Answer.ACCEPTED : Attempt.Answer.REFUSED)
                .orElse(Attempt.Answer.UNKNOWN);
        return new Attempt(
                sms.clientRef(),
                one.outcome.orElse(null) instanceof SendOutcome.Acceptance yes
                        ? yes.id().toString()
                        : "",
                sms.from().number(),
                sms.to().number(),
                sms.binary().length > 0 ? Said.octets(sms.binary()) : Said.text(sms.text()),
                answer,
                sms.wish(),
                "");
    }

    private static Notice notice(Receipt receipt) {
        return new Notice(
                receipt.eventId().toString(),
                receipt.message().toString(),
                receipt.clientRef(),
                receipt.to().number(),
                receipt.state().name(),
                receipt.state().isFinal(),
                receipt.possibleDuplicate(),
                receipt.before().isPresent(),
                true);
    }
}
