package io.smppbridge.records;

import io.smppbridge.Address;
import io.smppbridge.TaskId;
import io.smppbridge.connector.StatusTable;
import io.smppbridge.journal.JournalException;
import io.smppbridge.journal.JournalInspector;
import io.smppbridge.receipts.SharedId;
import io.smppbridge.threads.OwnedBy;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds messages in a journal by a number or by the platform's name for them, and tells what became of each: for whoever looks from outside, also while
 * its bridge runs. Changes nothing, and shows no text.
 */
@OwnedBy("whoever asks")
public final class MessageSearch {
    /** Of more than these, the first ones are left out. */
    public static final int MOST = 1_000;

    /**
     * What is looked for: what is not given is not asked for.
     *
     * @param number from or to which a message goes; {@link Address#NONE} for any
     * @param clientRef the platform's name; empty for any
     * @param since no message that was accepted before
     */
    public record Asked(Address number, String clientRef, Instant since) {
        private boolean fits(AcceptRecord accept) {
            return Stream.of(accept.sms(), accept.asGiven())
                            .anyMatch(sms -> number.number().isEmpty()
                                    || sms.to().number().equals(number.number())
                                    || sms.from().number().equals(number.number()))
                    && (clientRef.isEmpty() || accept.sms().clientRef().equals(clientRef))
                    && accept.acceptedMs() >= since.toEpochMilli();
        }
    }

    /** One thing that happened to a message. */
    public record Step(Instant at, String what) {}

    /** A message, and what happened to it, in order. */
    public record Found(TaskId id, String account, Address from, Address to, String clientRef, List<Step> steps) {}

    /**
     * What was found.
     *
     * @param messages the latest {@link #MOST}, in the order in which they were accepted
     * @param broken why nothing is told of what was written behind a damaged place; empty when all was read
     * @param more whether others before them were found as well; not how many, as compaction writes some down again and again
     */
    public record Result(List<Found> messages, boolean more, Optional<JournalException> broken) {}

    private final Asked asked;
    private final TreeMap<Long, Story> found = new TreeMap<>(); // ids sort by time of acceptance
    private boolean begun;
    private boolean more;

    private MessageSearch(Asked asked) {
        this.asked = asked;
    }

    /**
     * Goes through all of a journal.
     *
     * @throws JournalException when it is damaged before its first record or cannot be read, or a key is missing; see also
     *     {@link Chronicle#isInMotion}
     */
    public static Result in(Chronicle.Kept kept, Asked asked) {
        MessageSearch search = new MessageSearch(asked);
        Optional<JournalException> broken = Optional.empty();
        try {
            JournalInspector.of(kept.directory(), kept.keys(), type -> RecordType.name((byte) type))
                    .walk(whole -> search.begun = true, (position, type, payload) -> search.record(type, payload));
        } catch (JournalException e) {
            if (!search.begun || e.kind() != JournalException.Kind.DAMAGED) {
                throw e;
            }
            broken = Optional.of(e);
        }
        List<Found> messages =
                search.found.values().stream().map(MessageSearch::told).toList();
        return new Result(messages, search.more, broken);
    }

    private void record(byte type, ByteBuffer payload) {
        switch (type) {
            case RecordType.ACCEPT ->
                accepted(new Story(
                        AcceptRecord.decode(payload), new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
            case RecordType.CARRY -> accepted(Story.unpack(payload)); // all that was known of it, written anew
            case RecordType.PROGRESS, RecordType.RECEIPT, RecordType.CLOSE -> {
                Story story = found.get(payload.getLong(payload.position()));
                if (story != null) {
                    add(story, type, payload);
                }
            }
            default -> {} // not about a message that is on its way
        }
    }

    private void accepted(Story story) {
        if (!asked.fits(story.accept())) {
            return;
        }
        found.put(story.accept().id(), story);
        if (found.size() > MOST) {
            found.pollFirstEntry();
            more = true;
        }
    }

    private static void add(Story story, byte type, ByteBuffer payload) {
        switch (type) {
            case RecordType.PROGRESS -> story.progress().add(ProgressRecord.decode(payload));
            case RecordType.RECEIPT -> story.receipts().add(ReceiptRecord.decode(payload));
            default -> story.closes().add(CloseRecord.decode(payload));
        }
    }

    private static Found told(Story story) {
        AcceptRecord accept = story.accept();
        List<Step> steps = new ArrayList<>();
        steps.add(step(
                accept.acceptedMs(),
                "accepted, " + (accept.partCount() == 1 ? "one part" : accept.partCount() + " parts") + ", by "
                        + accept.trail().route() + " for " + accept.smsc()
                        + (accept.dueAtMs() > accept.acceptedMs()
                                ? ", not before " + Instant.ofEpochMilli(accept.dueAtMs())
                                : "")));
        String smsc = accept.smsc();
        for (ProgressRecord each : story.progress()) {
            smsc = each.kind() == ProgressRecord.Kind.REROUTED ? each.text() : smsc;
            String what = said(each, smsc);
            if (!what.isEmpty()) {
                steps.add(step(each.atMs(), what));
            }
        }
        for (ReceiptRecord receipt : story.receipts()) {
            steps.add(step(
                    receipt.atMs(),
                    "receipt of part " + (receipt.part() + 1) + ": "
                            + receipt.state().messageState() + ", "
                            + receipt.report().words()));
        }
        for (CloseRecord end : story.closes()) {
            if (!end.messageId().isEmpty()) {
                steps.add(step(end.submittedMs(), taken(smsc, end.messageId())));
            }
            steps.add(step(
                    end.atMs(),
                    "ended: " + end.state() + (end.detail().isEmpty() ? "" : ", " + SharedId.plain(end.detail()))));
        }
        steps.sort(Comparator.comparing(Step::at)); // what came at one time stays as it came
        return new Found(
                new TaskId(accept.id()),
                accept.account(),
                accept.sms().from(),
                accept.sms().to(),
                accept.sms().clientRef(),
                List.copyOf(steps));
    }

    private static Step step(long atMs, String what) {
        return new Step(Instant.ofEpochMilli(atMs), what);
    }

    private static String said(ProgressRecord step, String smsc) {
        String part = "part " + (step.part() + 1);
        return switch (step.kind()) {
            case PART_ACCEPTED -> part + ": " + taken(smsc, step.text());
            case SENT -> taken(smsc, step.text());
            case REFUSED -> smsc + " refused " + part + " for a time: " + StatusTable.describe(step.commandStatus());
            case UNANSWERED -> "no answer from " + smsc + " to " + part;
            case HELD ->
                step.isOfAttempt()
                        ? "held for an operator's word: no answer from " + smsc + " to " + part
                        : "held for an operator's word since a start";
            case LAST_UNANSWERED -> "not sent again for want of an answer from " + smsc + " to " + part;
            case RELEASED -> "let go again by an operator";
            case REROUTED -> "goes on to " + smsc;
            case DELETING -> step.isAsked() ? smsc + " is asked to delete it" : smsc + " has not deleted it";
            case NUMBERED -> "";
        };
    }

    private static String taken(String smsc, String messageId) {
        String id = SharedId.plain(messageId);
        return "taken by " + smsc + (id.isEmpty() ? "" : " as " + id);
    }
}
