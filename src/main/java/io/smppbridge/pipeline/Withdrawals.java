package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.Priority;
import io.smppbridge.bag.Gone;
import io.smppbridge.bag.Task;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.records.Story;
import io.smppbridge.threads.OwnedBy;
import java.util.function.Supplier;

/** Takes messages away from the senders before one of them takes them. */
@OwnedBy("journal thread")
final class Withdrawals {
    /** A journal that cannot answer now is not asked again at once. */
    private static final long AGAIN_AFTER_MS = 5_000;

    private final Books books;
    private final ColdTasks cold;
    private final JournalDoor door;
    private final Settlement settlement;
    private final Gone gone = this::isGone;

    Withdrawals(Books books, Settlement settlement, ColdTasks cold, JournalDoor door) {
        this.books = books;
        this.settlement = settlement;
        this.cold = cold;
        this.door = door;
    }

    /**
     * What a sender took from a bag and could not read back goes there again, for a little later: it is in nobody's hands, and would
     * wait for the next start. One that can never be sent as it is ends.
     */
    void putAstrayBack() {
        for (ColdTasks.Astray one = cold.astray(); one != null; one = cold.astray()) {
            int at = books.ledger.find(one.id());
            if (at == Ledger.NONE || !isWaiting(at) || cold.isStale(one.id(), one.position())) {
                continue; // it has ended, or been put into a bag as what it is now
            }
            if (!one.why().isEmpty()) {
                boolean perhapsSent = books.ledger.state(at) == MessageState.UNANSWERED;
                settlement.close(
                        at,
                        perhapsSent ? MessageState.UNCERTAIN : MessageState.REJECTED,
                        "",
                        (perhapsSent ? "perhaps sent; it " : "") + one.why());
                continue;
            }
            Lane lane = books.lane(at);
            if (lane == null) {
                continue;
            }
            if (one.anew() != null
                    && books.ledger.lastPosition(at) == one.anew().asOf()) {
                goOnAs(at, lane, one.anew().story(), one.anew().cast());
            } else {
                putAgain(lane.bag(), at);
            }
        }
    }

    /**
     * A message that no sender has, and none finds in its bag, goes on as something else, with a number for its parts, or once there is
     * one.
     *
     * @return as what
     */
    Recasting.Cast goOnAs(int at, Lane lane, Story story, Recasting.Cast cast) {
        long id = books.ledger.idAt(at);
        Recasting recasting = new Recasting(books);
        Recasting.Numbered numbered = recasting.numbered(story, cast, lane);
        Task anew = numbered.cast().task();
        replaced(at, recasting.write(at, story, numbered.cast(), numbered.number()));
        books.unnumbered.forget(id);
        if (numbered.number() == PartsNumber.AWAITED) {
            books.unnumbered.add(lane, anew, id);
        } else if (!books.unnumbered.follows(AwaitingNumbers.Way.of(lane, anew), id, anew.dueAtMs)) {
            put(lane.bag(), at, anew.sms().priority(), anew.dueAtMs);
        }
        return numbered.cast();
    }

    /** Marks of messages that have ended are let go of, whatever way they ended. */
    void forgetEnded() {
        boolean empty = true;
        for (Lane lane : books.lanes.get().all()) {
            empty &= lane.bag().depth() == 0;
        }
        cold.forgetEnded(id -> books.isOpen(books.ledger.find(id)), empty);
    }

    /**
     * After {@link #take}: whether an attempt of the message got no answer of which the sender has told, but this thread has not yet
     * heard. A sender tells before it puts a message back.
     */
    boolean reportIsUnderWay(int at) {
        MessageState state = books.ledger.state(at);
        Task task = task(at);
        return Books.isPending(state) && task != null && task.unanswered > 0;
    }

    /** After {@link #take}: whether the SMSC has taken a part of it, as far as memory knows. */
    boolean isBegun(int at) {
        Task task = task(at);
        for (int part = 0; task != null && part < task.parts().count(); part++) {
            if (task.parts().isAccepted(part)) {
                return true;
            }
        }
        return false;
    }

    /** After {@link #take}: whether more than one attempt got no answer, be it that this thread has not yet heard of the last. */
    boolean isTriedAgain(int at) {
        Task task = task(at);
        return task != null && task.unanswered > 1;
    }

    /** After {@link #take}: the message goes on all the same. */
    void undo(int at) {
        Lane lane = books.lane(at);
        Task task = task(at);
        if (lane != null && isWaiting(at) && task != null) {
            goesOn(at, lane, task, task.sms().priority());
        }
    }

    /**
     * After {@link #take}, or while it is held: whether a part is the only one that the SMSC has not taken. The sender, who has given the
     * message back, may know more than is written down yet.
     */
    boolean isLast(int at, int part, PartsAwaited known) {
        Task task = books.ledger.held(at) ? null : task(at);
        if (task == null) {
            return known.isLast(part);
        }
        for (int other = 0; other < task.parts().count(); other++) {
            if (other != part && !task.parts().isAccepted(other)) {
                return false;
            }
        }
        return true;
    }

    /** After {@link #take}, and once that is written down: the message waits on for its time, but this part is not sent again. */
    void goesOnWithout(int at, int part, Priority priority, long dueAtMs) {
        Lane lane = books.lane(at);
        long id = books.ledger.idAt(at);
        long position = books.ledger.lastPosition(at);
        Task was = task(at);
        if (lane == null) {
            return; // its SMSC has left the configuration: it is stranded anyway
        }
        if (was == null) { // no sender has read it since the start
            cold.replaced(id, position);
            lane.bag().putAgain(id, position, priority, dueAtMs);
            door.afterWrite(lane.bag()::publish);
            return;
        }
        was.parts().accepted(part);
        goesOn(at, lane, was, priority);
    }

    /** With all that its sender knows of it, of which not all need be written down yet. */
    private void goesOn(int at, Lane lane, Task was, Priority priority) {
        Task anew = was.again();
        books.cool(at); // what stands in the bag is withdrawn for good
        cold.goesOn(anew);
        lane.bag().put(books.ledger.idAt(at), books.ledger.lastPosition(at), anew, priority, anew.dueAtMs);
        door.afterWrite(lane.bag()::publish);
    }

    /** After {@link #take}: the message, to which nothing has happened yet, goes on all the same. */
    void giveBack(int at) {
        long id = books.ledger.idAt(at);
        if (books.ledger.extra(at) instanceof Task) {
            undo(at);
        } else if (!isInNoBag(at) && !cold.restore(id)) {
            Lane lane = books.lane(at);
            if (lane != null) {
                cold.ended(id);
                putAgain(lane.bag(), at);
            }
        }
    }

    /**
     * After {@link #take}: does what ends the message, or changes it. Where that fails, the message goes back into its bag as the journal
     * tells it, for a little later: nobody else has it.
     */
    <T> T orGoOn(int at, Supplier<T> work) {
        long id = books.ledger.idAt(at);
        try {
            return work.get();
        } catch (RuntimeException | Error e) {
            JournalTurn.rethrowFatal(e);
            books.journal.cancelRecord();
            int now = books.ledger.find(id);
            if (now != Ledger.NONE && isWaiting(now) && !isInNoBag(now)) {
                books.cool(now); // what stands in the bag is withdrawn for good
                if (!cold.restore(id)) {
                    cold.strayed(id, books.ledger.lastPosition(now));
                }
            }
            throw e;
        }
    }

    /** After {@link #take}, or while it is held: writes down what has happened to it. Where that fails, it waits on for its time as it did. */
    void orWaitOn(int at, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            JournalTurn.rethrowFatal(e);
            books.journal.cancelRecord();
            if (isWaiting(at) && task(at) != null) {
                undo(at);
            } else if (isWaiting(at)) {
                giveBack(at);
            }
            throw e;
        }
    }

    /** The message goes on as another one, whose record stands at that place. */
    private void replaced(int at, long position) {
        books.cool(at); // what stands in the bag is withdrawn for good
        cold.replaced(books.ledger.idAt(at), position);
    }

    /** The task while it is in memory, wherever; else null. */
    private Task task(int at) {
        return cold.inMemory(books.ledger.extra(at), books.ledger.idAt(at));
    }

    /** For a little later, and no later where the clock is set back meanwhile. */
    private void putAgain(TaskBag bag, int at) {
        long dueAtMs = books.nowMs() + AGAIN_AFTER_MS;
        bag.putAgain(books.ledger.idAt(at), books.ledger.lastPosition(at), Priority.NORMAL, dueAtMs);
        door.afterWrite(bag::publish);
    }

    private void put(TaskBag bag, int at, Priority priority, long dueAtMs) {
        bag.put(books.ledger.idAt(at), books.ledger.lastPosition(at), null, priority, dueAtMs);
        door.afterWrite(bag::publish);
    }

    private boolean isWaiting(int at) {
        return Books.isToBeSent(books.ledger.state(at)) && !books.ledger.held(at);
    }

    /**
     * Ends a message that an operator wants gone, if no sender has it and its SMSC has nothing of it; false when it goes on.
     *
     * @param begun whether that has taken a part, as far as is written down
     */
    boolean erase(int at, boolean begun) {
        if (books.ledger.held(at)) {
            settlement.close(at, MessageState.UNCERTAIN, "", "erased by an operator: perhaps sent");
            return true;
        }
        MessageState state = books.ledger.state(at);
        if (!Books.isPending(state) || begun || !take(at)) {
            return false;
        }
        if (reportIsUnderWay(at) || isBegun(at)) {
            undo(at);
            return false;
        }
        return orGoOn(at, () -> {
            settlement.erased(at);
            return true;
        });
    }

    /** True when no sender has the message, and none will get it. */
    boolean take(int at) {
        boolean taken =
                books.ledger.extra(at) instanceof Task task ? task.withdraw() : cold.withdraw(books.ledger.idAt(at));
        Lane lane = taken ? books.lane(at) : null;
        if (lane != null) {
            lane.bag().withdrawn();
        }
        return taken;
    }

    /** Whether a sender has it. */
    boolean isTaken(int at) {
        Task task = task(at);
        return task != null && task.isTaken();
    }

    /** Whether a sender of that SMSC has it. */
    boolean isTaken(long message, Lane lane) {
        int at = books.ledger.find(message);
        return at != Ledger.NONE
                && Books.isToBeSent(books.ledger.state(at))
                && books.ledger.lane(at) == lane.number()
                && isTaken(at);
    }

    /** Whether it waits for a number of its parts, or behind one that does: whoever puts it into its bag then looks whether it has ended. */
    private boolean isInNoBag(int at) {
        return books.unnumbered.holds(books.ledger.idAt(at));
    }

    /** What was taken from the bags before its time leaves them, a little at each turn. */
    void sweep() {
        for (Lane lane : books.lanes.get().all()) {
            lane.bag().sweep(books.nowMs(), gone);
        }
    }

    /** Asked of what waits in a bag, while no sender can take it. */
    private boolean isGone(long id, long position, Task taskOrNull) {
        if (taskOrNull != null) {
            return taskOrNull.isWithdrawn();
        }
        Ledger ledger = books.ledger;
        int at = ledger.peek(id);
        if (at == Ledger.NONE ? ledger.rests(id) : Books.isToBeSent(ledger.state(at))) {
            return at != Ledger.NONE && cold.isStale(id, position);
        }
        cold.left(id);
        return true;
    }
}
