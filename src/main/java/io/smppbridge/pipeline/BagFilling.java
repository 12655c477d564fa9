package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.Priority;
import io.smppbridge.bag.Task;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.pipeline.AwaitingNumbers.Way;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Fills the bags at a start with what waits, in the order of acceptance.
 *
 * <p>Where order by number matters, a message that had gone out and is not answered for waits for a late receipt before it goes out again,
 * as it did before; others to its number are kept behind it, so that they do not pass it only because the process began anew.
 */
@OwnedBy("journal thread")
final class BagFilling {
    private final Books books;
    private final Replay replay;
    private final Rerouting rerouting;
    private final LostAnswers lost;
    private final ColdTasks cold;

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
        long[] ids = all();
        int waiting = 0;
        List<Long> unanswered = new ArrayList<>();
        List<Long> sentTwice = new ArrayList<>();
        Lanes lanes = books.lanes.get();
        for (long id : ids) {
            int at = books.ledger.find(id);
            if (Recovery.isWaiting(books.ledger.state(at))) {
                waiting++;
                if (books.ledger.state(at) == MessageState.UNANSWERED) {
                    unanswered.add(id);
                }
                enter(lanes.at(books.ledger.lane(at)), at, id);
                books.ledger.rest(at);
            } else if (lost.isDoubled(at)) {
                sentTwice.add(id);
            }
        }
        lanes.all().forEach(lane -> lane.bag().publish());
        books.journal.write();
        lost.recover(unanswered, sentTwice);
        return waiting;
    }

    /** The ids of all messages that are not done with, in the order of acceptance. */
    long[] all() {
        long[] ids = new long[books.ledger.size()];
        int[] count = {0};
        LongConsumer add = id -> ids[count[0]++] = id;
        books.ledger.forEachAtRest(add);
        books.ledger.forEachAwake(add);
        Arrays.sort(ids);
        return ids;
    }

    private void enter(Lane lane, int at, long id) {
        Bearer awaiting = replay.numbers().awaits(id);
        if (lane == null) {
            rerouting.stranded(id);
        } else if (awaiting != null) {
            awaits(lane, at, awaiting);
        } else if (!books.ledger.held(at) && !follows(lane, at, id)) {
            put(lane, at, id);
        }
    }

    private void awaits(Lane lane, int at, Bearer awaiting) {
        long id = awaiting.id();
        Way way = isOrdered(lane) ? way(lane, at).orElse(null) : null;
        Priority priority = replay.dueTimes().priority(id);
        books.unnumbered.add(
                way == null ? new Way(lane, "", "", priority) : way,
                awaiting,
                replay.dueTimes().atMs(id));
    }

    /** Whether it waits behind an earlier one to its number that waits for a number of its parts. Looked up only where one does. */
    private boolean follows(Lane lane, int at, long id) {
        return books.unnumbered.any()
                && isOrdered(lane)
                && books.ledger.state(at) != MessageState.UNANSWERED
                && way(lane, at)
                        .filter(way -> books.unnumbered.follows(
                                way, id, replay.dueTimes().atMs(id)))
                        .isPresent();
    }

    private Optional<Way> way(Lane lane, int at) {
        return Story.read(books.journal, books.ledger.lastPosition(at)).map(story -> Way.of(lane, story.accept()));
    }

    private static boolean isOrdered(Lane lane) {
        return lane.config().leaving().byDestination();
    }

    private void put(Lane lane, int at, long id) {
        TaskBag bag = lane.bag();
        Priority priority = replay.dueTimes().priority(id);
        long position = books.ledger.lastPosition(at);
        Task task = null;
        if (isOrdered(lane) && books.ledger.state(at) == MessageState.UNANSWERED) {
            task = cold.load(id, position).orElse(null);
            if (task == null) {
                return; // noted as astray: put back, or ended with the reason
            }
            bag.first(task);
        }
        bag.put(id, position, task, priority, replay.dueTimes().atMs(id));
    }
}
