package io.smppbridge.sender;

import io.smppbridge.MessageState;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.StatusTable;
import io.smppbridge.pipeline.Outcomes.Flight;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.StatusClass;
import io.smppbridge.settings.SmscConfig.Uncertain.Policy;
import io.smppbridge.threads.OwnedBy;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Decides what an answer, or its absence, means for the message. A message with parts still under way is decided when the last of them
 * has come back, so that nobody else touches it meanwhile.
 */
@OwnedBy("the sender thread")
final class Settler {
    /** What will become of a message once none of its parts is under way. */
    private record Verdict(boolean rejected, String detail, Flight flight, long dueAtMs) {}

    private final Account account;
    private final Counts counts;
    private Flights flights;
    private final RandomGenerator random;
    private final Map<Task, Verdict> verdicts = new IdentityHashMap<>();
    private final Map<Task, Boolean> counted = new IdentityHashMap<>();
    /** Whether outcomes have been told and the journal thread has not had a word of them. */
    private boolean untold;

    Settler(Account account, Counts counts, Flights flights, RandomGenerator random) {
        this.account = account;
        this.counts = counts;
        this.flights = flights;
        this.random = random;
    }

    /** Where to note submissions from now on. */
    void noteIn(Flights log) {
        flights = log;
    }

    /** What an answer asks of the worker. */
    enum Then {
        GO_ON,
        /** No more parts of this message. */
        STOP_MESSAGE,
        /** Nothing more to this SMSC for now. */
        STOP_SMSC,
        /** The same; and then the rest of this message, which has begun, before anything else. */
        STOP_MIDWAY,
        /** The bind is not what it seems. */
        REBIND
    }

    /** An answer has come for a part that was under way. */
    Then answered(Task task, int part, int flight, int status, String messageId, long nowMs) {
        flights.answered(flight, status, messageId);
        StatusClass kind = account.terms.statuses().of(status);
        if (kind == StatusClass.OK) {
            counts.taken();
            boolean last = task.parts().accepted(part);
            account.outcomes.accepted(task, part, messageId, last, flights.flight(flight));
            untold = true;
            if (last) {
                account.destinations.over(task);
            }
            conclude(task);
            return Then.GO_ON;
        }
        account.stats.answer(status);
        task.parts().returned(part);
        Then then = refused(task, part, flight, status, kind, nowMs);
        conclude(task);
        return then;
    }

    /** To be called after answers: the journal thread has a word of what was taken. */
    void tell() {
        if (untold) {
            untold = false;
            account.outcomes.told();
        }
    }

    private Then refused(Task task, int part, int flight, int status, StatusClass kind, long nowMs) {
        switch (kind) {
            case THROTTLED -> {
                account.stats.throttled.increment();
                flights.drop(flight);
                if (!isDecided(task) && isMidway(task.parts())) {
                    return Then.STOP_MIDWAY;
                }
                later(task, 0);
                return Then.STOP_SMSC;
            }
            case PERMANENT -> {
                reject(task, StatusTable.describe(status), flight);
                return Then.STOP_MESSAGE;
            }
            default -> {
                task.refusals++;
                SmscConfig.Retry retry = account.terms.config().retry();
                int budget = retry.budgets()
                        .attempts(retry, status, account.terms.statuses().knows(status));
                if (task.refusals >= budget) {
                    task.exhausted = true;
                    reject(
                            task,
                            StatusTable.describe(status) + " at attempt " + task.refusals + ", the last one",
                            flight);
                } else {
                    task.dueAtMs = nowMs + pauseMs(status, task.refusals);
                    account.stats.retried.increment();
                    account.outcomes.refused(task, part, status, flights.flight(flight));
                    later(task, task.dueAtMs);
                }
                return kind == StatusClass.REBIND ? Then.REBIND : Then.STOP_MESSAGE;
            }
        }
    }

    /**
     * A submit_multi was refused as a whole, perhaps for one of its destinations: nothing of it was taken, so each message goes again,
     * alone, at once, and as if it had not been tried.
     */
    void alone(Task task, int flight) {
        flights.drop(flight);
        task.alone = true;
        task.parts().returned(0);
        later(task, 0);
        conclude(task);
    }

    /** A part under way will never be answered: its bind is gone. */
    void unanswered(Task task, int part, int flight, long nowMs) {
        account.stats.unanswered.increment();
        Parts parts = task.parts();
        parts.returned(part);
        if (counted.put(task, Boolean.TRUE) == null) {
            task.unanswered++;
        }
        SmscConfig.Uncertain uncertain = account.terms.config().uncertain();
        if (parts.inFlight() > 0) {
            task.dueAtMs = nowMs + uncertain.settleWithin().toMillis();
            account.outcomes.unanswered(task, part, false, flights.flight(flight));
            return;
        }
        counted.remove(task);
        Verdict verdict = verdicts.get(task);
        if (verdict != null && verdict.rejected()) {
            account.outcomes.unanswered(task, part, false, flights.flight(flight));
            conclude(task);
            return;
        }
        long refusedUntilMs = verdict == null ? 0 : verdict.dueAtMs();
        verdicts.remove(task);
        if (uncertain.policy() == Policy.HOLD) {
            account.outcomes.unanswered(task, part, true, flights.flight(flight));
            account.destinations.over(task);
        } else if (uncertain.policy() == Policy.RESEND && task.unanswered <= uncertain.max()) {
            task.dueAtMs = Math.max(nowMs + uncertain.settleWithin().toMillis(), refusedUntilMs);
            account.outcomes.unanswered(task, part, false, flights.flight(flight));
            account.bag.giveBack(task, task.dueAtMs);
        } else {
            String detail = "no answer to submit_sm before the bind ended, "
                    + (uncertain.policy() == Policy.NEVER
                            ? "and the policy is never to send again"
                            : "at attempt " + task.unanswered + ", the last one");
            task.dueAtMs = nowMs + uncertain.settleWithin().toMillis();
            account.outcomes.lastUnanswered(task, part, detail, flights.flight(flight));
            account.destinations.over(task);
        }
    }

    /** A message that was not under way and cannot go on. */
    void rejectUnsent(Task task, String detail) {
        if (task.parts().inFlight() == 0) {
            account.stats.rejected.increment();
            ended(task, MessageState.REJECTED, detail, Flight.NONE);
        } else {
            verdicts.put(task, new Verdict(true, detail, Flight.NONE, 0));
        }
    }

    /** Ends a message whose validity has passed. */
    void expire(Task task) {
        int taken = 0;
        for (int part = 0; part < task.parts().count(); part++) {
            taken += task.parts().isAccepted(part) ? 1 : 0;
        }
        String detail = "validity ended before it was handed over"
                + (taken == 0 ? "" : "; " + taken + " of " + task.parts().count() + " parts were handed over");
        ended(task, MessageState.EXPIRED, detail, Flight.NONE);
    }

    /** Ends a message, of which nothing has been sent, that its subscriber wants no more. */
    void unwanted(Task task) {
        ended(
                task,
                MessageState.REJECTED,
                "opted-out: the subscriber has said STOP since it was accepted",
                Flight.NONE);
    }

    /** Lets go of a message whose end is written down already: what it is told here no longer counts. */
    void over(Task task) {
        ended(task, MessageState.REJECTED, "it has ended otherwise", Flight.NONE);
    }

    private void ended(Task task, MessageState state, String detail, Flight flight) {
        account.outcomes.ended(task, state, detail, flight);
        account.destinations.over(task);
    }

    /** Whether no more parts of it are to be submitted. */
    boolean isDecided(Task task) {
        return !verdicts.isEmpty() && verdicts.containsKey(task);
    }

    /** Whether a handset may have a part of it, and others are to come. */
    private static boolean isMidway(Parts parts) {
        return parts.waiting() < parts.count();
    }

    /** Puts a message with parts under way back, or lets it wait for them first. */
    void later(Task task, long dueAtMs) {
        Verdict verdict = verdicts.get(task);
        if (verdict == null || !verdict.rejected()) {
            long due = verdict == null ? dueAtMs : Math.max(dueAtMs, verdict.dueAtMs());
            verdicts.put(task, new Verdict(false, "", Flight.NONE, due));
        }
    }

    /** Concludes what {@link #later} or a refusal has decided, once nothing is under way. */
    void conclude(Task task) {
        if (verdicts.isEmpty() || task.parts().inFlight() > 0) {
            return;
        }
        Verdict verdict = verdicts.remove(task);
        if (verdict == null) {
            return;
        }
        if (verdict.rejected()) {
            account.stats.rejected.increment();
            ended(task, MessageState.REJECTED, verdict.detail(), verdict.flight());
        } else {
            account.bag.giveBack(task, verdict.dueAtMs());
        }
    }

    private void reject(Task task, String detail, int flight) {
        Verdict verdict = verdicts.get(task);
        if (verdict != null && verdict.rejected()) {
            flights.drop(flight);
        } else {
            verdicts.put(task, new Verdict(true, detail, flights.flight(flight), 0));
        }
    }

    private long pauseMs(int status, int refusals) {
        SmscConfig.Retry retry = account.terms.config().retry();
        return retry.budgets()
                .pause(retry, status, refusals, random.nextDouble())
                .toMillis();
    }
}
