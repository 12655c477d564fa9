package io.smppbridge.pipeline;

import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.bag.TaskSource;
import io.smppbridge.journal.Journal;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.threads.ThreadSafe;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tasks whose bodies are only in the journal: reads them back for senders, and settles who wins when a sender takes one while the
 * journal thread withdraws it. Each side enters its own mark first and looks at the other's after; at least one sees the other.
 */
@ThreadSafe
final class ColdTasks implements TaskSource {
    private static final Logger LOG = LoggerFactory.getLogger(ColdTasks.class);

    private final Journal journal;
    private final Supplier<Lanes> lanes;
    private final Whereabouts whereabouts;
    private final Set<Long> taken = ConcurrentHashMap.newKeySet();
    private final Set<Long> withdrawn = ConcurrentHashMap.newKeySet();
    /** At most as many as are open: each comes from a bag, and goes back there or is over. */
    private final Queue<Long> astray = new ConcurrentLinkedQueue<>();

    /** Where the last record of a message stands now; asked only when the remembered place has gone or is not the last. */
    interface Whereabouts {
        /** Position of the last record, or empty when the message is no longer open. Waits for the journal thread, bounded. */
        Optional<Long> of(long id);
    }

    ColdTasks(Journal journal, Supplier<Lanes> lanes, Whereabouts whereabouts) {
        this.journal = journal;
        this.lanes = lanes;
        this.whereabouts = whereabouts;
    }

    @Override
    public Optional<Task> load(long id, long position) {
        taken.add(id);
        if (withdrawn.remove(id)) {
            taken.remove(id);
            return Optional.empty();
        }
        Optional<Task> task = Optional.empty();
        try {
            task = read(id, position);
        } catch (RuntimeException e) {
            LOG.error("message {} could not be read back; it is put into its bag again", new TaskId(id), e);
        }
        if (task.isEmpty()) {
            taken.remove(id);
            astray.add(id);
        }
        return task;
    }

    /**
     * Journal thread: a message that a sender had in its hand and could not read back, or null when there is none. Most have ended; one
     * that has not is in no bag any more.
     */
    Long astray() {
        return astray.poll();
    }

    private Optional<Task> read(long id, long position) {
        Optional<Story> story = Story.read(journal, position);
        if (story.isEmpty() || story.get().accept().id() != id) {
            story = whereabouts.of(id).flatMap(last -> Story.read(journal, last));
        }
        return story.filter(s -> s.close().isEmpty()).flatMap(s -> task(s, position));
    }

    /** Journal thread: true when no sender has the message and none will get it. */
    boolean withdraw(long id) {
        withdrawn.add(id);
        if (taken.contains(id)) {
            return !withdrawn.remove(id);
        }
        return true;
    }

    /** Journal thread: the message has left the senders' hands. */
    void ended(long id) {
        if (!taken.isEmpty()) {
            taken.remove(id);
        }
    }

    /** The task as its story tells it, its parts' progress included. */
    private Optional<Task> task(Story story, long position) {
        AcceptRecord accept = story.accept();
        Optional<Lane> lane = lanes.get().find(story.smsc());
        if (lane.isEmpty()
                || !(lane.get().encode(accept.sms(), accept.reference()) instanceof EncodeResult.Encoded encoded)) {
            return Optional.empty();
        }
        Task task = new Task(accept.account(), story.smsc(), accept.sms(), accept.expiresAtMs(), Lane.parts(encoded))
                .named(accept.id());
        task.position = position;
        task.dueAtMs = accept.dueAtMs();
        for (ProgressRecord step : story.progress()) {
            task.refusals = Math.max(task.refusals, step.refusals());
            task.unanswered = Math.max(task.unanswered, step.unanswered());
            if (step.kind() == ProgressRecord.Kind.PART_ACCEPTED
                    && step.part() < task.parts().count()) {
                task.parts().accepted(step.part());
            }
        }
        return Optional.of(task);
    }
}
