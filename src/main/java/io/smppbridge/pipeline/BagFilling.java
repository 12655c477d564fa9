package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.Priority;
import io.smppbridge.bag.Task;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.pipeline.AwaitingNumbers.Way;
import io.smppbridge.records.Bearer;
import io.smppbridge.records.Story;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Fills the bags at a start with what waits, in the order of acceptance.
 *
 * <p>Where order by number matters, a message that had gone out and is not answered for waits for a late receipt before it goes out again,
 * and one that was refused for its pause, as they did before; others to its number are kept behind it, so that they do not pass it only
 * because the process began anew.
 */
@OwnedBy("journal thread")
final class BagFilling {
    private final Books books;
    private final Replay replay;
    private final Rerouting rerouting;
    private final LostAnswers lost;
    private final ColdTasks cold;
    private final List<Long> unanswered = new ArrayList<>();
    private final List<Long> sentTwice = new ArrayList<>();
    private int waiting;

    BagFilling(Books books, Replay replay, Rerouting rerouting, LostAnswers lost, ColdTasks cold) {
        this.books = books;
        this.replay = replay;
        this.rerouting = rerouting;
        this.lost = lost;
        this.cold = cold;
    }

    /** @return how many messages wait, those held included */
    int fill() {
        books.journal.write(); // what the recovery appended can be read only then
        Lanes lanes = books.lanes.get();
        long[] awake = sorted(books.ledger.awake(), books.ledger::forEachAwake);
        int next = 0;
        boolean plain = replay.isPlain() && !books.unnumbered.any();
        Backlog.Walk resting = books.ledger.walkAtRest();
        while (resting.next()) {
            while (next < awake.length && awake[next] < resting.id()) {
                awake(lanes, awake[next++]);
            }
            long packed = resting.packed();
            waiting++;
            Lane lane = lanes.at(Ledger.lane(packed));
            if (plain && lane != null) {
                lane.bag().put(resting.id(), resting.position(), null, Priority.NORMAL, 0);
            } else {
                enter(lane, resting.id(), resting.position(), Ledger.state(packed), false);
            }
        }
        while (next < awake.length) {
            awake(lanes, awake[next++]);
        }
        for (long id : awake) { // those to which nothing has happened; only now, or they would be met again
            books.ledger.rest(books.ledger.find(id));
        }
        lanes.all().forEach(lane -> lane.bag().publish());
        books.journal.write();
        lost.recover(unanswered, sentTwice);
        return waiting;
    }

    private void awake(Lanes lanes, long id) {
        Ledger ledger = books.ledger;
        int at = ledger.find(id);
        MessageState state = ledger.state(at);
        if (Books.isToBeSent(state)) {
            waiting++;
            if (state == MessageState.UNANSWERED) {
                unanswered.add(id);
            }
            enter(lanes.at(ledger.lane(at)), id, ledger.lastPosition(at), state, ledger.held(at));
        } else if (lost.isDoubled(at)) {
            sentTwice.add(id);
        }
    }

    /** The ids of all messages that are not done with, in the order of acceptance. */
    long[] all() {
        return sorted(books.ledger.size(), add -> {
            books.ledger.forEachAtRest(add);
            books.ledger.forEachAwake(add);
        });
    }

    private static long[] sorted(int many, Consumer<LongConsumer> each) {
        long[] ids = new long[many];
        int[] count = {0};
        each.accept(id -> ids[count[0]++] = id);
        Arrays.sort(ids);
        return ids;
    }

    private void enter(Lane lane, long id, long position, MessageState state, boolean held) {
        Bearer awaiting = replay.numbers().awaits(id);
        if (lane == null) {
            rerouting.stranded(id);
        } else if (awaiting != null) {
            awaits(lane, position, awaiting);
        } else if (!held && !follows(lane, id, position, state)) {
            put(lane, id, position, state);
        }
    }

    private void awaits(Lane lane, long position, Bearer awaiting) {
        long id = awaiting.id();
        Way way = isOrdered(lane) ? way(lane, position).orElse(null) : null;
        Priority priority = replay.dueTimes().priority(id);
        books.unnumbered.resume(
                way == null ? new Way(lane, "", "", priority) : way,
                awaiting,
                replay.dueTimes().atMs(id));
    }

    /** Whether it waits behind an earlier one to its number that waits for a number of its parts. Looked up only where one does. */
    private boolean follows(Lane lane, long id, long position, MessageState state) {
        return books.unnumbered.any()
                && isOrdered(lane)
                && state != MessageState.UNANSWERED
                && way(lane, position)
                        .filter(way -> books.unnumbered.follows(
                                way, id, replay.dueTimes().atMs(id)))
                        .isPresent();
    }

    private Optional<Way> way(Lane lane, long position) {
        return Story.read(books.journal::readAlong, position).map(story -> Way.of(lane, story.accept()));
    }

    private static boolean isOrdered(Lane lane) {
        return lane.config().leaving().byDestination();
    }

    private void put(Lane lane, long id, long position, MessageState state) {
        TaskBag bag = lane.bag();
        Priority priority = replay.dueTimes().priority(id);
        long dueAtMs = replay.dueTimes().atMs(id);
        boolean pauses = dueAtMs > 0 && hasBeenTried(state, dueAtMs);
        if (pauses && !isOrdered(lane)) {
            bag.putAgain(id, position, priority, dueAtMs);
            return;
        }
        Task task = null;
        if (hasBeenTried(state, dueAtMs) && isOrdered(lane)) {
            task = cold.load(id, position).orElse(null);
            if (task == null) {
                return; // noted as astray: put back, or ended with the reason
            }
            bag.first(task);
        }
        bag.put(id, position, task, priority, dueAtMs);
    }

    /** One that waits without a schedule was refused, and waits for its next attempt. */
    private boolean hasBeenTried(MessageState state, long dueAtMs) {
        return state == MessageState.UNANSWERED || state == MessageState.QUEUED && dueAtMs > books.nowMs();
    }
}
