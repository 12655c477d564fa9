package io.smppbridge.pipeline;

import io.smppbridge.Priority;
import io.smppbridge.bag.Task;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.Bearer;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.RefKey;
import io.smppbridge.text.TextProfile;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;

/**
 * Messages on disk that are in no bag yet because all 256 numbers for the parts of long messages of their sender to their recipient are
 * taken: each goes into its bag as soon as one is free, in the order of acceptance, or expires. Where an SMSC keeps the order by number,
 * later messages to that number wait behind them, whatever they need. They hold credits, so there are no more of them than bags have room
 * for; about 250 octets each.
 */
@OwnedBy("journal thread")
final class AwaitingNumbers {
    private static final int LINES_A_TURN = 200;
    /** Messages looked at at once because their SMSC has another way with texts. */
    private static final int LOOKED_AT = 100;
    /** So many are asked at a turn whether they are such. */
    private static final int ASKED_A_TURN = 1_000;

    /** In the place of a pair: needs no number, only its turn. */
    private static final long NONE_NEEDED = 0;

    private final Books books;
    /** Messages by id, in lines: those of a pair, or those that have to keep their order; whoever was looked at longest ago first. */
    private final Map<Long, NavigableMap<Long, Waiting>> lines = new LinkedHashMap<>();

    private final NavigableMap<Long, Long> lineOf = new TreeMap<>();
    /** Messages that are to be looked at, or are being, as they were cut in a way that their SMSC has no more. */
    private final Set<Long> outdated = new HashSet<>();

    private final Queue<Long> toLookAt = new ArrayDeque<>();
    /** The last message that was asked. */
    private long asked = Long.MIN_VALUE;

    private int unnumbered;

    /** @param terms by which it was cut; null for one from before the start, of which nobody knows */
    private record Waiting(long id, long pair, Priority priority, long dueAtMs, long airMs, TextProfile terms) {
        boolean needsNumber() {
            return pair != NONE_NEEDED;
        }
    }

    /** Whose messages, to whom: those of one line go out in the order of acceptance. */
    record Way(Lane lane, String account, String number, Priority priority) {
        static Way of(Lane lane, Task task) {
            return new Way(
                    lane, task.account(), task.sms().to().number(), task.sms().priority());
        }

        static Way of(Lane lane, AcceptRecord accept) {
            return new Way(
                    lane,
                    accept.account(),
                    accept.sms().to().number(),
                    accept.sms().priority());
        }

        private boolean isOrdered() {
            return lane.config().leaving().byDestination();
        }

        private long line() {
            int series = lane.number() * Priority.values().length + priority.ordinal();
            return RefKey.hash(series, account, number) | 1L << 63; // no pair
        }
    }

    AwaitingNumbers(Books books) {
        this.books = books;
    }

    /** A message waits from now on; its record, with {@link PartsNumber#AWAITED}, is written. */
    void add(Way way, Bearer to, long dueAtMs) {
        add(way, to, dueAtMs, way.lane().profile());
    }

    /** The same of one that waited already before the start. */
    void resume(Way way, Bearer to, long dueAtMs) {
        add(way, to, dueAtMs, null);
    }

    private void add(Way way, Bearer to, long dueAtMs, TextProfile terms) {
        long line = way.isOrdered() ? way.line() : to.pair();
        put(line, new Waiting(to.id(), to.pair(), way.priority(), dueAtMs, to.airMs(), terms));
    }

    /** The same of a task that is not named yet. */
    void add(Lane lane, Task task, long id) {
        long airMs = Bearer.airMs(task.sms(), task.dueAtMs);
        Bearer to = new Bearer(ConcatNumbers.pair(task), PartsNumber.AWAITED, id, books.nowMs(), airMs);
        add(Way.of(lane, task), to, task.dueAtMs);
    }

    /** Whether a message, which needs no number, had to wait behind an earlier one; it does from now on. */
    boolean follows(Way way, long id, long dueAtMs) {
        NavigableMap<Long, Waiting> line = lines.isEmpty() || !way.isOrdered() ? null : lines.get(way.line());
        boolean follows =
                line != null && line.headMap(id).values().stream().anyMatch(one -> one.dueAtMs() <= books.nowMs());
        if (follows) {
            put(way.line(), new Waiting(id, NONE_NEEDED, way.priority(), dueAtMs, 0, null));
        }
        return follows;
    }

    /** Whether any message waits for a number. */
    boolean any() {
        return !lineOf.isEmpty();
    }

    private void put(long line, Waiting one) {
        forget(one.id());
        lines.computeIfAbsent(line, key -> new TreeMap<>()).put(one.id(), one);
        lineOf.put(one.id(), line);
        count(one, 1);
    }

    /** Whether a message is one of those that wait. */
    boolean holds(long id) {
        return !lineOf.isEmpty() && lineOf.containsKey(id);
    }

    /** Before when a message that waits does not go on; 0 for at once. */
    long dueAtMs(long id) {
        return lines.get(lineOf.get(id)).get(id).dueAtMs();
    }

    /** A message waits no longer: it goes elsewhere, or has changed. */
    void forget(long id) {
        Long key = lineOf.isEmpty() ? null : lineOf.remove(id);
        if (key != null) {
            NavigableMap<Long, Waiting> line = lines.get(key);
            count(line.remove(id), -1);
            if (line.isEmpty()) {
                lines.remove(key);
            }
        }
    }

    /** Gives out what numbers have become free, and lets those behind go on. */
    void turn(JournalDoor door) {
        if (lines.isEmpty()) {
            return;
        }
        Map<Long, NavigableMap<Long, Waiting>> rest = new LinkedHashMap<>();
        Iterator<Map.Entry<Long, NavigableMap<Long, Waiting>>> all =
                lines.entrySet().iterator();
        for (int i = 0; i < LINES_A_TURN && all.hasNext(); i++) {
            Map.Entry<Long, NavigableMap<Long, Waiting>> one = all.next();
            give(isOrdered(one.getKey()), one.getValue(), door);
            all.remove();
            if (!one.getValue().isEmpty()) {
                rest.put(one.getKey(), one.getValue());
            }
        }
        lines.putAll(rest);
        findOutdated();
    }

    /** Not only of those that are the first of a line: a part at each turn. What keeps its order waits for its turn as another message, too. */
    private void findOutdated() {
        int left = ASKED_A_TURN;
        for (Map.Entry<Long, Long> entry : lineOf.tailMap(asked, false).entrySet()) {
            if (left-- == 0 || outdated.size() >= LOOKED_AT) {
                return;
            }
            asked = entry.getKey();
            int at = books.ledger.find(asked);
            Waiting one = lines.get(entry.getValue()).get(asked);
            if (one.needsNumber() && books.isOpen(at)) {
                lookIfOutdated(one, at);
            }
        }
        asked = Long.MIN_VALUE;
    }

    /** Whether a line is one of messages that keep their order. */
    private static boolean isOrdered(long line) {
        return line < 0;
    }

    private void give(boolean ordered, NavigableMap<Long, Waiting> line, JournalDoor door) {
        Iterator<Waiting> all = line.values().iterator();
        long without = NONE_NEEDED;
        boolean blocked = false;
        while (all.hasNext() && !blocked) {
            Waiting one = all.next();
            int at = books.ledger.find(one.id());
            boolean over = !books.isOpen(at);
            int number = 0;
            if (!over && one.needsNumber()) {
                number = one.pair() == without
                        ? PartsNumber.AWAITED
                        : books.concat.next(one.pair(), false, books.nowMs(), (int) one.id());
            }
            if (number == PartsNumber.AWAITED) {
                without = one.pair();
                blocked = !ordered || one.dueAtMs() <= books.nowMs() && keepsOrder(at);
                if (ordered) {
                    lookIfOutdated(one, at);
                }
                continue;
            }
            all.remove();
            lineOf.remove(one.id());
            count(one, -1);
            if (!over) {
                goOn(at, number, one, door);
            }
        }
    }

    /** If its SMSC has another way with texts since it was cut, it is one of those to look at from now on, as long as there is room. */
    private void lookIfOutdated(Waiting one, int at) {
        Lane lane = books.lane(at);
        if (lane == null || books.ledger.held(at) || lane.profile().equals(one.terms())) {
            return;
        }
        if (outdated.size() < LOOKED_AT && outdated.add(one.id())) {
            toLookAt.add(one.id());
        }
    }

    /** The next message to look at, to be told of by {@link #looked}; null for none now. */
    Long nextToLookAt() {
        return toLookAt.poll();
    }

    /**
     * A message has been looked at.
     *
     * @param terms by which it would have to wait as well; null for it to be looked at again
     */
    void looked(long id, TextProfile terms) {
        outdated.remove(id);
        NavigableMap<Long, Waiting> line = holds(id) ? lines.get(lineOf.get(id)) : null;
        if (line != null) {
            line.computeIfPresent(
                    id, (key, one) -> new Waiting(id, one.pair(), one.priority(), one.dueAtMs(), one.airMs(), terms));
        }
    }

    /** Whether its SMSC still keeps the order: one whose time has not come keeps nobody waiting. */
    private boolean keepsOrder(int at) {
        Lane lane = books.lane(at);
        return lane != null && lane.config().leaving().byDestination();
    }

    private void goOn(int at, int number, Waiting one, JournalDoor door) {
        long position = one.needsNumber() ? write(at, number, one.pair(), one.airMs()) : books.ledger.lastPosition(at);
        Lane lane = books.lane(at);
        if (lane == null || books.ledger.held(at)) {
            return; // its new way, or an operator, puts it into a bag
        }
        Task hot = books.ledger.extra(at) instanceof Task task ? task : null;
        if (hot != null && one.needsNumber()) {
            ConcatNumbers.put(hot.parts(), number);
            hot.position = position;
        }
        lane.bag().put(one.id(), position, hot, one.priority(), one.dueAtMs());
        door.afterWrite(lane.bag()::publish);
    }

    /** Writes down that the parts of an open message bear a number from now on; where. */
    long write(int at, int number, long pair, long airMs) {
        Bearer bearer = new Bearer(pair, number, books.ledger.idAt(at), books.nowMs(), airMs);
        long position = books.append(at, ProgressRecord.numbered(bearer, books.ledger.lastPosition(at)));
        books.concat.enter(bearer, position);
        return position;
    }

    private void count(Waiting one, int more) {
        unnumbered += one.needsNumber() ? more : 0;
        books.stats.unnumbered = unnumbered;
    }
}
