package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.Priority;
import io.smppbridge.TaskId;
import io.smppbridge.connector.StatusTable;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.Story;
import io.smppbridge.records.Trail;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says in sentences where a message is and why it waits. */
final class Explaining {
    private Explaining() {}

    /** All of it, for the message's account. */
    static Messages.Explanation of(TaskId id, String account, AccountMessages.Found found, Books books) {
        List<String> why = new ArrayList<>();
        Lane lane = books.lanes.get().at(found.lane());
        String where = where(found.story(), found.state(), found.held(), found.taken());
        long quietUntil = books.lanes
                .get()
                .account(account)
                .map(known -> known.quiet().until(books.clock.millis()))
                .orElse(0L);
        if (quietUntil > 0
                && where.equals("bag")
                && found.story().accept().sms().priority() != Priority.HIGH) {
            why.add("quiet hours of account " + account + " until " + Instant.ofEpochMilli(quietUntil));
        }
        reasons(found.story(), found.state(), where, lane, books.clock.millis(), why);
        trail(found.story(), why);
        return new Messages.Explanation(id, found.state(), where, why);
    }

    /** @param taken whether a sender has it */
    static String where(Story story, MessageState state, boolean held, boolean taken) {
        return switch (state) {
            case QUEUED, SCHEDULED -> taken ? "sender" : "bag";
            case UNANSWERED -> isLast(story) ? "smsc" : held ? "operator" : taken ? "sender" : "bag";
            case SENT -> "smsc";
            default -> "end";
        };
    }

    /** The last record that counts attempts, also of an SMSC that has left the configuration since, if it came on by that and no other. */
    static Optional<ProgressRecord> waitsFor(Story story) {
        List<ProgressRecord> here = story.here();
        boolean brought = !here.isEmpty()
                && here.get(0).kind() == ProgressRecord.Kind.REROUTED
                && !here.get(0).beginsAnew();
        if (!brought || story.lastAttempt().isPresent()) {
            return story.lastAttempt();
        }
        int before = story.progress().size() - here.size();
        return waitsFor(
                new Story(story.accept(), story.progress().subList(0, before), story.receipts(), story.closes()));
    }

    /** Whether no other attempt follows the one that got no answer. */
    private static boolean isLast(Story story) {
        return waitsFor(story)
                .filter(step -> step.kind() == ProgressRecord.Kind.LAST_UNANSWERED)
                .isPresent();
    }

    /** @param where as {@link #where} says */
    static void reasons(Story story, MessageState state, String where, Lane lane, long nowMs, List<String> why) {
        switch (state) {
            case QUEUED, SCHEDULED, UNANSWERED -> waiting(story, state, where, lane, nowMs, why);
            case SENT -> {
                why.add("SMSC " + story.smsc() + " took it at " + Instant.ofEpochMilli(story.submittedMs())
                        + "; its receipt has not come yet");
                Instant schedule = story.accept().sms().schedule();
                if (schedule.toEpochMilli() > nowMs) {
                    why.add("the SMSC keeps it until " + schedule + ", for which it is scheduled");
                }
            }
            default ->
                story.close().ifPresent(end -> {
                    why.add("it ended as " + end.state() + " at " + Instant.ofEpochMilli(end.atMs()));
                    if (!end.detail().isEmpty()) {
                        why.add(end.detail());
                    }
                });
        }
    }

    /** How it came to its SMSC: changes first, then the route, then where else it has been. */
    static void trail(Story story, List<String> why) {
        Trail trail = story.accept().trail();
        trail.changes().forEach(change -> why.add("rewritten: " + change));
        if (!trail.route().isEmpty()) {
            why.add("route " + trail.route() + " chose SMSC " + story.accept().smsc());
        }
        for (ProgressRecord step : story.progress()) {
            if (step.kind() == ProgressRecord.Kind.REROUTED) {
                why.add("it went on to SMSC " + step.text() + " at " + Instant.ofEpochMilli(step.atMs()));
            }
        }
    }

    private static void waiting(
            Story story, MessageState state, String where, Lane lane, long nowMs, List<String> why) {
        Optional<ProgressRecord> last = waitsFor(story);
        if (where.equals("operator")) {
            why.add(
                    "an attempt got no answer and the policy is hold: an operator decides (./bridge held resend or giveup)");
            return;
        }
        if (state == MessageState.UNANSWERED && isLast(story)) {
            why.add("its last attempt got no answer: it is perhaps at SMSC " + story.smsc()
                    + ", is not sent there again, and ends as UNCERTAIN unless a receipt comes soon (uncertain-wait)");
            return;
        }
        if (where.equals("sender")) {
            why.add("a sender of SMSC " + story.smsc()
                    + " has it: it is about to be submitted, or its answer has not come yet");
        }
        if (story.accept().dueAtMs() > nowMs) {
            why.add("it is scheduled for " + Instant.ofEpochMilli(story.accept().dueAtMs()));
        }
        last.filter(step -> step.dueAtMs() > nowMs)
                .ifPresent(step -> why.add((state == MessageState.UNANSWERED
                                ? "an attempt got no answer"
                                : StatusTable.describe(step.commandStatus()))
                        + "; the next attempt is due in "
                        + Duration.ofMillis(step.dueAtMs() - nowMs).toSeconds() + " s"));
        if (lane == null) {
            why.add("SMSC " + story.smsc() + " is not configured any more and no route takes the message");
            return;
        }
        if (story.reference() == PartsNumber.AWAITED && story.accept().partCount() > 1) {
            why.add(
                    "its parts need a reference: all 256 of this sender to this recipient were given to messages of which a"
                            + " handset may still hold parts; it goes on when one is free, see smsc." + lane.name()
                            + ".long-message and pipeline.reference-life");
        }
        String holdUp = lane.stats().holdUp;
        if (!holdUp.isEmpty()) {
            why.add("SMSC " + lane.name() + ": " + holdUp);
        }
        long waiting = lane.bag().depth();
        why.add(waiting + (waiting == 1 ? " message is" : " messages are") + " in the bag of SMSC " + lane.name());
    }
}
