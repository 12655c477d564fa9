package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.Priority;
import io.smppbridge.bag.Task;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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
        long[] ids = new long[books.ledger.size()];
        int[] count = {0};
        List<Long> sentTwice = new ArrayList<>();
        books.ledger.forEach(id -> {
            int at = books.ledger.find(id);
            if (Recovery.isWaiting(books.ledger.state(at))) {
                ids[count[0]++] = id;
            } else if (lost.isDoubled(at)) {
                sentTwice.add(id);
            }
        });
        Arrays.sort(ids, 0, count[0]);
        Lanes lanes = books.lanes.get();
        for (int i = 0; i < count[0]; i++) {
            int at = books.ledger.find(ids[i]);
            Lane lane = lanes.at(books.ledger.lane(at));
            long pair = replay.numbers().awaits(ids[i]);
            if (lane == null) {
                rerouting.stranded(ids[i]);
            } else if (pair != 0) {
                Priority priority = Priority.values()[replay.priority(ids[i])];
                books.unnumbered.add(pair, ids[i], priority, replay.dueAtMs(ids[i]));
            } else if (!books.ledger.held(at)) {
                put(lane, at, ids[i]);
            }
        }
        lanes.all().forEach(lane -> lane.bag().publish());
        books.journal.write();
        lost.recover(ids, count[0], sentTwice);
        return count[0];
    }

    private void put(Lane lane, int at, long id) {
        TaskBag bag = lane.bag();
        Priority priority = Priority.values()[replay.priority(id)];
        long position = books.ledger.lastPosition(at);
        Task task = null;
        if (lane.config().leaving().byDestination() && books.ledger.state(at) == MessageState.UNANSWERED) {
            task = cold.load(id, position).orElse(null);
            if (task == null) {
                return; // noted as astray: put back, or ended with the reason
            }
            bag.first(task);
        }
        bag.put(id, position, task, priority, replay.dueAtMs(id));
    }
}
