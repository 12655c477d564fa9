package io.smppbridge.pipeline;

import io.smppbridge.OutboundSms;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.bag.TaskSource;
import io.smppbridge.journal.Journal;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.Story;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import io.smppbridge.tlv.TlvBlock;
import io.smppbridge.tlv.TlvFault;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * Tasks whose bodies are only in the journal: reads them back for senders, and settles who wins when a sender takes one while the
 * journal thread withdraws it. Each side enters its own mark first and looks at the other's after; at least one sees the other.
 */
@ThreadSafe
final class ColdTasks implements TaskSource {
    /** Fewer marks are not looked through. */
    private static final int FEW = 1_000;

    private final Journal journal;
    private final Supplier<Lanes> lanes;
    private final Whereabouts whereabouts;
    private final Unreadable unreadable;
    /** By id the task as a sender got it, or {@link Loading}. */
    private final Map<Long, Object> taken = new ConcurrentHashMap<>();

    private final Set<Long> withdrawn = ConcurrentHashMap.newKeySet();
    /** Messages that were changed while they waited, with the place of the record that tells so. */
    private final Map<Long, Long> replaced = new ConcurrentHashMap<>();
    /** At most as many as are open: each comes from a bag, and goes back there or is over. */
    private final Queue<Astray> astray = new ConcurrentLinkedQueue<>();
    /** Ended messages that had marks when all bags were last found empty. */
    private Set<Long> inNoBag = Set.of();
    /** How many marks there were when ended messages were last looked for. */
    private int marksLeft;

    /**
     * A message that a sender had in its hand and did not get. Most have ended; one that has not is in no bag any more, unless it has gone on
     * as something else since.
     *
     * @param position the place that it was remembered at
     * @param why it can never be sent as it is; empty when it could not be read just now
     * @param anew as what it goes on; null for as it is
     */
    record Astray(long id, long position, String why, Anew anew) {}

    /**
     * A message of which the SMSC has taken nothing, and which its settings, as they are now, cut into another number of parts.
     *
     * @param asOf where its last record stood when it was read
     */
    record Anew(Story story, long asOf, Recasting.Cast cast) {}

    /** A message that its SMSC's terms, as they are now, do not let through, or not before its record says so. */
    private static final class NotSendable extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Anew anew;

        NotSendable(String why) {
            this(why, null);
        }

        NotSendable(String why, Anew anew) {
            super(why);
            this.anew = anew;
        }
    }

    /** The mark of one sender that is reading a message back; only it may take the mark away again. */
    private static final class Loading {}

    /** Where the last record of a message stands now; asked only when the remembered place has gone or is not the last. */
    interface Whereabouts {
        /** Position of the last record, or empty when the message is no longer open. Waits for the journal thread, bounded. */
        Optional<Long> of(long id);
    }

    ColdTasks(Journal journal, Supplier<Lanes> lanes, Whereabouts whereabouts, Ticker ticker) {
        this.unreadable = new Unreadable(ticker);
        this.journal = journal;
        this.lanes = lanes;
        this.whereabouts = whereabouts;
    }

    @Override
    public Optional<Task> load(long id, long position) {
        if (isStale(id, position)) {
            return Optional.empty(); // leaves the marks to the message as it is now
        }
        Object mark = new Loading();
        taken.put(id, mark);
        if (isStale(id, position) || withdrawn.remove(id)) {
            taken.remove(id, mark);
            return Optional.empty();
        }
        Optional<Task> task = Optional.empty();
        String why = "";
        Anew anew = null;
        try {
            task = read(id, position);
        } catch (NotSendable e) {
            why = e.getMessage();
            anew = e.anew;
        } catch (RuntimeException | Error e) { // as where no memory beside the heap is left to read in
            unreadable.about(id, e);
        }
        if (task.isEmpty()) {
            taken.remove(id);
            astray.add(new Astray(id, position, why, anew));
        }
        task.ifPresent(loaded -> taken.replace(id, loaded));
        return task;
    }

    /** Only one to which nothing has happened: what is read at the place it is remembered at would not tell of it. */
    @Override
    public boolean letGo(Task task) {
        boolean untouched = task.refusals == 0
                && task.unanswered == 0
                && task.parts().waiting() == task.parts().count();
        return untouched && taken.remove(task.id(), task);
    }

    /** Whether a bag's entry is of a message as it was before it was changed. */
    boolean isStale(long id, long position) {
        Long since = replaced.isEmpty() ? null : replaced.get(id);
        return since != null && position < since;
    }

    /** Journal thread: the message, withdrawn just now, goes on under a record that stands there; what a bag has of it is stale. */
    void replaced(long id, long position) {
        replaced.put(id, position);
        taken.remove(id);
        withdrawn.remove(id);
    }

    /** Journal thread: the message is about to stand in another bag at that place; where it was withdrawn from one, its entry there is stale. */
    void moves(long id, long position) {
        if (withdrawn.contains(id)) {
            replaced.put(id, position); // first: a sender sees one or the other
            withdrawn.remove(id);
        }
    }

    /** Journal thread: the message, withdrawn just now, goes on as another task, which stands in the bag itself. */
    void goesOn(Task anew) {
        withdrawn.remove(anew.id());
        taken.put(anew.id(), anew);
    }

    /** Journal thread: nobody has the message any more, for it could not be told what becomes of it; it has gone astray. */
    void strayed(long id, long position) {
        taken.remove(id);
        astray.add(new Astray(id, position, "", null));
    }

    /** Journal thread: the next message that went astray, or null when there is none. */
    Astray astray() {
        return astray.poll();
    }

    /**
     * Journal thread, once a minute: forgets the marks of messages that are no longer open, once there may be many. What keeps a bag's
     * entry from being sent is forgotten only when all bags have been empty, and a minute later: a sender may still have had it in hand.
     */
    void forgetEnded(LongPredicate open, boolean bagsAreEmpty) {
        inNoBag.forEach(id -> {
            withdrawn.remove(id);
            replaced.remove(id);
        });
        inNoBag = Set.of();
        if (marks() <= 2 * marksLeft + FEW) {
            return;
        }
        taken.keySet().removeIf(id -> !open.test(id));
        if (bagsAreEmpty) {
            inNoBag = new HashSet<>(withdrawn);
            inNoBag.addAll(replaced.keySet());
            inNoBag.removeIf(open::test);
            marksLeft = marks() - inNoBag.size();
        }
    }

    /** How many messages are marked as taken or withdrawn. */
    int marks() {
        return taken.size() + withdrawn.size() + replaced.size();
    }

    private Optional<Task> read(long id, long position) throws NotSendable {
        long asOf = position;
        Optional<Story> story = Story.read(journal::readAlong, position);
        if (story.isEmpty() || story.get().accept().id() != id) {
            asOf = whereabouts.of(id).orElse(position);
            story = Story.read(journal::read, asOf);
        }
        return story.isEmpty() || story.get().close().isPresent()
                ? Optional.empty()
                : task(story.get(), position, asOf);
    }

    /** Journal thread: true when no sender has the message and none will get it. */
    boolean withdraw(long id) {
        withdrawn.add(id);
        Object mark = taken.get(id);
        if (mark == null) {
            return true;
        }
        if (mark instanceof Task task) {
            withdrawn.remove(id);
            return task.withdraw(); // it was given back, or a sender has it
        }
        return !withdrawn.remove(id);
    }

    /** Journal thread: a message that was withdrawn is not after all; false when the bag's entry has gone for it meanwhile. */
    boolean restore(long id) {
        return withdrawn.remove(id);
    }

    /** Journal thread: a message that has ended is no longer in its bag, where its mark was to keep it from senders. */
    void left(long id) {
        withdrawn.remove(id);
    }

    /** Journal thread: the task as a sender got it, given back since or not; null when none has. */
    Task loaded(long id) {
        return !taken.isEmpty() && taken.get(id) instanceof Task task ? task : null;
    }

    /**
     * Journal thread: the task while it is in memory, wherever; else null.
     *
     * @param kept what the ledger keeps of the message
     */
    Task inMemory(Object kept, long id) {
        return kept instanceof Task hot ? hot : loaded(id);
    }

    /** Journal thread: the message has left the senders' hands. */
    void ended(long id) {
        if (!taken.isEmpty()) {
            taken.remove(id);
        }
    }

    /** The task as its story tells it, its parts' progress included. */
    private Optional<Task> task(Story story, long position, long asOf) throws NotSendable {
        AcceptRecord accept = story.accept();
        Optional<Lane> lane = lanes.get().find(story.smsc());
        if (lane.isEmpty()) {
            return Optional.empty();
        }
        EncodeResult cut = lane.get().encode(accept.sms(), story.reference());
        if (!(cut instanceof EncodeResult.Encoded encoded)) {
            throw new NotSendable("cannot be cut for SMSC " + story.smsc()
                    + " any more, whose settings have changed since it was accepted: "
                    + Admission.fault(cut, accept.sms()).reason());
        }
        Parts parts = Lane.parts(encoded).with(tlvs(lane.get(), accept.sms()));
        boolean asRecorded = parts.count() == accept.partCount() && isOfItsAlphabet(story, encoded);
        boolean begun = hasBegun(story, parts, asRecorded);
        Task task =
                new Task(accept.account(), story.smsc(), accept.sms(), accept.expiresAtMs(), parts).named(accept.id());
        task.exempt = accept.trail().exempt();
        task.position = position;
        task.dueAtMs = accept.dueAtMs();
        if (!begun && !asRecorded) {
            Recasting.Cast cast = new Recasting.Cast(task, encoded.encoding(), accept.trail(), accept.given());
            throw new NotSendable("", new Anew(story, asOf, cast));
        }
        task.cleared = accept.given().isPresent() || story.wasAttempted();
        for (ProgressRecord step : story.here()) {
            task.refusals = Math.max(task.refusals, step.refusals());
            task.unanswered = Math.max(task.unanswered, step.unanswered());
            if (step.kind() == ProgressRecord.Kind.PART_ACCEPTED
                    && step.part() < task.parts().count()) {
                task.parts().accepted(step.part());
            }
        }
        return Optional.of(task);
    }

    /** Whether parts are in the encoding that their record names: in another they begin elsewhere in the text, also where they are as many. */
    private static boolean isOfItsAlphabet(Story story, EncodeResult.Encoded encoded) {
        return encoded.parts().size() == 1
                || encoded.encoding() == story.accept().encoding();
    }

    /**
     * Whether the SMSC has taken a part.
     *
     * @throws NotSendable when it has, of another cut: its parts do not join these, a handset would show neither, or a jumble
     */
    private static boolean hasBegun(Story story, Parts parts, boolean asRecorded) throws NotSendable {
        long taken = story.here().stream()
                .filter(step -> step.kind() == ProgressRecord.Kind.PART_ACCEPTED)
                .map(ProgressRecord::part)
                .distinct()
                .count();
        int number = story.reference();
        boolean same = asRecorded && (!PartsNumber.isNumbered(number) || ConcatNumbers.suits(number, parts));
        if (taken > 0 && !same) {
            throw new NotSendable("cannot go on as it began: " + taken + " of "
                    + story.accept().partCount() + " parts were handed over, and SMSC " + story.smsc()
                    + ", whose settings have changed since, would have it cut otherwise");
        }
        return taken > 0;
    }

    private static TlvBlock tlvs(Lane lane, OutboundSms sms) throws NotSendable {
        try {
            return lane.tlvs(sms);
        } catch (TlvFault fault) {
            throw new NotSendable("cannot be sent by SMSC " + lane.name()
                    + " any more, whose settings have changed since it was accepted: tlvs/" + fault.name() + ": "
                    + fault.getMessage());
        }
    }
}
