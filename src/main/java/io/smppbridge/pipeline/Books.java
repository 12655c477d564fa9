package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.journal.Journal;
import io.smppbridge.plugin.Hooks;
import io.smppbridge.receipts.ReceiptIndex;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.Story;
import io.smppbridge.records.StreamRecord;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.OwnedBy;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Everything the journal thread owns: the log and the tables that say what its records mean now. */
@OwnedBy("journal thread")
final class Books {
    /** No record is longer: a message of 255 parts fits twice. */
    static final int LONGEST_RECORD = 256 * 1024;

    /** Pairs of sender and recipient whose long messages run ahead of the clock: about 50 octets each. */
    private static final int MOST_PAIRS = 500_000;

    final Journal journal;
    final BridgeStats stats;
    final InstantSource clock;
    final Supplier<Lanes> lanes;
    final SegmentUse use = new SegmentUse();
    final SegmentUse refUse = new SegmentUse();
    final Ledger ledger = new Ledger(use);
    final EventTable events = new EventTable(use);
    final IdTimes times = new IdTimes();
    final ClientRefs refs;
    final Streams streams;
    final NumbersInUse inUse;
    final ConcatNumbers concat;
    final LastAttempts lastAttempts = new LastAttempts(ledger);
    final AwaitingNumbers unnumbered = new AwaitingNumbers(this);
    final ConsentList consent = new ConsentList(refUse);
    final ConsentCheck wanted;
    final OwedReplies owed = new OwedReplies(times, refUse);
    final Erasures erasures = new Erasures(refUse);
    final History history;
    /** Plug-ins that hear of receipts and MO; set before the first one comes. */
    volatile Hooks hooks = Hooks.NONE;

    final Names endpoints = new Names(1024);
    final Gist.Maker gists = new Gist.Maker();
    final AcceptedLately lately = new AcceptedLately();
    final Repeats repeats = new Repeats();
    final ReceiptIndex receipts;
    final Awaiting awaiting;
    /** Messages of several parts that the SMSC has taken, by id. */
    final Map<Long, PartsAwaited> awaited = new HashMap<>();

    /** Messages whose receipt is awaited for failover, since the SMSC took them. */
    final Since sent = new Since();

    /** Found at a start: messages of one part with a receipt's last word, and no end. */
    final Set<Long> undecided = new HashSet<>();

    /** How many events beside one the platform has not taken, of messages that have several. */
    private final Map<Long, Integer> moreEvents = new HashMap<>();
    /** Messages that no sender has and no bag, while it is looked up whether they go on to another SMSC: nobody else is to put them into a bag. */
    final Set<Long> moving = new HashSet<>();
    /** Messages whose SMSC has been asked to delete them, and how often it has been and has not refused, until they end. */
    final Map<Long, Integer> cancelling = new HashMap<>();

    private final long hotLimit;
    private long hotBytes;
    private long lastId;
    private long nowMs;
    private long records;
    private long lastAppended;
    private volatile long outcomeCap = 1;

    Books(
            Journal journal,
            BridgeStats stats,
            InstantSource clock,
            Supplier<Lanes> lanes,
            BridgeConfig config,
            ReceiptIndex receipts) {
        this.journal = journal;
        this.stats = stats;
        this.clock = clock;
        this.lanes = lanes;
        this.inUse = new NumbersInUse(ledger, refUse, config.node().referenceLife());
        this.concat = new ConcatNumbers(MOST_PAIRS, refUse, inUse);
        this.wanted = new ConsentCheck(consent, lanes, stats);
        this.refs = new ClientRefs(config.node().clientRefs(), times, refUse);
        stats.clientRefsLimit = config.node().clientRefs();
        this.streams = new Streams(config.node().streams(), config.node().streamsKept(), times, refUse, stats);
        this.history = new History(config.node().history());
        this.hotLimit = config.node().hotBytes();
        this.receipts = receipts;
        this.awaiting = new Awaiting(clock, lanes);
        turn();
    }

    /** Whether a message in that state is still to be sent, or to be sent again, as far as the journal thread knows. */
    static boolean isToBeSent(MessageState state) {
        return !state.isFinal() && state != MessageState.SENT;
    }

    /** Whether a message in that state waits to be sent, and no attempt of it is without an answer. */
    static boolean isPending(MessageState state) {
        return state == MessageState.QUEUED || state == MessageState.SCHEDULED;
    }

    /** Whether a slot is one at all, and its message has not ended. */
    boolean isOpen(int slot) {
        return slot != Ledger.NONE && !ledger.state(slot).isFinal();
    }

    /** Where the last record of a message stands, open or ended; 0 when nothing is known of it any more. */
    long lastRecordOf(long message) {
        int at = ledger.find(message);
        return at == Ledger.NONE ? history.lastPosition(message) : ledger.lastPosition(at);
    }

    /** The same stands there now. */
    void lastRecordOf(long message, long position) {
        int at = ledger.find(message);
        if (at == Ledger.NONE) {
            history.moved(message, position);
        } else {
            ledger.lastPosition(at, position);
        }
    }

    /** The SMSC of a message; null where that has left the configuration. */
    Lane lane(int slot) {
        return lanes.get().at(ledger.lane(slot));
    }

    /** The SMSC has taken the message: from now on its receipt is awaited, where a missing one has a consequence. */
    void sentAt(long message, long atMs) {
        if (lanes.get().routes().mayFailOver(Failover.NO_RECEIPT)) {
            sent.add(message, atMs);
        }
    }

    /** What is known of the parts of a message of several that asks for receipts; null of any other. */
    PartsAwaited partsOf(int slot) {
        return ledger.multipart(slot) ? awaited.get(ledger.idAt(slot)) : null;
    }

    /** The SMSC has taken a part of a message, as is written down. */
    void partTaken(long message, int part) {
        PartsAwaited parts = awaited.isEmpty() ? null : awaited.get(message);
        if (parts != null) {
            parts.take(part);
        }
    }

    /** It has given the part an id, which the index of receipts knows by that. */
    void partNamed(long message, int part, long name) {
        PartsAwaited parts = awaited.isEmpty() ? null : awaited.get(message);
        if (parts != null) {
            parts.name(part, name);
        }
    }

    /** The SMSC has taken a part and given it no id: no receipt will tell of it. */
    void partUnnamed(long message, int part) {
        PartsAwaited parts = awaited.isEmpty() ? null : awaited.get(message);
        if (parts != null) {
            parts.takeUnnamed(part);
        }
    }

    /** Whether the route of a message moves it on to another SMSC after this. */
    boolean failsOver(Story story, Failover because) {
        String route = story.accept().trail().route();
        return lanes.get().routes().named(route).failsOver(because);
    }

    /** Whether receipts can say what became of it: else that the SMSC has it is the end, and whatever still comes is late. */
    boolean canBeTold(int at, boolean lastUnnamed) {
        PartsAwaited parts = partsOf(at);
        Lane lane = lane(at);
        return parts == null || lane == null
                ? !lastUnnamed
                : parts.failed() > 0
                        || parts.canBeDelivered(lane.config().inbound().verdict());
    }

    /** Nothing waits any more for what came in, or was told, under that id. */
    void done(long eventId) {
        record(RecordType.EVENT_DONE).putLong(eventId);
        finish();
        events.remove(eventId);
    }

    /** A message that has an event not yet taken gets another one, as its SMSC has thought better of its end. */
    void oneMoreEvent(long message) {
        moreEvents.merge(message, 1, Integer::sum);
    }

    /** Whether a message has events that the platform has not taken: its last one, or others from before that. */
    boolean hasEvents(int slot) {
        return events.find(ledger.event(slot)) != EventTable.NONE
                || !moreEvents.isEmpty() && moreEvents.containsKey(ledger.idAt(slot));
    }

    /** One event of a message is taken: whether there are others, not counting this one. */
    boolean takeOneOfSeveral(long message) {
        return !moreEvents.isEmpty()
                && moreEvents.computeIfPresent(message, (id, more) -> more == 0 ? null : more - 1) != null;
    }

    /** Whether no message, event or part waits for anything, not even for its time. */
    boolean isEmpty() {
        return ledger.size() == 0 && events.size() == 0 && owed.size() == 0 && awaiting.isEmpty();
    }

    /** Reads the clock: once for each batch. */
    void turn() {
        nowMs = clock.millis();
        repeats.look(nowMs);
        stats.clientRefs = refs.size();
    }

    long nowMs() {
        return nowMs;
    }

    /** A new id: larger than every earlier one, whatever the wall clock does. */
    long nextId() {
        lastId = Math.max(lastId + 1, TaskId.first(nowMs));
        return lastId;
    }

    /** Marks how far ids are, where these are ahead of the clock. */
    void markTime(long atMs) {
        times.note(lastId, atMs);
    }

    /** Remembers an id that the journal holds; true when it is above all before. */
    boolean sawId(long id) {
        boolean above = id > lastId;
        lastId = above ? id : lastId;
        return above;
    }

    /** The journal says how far a stream is. */
    void sawStream(StreamRecord record, long position) {
        sawId(record.stamp());
        streams.enter(record.place(), record.stamp(), position);
    }

    /** Room for a record that starts here and is finished by {@link #finish}. */
    ByteBuffer record(byte type) {
        return journal.openRecord(type, LONGEST_RECORD);
    }

    /** Ends the record; its position. */
    long finish() {
        records++;
        stats.journalRecords.increment();
        lastAppended = journal.closeRecord();
        return lastAppended;
    }

    /** Writes down what has happened to an open message; where that stands. */
    long append(int slot, ProgressRecord step) {
        step.encode(record(RecordType.PROGRESS));
        long position = finish();
        ledger.lastPosition(slot, position);
        return position;
    }

    /** A segment was dropped, which is to be stored like a record. */
    void dropped() {
        records++;
    }

    /** Where the record appended last stands; 0 before the first. */
    long lastAppended() {
        return lastAppended;
    }

    /** Records appended by this process. */
    long recordCount() {
        return records;
    }

    /** How many records may be written but not forced: the sum of all windows, so that power loss doubles no more than that. */
    long outcomeCap() {
        return outcomeCap;
    }

    void outcomeCap(long sumOfWindows) {
        outcomeCap = Math.max(1, sumOfWindows);
    }

    /** Keeps the task in memory if there is room for it. */
    boolean warm(int slot, Task task) {
        if (hotBytes + task.octets() > hotLimit) {
            return false;
        }
        hotBytes += task.octets();
        ledger.extra(slot, task);
        return true;
    }

    /** Keeps a task in memory that is there anyhow, whatever the room. */
    void warmAnyway(int slot, Task task) {
        hotBytes += task.octets();
        ledger.extra(slot, task);
    }

    /** The task, or what was kept of it, leaves memory, if it was there. */
    void cool(int slot) {
        Object kept = ledger.extra(slot);
        if (kept instanceof Task task) {
            hotBytes -= task.octets();
            ledger.extra(slot, null);
        } else if (kept instanceof Gist gist) {
            hotBytes -= gist.octets();
            ledger.extra(slot, null);
        }
    }

    /** Of a task only that stays in memory from now on, and not even that when more than half of the room is taken: those that wait need it more. */
    void keep(int slot, Gist gist) {
        cool(slot);
        if (hotBytes + gist.octets() <= hotLimit / 2) {
            hotBytes += gist.octets();
            ledger.extra(slot, gist);
        }
    }

    long hotBytes() {
        return hotBytes;
    }
}
