package io.smppbridge.pipeline;

import io.smppbridge.Priority;
import io.smppbridge.bag.Task;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Messages on disk that are in no bag yet because all 256 numbers for the parts of long messages of their sender to their recipient are
 * in use: each goes into its bag as soon as one is free, in the order of acceptance, or expires. They hold credits, so there are no more
 * of them than bags have room for.
 */
@OwnedBy("journal thread")
final class AwaitingNumbers {
    private static final int PAIRS_A_TURN = 200;

    private final Books books;
    /** By sender and recipient; whoever was looked at longest ago first. */
    private final Map<Long, ArrayDeque<Waiting>> pairs = new LinkedHashMap<>();

    private final Map<Long, Long> pairOf = new HashMap<>();

    private record Waiting(long id, Priority priority, long dueAtMs) {}

    AwaitingNumbers(Books books) {
        this.books = books;
    }

    /** A message waits from now on; its record, with {@link ConcatNumbers#AWAITED}, is written. */
    void add(long pair, long id, Priority priority, long dueAtMs) {
        pairs.computeIfAbsent(pair, p -> new ArrayDeque<>()).add(new Waiting(id, priority, dueAtMs));
        pairOf.put(id, pair);
        books.stats.unnumbered = pairOf.size();
    }

    /** The same of a task that is not named yet. */
    void add(Task task, long id) {
        add(ConcatNumbers.pair(task), id, task.sms().priority(), task.dueAtMs);
    }

    /** Whether a message is one of those that wait. */
    boolean holds(long id) {
        return !pairOf.isEmpty() && pairOf.containsKey(id);
    }

    /** A message waits no longer: it goes elsewhere, or has changed. */
    void forget(long id) {
        Long pair = pairOf.isEmpty() ? null : pairOf.remove(id);
        if (pair != null) {
            ArrayDeque<Waiting> those = pairs.get(pair);
            those.removeIf(one -> one.id() == id);
            if (those.isEmpty()) {
                pairs.remove(pair);
            }
            books.stats.unnumbered = pairOf.size();
        }
    }

    /** Gives out what numbers have become free. */
    void turn(JournalDoor door) {
        if (pairs.isEmpty()) {
            return;
        }
        Map<Long, ArrayDeque<Waiting>> rest = new LinkedHashMap<>();
        Iterator<Map.Entry<Long, ArrayDeque<Waiting>>> all = pairs.entrySet().iterator();
        for (int i = 0; i < PAIRS_A_TURN && all.hasNext(); i++) {
            Map.Entry<Long, ArrayDeque<Waiting>> one = all.next();
            give(one.getKey(), one.getValue(), door);
            all.remove();
            if (!one.getValue().isEmpty()) {
                rest.put(one.getKey(), one.getValue());
            }
        }
        pairs.putAll(rest);
        books.stats.unnumbered = pairOf.size();
    }

    private void give(long pair, ArrayDeque<Waiting> those, JournalDoor door) {
        while (!those.isEmpty()) {
            Waiting first = those.peek();
            int at = books.ledger.find(first.id());
            boolean over = at == Ledger.NONE || books.ledger.state(at).isFinal();
            int number = over ? 0 : books.concat.next(pair, false, books.nowMs(), (int) first.id());
            if (number == ConcatNumbers.AWAITED) {
                return;
            }
            those.poll();
            pairOf.remove(first.id());
            if (!over) {
                numbered(at, pair, number, first, door);
            }
        }
    }

    private void numbered(int at, long pair, int number, Waiting one, JournalDoor door) {
        long position = write(at, number, pair);
        Lane lane = books.lanes.get().at(books.ledger.lane(at));
        if (lane == null || books.ledger.held(at)) {
            return; // its new way, or an operator, puts it into a bag
        }
        Task hot = books.ledger.extra(at) instanceof Task task ? task : null;
        if (hot != null) {
            ConcatNumbers.put(hot.parts(), number);
            hot.position = position;
        }
        lane.bag().put(one.id(), position, hot, one.priority(), one.dueAtMs());
        door.afterWrite(lane.bag()::publish);
    }

    /** Writes down that the parts of an open message bear a number from now on; where. */
    long write(int at, int number, long pair) {
        long id = books.ledger.idAt(at);
        ProgressRecord step = ProgressRecord.numbered(id, books.ledger.lastPosition(at), books.nowMs(), number, pair);
        step.encode(books.record(RecordType.PROGRESS));
        long position = books.finish();
        books.ledger.lastPosition(at, position);
        books.concat.enter(pair, id, number, position);
        return position;
    }
}
