package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.Messages.Change;
import io.smppbridge.Messages.Changed;
import io.smppbridge.Messages.Withdrawal;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome.Fault;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.Story;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.text.SmartText;
import io.smppbridge.text.Surrogates;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.tlv.TlvFault;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Gives a message that still waits in its bag another text, time or validity. It keeps its id, its place of acceptance, its SMSC and its
 * credit: it is taken out of the bag, written anew as one record that stands for all before it, and put in again.
 */
@ThreadSafe
final class Amendments {
    /** This very answer says that the message is taken out of its bag and has to go on as it was, once its sender's word is written down. */
    static final Changed PERHAPS_SENT = new Changed.Refused(Withdrawal.TOO_LATE);

    /** Of a message that is written down and put in no bag. */
    private static final Parts NOT_SENT = new Parts(new byte[0], 0, false, false, -1);

    private final Books books;
    private final Withdrawals withdrawals;
    private final Supplier<Lanes> lanes;

    Amendments(Books books, Withdrawals withdrawals, Supplier<Lanes> lanes) {
        this.books = books;
        this.withdrawals = withdrawals;
        this.lanes = lanes;
    }

    /** What a change comes to: the message as it will be, or why it cannot be. */
    sealed interface Drafted {
        record Draft(Story story, Task task, EncodeResult.Encoded encoded) implements Drafted {}

        record Refused(Changed answer) implements Drafted {}
    }

    /** Cuts the changed message for its SMSC. Reads nothing that the journal thread owns. */
    Drafted draft(Story story, Change asked, long nowMs) {
        AcceptRecord was = story.accept();
        Change change = asked.from(was.asGiven().schedule(), Instant.ofEpochMilli(nowMs));
        Optional<Lane> lane = lanes.get().find(story.smsc());
        boolean begun = story.progress().stream().anyMatch(Story::isTaken);
        boolean held = was.sms().tags().containsKey(OutboundSms.AWAITS_PARTS); // its content is known elsewhere, too
        boolean isPart = change.octets().isPresent() && was.sms().tags().containsKey(OutboundSms.JOINED_PARTS);
        if (begun || held || isPart || lane.isEmpty()) {
            return refused(new Changed.Refused(Withdrawal.TOO_LATE));
        }
        List<Fault> faults = faults(was.asGiven(), change, nowMs);
        if (faults.isEmpty()) {
            faults = seen(story, change);
        }
        if (!faults.isEmpty()) {
            return refused(new Changed.Invalid(faults));
        }
        OutboundSms wanted = changed(isSeenBeforeSubmit(story) ? was.sms() : was.asGiven(), change);
        long scheduleMs = wanted.schedule().toEpochMilli();
        long worth = change.validity()
                .map(Duration::toMillis)
                .orElse(was.expiresAtMs()
                        - Math.max(was.acceptedMs(), was.sms().schedule().toEpochMilli()));
        boolean sameEnd = change.validity().isEmpty() && change.schedule().isEmpty();
        long expiresAtMs = sameEnd ? was.expiresAtMs() : Math.max(nowMs, scheduleMs) + worth;
        return drafted(story, lane.get(), wanted, expiresAtMs);
    }

    /** Puts the content of several parts in the place of one of them. Each part was looked at when it was accepted. */
    Drafted draft(Story story, Messages.Whole whole, long nowMs) {
        AcceptRecord was = story.accept();
        Optional<Lane> lane = lanes.get().find(story.smsc());
        if (lane.isEmpty() || !story.progress().isEmpty()) {
            return refused(new Changed.Refused(Withdrawal.TOO_LATE));
        }
        Messages.Content content = whole.content();
        long scheduleMs = whole.schedule().toEpochMilli();
        long worth = was.expiresAtMs()
                - Math.max(was.acceptedMs(), was.sms().schedule().toEpochMilli());
        long expiresAtMs = scheduleMs <= nowMs ? was.expiresAtMs() : scheduleMs + worth;
        Duration validity = was.sms().validity();
        if (!whole.until().equals(Instant.EPOCH)) {
            expiresAtMs = whole.until().toEpochMilli();
            validity = Duration.ofMillis(Math.max(1, expiresAtMs - Math.max(nowMs, scheduleMs)));
        }
        OutboundSms wanted = was.sms()
                .withContent(content.octets(), was.sms().coding().whole(content.udhi()), content.tags(), content.tlvs())
                .withPriority(whole.priority())
                .withTimes(validity, whole.schedule());
        return drafted(story, lane.get(), wanted, expiresAtMs);
    }

    private Drafted drafted(Story story, Lane lane, OutboundSms wanted, long expiresAtMs) {
        AcceptRecord was = story.accept();
        SmartText.Outcome cut = Admission.cut(lanes.get(), lane, was.account(), wanted, 0);
        OutboundSms sms = cut.sms();
        if (!(cut.result() instanceof EncodeResult.Encoded encoded)) {
            return refused(new Changed.Invalid(List.of(Admission.fault(cut.result(), sms))));
        }
        try {
            Task task = new Task(
                    was.account(),
                    story.smsc(),
                    sms,
                    expiresAtMs,
                    Lane.parts(encoded).with(lane.tlvs(sms)));
            task.dueAtMs = lane.dueAtMs(wanted);
            return new Drafted.Draft(story, task, encoded);
        } catch (TlvFault fault) {
            return refused(new Changed.Invalid(List.of(new Fault("text", "bad-tlv", fault.getMessage()))));
        }
    }

    /** Whether the words are to be changed behind the back of those who have looked at them. */
    List<Fault> seen(Story story, Change change) {
        boolean words = change.text().isPresent() || change.octets().isPresent();
        if (words && (books.hooks.anyAccepting() || lanes.get().rewriting().changesTexts())) {
            return List.of(new Fault(
                    "text",
                    "checked-at-acceptance",
                    "plug-ins or rewriting rules look at texts when they are accepted; withdraw the message and send"
                            + " another"));
        }
        if (words && isSeenBeforeSubmit(story)) {
            return List.of(new Fault(
                    "text",
                    "checked-before-submit",
                    "plug-ins have looked at the text, as it has been submitted before; withdraw the message and send"
                            + " another"));
        }
        return List.of();
    }

    /** It is not shown to them again at this SMSC, so what they have made of it stays. */
    private boolean isSeenBeforeSubmit(Story story) {
        return books.hooks.anySubmitting() && story.wasAttempted();
    }

    private static Drafted refused(Changed answer) {
        return new Drafted.Refused(answer);
    }

    private static List<Fault> faults(OutboundSms was, Change change, long nowMs) {
        if (change.text().isPresent() && (was.isBinary() || was.coding().isGiven())) {
            return List.of(new Fault("text", "conflict", "the message is octets, which have no text to change"));
        }
        if (change.octets().isPresent()
                && (!was.coding().isGiven() || change.octets().get().length == 0)) {
            return List.of(new Fault("text", "conflict", "expected octets for a message that came coded, else a text"));
        }
        if (change.text().isPresent() && change.text().get().isEmpty()) {
            return List.of(new Fault("text", "empty", "expected what to say"));
        }
        if (change.text().isPresent() && Surrogates.anyAlone(change.text().get())) {
            return List.of(new Fault("text", "bad-value", "half of a surrogate pair, which is no character"));
        }
        if (change.validity().isPresent()
                && !Admission.isValidity(change.validity().get())) {
            return List.of(new Fault("validity", "out-of-range", "expected 1 s..30 days"));
        }
        if (change.schedule().isPresent()
                && !Admission.isSchedule(change.schedule().get(), nowMs)) {
            return List.of(new Fault("schedule", "out-of-range", "not within 366 days from now"));
        }
        return List.of();
    }

    private static OutboundSms changed(OutboundSms was, Change change) {
        OutboundSms words = change.text().map(was::withText).orElse(was);
        OutboundSms sms = change.octets().map(words::withOctets).orElse(words);
        return change.validity().isEmpty() && change.schedule().isEmpty()
                ? sms
                : sms.withTimes(
                        change.validity().orElse(sms.validity()),
                        change.schedule().orElse(sms.schedule()));
    }

    /**
     * Journal thread: takes the message out of its bag and puts the draft in its place.
     *
     * @param asOf where the message's last record stood when the draft was made
     * @return empty when something has happened to the message since: draft it anew
     */
    Optional<Changed> replace(TaskId id, Drafted.Draft draft, long asOf) {
        int at = books.ledger.find(id.value());
        MessageState state = at == Ledger.NONE ? MessageState.ACCEPTED : books.ledger.state(at);
        if (state.isFinal()) {
            return Optional.of(new Changed.Refused(Withdrawal.ENDED));
        }
        if (!Books.isPending(state)) {
            return Optional.of(new Changed.Refused(Withdrawal.TOO_LATE));
        }
        if (books.ledger.lastPosition(at) != asOf || books.moving.contains(id.value())) {
            return Optional.empty();
        }
        Lane lane = books.lane(at);
        boolean placed = lane != null && books.ledger.credit(at); // else it is being routed anew
        if (!placed || !withdrawals.take(at)) {
            return Optional.of(new Changed.Refused(Withdrawal.TOO_LATE));
        }
        if (withdrawals.reportIsUnderWay(at) || withdrawals.isBegun(at)) {
            return Optional.of(PERHAPS_SENT);
        }
        Task task = draft.task();
        Story story = draft.story();
        AcceptRecord was = story.accept();
        Recasting.Cast cast = new Recasting.Cast(
                task,
                draft.encoded().encoding(),
                was.trail(),
                isSeenBeforeSubmit(story) ? was.given() : Optional.empty());
        boolean waits = task.dueAtMs > books.nowMs();
        Recasting.Cast anew = withdrawals.orGoOn(at, () -> withdrawals.goOnAs(at, lane, story, cast));
        books.ledger.state(at, waits ? MessageState.SCHEDULED : MessageState.QUEUED);
        return Optional.of(new Changed.Done(
                books.ledger.state(at), anew.encoding(), anew.parts().count()));
    }

    /**
     * Journal thread: the SMSC that has the message has taken another text for it.
     *
     * @return false when something has happened to the message since its story was read
     */
    boolean note(TaskId id, Story story, String text, long asOf) {
        int at = books.ledger.find(id.value());
        if (at == Ledger.NONE || books.ledger.lastPosition(at) != asOf) {
            return false;
        }
        AcceptRecord was = story.accept();
        OutboundSms sms = was.sms().withText(text);
        Task task = new Task(was.account(), story.smsc(), sms, was.expiresAtMs(), NOT_SENT);
        task.dueAtMs = was.dueAtMs();
        new Recasting(books)
                .write(
                        at,
                        story,
                        new Recasting.Cast(task, was.encoding(), was.trail(), Optional.empty()),
                        story.reference());
        return true;
    }
}
